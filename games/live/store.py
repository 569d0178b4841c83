"""Where matches are kept, as the live rooms see it: rows as plain values and the few things a transaction can do.

Two implementations: PostgreSQL (`postgres`), the only truth, and a twin in memory (`memory`) for simulation. Both pass the
same tests.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol, TypeVar
from uuid import UUID

from games.engine.codec import Json
from games.live.publish import Note

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Promise:
    """What a match promised when it opened (fairness spec, section 3); hashes in hex, `sealed_seed` encrypted."""

    origin: str
    tip: str
    chain_len: int
    open_ms: int
    rules_hash: str
    open_hash: str
    rematch_of: UUID | None
    sealed_seed: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match without its snapshot; `now` is the database's time when the row was read."""

    id: UUID
    ruleset: str
    revision: int
    options: Mapping[str, Json]
    seats: int
    sitting: int
    status: str
    version: int
    meta_version: int
    to_act: int | None
    deadline: datetime | None
    bot_due: datetime | None
    turn_seconds: int | None
    bot_pace: str
    public: bool
    rated: bool
    table_id: UUID | None
    started: datetime | None
    promise: Promise
    now: datetime


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A chair. `bot_level` is "" for people."""

    seat: int
    user_id: int | None
    name: str
    guest: bool
    bot_level: str
    present: bool = False
    covered: bool = False
    resigned: bool = False
    last_seen: datetime | None = None

    @property
    def by_bot(self) -> bool:
        """Whether a bot moves this seat now."""
        return bool(self.bot_level) or self.covered or self.resigned


@dataclass(frozen=True, slots=True, repr=False)
class LogRow:
    """One row of the log; the action may hold hidden cards, so it is never printed."""

    seq: int
    version: int
    actor: str
    action: Mapping[str, Json]
    by: str
    command_id: UUID | None
    created: datetime

    def __repr__(self) -> str:
        return f"LogRow(seq={self.seq}, actor={self.actor!r}, by={self.by!r})"


@dataclass(frozen=True, slots=True)
class DealRow:
    """One position of the chain (fairness spec, section 4). `seats` and `statuses` as in the proof document."""

    deal_no: int
    round_no: int
    stage: str
    dealer_in: int
    params: Mapping[str, Json]
    seats: tuple[Mapping[str, Json], ...]
    sealed_ms: int
    reveal_by_ms: int
    seal_hash: str
    statuses: tuple[Mapping[str, Json], ...] | None = None
    key_check: str = ""
    outcome: int | None = None
    piles: tuple[tuple[int, ...], ...] = ()
    first_seq: int | None = None
    last_seq: int | None = None
    seed: str = field(default="", repr=False)
    history_hash: str = ""
    revealed_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Settled:
    """A round's record as it is to be kept."""

    number: int
    finish: str
    record: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class DealEnd:
    """The open deal of the match has ended: `outcome` as in the REVEAL leaf, `last_seq` the row that ended it."""

    outcome: int
    last_seq: int | None


@dataclass(frozen=True, slots=True, repr=False)
class Change:
    """Everything one fenced write sets beside the log rows; None for `standing`, `snapshot`, `finished` leaves them alone."""

    status: str
    to_act: int | None
    deadline: datetime | None
    bot_due: datetime | None
    started: datetime | None
    finished: datetime | None = None
    standing: Mapping[str, Json] | None = None
    snapshot: Mapping[str, Json] | None = None
    settled: tuple[Settled, ...] = ()
    seats: tuple[SeatRow, ...] = ()
    deal_end: DealEnd | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What a logged command was answered with."""

    version: int
    actor: str


class Contended(Exception):
    """Somebody else was faster where no version was named; the transaction is to be run again."""


class CommandReused(Exception):
    """The log of the match holds this command id already; running the transaction again would not help."""


class Session(Protocol):
    """What can be done inside one transaction."""

    def match(self, match_id: UUID, *, lock: bool = False) -> MatchRow | None:
        """Read a match; `lock` keeps other writers of it out until the end of the transaction."""
        ...

    def seats(self, match_id: UUID) -> tuple[SeatRow, ...]:
        """Read the chairs in order."""
        ...

    def answer(self, match_id: UUID, command_id: UUID) -> Answer | None:
        """Give the answer of a command that is logged already."""
        ...

    def log(self, match_id: UUID, after: int, upto: int) -> tuple[LogRow, ...]:
        """Read the rows with after < seq <= upto, in order."""
        ...

    def snapshot(self, match_id: UUID) -> tuple[int, Mapping[str, Json]] | None:
        """Give the last snapshot and its version."""
        ...

    def last_deal(self, match_id: UUID) -> DealRow | None:
        """Give the newest deal."""
        ...

    def ended_deals(self, match_id: UUID) -> tuple[DealRow, ...]:
        """Give the deals that have ended and are not revealed."""
        ...

    def advance(self, match_id: UUID, fence: int, rows: tuple[LogRow, ...], change: Change) -> bool:
        """Write rows and change if the match is still at version `fence`; False, and nothing, if it is not.

        Raises CommandReused where a row bears the id of a command that is logged already.
        """
        ...

    def add_deal(self, match_id: UUID, deal: DealRow) -> None:
        """Write a sealed deal; the match must be locked."""
        ...

    def set_deal(self, match_id: UUID, deal: DealRow, stage_before: str) -> bool:
        """Write a later stage of a deal if it still is at `stage_before`."""
        ...

    def open(self, row: MatchRow, seats: tuple[SeatRow, ...]) -> None:
        """Write a new match."""
        ...

    def touch(self, match_id: UUID) -> tuple[int, int]:
        """Count one more change that is no game action; gives (version, meta_version)."""
        ...

    def time(self) -> datetime:
        """Give the database's time."""
        ...

    def tell(self, note: Note) -> None:
        """Send a note once the transaction has committed."""
        ...


class Store(Protocol):
    """A place that keeps matches."""

    def transact(self, work: Callable[[Session], T]) -> T:
        """Run `work` in one transaction, again where it lost a race by no fault of its own (at most five times).

        Raises Rejected(TRY_AGAIN) when that did not help or the database is away.
        """
        ...

    def read(self, work: Callable[[Session], T]) -> T:
        """Run `work`, which only reads, without a transaction around it."""
        ...
