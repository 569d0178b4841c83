"""Every level on every game: legal, repeatable, blind to what it may not see, and of the strength its name says."""

from collections.abc import Mapping

import pytest

from games.bots.base import Bot
from games.bots.registry import LEVELS
from games.engine.actions import Draw, Layout, Pass
from games.engine.cards import parse
from games.engine.rng import CounterRng
from games.engine.ruleset import RuleSet
from games.engine.rulesets import NEWEST, RULESETS
from games.engine.sampling import sampled_world
from games.engine.seats import Seat, Seatless
from games.engine.state import State
from games.engine.views import build_view
from tests.matches import dealt
from tests.vectors import HandRussianAdapter

every_game = pytest.mark.parametrize(
    "rules", RULESETS.values(), ids=[f"{k}-{r}" for k, r in RULESETS]
)
every_level = pytest.mark.parametrize("level", LEVELS)


def play(rules: RuleSet, state: State, bots: Mapping[int, Bot], seed: int) -> list[State]:
    """Play a match out; every move is checked by the rules as it is applied."""
    states, rng = [state], CounterRng(seed)
    while awaited := rules.to_act(states[-1]):
        (seat,) = awaited
        assert not isinstance(seat, Seatless)
        move = bots[seat](build_view(states[-1], seat), rules, rng)
        states.append(rules.apply(states[-1], seat, move).state)
    return states


@every_game
@every_level
def test_it_plays_whole_matches_legally_from_views_alone(rules: RuleSet, level: str) -> None:
    for seed in range(6):
        seats = rules.seats[seed % len(rules.seats)]
        states = play(
            rules, dealt(rules, seats, seed), dict.fromkeys(range(seats), LEVELS[level]), seed
        )
        assert states[-1].standing.over


@every_game
@every_level
def test_the_same_view_and_chance_give_the_same_move_in_every_world(
    rules: RuleSet, level: str
) -> None:
    bots = dict.fromkeys(range(3), LEVELS["easy"])
    for state in play(rules, dealt(rules, 3, 4), bots, 4)[:-1:7]:
        (seat,) = rules.to_act(state)
        assert not isinstance(seat, Seatless)
        view = build_view(state, seat)
        twin = build_view(sampled_world(view, CounterRng(2)), seat)
        assert LEVELS[level](view, rules, CounterRng(9)) == LEVELS[level](
            twin, rules, CounterRng(9)
        )


def test_greedy_lays_its_longest_meld_where_the_go_around_allows_one() -> None:
    rules = NEWEST["hand_russian"]
    hand = ["2D", "3D", "4D", "5D", "9S", "9C", "9H"]
    given = {"players": 2, "phase": "LAP", "table": [], "hand": hand, "stock": 40}
    for allowed, laid in (("many", 2), ("one", 1)):
        state = HandRussianAdapter().state(given, rules.options({"openingLapMelds": allowed}))
        move = LEVELS["greedy"](build_view(state, Seat(0)), rules, CounterRng(1))
        assert isinstance(move, Layout)
        assert len(move.groups) == laid


def test_greedy_beats_easy_in_hand_russian() -> None:
    rules, wins = NEWEST["hand_russian"], 0
    games = 24
    for game in range(games):
        greedy_seat = game % 2
        bots = {greedy_seat: LEVELS["greedy"], 1 - greedy_seat: LEVELS["easy"]}
        end = play(rules, dealt(rules, 2, 100 + game // 2), bots, game)[-1]
        wins += end.standing.winners == (greedy_seat,)
    assert wins > games * 2 // 3


def test_greedy_rearranges() -> None:
    """The nine of diamonds leaves a set of four to close a run, and the hand is empty (rule card 1, worked example 3)."""
    given = {
        "players": 2,
        "table": [["9H", "9S", "9D", "9C"], ["5H", "6H", "7H"]],
        "hand": ["7D", "8D"],
        "stock": 40,
    }
    rules = NEWEST["hand_russian"]
    state = HandRussianAdapter().state(given, rules.options({}))
    move = LEVELS["greedy"](build_view(state, Seat(0)), rules, CounterRng(1))
    assert isinstance(move, Layout)
    groups = {frozenset(group.cards) for group in move.groups}
    assert frozenset(parse(text) for text in ("7D", "8D", "9D")) in groups
    assert rules.apply(state, Seat(0), move).state.standing.winners == (0,)


@pytest.mark.parametrize(("stock", "expected"), [(3, Draw()), (0, Pass())])
@every_level
def test_a_bot_with_nothing_to_lay_draws_or_passes(
    level: str, stock: int, expected: Draw | Pass
) -> None:
    rules = NEWEST["hand_russian"]
    given = {"players": 2, "table": [["JH", "QH", "KH"]], "hand": ["3C", "9D"], "stock": stock}
    state = HandRussianAdapter().state(given, rules.options({}))
    assert LEVELS[level](build_view(state, Seat(0)), rules, CounterRng(1)) == expected
