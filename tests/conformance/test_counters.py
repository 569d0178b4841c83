"""Every action moves exactly the cards it speaks of: what a hand gains a pile loses, and every counter that is shown says so."""

from collections import Counter
from functools import cache

import pytest

from games.engine.actions import Draw, Layout, Pass
from games.engine.cards import Piece
from games.engine.melds import classify
from games.engine.ruleset import RuleSet
from games.engine.rulesets import NEWEST, RULESETS
from games.engine.seats import SPECTATOR, Seat, Seatless, Viewer
from games.engine.state import State
from games.engine.views import build_view
from tests.matches import Turn, turns

every = pytest.mark.parametrize(
    "rules", RULESETS.values(), ids=[f"{key}-{revision}" for key, revision in RULESETS]
)


RUSSIAN = NEWEST["hand_russian"]


def played(rules: RuleSet) -> tuple[Turn, ...]:
    """Give every turn of twelve matches, in all sizes of company."""
    return _played(rules.key, rules.revision)


@cache
def _played(key: str, revision: int) -> tuple[Turn, ...]:
    rules = RULESETS[key, revision]
    return tuple(
        turn
        for seed in range(12)
        for turn in turns(rules, rules.seats[seed % len(rules.seats)], seed)
    )


def table(state: State) -> Counter[Piece]:
    return Counter(piece for meld in state.live_round().melds for piece in meld.cards)


@every
def test_a_draw_moves_one_card_from_the_stock_to_the_hand_that_drew(rules: RuleSet) -> None:
    drawn = 0
    for turn in played(rules):
        if not isinstance(turn.action, Draw) or isinstance(turn.actor, Seatless):
            continue
        before, after = turn.before.live_round(), turn.step.state.live_round()
        assert len(after.piles.stock) == len(before.piles.stock) - 1
        gained = Counter(after.hands[turn.actor]) - Counter(before.hands[turn.actor])
        assert list(gained.elements()) == [before.piles.stock[0]]
        assert Counter(before.hands[turn.actor]) <= Counter(after.hands[turn.actor])
        others = [seat for seat in range(turn.before.seats) if seat != turn.actor]
        assert all(after.hands[seat] == before.hands[seat] for seat in others)
        assert (after.melds, after.piles.fire) == (before.melds, before.piles.fire)
        drawn += 1
    assert drawn > 200


def test_what_is_laid_leaves_the_own_hand_and_no_other_place() -> None:
    laid = 0
    for turn in played(RUSSIAN):
        if not isinstance(turn.action, Layout) or isinstance(turn.actor, Seatless):
            continue
        before, after = turn.before.live_round(), turn.step.state.live_round()
        gone = Counter(before.hands[turn.actor]) - Counter(after.hands[turn.actor])
        assert gone
        assert table(turn.step.state) == table(turn.before) + gone
        assert after.piles == before.piles
        others = [seat for seat in range(turn.before.seats) if seat != turn.actor]
        assert all(after.hands[seat] == before.hands[seat] for seat in others)
        laid += 1
    assert laid > 50


@every
def test_every_table_that_was_played_is_made_of_melds_by_the_rules(rules: RuleSet) -> None:
    for turn in played(rules):
        state = turn.step.state
        for meld in state.live_round().melds:
            shape = classify(meld.cards, rules.melds(state.options), meld.shape.kind)
            assert shape == meld.shape
        assert max(table(state).values(), default=1) == 1, "a card lies in two melds"


@every
def test_the_counters_everybody_sees_are_the_true_ones(rules: RuleSet) -> None:
    for turn in played(rules):
        deal = turn.step.state.live_round()
        viewers: list[Viewer] = [SPECTATOR, *map(Seat, range(turn.before.seats))]
        for viewer in viewers:
            view = build_view(turn.step.state, viewer)
            assert view.counts == tuple(map(len, deal.hands))
            assert view.stock == len(deal.piles.stock)


def test_a_pass_moves_no_card() -> None:
    passes = 0
    for turn in played(RUSSIAN):
        if isinstance(turn.action, Pass):
            passes += 1
            before, after = turn.before.live_round(), turn.step.state.live_round()
            assert not before.piles.stock
            assert (after.hands, after.melds) == (before.hands, before.melds)
            assert after.piles == before.piles
    assert passes > 0
