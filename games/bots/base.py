"""What a bot is, and the net under every bot: whatever it wants is checked as a person's move is, and never stalls a table."""

from collections.abc import Iterable
from typing import Protocol

from games.engine.actions import Action
from games.engine.errors import IllegalAction
from games.engine.rng import Rng
from games.engine.ruleset import RuleSet
from games.engine.sampling import any_world
from games.engine.seats import Onlooker, Seat
from games.engine.views import PlayerView


class Bot(Protocol):
    """Choose an action for the seat that looks; deterministic in (view, rng)."""

    def __call__(self, view: PlayerView, rules: RuleSet, rng: Rng) -> Action:
        """Give a legal action; the seat is on turn."""
        ...


def own_seat(view: PlayerView) -> Seat:
    """Give the seat that looks; a bot is never asked to look from elsewhere (AssertionError)."""
    assert not isinstance(view.viewer, Onlooker)
    return view.viewer


def legal_moves(view: PlayerView, rules: RuleSet) -> tuple[Action, ...]:
    """Give the rule set's listed moves; legality depends on the own hand and public facts only, so any world will do."""
    return rules.actions(any_world(view), own_seat(view))


def first_legal(view: PlayerView, rules: RuleSet, wanted: Iterable[Action]) -> Action:
    """Give the first of `wanted` that the rules allow, else what the clock would play."""
    world, seat = any_world(view), own_seat(view)
    for action in wanted:
        try:
            rules.check(world, seat, action)
        except IllegalAction:
            continue
        return action
    return rules.fallback(world, seat)
