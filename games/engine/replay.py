"""Fold a log back into states, count move trees, and write a match out as text."""

from collections.abc import Iterable, Iterator

from games.engine.actions import Action
from games.engine.notation import action_text, state_text
from games.engine.ruleset import RuleSet, Step
from games.engine.seats import Actor, Seatless
from games.engine.state import Options, State

Log = Iterable[tuple[Actor, Action]]


def replay(rules: RuleSet, options: Options, seats: int, log: Log, sitting: int = 0) -> State:
    """Give the state after `log`; raises IllegalAction where the log holds an action that the rules refuse."""
    state = rules.start(options, seats, sitting)
    for step in steps(rules, state, log):
        state = step.state
    return state


def steps(rules: RuleSet, state: State, log: Log) -> Iterator[Step]:
    """Give the outcome of each action of `log`, starting from `state`."""
    for actor, action in log:
        step = rules.apply(state, actor, action)
        state = step.state
        yield step


def perft(rules: RuleSet, state: State, depth: int) -> int:
    """Count the action sequences of length `depth` (shorter where the match ends) over `actions`; a known count pins the rules."""
    if depth == 0:
        return 1
    return sum(divide(rules, state, depth).values()) if rules.to_act(state) else 1


def divide(rules: RuleSet, state: State, depth: int) -> dict[str, int]:
    """Give perft(depth - 1) behind each first action, by its text: what to look at when a count is off."""
    counts: dict[str, int] = {}
    for actor in sorted(actor for actor in rules.to_act(state) if not isinstance(actor, Seatless)):
        for action in rules.actions(state, actor):
            counts[f"{actor} {action_text(action, state.skin)}"] = perft(
                rules, rules.apply(state, actor, action).state, depth - 1
            )
    return counts


def playthrough(rules: RuleSet, state: State, log: Log) -> str:
    """Write every action of `log` and the whole state after it, hidden cards included: for goldens and finished matches only."""
    paragraphs = [state_text(state)]
    for actor, action in log:
        state = rules.apply(state, actor, action).state
        who = actor.value if isinstance(actor, Seatless) else f"seat {actor}"
        paragraphs.append(f"> {who}: {action_text(action, state.skin)}\n{state_text(state)}")
    return "\n\n".join(paragraphs) + "\n"
