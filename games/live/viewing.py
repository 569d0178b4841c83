"""What one viewer receives: a frame, built from the engine's allow-list and public facts of the house."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal
from uuid import UUID

from games.engine.codec import Json

SeatKind = Literal["human", "guest", "bot"]


@dataclass(frozen=True, slots=True)
class SeatFace:
    """What everybody sees of a chair; `level` is a bot's level, "" for people."""

    seat: int
    name: str
    kind: SeatKind
    level: str
    present: bool
    covered: bool
    resigned: bool


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One action of the log as its viewer may know it: the facts that followed, hidden cards null.

    `actor` is a seat's number, "chance" or "table".
    """

    seq: int
    version: int
    actor: int | str
    events: tuple[Mapping[str, Json], ...]


@dataclass(frozen=True, slots=True)
class DealFace:
    """The promise as everybody sees it: hex hashes, `seal_hash` None until sealed, `deal_no` 0 before the first deal."""

    tip: str
    open_hash: str
    deal_no: int
    seal_hash: str | None
    key_check: str | None
    revealed: bool


@dataclass(frozen=True, slots=True)
class Can:
    """For each kind of play the code that bars it now, or None; and what the refusal of a pass names."""

    draw: str | None
    layout: str | None
    pass_: str | None
    pass_detail: Mapping[str, Json] | None


@dataclass(frozen=True, slots=True)
class FrameData:
    """Everything one viewer may know of a match at (version, meta_version). Times are ms since 1970 by database time."""

    match: UUID
    version: int
    meta_version: int
    status: str
    server_ms: int
    deadline_ms: int | None
    turn_seconds: int | None
    you: int | None
    seats: tuple[SeatFace, ...]
    view: Mapping[str, Json]
    log: tuple[LogEntry, ...]
    can: Can | None
    deal: DealFace


def versions(match_id: UUID) -> tuple[int, int]:
    """Give (version, meta_version), for pings; raises Rejected(NOT_FOUND)."""
    raise NotImplementedError


def frame(match_id: UUID, user_id: int | None, since: int = 0) -> FrameData:
    """Build the frame of a user (a seat holder or a watcher) with the log after version `since`; raises Rejected(NOT_FOUND)."""
    raise NotImplementedError
