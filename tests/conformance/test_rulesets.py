"""One suite that every registered rule set passes; a game without its goldens and its perft counts fails here."""

import json
from collections import Counter
from pathlib import Path

import pytest

from games.engine.actions import (
    Abort,
    Action,
    CancelFire,
    Deal,
    Draw,
    Forfeit,
    Layout,
    Pass,
    Proposed,
)
from games.engine.cards import Piece
from games.engine.codec import (
    action_from_json,
    action_json,
    options_json,
    state_from_json,
    state_json,
    view_json,
)
from games.engine.errors import IllegalAction, Reason
from games.engine.replay import replay
from games.engine.rng import CounterRng
from games.engine.ruleset import BadOption, RuleSet
from games.engine.rulesets import NEWEST, RULESETS
from games.engine.sampling import any_world, sampled_world
from games.engine.seats import CHANCE, TABLE, Actor, Phase, Seat, Seatless
from games.engine.state import State
from games.engine.views import build_view
from tests.matches import Turn, dealt, turns

HERE = Path(__file__).parents[1]
every = pytest.mark.parametrize(
    "rules", RULESETS.values(), ids=[f"{key}-{revision}" for key, revision in RULESETS]
)


def all_pieces(state: State) -> Counter[Piece]:
    deal = state.live_round()
    zones = [*deal.hands, deal.piles.stock, deal.piles.fire, *(meld.cards for meld in deal.melds)]
    return Counter(piece for zone in zones for piece in zone)


def matches(rules: RuleSet, count: int = 12) -> list[list[Turn]]:
    return [list(turns(rules, rules.seats[seed % len(rules.seats)], seed)) for seed in range(count)]


@every
def test_it_is_registered_under_its_own_name(rules: RuleSet) -> None:
    assert RULESETS[rules.key, rules.revision] is rules
    assert NEWEST[rules.key].revision == max(
        revision for key, revision in RULESETS if key == rules.key
    )
    assert rules.title


@every
def test_it_has_its_goldens_and_its_perft_counts(rules: RuleSet) -> None:
    name = f"{rules.key}-{rules.revision}"
    assert sorted((HERE / "golden").glob(f"{name}-*.txt")), "make them with: python -m tests.golden"
    assert (HERE / "perft" / f"{name}.json").exists(), "make it with: python -m tests.golden"


@every
def test_whole_matches_keep_every_law(rules: RuleSet) -> None:
    for match in matches(rules):
        deck = Counter(rules.deck(match[0].before.options).pieces)
        for turn in match:
            assert all_pieces(turn.step.state) == deck
            assert turn.step == rules.apply(turn.before, turn.actor, turn.action), (
                "apply is deterministic"
            )
        last = match[-1].step.state
        assert last.standing.over
        assert not rules.to_act(last)
        assert last.standing == rules.standing(last)
        assert len(last.standing.ranks) == last.seats
        assert last.standing.winners == tuple(
            s for s, rank in enumerate(last.standing.ranks) if rank == 1
        )


@every
def test_what_it_lists_is_legal_unique_and_repeatable(rules: RuleSet) -> None:
    for match in matches(rules, 6):
        for turn in match:
            if isinstance(turn.actor, Seatless):
                continue
            moves = rules.actions(turn.before, turn.actor)
            assert moves, "a seat on turn always has a legal exit"
            assert len(set(moves)) == len(moves)
            assert moves == rules.actions(turn.before, turn.actor)
            for move in moves:
                rules.check(turn.before, turn.actor, move)
            rules.check(turn.before, turn.actor, rules.fallback(turn.before, turn.actor))
            others = [seat for seat in range(turn.before.seats) if seat != turn.actor]
            assert all(rules.actions(turn.before, Seat(seat)) == () for seat in others)


@every
def test_the_clock_alone_ends_every_match(rules: RuleSet) -> None:
    for seats in rules.seats:
        state = dealt(rules, seats, seats)
        for _ in range(1_000):
            awaited = rules.to_act(state)
            if not awaited:
                break
            (seat,) = awaited
            assert not isinstance(seat, Seatless)
            state = rules.apply(state, seat, rules.fallback(state, seat)).state
        assert state.standing.over


@every
def test_the_codec_round_trips_states_and_actions(rules: RuleSet) -> None:
    for match in matches(rules, 4):
        for turn in match:
            state = turn.step.state
            assert (
                state_from_json(json.loads(json.dumps(state_json(state))), rules.options) == state
            )
            assert action_from_json(action_json(turn.action, state.skin), state.skin) == turn.action
        options = match[0].before.options
        assert rules.options(options_json(options)) == options


@every
def test_replaying_the_log_gives_the_live_state(rules: RuleSet) -> None:
    for match in matches(rules):
        start = match[0].before
        log = [(turn.actor, turn.action) for turn in match]
        assert replay(rules, start.options, start.seats, log) == match[-1].step.state


@every
def test_key_paths_of_a_view_are_the_same_for_everybody(rules: RuleSet) -> None:
    for match in matches(rules, 3):
        keys = {tuple(view_json(build_view(t.step.state, Seat(0)))) for t in match}
        assert len(keys) == 1


@every
def test_legality_depends_on_the_own_hand_and_public_facts_only(rules: RuleSet) -> None:
    rng = CounterRng(11)
    for match in matches(rules, 4):
        for turn in match:
            if isinstance(turn.actor, Seatless):
                continue
            view = build_view(turn.before, turn.actor)
            moves = rules.actions(turn.before, turn.actor)
            for world in (any_world(view), sampled_world(view, rng)):
                assert build_view(world, turn.actor) == view
                assert rules.actions(world, turn.actor) == moves
                assert rules.fallback(world, turn.actor) == rules.fallback(turn.before, turn.actor)


@every
def test_chance_and_keepers_act_only_in_their_place(rules: RuleSet) -> None:
    start = rules.start(rules.options({}), rules.seats[0])
    first = next(turns(rules, rules.seats[0], 1))
    assert isinstance(first.action, Deal)
    deal = first.action
    refusals: list[tuple[State, Actor, Action, Reason]] = [
        (start, Seat(0), deal, Reason.NOT_YOUR_TURN),
        (start, CHANCE, Deal(deal.dealer, deal.order[:-1]), Reason.CARD_NOT_OWNED),
        (
            start,
            CHANCE,
            Deal(deal.dealer, (*deal.order[:-1], deal.order[0])),
            Reason.CARD_DUPLICATED,
        ),
        (start, Seat(0), Draw(), Reason.WRONG_PHASE),
        (first.step.state, CHANCE, deal, Reason.WRONG_PHASE),
        (first.step.state, Seat(0), Abort(), Reason.NOT_YOUR_TURN),
        (first.step.state, TABLE, Forfeit(), Reason.NOT_YOUR_TURN),
        (first.step.state, Seat(9), Forfeit(), Reason.NOT_YOUR_TURN),
    ]
    for state, actor, action, reason in refusals:
        with pytest.raises(IllegalAction) as refused:
            rules.check(state, actor, action)
        assert refused.value.reason is reason


@every
def test_nothing_moves_after_the_end(rules: RuleSet) -> None:
    over = rules.apply(dealt(rules, 3, 1), TABLE, Abort()).state
    assert over.standing.aborted
    assert over.phase is Phase.OVER
    first = next(turns(rules, 3, 1))
    late: list[tuple[Actor, Action]] = [
        (Seat(0), Draw()), (Seat(0), Pass()), (Seat(1), Forfeit()), (TABLE, Abort()), (CHANCE, first.action),
    ]  # fmt: skip
    for actor, action in late:
        with pytest.raises(IllegalAction) as refused:
            rules.apply(over, actor, action)
        assert refused.value.reason is Reason.ROUND_OVER


@every
def test_a_forfeit_loses_whatever_the_bot_reaches_and_the_last_seat_standing_wins(
    rules: RuleSet,
) -> None:
    state = dealt(rules, 3, 1)
    state = rules.apply(state, Seat(2), Forfeit()).state
    assert not state.standing.over
    with pytest.raises(IllegalAction):
        rules.apply(state, Seat(2), Forfeit())
    state = rules.apply(state, Seat(0), Forfeit()).state
    assert state.standing.over
    assert state.standing.winners == (1,)
    assert state.standing.ranks[1] == 1
    before_the_deal = rules.start(rules.options({}), 2)
    assert rules.apply(before_the_deal, Seat(0), Forfeit()).state.standing.winners == (1,)


@every
def test_bad_seats_and_bad_options_are_refused_by_name(rules: RuleSet) -> None:
    for seats in (0, 1, max(rules.seats) + 1):
        with pytest.raises(IllegalAction) as refused:
            rules.start(rules.options({}), seats)
        assert refused.value.reason is Reason.BAD_PLAYER_COUNT
    with pytest.raises(BadOption) as bad:
        rules.options({"noSuchOption": 1})
    assert bad.value.key == "noSuchOption"
    for key, value in options_json(rules.options({})).items():
        wrongs: tuple[object, ...] = (
            None,
            [],
            {},
            "nonsense",
            -7,
            1 if isinstance(value, bool) else True,
        )
        for wrong in wrongs:
            with pytest.raises(BadOption):
                rules.options({key: wrong})


@every
def test_moves_of_other_games_are_unknown(rules: RuleSet) -> None:
    foreign = Layout((Proposed(()),)) if rules.enumerates else CancelFire()
    with pytest.raises(IllegalAction) as refused:
        rules.check(dealt(rules, 2, 1), Seat(0), foreign)
    assert refused.value.reason is Reason.UNKNOWN_ACTION
