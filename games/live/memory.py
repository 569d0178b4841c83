"""The twin of the PostgreSQL store, in memory: for simulation of whole matches with faults, never for the site.

A transaction holds one lock, so all run one after the other; its writes wait until it commits.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from threading import RLock
from typing import TypeVar
from uuid import UUID

from games.engine.codec import Json
from games.live.errors import RejectCode, Rejected
from games.live.publish import Note
from games.live.store import (
    Answer,
    Change,
    CommandReused,
    Contended,
    DealRow,
    LogRow,
    MatchRow,
    SeatRow,
    Session,
    Settled,
)
from games.models.fair import Stage

T = TypeVar("T")
_TRIES = 5


@dataclass(slots=True)
class Kept:
    """One match as it stands committed."""

    row: MatchRow
    seats: tuple[SeatRow, ...]
    log: list[LogRow] = field(default_factory=list)
    deals: dict[int, DealRow] = field(default_factory=dict)
    settled: list[Settled] = field(default_factory=list)
    snapshot: tuple[int, Mapping[str, Json]] | None = None
    standing: Mapping[str, Json] | None = None


class MemoryStore:
    """Matches in a dictionary; `notes` collects what was told, for the simulation to deliver, double, delay or lose."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self.clock = clock
        self.kept: dict[UUID, Kept] = {}
        self.notes: list[Note] = []
        self._lock = RLock()

    def transact(self, work: Callable[[Session], T]) -> T:
        """Run `work`; nothing of it stays if it raises."""
        with self._lock:
            for _ in range(_TRIES):
                tx = MemorySession(self)
                with suppress(Contended):
                    result = work(tx)
                    for write in tx.writes:
                        write()
                    self.notes += tx.notes
                    return result
        raise Rejected(RejectCode.TRY_AGAIN)

    def read(self, work: Callable[[Session], T]) -> T:
        """Run `work`, which only reads."""
        with self._lock:
            return work(MemorySession(self))


class MemorySession:
    """One transaction of the twin."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self._now = store.clock()
        self.writes: list[Callable[[], None]] = []
        self.notes: list[Note] = []

    def match(self, match_id: UUID, *, lock: bool = False) -> MatchRow | None:
        """Read a match; all of the store is locked anyway."""
        del lock
        kept = self._store.kept.get(match_id)
        return None if kept is None else replace(kept.row, now=self._now)

    def seats(self, match_id: UUID) -> tuple[SeatRow, ...]:
        """Read the chairs in order."""
        return self._store.kept[match_id].seats

    def answer(self, match_id: UUID, command_id: UUID) -> Answer | None:
        """Give the answer of a command that is logged already."""
        for row in self._store.kept[match_id].log:
            if row.command_id == command_id:
                return Answer(row.version, row.actor)
        return None

    def log(self, match_id: UUID, after: int, upto: int) -> tuple[LogRow, ...]:
        """Read the rows with after < seq <= upto, in order."""
        return tuple(self._store.kept[match_id].log[after:upto])

    def snapshot(self, match_id: UUID) -> tuple[int, Mapping[str, Json]] | None:
        """Give the last snapshot and its version."""
        return self._store.kept[match_id].snapshot

    def last_deal(self, match_id: UUID) -> DealRow | None:
        """Give the newest deal."""
        deals = self._store.kept[match_id].deals
        return deals[max(deals)] if deals else None

    def ended_deals(self, match_id: UUID) -> tuple[DealRow, ...]:
        """Give the deals that have ended and are not revealed."""
        deals = self._store.kept[match_id].deals.values()
        return tuple(deal for deal in deals if deal.stage == Stage.ENDED)

    def advance(self, match_id: UUID, fence: int, rows: tuple[LogRow, ...], change: Change) -> bool:
        """Write rows and change if the match is still at version `fence`."""
        kept = self._store.kept[match_id]
        if kept.row.version != fence:
            return False
        spent = {row.command_id for row in kept.log} - {None}
        if any(row.command_id in spent for row in rows):
            raise CommandReused
        self.writes.append(lambda: _advance(kept, rows, change))
        return True

    def add_deal(self, match_id: UUID, deal: DealRow) -> None:
        """Write a sealed deal."""
        kept = self._store.kept[match_id]
        assert deal.deal_no not in kept.deals, "this position of the chain is spent"
        self.writes.append(lambda: kept.deals.update({deal.deal_no: deal}))

    def set_deal(self, match_id: UUID, deal: DealRow, stage_before: str) -> bool:
        """Write a later stage of a deal if it still is at `stage_before`."""
        kept = self._store.kept[match_id]
        if kept.deals[deal.deal_no].stage != stage_before:
            return False
        self.writes.append(lambda: kept.deals.update({deal.deal_no: deal}))
        return True

    def open(self, row: MatchRow, seats: tuple[SeatRow, ...]) -> None:
        """Write a new match."""
        self.writes.append(lambda: self._store.kept.update({row.id: Kept(row, seats)}))

    def touch(self, match_id: UUID) -> tuple[int, int]:
        """Count one more change that is no game action."""
        kept = self._store.kept[match_id]
        row = replace(kept.row, meta_version=kept.row.meta_version + 1)
        self.writes.append(lambda: setattr(kept, "row", row))
        return row.version, row.meta_version

    def time(self) -> datetime:
        """Give the store's time."""
        return self._now

    def tell(self, note: Note) -> None:
        """Keep a note until the commit."""
        self.notes.append(note)


def _advance(kept: Kept, rows: tuple[LogRow, ...], change: Change) -> None:
    kept.log += rows
    kept.row = replace(
        kept.row,
        version=len(kept.log),
        status=change.status,
        to_act=change.to_act,
        deadline=change.deadline,
        bot_due=change.bot_due,
        started=change.started,
    )
    changed = {seat.seat: seat for seat in change.seats}
    kept.seats = tuple(changed.get(seat.seat, seat) for seat in kept.seats)
    kept.settled += change.settled
    if change.standing is not None:
        kept.standing = change.standing
    if change.snapshot is not None:
        kept.snapshot = (kept.row.version, change.snapshot)
    if change.deal_end is not None:
        for number, deal in kept.deals.items():
            if deal.stage in (Stage.SEALED, Stage.DEALT):
                kept.deals[number] = replace(
                    deal,
                    stage=Stage.ENDED,
                    outcome=change.deal_end.outcome,
                    last_seq=change.deal_end.last_seq,
                )
