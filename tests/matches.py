"""Matches made by chance: the generators that tests of every kind share. Same seed, same match."""

from collections.abc import Iterator
from dataclasses import dataclass

from games.engine.actions import Action, Deal
from games.engine.rng import CounterRng, Rng, choice, shuffled
from games.engine.ruleset import RuleSet, Step
from games.engine.seats import CHANCE, Actor, Seat, Seatless
from games.engine.state import Options, State


@dataclass(frozen=True, slots=True)
class Turn:
    """One action in a match: the state before it, and what came of it."""

    before: State
    actor: Actor
    action: Action
    step: Step


def deal_action(rules: RuleSet, state: State, rng: Rng) -> Deal:
    """Let chance deal; where the rules leave the dealer to the deal, any seat may be it."""
    pattern = rules.deal_pattern(state)
    dealer = Seat(rng.below(state.seats)) if pattern.dealer is None else pattern.dealer
    return Deal(dealer, tuple(shuffled(rng, rules.deck(state.options).pieces)))


def dealt(rules: RuleSet, seats: int, seed: int, options: Options | None = None) -> State:
    """Give a match just after its first deal."""
    start = rules.start(options or rules.options({}), seats)
    return rules.apply(start, CHANCE, deal_action(rules, start, CounterRng(seed))).state


def turns(rules: RuleSet, seats: int, seed: int, options: Options | None = None) -> Iterator[Turn]:
    """Play a whole match of wandering seats, deal included."""
    rng = CounterRng(seed)
    state = rules.start(options or rules.options({}), seats)
    while awaited := rules.to_act(state):
        actor = min(awaited, key=str)
        action: Action
        if isinstance(actor, Seatless):
            action = deal_action(rules, state, rng)
        else:
            action = choice(rng, rules.actions(state, actor))
        step = rules.apply(state, actor, action)
        yield Turn(state, actor, action, step)
        state = step.state
