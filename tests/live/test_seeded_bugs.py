"""The harness itself is tested: a house with a known bug must be caught, and the house as it is must not.

Two people play on the memory twin over a bad line: commands are doubled, answers get lost and are asked for again, another
command slips in at the worst moment, hints vanish, the clock calls too early.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar
from uuid import UUID, uuid4

import pytest

from games.engine.actions import Draw
from games.live import clock, faults, service
from games.live.audit import audit
from games.live.commands import Accepted, Act, ByUser
from games.live.errors import RejectCode, Rejected
from games.live.folding import MEMORY
from games.live.memory import MemorySession, MemoryStore
from games.live.service import execute
from games.live.store import Change, LogRow, Session
from tests.live.tables import Ticking, memory_match, plan, row_of

T = TypeVar("T")
ANN, BEN = 1, 2
SEEDS = range(8)


@dataclass
class Line:
    """A bad line between two players and the house."""

    chance: random.Random
    ticking: Ticking
    store: MemoryStore
    match: UUID
    played: list[UUID] = field(default_factory=list)
    slip_in: bool = False

    def turn(self) -> None:
        """Let whoever is on turn draw once: retried until an answer arrives, however often it takes."""
        row = row_of(self.match, self.store)
        if row.to_act is None:
            return
        user, command = (ANN, BEN)[row.to_act], Act(self.match, row.version, uuid4(), Draw())
        self.slip_in = self.chance.random() < 0.3
        for _ in range(20):
            answer = self.ask(command, user)
            if self.chance.random() < 0.4:
                continue  # the answer was lost on its way
            if isinstance(answer, Accepted):
                assert answer.version <= row_of(self.match, self.store).version, "a promise broken"
                self.played.append(command.command_id or uuid4())
                return
            assert answer is RejectCode.STALE, answer
            again = row_of(self.match, self.store)
            if again.to_act != row.to_act:
                return  # somebody else's tab was faster
            command = Act(self.match, again.version, uuid4(), Draw())

    def ask(self, command: Act, user: int) -> Accepted | object:
        """Send a command; the answer, or the code of the refusal."""
        try:
            return execute(command, ByUser(user), self.store)
        except Rejected as refusal:
            return refusal.code

    def strike(self, place: str) -> None:
        """At the worst moment the other tab of the same player sends a command of its own."""
        if place == "before_write" and self.slip_in:
            self.slip_in = False
            row = row_of(self.match, self.store)
            if row.to_act is not None:
                other = Act(self.match, row.version, uuid4(), Draw())
                answer = self.ask(other, (ANN, BEN)[row.to_act])
                if isinstance(answer, Accepted):
                    self.played.append(other.command_id or uuid4())


def sit(seed: int, sweeps: bool = True) -> None:
    """Play twenty turns over a bad line, then leave the table: the clock must play on. Raises where something is wrong."""
    ticking = Ticking()
    store = MemoryStore(ticking)
    match = memory_match(store, plan(ANN, BEN, turn_seconds=30))
    line = Line(random.Random(seed), ticking, store, match)  # a repeatable test
    disarm = faults.arm(line.strike)
    try:
        for _ in range(20):
            ticking.pass_(line.chance.choice((0.1, 2.0, 20.0)))
            clock.expire(match, row_of(match, store).version, store)  # a hint that comes too early
            line.turn()
    finally:
        disarm()
    rows = store.kept[match].log
    assert [row.by for row in rows if row.by == "clock"] == [], "somebody lost a turn too early"
    assert {row.command_id for row in rows if row.by == "user"} == set(line.played)
    assert len(rows) == 1 + len(line.played), "every intention is played once"
    before = len(rows)
    for _ in range(4):
        ticking.pass_(31)
        if sweeps:
            clock.expire(match, row_of(match, store).version, store)
    assert len(rows) == before + 4, "the table is stuck"
    MEMORY.clear()
    assert audit(match, store) == ()


@pytest.mark.parametrize("seed", SEEDS)
def test_the_house_as_it_is_stands(seed: int) -> None:
    sit(seed)


def no_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget what was answered before."""
    monkeypatch.setattr(service, "_retried", lambda *_: None)


def no_fence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Write whatever the version."""
    advance = MemorySession.advance

    def write(
        tx: MemorySession, match_id: UUID, fence: int, rows: tuple[LogRow, ...], change: Change
    ) -> bool:
        return advance(tx, match_id, tx._store.kept[match_id].row.version, rows, change)

    monkeypatch.setattr(MemorySession, "advance", write)


def answer_before_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer first, and lose one write in ten."""
    chance, transact = random.Random(1), MemoryStore.transact

    def lossy(store: MemoryStore, work: Callable[[Session], T]) -> T:
        if chance.random() < 0.1:
            return work(MemorySession(store))
        return transact(store, work)

    monkeypatch.setattr(MemoryStore, "transact", lossy)


def clock_without_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the clock play whenever it is asked."""
    monkeypatch.setattr(service, "is_due", lambda _: True)


@pytest.mark.parametrize("bug", [no_answers, no_fence, answer_before_commit, clock_without_time])
def test_a_seeded_bug_is_caught(
    bug: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    caught = 0
    with monkeypatch.context() as patched:
        bug(patched)
        for seed in SEEDS:
            try:
                sit(seed)
            except Exception:  # noqa: BLE001  # whatever falls over has noticed
                caught += 1
    assert caught > len(SEEDS) // 2, f"{bug.__name__} went unnoticed in most matches"


def test_a_house_without_a_sweep_is_caught() -> None:
    with pytest.raises(AssertionError, match="stuck"):
        sit(0, sweeps=False)
