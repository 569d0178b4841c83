"""What one viewer receives: a frame, built from the engine's allow-list and public facts of the house."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal
from uuid import UUID

from games.engine.actions import Action, Draw, Layout, Pass
from games.engine.cards import Skin
from games.engine.codec import Json, event_json, view_json
from games.engine.errors import Detail, IllegalAction, Reason
from games.engine.ruleset import RuleSet
from games.engine.seats import JUDGE, SPECTATOR, Seat, Viewer
from games.engine.state import State
from games.engine.views import build_view
from games.live.deal import in_ms
from games.live.errors import RejectCode, Rejected
from games.live.folding import Told, fold, rules_of
from games.live.postgres import POSTGRES
from games.live.recent import Recent
from games.live.store import DealRow, MatchRow, SeatRow, Session, Store
from games.models.fair import Stage
from games.models.names import shown_name

SeatKind = Literal["human", "guest", "bot"]

_NO_LAYOUT: Final = frozenset(
    {Reason.ROUND_OVER, Reason.NOT_YOUR_TURN, Reason.WRONG_PHASE, Reason.UNKNOWN_ACTION}
)
"""Why nobody may propose a table now, as opposed to what is wrong with the one proposed."""

_AROUND: Final[Recent[tuple[UUID, int, int], tuple[tuple[SeatRow, ...], DealRow | None]]] = Recent(
    512
)


_SKINS: Final[Recent[UUID, Skin]] = Recent(512)
"""A match keeps its deck from the first deal to the last."""


@dataclass(frozen=True, slots=True)
class SeatFace:
    """What everybody sees of a chair; `level` is a bot's level, "" for people. A bot's `name` is in the language that is on."""

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


def versions(match_id: UUID, store: Store = POSTGRES) -> tuple[int, int]:
    """Give (version, meta_version), for pings; raises Rejected(NOT_FOUND)."""
    row = store.read(lambda tx: tx.match(match_id))
    if row is None:
        raise Rejected(RejectCode.NOT_FOUND)
    return row.version, row.meta_version


def skin(match_id: UUID, store: Store = POSTGRES) -> Skin:
    """Tell how the pieces of a match are written, for reading moves; raises Rejected(NOT_FOUND)."""
    if (found := _SKINS.get(match_id)) is None:
        row = store.read(lambda tx: tx.match(match_id))
        if row is None:
            raise Rejected(RejectCode.NOT_FOUND)
        rules = rules_of(row)
        found = rules.start(rules.options(row.options), row.seats, row.sitting).skin
        _SKINS.put(match_id, found)
    return found


def frame(
    match_id: UUID, user_id: int | None, since: int = 0, store: Store = POSTGRES
) -> FrameData:
    """Build the frame of a user (a seat holder or a watcher) with the log after version `since`; raises Rejected(NOT_FOUND)."""
    return store.read(lambda tx: _frame(tx, match_id, user_id, since))


def _frame(tx: Session, match_id: UUID, user_id: int | None, since: int) -> FrameData:
    row = tx.match(match_id)
    if row is None:
        raise Rejected(RejectCode.NOT_FOUND)
    (seats, deal), folded = _around(tx, row), fold(tx, row)
    mine = next(
        (seat for seat in seats if seat.user_id is not None and seat.user_id == user_id), None
    )
    viewer: Viewer = SPECTATOR if mine is None else Seat(mine.seat)
    may_act = mine is not None and not mine.resigned
    return FrameData(
        match=row.id,
        version=row.version,
        meta_version=row.meta_version,
        status=row.status,
        server_ms=in_ms(row.now),
        deadline_ms=None if row.deadline is None else in_ms(row.deadline),
        turn_seconds=row.turn_seconds,
        you=None if mine is None else mine.seat,
        seats=tuple(_face(seat) for seat in seats),
        view=_view(folded.state, viewer, deal),
        log=tuple(
            _entry(told, viewer, folded.state.skin) for told in folded.told if told.seq > since
        ),
        can=_can(rules_of(row), folded.state, Seat(mine.seat)) if mine and may_act else None,
        deal=_deal(row, deal),
    )


def _around(tx: Session, row: MatchRow) -> tuple[tuple[SeatRow, ...], DealRow | None]:
    """Give chairs and deal as they are at the row's two versions: whatever a frame shows of them moves one of the two."""
    key = (row.id, row.version, row.meta_version)
    if (found := _AROUND.get(key)) is None:
        found = tx.seats(row.id), tx.last_deal(row.id)
        _AROUND.put(key, found)
    return found


def _view(state: State, viewer: Viewer, deal: DealRow | None) -> Mapping[str, Json]:
    """Show the viewer's view; once the match is over and its deal revealed, everybody's hands lie open beside it."""
    view = view_json(build_view(state, viewer))
    if state.standing.over and deal is not None and deal.stage == Stage.REVEALED:
        view["hands"] = view_json(build_view(state, JUDGE))["hands"]
    return view


def _face(seat: SeatRow) -> SeatFace:
    person: SeatKind = "guest" if seat.guest else "human"
    return SeatFace(
        seat=seat.seat,
        name=shown_name(seat.name, seat.bot_level),
        kind="bot" if seat.bot_level else person,
        level=seat.bot_level,
        present=seat.present or bool(seat.bot_level),
        covered=seat.covered,
        resigned=seat.resigned,
    )


def _entry(told: Told, viewer: Viewer, skin: Skin) -> LogEntry:
    events = tuple(event_json(event.for_viewer(viewer), skin) for event in told.events)
    return LogEntry(told.seq, told.version, told.actor, events)


def _can(rules: RuleSet, state: State, seat: Seat) -> Can:
    draw, layout, pass_ = (
        _barred(rules, state, seat, action) for action in (Draw(), Layout(()), Pass())
    )
    return Can(
        draw=None if draw is None else draw.reason.value,
        layout=layout.reason.value if layout and layout.reason in _NO_LAYOUT else None,
        pass_=None if pass_ is None else pass_.reason.value,
        pass_detail=None if pass_ is None else _detail(pass_.detail),
    )


def _barred(rules: RuleSet, state: State, seat: Seat, action: Action) -> IllegalAction | None:
    try:
        rules.check(state, seat, action)
    except IllegalAction as refusal:
        return refusal
    return None


def _detail(detail: Detail) -> Mapping[str, Json] | None:
    shown: dict[str, Json] = {
        key: list(value) if isinstance(value, tuple) else value for key, value in detail.items()
    }
    return shown or None


def _deal(row: MatchRow, deal: DealRow | None) -> DealFace:
    return DealFace(
        tip=row.promise.tip,
        open_hash=row.promise.open_hash,
        deal_no=deal.deal_no if deal else 0,
        seal_hash=deal.seal_hash if deal else None,
        key_check=(deal.key_check or None) if deal else None,
        revealed=deal is not None and deal.stage == Stage.REVEALED,
    )
