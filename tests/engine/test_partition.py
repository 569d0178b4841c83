"""The best split of a hand, against an oracle that tries every group."""

from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.cards import (
    FR106,
    Card,
    Joker,
    Piece,
    Rank,
    Skin,
    Suit,
    face,
    in_order,
    parse,
    pips,
)
from games.engine.melds import JokerWorth, MeldKind, MeldRules, Worth, classify
from games.engine.partition import Goal, Split, best_split, left_pips, opening
from tests.engine import oracle

RUSSIAN = MeldRules()
HAND = MeldRules(ace_high=True, max_jokers=2, min_naturals=2)
ERAM = MeldRules(ace_high=True, max_jokers=1, min_naturals=2)
FREE = MeldRules(ace_high=True, max_jokers=2)
TILES = MeldRules(max_jokers=2, skin=Skin.TILES)
SHORT = MeldRules(ace_high=True, max_jokers=2, min_naturals=2, max_run=5)


def cards(text: str) -> list[Piece]:
    return [parse(t) for t in text.split()]


def split(
    text: str, rules: MeldRules = HAND, goal: Goal = Goal.MOST_POINTS, *, needs_run: bool = False
) -> Split | None:
    return best_split(cards(text), rules, goal, needs_run=needs_run)


def check(found: Split, hand: Sequence[Piece], rules: MeldRules) -> None:
    """A split is lawful: every meld is one, its record too, and every piece of the hand lies in it once."""
    laid = [piece for meld in found.melds for piece in meld.cards]
    assert in_order([*laid, *found.left]) == in_order(hand)
    assert all(classify(meld.cards, rules, meld.kind) == meld for meld in found.melds)


CROWDED = [
    card
    for card in FR106.pieces
    if isinstance(card, Card) and (card.rank <= 4 or card.rank >= Rank.QUEEN)
]
hands = st.lists(st.sampled_from([*CROWDED, Joker(1), Joker(2)]), unique=True, max_size=11)


@settings(max_examples=60, deadline=None)
@given(hands, st.sampled_from([RUSSIAN, HAND, ERAM, FREE, SHORT]))
def test_no_split_is_better(hand: list[Piece], rules: MeldRules) -> None:
    def weigh(group: Sequence[Piece], read: Sequence[tuple[str, list[int]]]) -> int:
        return max(oracle.worth(kind, places) for kind, places in read)

    points = best_split(hand, rules, Goal.MOST_POINTS)
    fewest = best_split(hand, rules, Goal.FEWEST_LEFT)
    lightest = best_split(hand, rules, Goal.FEWEST_PIPS)
    assert points is not None
    assert fewest is not None
    assert lightest is not None
    for found in (points, fewest, lightest):
        check(found, hand, rules)
    assert points.points(Worth()) == oracle.best(hand, 0, rules, weigh)
    assert len(hand) - len(fewest.left) == oracle.best(hand, 0, rules, lambda group, _: len(group))
    shed = sum(map(pips, hand)) - sum(map(pips, lightest.left))
    assert shed == oracle.best(hand, 0, rules, lambda group, _: sum(map(pips, group)))


@settings(max_examples=40, deadline=None)
@given(hands.filter(lambda hand: len(hand) < 10), st.sampled_from([RUSSIAN, HAND, ERAM]))
def test_no_split_with_a_run_is_better(hand: list[Piece], rules: MeldRules) -> None:
    def weigh(_: Sequence[Piece], read: Sequence[tuple[str, list[int]]]) -> int:
        return max(oracle.worth(kind, places) for kind, places in read)

    with_run = [
        worth + (oracle.best([piece for piece in hand if piece not in group], 0, rules, weigh) or 0)
        for size in range(3, len(hand) + 1)
        for group in combinations(hand, size)
        for worth in [
            max(
                (oracle.worth(k, p) for k, p in oracle.readings(group, rules) if k == "run"),
                default=0,
            )
        ]
        if worth
    ]
    found = best_split(hand, rules, Goal.MOST_POINTS, needs_run=True)
    assert (found.points(Worth()) if found is not None else None) == max(with_run, default=None)
    if found is not None:
        check(found, hand, rules)
        assert found.has_run


def test_a_run_is_bought_with_points_only_where_it_is_needed() -> None:
    hand = "KS KH KD KC QD JD 2C"
    free = split(hand)
    owed = split(hand, needs_run=True)
    assert free is not None
    assert owed is not None
    assert (free.points(Worth()), free.has_run) == (60, True)
    assert (owed.points(Worth()), owed.has_run) == (60, True)
    sets = split("KS KH KD QD QS QH JD", needs_run=False)
    assert sets is not None
    assert (sets.points(Worth()), sets.has_run) == (60, False)
    runs = split("KS KH KD QD QS QH JD", needs_run=True)
    assert runs is not None
    assert (runs.points(Worth()), runs.has_run) == (30, True)
    assert split("KS KH KD QS QH QD", needs_run=True) is None


@pytest.mark.parametrize(
    ("hand", "bar", "needs_run", "reached"),
    [
        ("KS KH KD 6C 7C 8C 9H", 51, True, True),
        ("KS KH KD 6C 7C 8C 9H", 52, True, False),
        ("KS KH KD 8S 8H 8D", 51, False, True),
        ("KS KH KD 8S 8H 8D", 51, True, False),
        ("QH KH JK1 7S 7D 7C", 52, True, True),
    ],
)
def test_an_opening_is_found_where_the_bar_can_be_reached(
    hand: str, bar: int, needs_run: bool, reached: bool
) -> None:
    assert (opening(cards(hand), bar, HAND, needs_run=needs_run) is not None) == reached


def test_options_change_what_an_opening_counts() -> None:
    hand = cards("AH 2H 3H KS KC KD JK1")
    assert opening(hand, 56, HAND, Worth(ace_low=1)) is None
    assert opening(hand, 50, HAND, Worth(joker=JokerWorth.ZERO)) is None
    assert opening(hand, 56, HAND) is not None
    flat = best_split(hand, HAND, Goal.MOST_POINTS, Worth(joker=JokerWorth.FLAT15))
    assert flat is not None
    assert flat.points(Worth(joker=JokerWorth.FLAT15)) == 61


def test_tiles_count_their_numbers() -> None:
    hand = [parse(t, Skin.TILES) for t in ("R1", "R2", "R3", "B13", "J1")]
    assert [left_pips(piece, Skin.TILES) for piece in hand] == [1, 2, 3, 13, 30]
    found = best_split(hand, TILES, Goal.FEWEST_PIPS)
    assert found is not None
    assert [face(piece, Skin.TILES) for piece in found.left] == ["B13"]
    assert found.points(Worth(Skin.TILES)) == 10


def test_two_jokers_may_need_a_run_of_six() -> None:
    found = split("3H JK1 JK2 6H 7H 8H", HAND, Goal.FEWEST_LEFT)
    assert found is not None
    assert found.left == ()
    assert [meld.kind for meld in found.melds] == [MeldKind.RUN]
    cut = split("3H JK1 JK2 6H 7H 8H", SHORT, Goal.FEWEST_LEFT)
    assert cut is not None
    assert len(cut.left) == 1


def test_twins_and_jokers_are_dealt_to_their_own_melds() -> None:
    hand = cards("5H 6H JK1 5H#2 6H#2 JK2 8H 8H#2 9D")
    found = best_split(hand, HAND, Goal.FEWEST_LEFT)
    assert found is not None
    check(found, hand, HAND)
    assert [face(piece) for piece in found.left] == ["9D"]


def test_a_hand_without_melds_is_left_whole() -> None:
    hand: list[Piece] = [Card(Suit.SPADES, Rank.TWO), Card(Suit.SPADES, Rank.TWO, 2), Joker(2)]
    assert best_split(hand, HAND, Goal.FEWEST_LEFT) == Split((), in_order(hand))
    assert best_split([], HAND, Goal.FEWEST_LEFT) == Split((), ())
