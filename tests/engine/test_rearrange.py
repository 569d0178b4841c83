"""Rearranging, exact: the agreed instances, an oracle that tries every group, and what must hold for every table."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.cards import (
    FR104,
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
from games.engine.melds import MeldRules, Shape, classify, melds_in
from games.engine.rearrange import (
    Answer,
    Objective,
    can_go_out,
    can_play,
    disturbance,
    explain,
    least_disturbing,
    playable_cards,
    shed_most,
)
from games.engine.rearrange.lanes import Lanes
from games.engine.rearrange.search import ColumnPlan, Plan
from games.engine.rearrange.witness import lay_out
from tests.engine import oracle

RUSSIAN = MeldRules()
HIGH = MeldRules(ace_high=True)
TILES = MeldRules(max_jokers=2, skin=Skin.TILES)
WILD = MeldRules(ace_high=True, max_jokers=2)
SHORT = MeldRules(ace_high=True, max_run=5)
SHORT_WILD = MeldRules(ace_high=True, max_jokers=2, max_run=5)
ALL_RULES = [RUSSIAN, HIGH, TILES, WILD, SHORT, SHORT_WILD]

Instance = dict[str, Any]
INSTANCES: list[Instance] = json.loads(
    (Path(__file__).parents[1] / "data/solver/instances.json").read_text()
)


def cards(text: str) -> list[Piece]:
    return [parse(t) for t in text.split()]


def tables(text: str) -> list[list[Piece]]:
    return [cards(meld) for meld in text.split(",") if meld.strip()]


def faces(pieces: Sequence[Piece]) -> str:
    return " ".join(map(face, pieces))


def check(
    answer: Answer, table: Sequence[Sequence[Piece]], hand: Sequence[Piece], rules: MeldRules
) -> None:
    """The witness is lawful: legal melds, all table cards, the shed pieces, and nothing else."""
    assert all(classify(shape.cards, rules, shape.kind) == shape for shape in answer.table)
    assert set(answer.shed) <= set(hand)
    before = [piece for meld in table for piece in meld]
    after = [piece for shape in answer.table for piece in shape.cards]
    assert in_order(after) == in_order([*before, *answer.shed])


def dealt(instance: Instance) -> tuple[list[list[Piece]], list[Piece]]:
    """Give an instance's faces physical pieces, first copies first."""
    left = {index: [2, 1] for index in range(53)}

    def piece(index: int) -> Piece:
        copy = left[index].pop()
        return Joker(copy) if index == 52 else Card(Suit(index % 4), Rank(index // 4 + 1), copy)

    table = [[piece(index) for index in meld] for meld in instance["table"]]
    return table, [piece(index) for index in instance["hand"]]


@pytest.mark.parametrize("instance", INSTANCES, ids=lambda instance: str(instance["id"]))
def test_the_agreed_optimum_is_found(instance: Instance) -> None:
    table, hand = dealt(instance)
    most = shed_most(table, hand, TILES)
    check(most, table, hand, TILES)
    assert len(most.shed) == instance["opt_cards"]

    def count(piece: Piece) -> int:
        return pips(piece, joker=30)

    heaviest = shed_most(table, hand, TILES, Objective.PIPS, count)
    check(heaviest, table, hand, TILES)
    assert sum(map(count, heaviest.shed)) == instance["opt_pips"]

    both = shed_most(table, hand, TILES, Objective.CARDS_THEN_PIPS, count)
    check(both, table, hand, TILES)
    assert len(both.shed) == instance["opt_cards"]
    assert sum(map(count, both.shed)) <= instance["opt_pips"]

    out = can_go_out(table, hand, TILES)
    assert (out is not None) == instance["can_go_out"]
    if out is not None:
        check(out, table, hand, TILES)
        assert out.shed == in_order(hand)

    play = can_play(table, hand, TILES)
    assert (play is not None) == (instance["opt_cards"] > 0)
    if play is not None:
        check(play, table, hand, TILES)
        assert play.shed


@pytest.mark.parametrize(
    "instance",
    [i for i in INSTANCES if "min_disturbance_at_opt_cards" in i],
    ids=lambda i: str(i["id"]),
)
def test_the_calmest_layout_is_as_calm_as_agreed(instance: Instance) -> None:
    table, hand = dealt(instance)
    calm = shed_most(table, hand, RUSSIAN, Objective.CARDS_THEN_CALM)
    check(calm, table, hand, RUSSIAN)
    assert len(calm.shed) == instance["opt_cards"]
    after = [shape.cards for shape in calm.table]
    assert disturbance(table, after) == instance["min_disturbance_at_opt_cards"]
    again = least_disturbing(table, calm.shed, RUSSIAN)
    assert again is not None
    check(again, table, hand, RUSSIAN)
    assert disturbance(table, [shape.cards for shape in again.table]) <= disturbance(table, after)


LOW_RANKS = [
    card
    for card in FR104.pieces
    if isinstance(card, Card) and (card.rank <= 4 or card.rank >= Rank.QUEEN)
]


def position(
    random: Random, rules: MeldRules, pack: Sequence[Piece], most: int, hand: int
) -> tuple[list[Shape], list[Piece]]:
    """Lay legal melds out of a shuffled pack until `most` pieces lie, then deal a hand from the rest."""
    left = list(pack)
    random.shuffle(left)
    table: list[Shape] = []
    for _ in range(random.randrange(most)):
        size = sum(len(meld.cards) for meld in table)
        melds = [
            meld for meld in melds_in(left[:24], rules, longest=6) if size + len(meld.cards) <= most
        ]
        if not melds:
            break
        table.append(random.choice(melds))
        left = [piece for piece in left if piece not in table[-1].cards]
        random.shuffle(left)
    return table, left[: random.randrange(hand + 1)]


def laid(table: Sequence[Shape]) -> list[tuple[Piece, ...]]:
    return [meld.cards for meld in table]


@settings(max_examples=150, deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from(ALL_RULES))
def test_no_layout_is_better(random: Random, rules: MeldRules) -> None:
    """The oracle tries every group, with jokers, both ace rules and short runs."""
    jokers = [Joker(1), Joker(2)] if rules.max_jokers else []
    table, hand = position(random, rules, [*LOW_RANKS, *jokers], 9, 6)
    pieces = [piece for meld in table for piece in meld.cards]
    must = len(pieces)
    pieces += hand

    def shed(count: Callable[[Piece], int]) -> int | None:
        own = set(hand)
        return oracle.best(
            pieces, must, rules, lambda group, _: sum(count(p) for p in group if p in own)
        )

    cases: list[tuple[Objective, Callable[[Piece], int]]] = [
        (Objective.CARDS, lambda _: 1),
        (Objective.PIPS, pips),
    ]
    for objective, count in cases:
        answer = shed_most(laid(table), hand, rules, objective, pips)
        check(answer, laid(table), hand, rules)
        assert sum(map(count, answer.shed)) == shed(count)
    out = can_go_out(laid(table), hand, rules)
    assert (out is not None) == (shed(lambda _: 1) == len(hand))


@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from(ALL_RULES))
def test_exactly_the_playable_cards_are_named(random: Random, rules: MeldRules) -> None:
    jokers = [Joker(1), Joker(2)] if rules.max_jokers else []
    table, hand = position(random, rules, [*LOW_RANKS, *jokers], 9, 5)
    playable = playable_cards(laid(table), hand, rules)
    for piece, answer in playable.items():
        check(answer, laid(table), hand, rules)
        assert piece in answer.shed
    pieces = [piece for meld in table for piece in meld.cards]
    kinds = {face(piece)[:2] for piece in playable}
    for piece in hand:
        rest = [other for other in hand if other != piece]
        possible = (
            oracle.best([*pieces, piece, *rest], len(pieces) + 1, rules, lambda _, __: 0)
            is not None
        )
        assert (face(piece)[:2] in kinds) == possible
    assert list(playable) == list(in_order(playable))
    assert (can_play(laid(table), hand, rules) is not None) == bool(playable)


@settings(max_examples=20, deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from([RUSSIAN, HIGH, SHORT, TILES]))
def test_big_tables_keep_the_laws(random: Random, rules: MeldRules) -> None:
    pack = FR106.pieces if rules.max_jokers else FR104.pieces
    table, hand = position(random, rules, pack, 60, 16)
    before = laid(table)
    assert shed_most(before, [], rules).shed == ()
    half = shed_most(before, hand[: len(hand) // 2], rules)
    answer = shed_most(before, hand, rules)
    assert len(half.shed) <= len(answer.shed)
    check(answer, before, hand, rules)
    # What lies can lie again, and nothing more can be shed on top of the best.
    rest = [piece for piece in hand if piece not in answer.shed]
    assert shed_most(laid(answer.table), rest, rules).shed == ()
    assert can_go_out(before, answer.shed, rules) is not None


@settings(max_examples=25, deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from([RUSSIAN, HIGH, TILES]))
def test_a_calm_table_is_left_alone(random: Random, rules: MeldRules) -> None:
    pack = FR106.pieces if rules.max_jokers else FR104.pieces
    table, hand = position(random, rules, pack, 40, 12)
    before = laid(table)
    still = least_disturbing(before, [], rules)
    assert still is not None
    assert disturbance(before, laid(still.table)) == 0
    most = shed_most(before, hand, rules)
    calm = least_disturbing(before, most.shed, rules)
    assert calm is not None
    check(calm, before, hand, rules)
    assert disturbance(before, laid(calm.table)) <= disturbance(before, laid(most.table))


@settings(max_examples=25, deadline=None)
@given(st.randoms(use_true_random=False))
def test_the_moves_lead_from_the_old_table_to_the_new_one(random: Random) -> None:
    table, hand = position(random, RUSSIAN, FR104.pieces, 40, 12)
    before = laid(table)
    answer = shed_most(before, hand, RUSSIAN)
    groups = {number: set(meld) for number, meld in enumerate(before)}
    moves = explain(before, laid(answer.table))
    for move in moves:
        if move.source is None:
            assert move.piece in hand
        else:
            groups[move.source].remove(move.piece)
        groups.setdefault(move.target, set()).add(move.piece)
    assert sorted(map(in_order, filter(None, groups.values())), key=str) == sorted(
        (in_order(meld) for meld in laid(answer.table)), key=str
    )
    assert len({move.piece for move in moves}) == len(moves)
    assert explain(before, before) == ()


@pytest.mark.parametrize(
    ("table", "hand", "rules", "shed"),
    [
        ("QH KH AH", "2H 3H", HIGH, ""),
        ("QH KH AH", "2H 3H 4H JH", HIGH, "2H 3H 4H JH"),
        ("QH KH AH", "2H 3H AH#2", HIGH, "AH#2 2H 3H"),
        ("TH JH QH KH AH", "2H 3H", HIGH, "2H 3H"),
        ("TH JH QH KH", "AH", RUSSIAN, ""),
        ("4H 5H 6H 7H 8H,6S 6D 6C", "6H#2", RUSSIAN, "6H#2"),
        ("5H 6H JK1", "JK2 9C", TILES, "JK2"),
        ("5H 6H JK1,7S 7D 7C", "7H", TILES, "7H"),
        ("5S 5H 5D 5C", "JK1", TILES, ""),
        ("5S 5H JK1", "5D 5C", TILES, "5D"),
        ("", "5S JK1 JK2", TILES, "5S JK1 JK2"),
        ("5H 6H 7H", "JK1", RUSSIAN, ""),
    ],
)
def test_small_tables(table: str, hand: str, rules: MeldRules, shed: str) -> None:
    answer = shed_most(tables(table), cards(hand), rules)
    check(answer, tables(table), cards(hand), rules)
    assert faces(answer.shed) == shed


def test_old_melds_keep_their_places_and_new_ones_come_last() -> None:
    answer = shed_most(tables("9S 9H 9D,4C 5C 6C,AS 2S 3S"), cards("7C KD 4S"), RUSSIAN)
    assert [faces(meld.cards) for meld in answer.table] == [
        "9S 9H 9D",
        "4C 5C 6C 7C",
        "AS 2S 3S 4S",
    ]
    answer = shed_most(tables("9S 9H 9D"), cards("2C 3C 4C"), RUSSIAN)
    assert [faces(meld.cards) for meld in answer.table] == ["9S 9H 9D", "2C 3C 4C"]


def test_runs_that_meet_are_not_joined_and_twins_stay_at_home() -> None:
    table = tables("3H 4H 5H,6H 7H 8H,5H#2 5S 5D")
    answer = shed_most(table, cards("9H"), RUSSIAN)
    assert [faces(meld.cards) for meld in answer.table] == ["3H 4H 5H", "6H 7H 8H 9H", "5S 5H#2 5D"]


def test_a_run_longer_than_the_rules_allow_is_cut() -> None:
    answer = shed_most(tables("4H 5H 6H 7H 8H"), cards("9H TH"), SHORT)
    check(answer, tables("4H 5H 6H 7H 8H"), cards("9H TH"), SHORT)
    assert faces(answer.shed) == "9H TH"
    whole = cards("AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH#2")
    both_ends = shed_most([], whole, HIGH)
    check(both_ends, [], whole, HIGH)
    assert len(both_ends.shed) == 14


def test_pips_may_want_other_cards_than_the_count() -> None:
    table, hand = tables("4H 5H 6H 7H"), cards("4S 4D 4H#2 7S 7D KS KH KD")
    heavy = shed_most(table, hand, RUSSIAN, Objective.PIPS)
    check(heavy, table, hand, RUSSIAN)
    both = shed_most(table, hand, RUSSIAN, Objective.CARDS_THEN_PIPS)
    assert len(both.shed) == 8
    assert shed_most([], cards("AS AH AD 2S 2H 2D AC"), RUSSIAN, Objective.CARDS_THEN_PIPS).shed


def test_a_single_natural_between_jokers_disturbs_like_a_set() -> None:
    before = tables("7H JK1 JK2")
    assert disturbance(before, tables("7H JK1 JK2")) == 0
    assert disturbance(before, tables("7H 8H 9H,JK1 KS JK2")) == 1


def test_questions_that_cannot_be_answered_are_refused() -> None:
    with pytest.raises(ValueError, match="cannot all lie"):
        shed_most(tables("4H 5H 9S"), [], RUSSIAN)
    with pytest.raises(ValueError, match="not solved"):
        shed_most([], cards("JK1 JK2"), MeldRules(max_jokers=1))
    assert can_go_out([], cards("JK1 4H 5H 6H"), RUSSIAN) is None
    assert can_go_out(tables("4H 5H 6H"), cards("9S"), RUSSIAN) is None
    assert least_disturbing(tables("4H 5H 6H"), cards("9S"), RUSSIAN) is None
    assert can_play(tables("4H 5H 6H"), cards("9S"), RUSSIAN) is None


def test_left_over_jokers_find_a_place_wherever_there_is_one() -> None:
    run = "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"
    for table, hand, shed in [
        (f"{run}", "JK1 JK2", 2),
        ("JH QH KH", "JK1 JK2", 2),
        ("5S 5H 5D,5S#2 5H#2 5C", "JK1 JK2", 2),
        ("5S 5H 5D,5S#2 5H#2 5D#2 5C", "JK1 JK2", 2),
        ("5S 5H 5D 5C,9S 9H 9D 9C", "JK1", 0),
        ("5S 5H 5D 5C,9S 9H 9D 9C", "JK1 JK2", 2),
        ("5S 5H JK1,5S#2 5H#2 JK2", "5D 5C", 2),
    ]:
        answer = shed_most(tables(table), cards(hand), TILES)
        check(answer, tables(table), cards(hand), TILES)
        assert len(answer.shed) == shed, table


def test_a_run_from_end_to_end_is_cut_to_take_jokers() -> None:
    table, hand = tables("AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"), cards("JK1 JK2")
    none = (0, 0, 0, 0)
    columns = [
        ColumnPlan((), (0, 1, 0, 0), (0, int(place == 1), 0, 0), none) for place in range(1, 14)
    ]
    shapes, shed = lay_out(Plan(2, tuple(columns), 2), table, hand, TILES)
    check(Answer(shed, shapes), table, hand, TILES)
    assert faces(shed) == "JK1 JK2"
    assert [len(shape.cards) for shape in shapes] == [12, 3]


def test_answers_stay_the_same_when_what_was_known_is_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Lanes, "MOST_LANES", 40)
    monkeypatch.setattr(Lanes, "MOST_PAIRS", 20)
    for instance in INSTANCES[::20]:
        table, hand = dealt(instance)
        assert len(shed_most(table, hand, TILES).shed) == instance["opt_cards"]
