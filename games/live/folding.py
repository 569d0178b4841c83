"""The state of a match at a version, folded from its log and remembered.

A state at (match, version) never changes, so each process keeps the last few hundred; the process that executes a command
puts the new one in, and its viewers cost no query.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from games.engine.codec import action_from_json, actor_from_json, state_from_json
from games.engine.events import Event
from games.engine.ruleset import RuleSet
from games.engine.rulesets import RULESETS
from games.engine.seats import Actor
from games.engine.state import State
from games.live.recent import Recent
from games.live.store import LogRow, MatchRow, Session
from games.models.entries import written_actor

TOLD: Final = 50
"""How many of the last actions a frame can tell."""

_REMEMBERED: Final = 512


@dataclass(frozen=True, slots=True)
class Told:
    """One action of the log and what followed from it; `by` and the row stay in the house."""

    seq: int
    version: int
    actor: int | str
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Folded:
    """A match after `version` rows; `told` holds the last actions, oldest first."""

    version: int
    state: State
    told: tuple[Told, ...]


class Memory:
    """The last states by (match, version), and which version of a match is the newest known."""

    def __init__(self, size: int = _REMEMBERED) -> None:
        self._states: Recent[tuple[UUID, int], Folded] = Recent(size)
        self._newest: Recent[UUID, int] = Recent(size)

    def get(self, match_id: UUID, version: int) -> Folded | None:
        """Give the state at exactly this version."""
        return self._states.get((match_id, version))

    def before(self, match_id: UUID, version: int) -> Folded | None:
        """Give the newest state kept of the match if it is not beyond `version`."""
        newest = self._newest.get(match_id)
        return None if newest is None or newest > version else self.get(match_id, newest)

    def put(self, match_id: UUID, folded: Folded) -> None:
        """Keep a state that is committed."""
        self._states.put((match_id, folded.version), folded)
        self._newest.put(match_id, max(folded.version, self._newest.get(match_id) or 0))

    def clear(self) -> None:
        """Forget all."""
        self._states.clear()
        self._newest.clear()


MEMORY: Final = Memory()


def rules_of(row: MatchRow) -> RuleSet:
    """Give the judge of a match, at the revision it began with."""
    return RULESETS[row.ruleset, row.revision]


def fold(tx: Session, row: MatchRow) -> Folded:
    """Give the match at `row.version`: remembered, else from the newest state known and the rows since."""
    if found := MEMORY.get(row.id, row.version):
        return found
    base = MEMORY.before(row.id, row.version) or _base(tx, row)
    folded = extend(base, rules_of(row), tx.log(row.id, base.version, row.version))
    assert folded.version == row.version, f"the log of {row.id} has a gap"
    MEMORY.put(row.id, folded)
    return folded


def extend(base: Folded, rules: RuleSet, rows: Iterable[LogRow]) -> Folded:
    """Apply log rows to a folded state."""
    state, told, version = base.state, list(base.told), base.version
    for row in rows:
        actor: Actor = actor_from_json(written_actor(row.actor))
        step = rules.apply(state, actor, action_from_json(row.action, state.skin))
        state, version = step.state, row.seq
        told.append(tell(row, step.events))
    return Folded(version, state, tuple(told[-TOLD:]))


def tell(row: LogRow, events: tuple[Event, ...]) -> Told:
    """Join a row and the facts that followed from it."""
    return Told(row.seq, row.version, written_actor(row.actor), events)


def _base(tx: Session, row: MatchRow) -> Folded:
    """Give a starting point: the last snapshot if enough actions came after it to be told, else the empty table."""
    rules = rules_of(row)
    if row.version > TOLD and (kept := tx.snapshot(row.id)) is not None:
        version, snapshot = kept
        if row.version - version >= TOLD:
            return Folded(version, state_from_json(snapshot, rules.options), ())
    return Folded(0, rules.start(rules.options(row.options), row.seats, row.sitting), ())
