"""A viewer's bytes must not depend on anything the viewer may not know.

Each state is rebuilt with every hidden card moved elsewhere; what a viewer receives (view, facts of the next action, refusals of
bad actions) must stay the same to the byte.
"""

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from games.engine.actions import Action, CancelFire, Draw, Layout, Pass, Proposed
from games.engine.cards import Piece
from games.engine.codec import event_json, view_json
from games.engine.errors import IllegalAction
from games.engine.events import Dealt, Drew, LaidOut
from games.engine.rng import CounterRng, Rng, shuffled
from games.engine.ruleset import RuleSet, Step
from games.engine.rulesets import RULESETS
from games.engine.seats import JUDGE, SPECTATOR, Onlooker, Seat, Viewer
from games.engine.state import State
from games.engine.views import build_view
from tests.matches import Turn, turns

STATES = 5_000


def viewers(state: State) -> Iterator[Viewer]:
    yield SPECTATOR
    yield from (Seat(seat) for seat in range(state.seats))


def told(turn: Turn, viewer: Viewer) -> set[Piece]:
    """Give the hidden pieces that the action itself shows to `viewer`."""
    shown: set[Piece] = set()
    for event in turn.step.events:
        if isinstance(event, LaidOut):
            shown.update(event.shed)
        if isinstance(event, Drew) and event.seat == viewer and event.card is not None:
            shown.add(event.card)
    return shown


def other_world(state: State, viewer: Viewer, keep: set[Piece], rng: Rng) -> State:
    """Move every piece that `viewer` may not know, `keep` excepted, to another hidden place."""
    deal = state.live_round()
    places = [
        (zone, index)
        for zone, pieces in enumerate((*deal.hands, deal.piles.stock))
        for index, piece in enumerate(pieces)
        if zone != viewer and piece not in keep
    ]
    zones = [list(hand) for hand in (*deal.hands, deal.piles.stock)]
    hidden = [zones[zone][index] for zone, index in places]
    for (zone, index), piece in zip(places, shuffled(rng, hidden), strict=True):
        zones[zone][index] = piece
    *hands, stock = (tuple(zone) for zone in zones)
    moved = replace(deal, hands=tuple(hands), piles=replace(deal.piles, stock=stock))
    return replace(state, round=moved)


def shown(state: State, viewer: Viewer) -> str:
    return json.dumps(view_json(build_view(state, viewer)))


def bad_actions(state: State, rng: Rng) -> Iterator[Action]:
    """Give actions that are mostly illegal: foreign cards, lost cards, dry passes, other games' moves."""
    deck = [piece for hand in state.live_round().hands for piece in hand][:9] + list(
        state.live_round().piles.stock[:3]
    )
    kept = tuple(Proposed(meld.cards) for meld in state.live_round().melds)
    yield Draw()
    yield Pass()
    yield CancelFire()
    yield Layout(kept)
    yield Layout(kept[1:])
    yield Layout((*kept, Proposed(tuple(shuffled(rng, deck)[:3]))))


def answers(rules: RuleSet, state: State, seat: Seat, actions: list[Action]) -> list[object]:
    results: list[object] = []
    for action in actions:
        try:
            rules.check(state, seat, action)
            results.append("legal")
        except IllegalAction as refused:
            results.append((refused.reason, dict(refused.detail)))
    return results


@pytest.mark.parametrize("key", RULESETS, ids=str)
def test_frames_facts_and_refusals_are_the_same_in_both_worlds(key: tuple[str, int]) -> None:
    rules = RULESETS[key]
    seen, seed = 0, 0
    while seen < STATES:
        rng = CounterRng(seed)
        for turn in turns(rules, 2 + seed % 3, seed):
            if turn.before.round is None:
                continue
            seen += 1
            compare(rules, turn, rng)
        seed += 1


def compare(rules: RuleSet, turn: Turn, rng: Rng) -> None:
    for viewer in viewers(turn.before):
        twin = other_world(turn.before, viewer, told(turn, viewer), rng)
        assert shown(turn.before, viewer) == shown(twin, viewer)
        after = possible(rules, twin, turn)
        if (
            after and not after.state.standing.over
        ):  # the settlement counts the hands, and everybody is told
            assert shown(turn.step.state, viewer) == shown(after.state, viewer)
            assert facts(turn.step.events, viewer, turn.before) == facts(
                after.events, viewer, turn.before
            )
        if not isinstance(viewer, Onlooker) and viewer == turn.actor:
            # The pieces named are the same in both worlds, wherever they lie there.
            actions = list(bad_actions(turn.before, rng))
            assert answers(rules, turn.before, viewer, actions) == answers(
                rules, twin, viewer, actions
            )


def possible(rules: RuleSet, twin: State, turn: Turn) -> Step | None:
    """Make the same action in the other world; a pass is public proof that its seat had no visible play, so it may be refused."""
    if isinstance(turn.action, Pass) and answers(
        rules, twin, turn.before.live_round().actor, [Pass()]
    ) != ["legal"]:
        return None
    return rules.apply(twin, turn.actor, turn.action)


def facts(events: tuple[object, ...], viewer: Viewer, state: State) -> str:
    return json.dumps([event_json(event.for_viewer(viewer), state.skin) for event in events])  # type: ignore[attr-defined]


@pytest.mark.parametrize("key", RULESETS, ids=str)
def test_the_deal_shows_each_seat_its_own_hand_only(key: tuple[str, int]) -> None:
    first = next(turns(RULESETS[key], 4, 5))
    (fact,) = first.step.events
    assert isinstance(fact, Dealt)
    assert [hand is not None for hand in fact.for_viewer(Seat(2)).hands] == [
        False,
        False,
        True,
        False,
    ]
    assert not any(hand for hand in fact.for_viewer(SPECTATOR).hands)
    assert all(fact.for_viewer(JUDGE).hands)


@pytest.mark.parametrize("key", RULESETS, ids=str)
def test_a_judge_looks_only_at_the_end_and_nobody_from_a_seat_that_is_not_there(
    key: tuple[str, int],
) -> None:
    *_, last = turns(RULESETS[key], 2, 3)
    with pytest.raises(ValueError, match="judge"):
        build_view(last.before, JUDGE)
    with pytest.raises(ValueError, match="no seat"):
        build_view(last.before, Seat(2))
    judged = build_view(last.step.state, JUDGE)
    assert judged.hands is not None
    assert judged.hand == ()
    assert tuple(len(hand) for hand in judged.hands) == judged.counts


@pytest.mark.parametrize("key", RULESETS, ids=str)
def test_printing_a_state_a_view_or_a_fact_names_no_hidden_card(key: tuple[str, int]) -> None:
    for turn in turns(RULESETS[key], 3, 8):
        things = [turn.before, build_view(turn.before, Seat(0)), *turn.step.events]
        printed = [repr(thing) for thing in things if not isinstance(thing, LaidOut)]
        assert not any("Suit" in text for text in printed)


def test_a_planted_leak_is_caught() -> None:
    """The net itself must hold: a view that names one hidden card differs between the worlds."""
    rules = next(iter(RULESETS.values()))
    turn = next(turn for turn in turns(rules, 3, 1) if turn.before.round is not None)

    def leaky(state: State) -> str:
        return shown(state, SPECTATOR) + repr(state.live_round().hands[1][0])

    rng = CounterRng(1)
    twins = [other_world(turn.before, SPECTATOR, set(), rng) for _ in range(5)]
    assert {shown(twin, SPECTATOR) for twin in twins} == {shown(turn.before, SPECTATOR)}
    assert len({leaky(twin) for twin in twins}) > 1
