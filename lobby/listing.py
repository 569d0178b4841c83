"""What the lobby and a waiting room show; reads only."""

from dataclasses import dataclass, field
from uuid import UUID

from django.db.models.functions import Now
from django.urls import reverse

from accounts.models import User
from games.queries import LiveLine, live_match_of, live_public_matches
from lobby.models import Chair, Status, Table
from lobby.seating import SEAT_GONE
from lobby.words import clock_words, details, game_title

SHOWN = 20
"""Rows of each kind in the lobby."""


@dataclass(frozen=True, slots=True)
class Place:
    """One chair as it is drawn: `kind` is human, guest, bot or free."""

    kind: str
    name: str = ""
    level: str = ""
    you: bool = False
    ready: bool = False
    away: bool = False
    turn: bool = False


@dataclass(frozen=True, slots=True)
class OpenRow:
    """A table with a free chair."""

    id: UUID
    url: str
    title: str
    host: str
    chairs: list[Place]
    free: int
    details: list[str]
    can_join: bool


@dataclass(frozen=True, slots=True)
class LiveRow:
    """A match that can be watched."""

    url: str
    title: str
    names: list[str]
    chairs: list[Place]
    details: list[str]


@dataclass(frozen=True, slots=True)
class Tables:
    """All rows of the lobby."""

    open_tables: list[OpenRow]
    live_tables: list[LiveRow]
    live_count: int


@dataclass(frozen=True, slots=True)
class Looker:
    """What the person who looks at a waiting room may do there."""

    seated: bool
    ready: bool
    is_host: bool
    can_join: bool
    can_start: bool
    why_not_start: str = ""


@dataclass(frozen=True, slots=True)
class Room:
    """A waiting room as one person sees it."""

    table: dict[str, object]
    seats: list[Place]
    viewer: Looker
    starts_in: int | None
    share_url: str = field(default="")


def tables(user: User | None) -> Tables:
    """Give the open tables, fullest first, and the live ones, newest first."""
    waiting = (
        Table.objects.filter(status=Status.WAITING, public=True, sitting=0)
        .select_related("host")
        .prefetch_related("chairs__user")
        .order_by("created")[: 5 * SHOWN]
    )
    rows = [row for table in waiting if (row := _open_row(table, user)).free]
    rows.sort(key=lambda row: row.free)
    live = live_public_matches()
    return Tables(rows[:SHOWN], [_live_row(line) for line in live[:SHOWN]], len(live))


def _open_row(table: Table, user: User | None) -> OpenRow:
    places = _places(table, user)
    here = user is not None and any(place.you for place in places)
    return OpenRow(
        id=table.pk,
        url=reverse("lobby:table", args=[table.pk]),
        title=game_title(table.ruleset),
        host=table.host.username if table.host else "",
        chairs=places,
        free=sum(place.kind == "free" for place in places),
        details=details(table),
        can_join=user is not None and not here,
    )


def _live_row(line: LiveLine) -> LiveRow:
    return LiveRow(
        url=reverse("match", args=[line.id]),
        title=game_title(line.ruleset),
        names=list(line.names),
        chairs=[
            Place("bot" if bot else "human", name)
            for name, bot in zip(line.names, line.bots, strict=True)
        ],
        details=[clock_words(line.turn_seconds)],
    )


def _places(table: Table, user: User | None, late: frozenset[int] = frozenset()) -> list[Place]:
    people = {chair.seat: chair for chair in table.chairs.all()}
    return [_place(people.get(seat), user, late) for seat in range(table.seats)]


def _place(chair: Chair | None, user: User | None, late: frozenset[int]) -> Place:
    if chair is None:
        return Place("free")
    return Place(
        kind="guest" if chair.user.is_guest else "human",
        name=chair.user.username,
        you=user is not None and chair.user_id == user.pk,
        # A host who may start whenever it pleases is not waited for.
        ready=chair.ready
        or (chair.user_id == chair.table.host_id and chair.table.bots_after is not None),
        away=chair.pk in late,
    )


def room(table: Table, user: User | None, origin: str) -> Room:
    """Give a waiting room; `origin` is the site's address, for the link to send to friends."""
    late = frozenset(
        table.chairs.filter(seen__lt=Now() - SEAT_GONE / 2).values_list("pk", flat=True)
    )
    places = _places(table, user, late)
    me = next((place for place in places if place.you), None)
    free = sum(place.kind == "free" for place in places)
    is_host = user is not None and table.host_id == user.pk
    can_start = is_host and (free == 0 or table.bots_after is not None)
    return Room(
        table={
            "id": table.pk,
            "title": game_title(table.ruleset),
            "host": table.host.username if table.host else "",
            "details": details(table),
            "is_public": table.public,
        },
        seats=places,
        viewer=Looker(
            seated=me is not None,
            ready=me is not None and me.ready,
            is_host=is_host,
            can_join=user is not None
            and me is None
            and free > 0
            and table.status == Status.WAITING,
            can_start=can_start,
        ),
        starts_in=_starts_in(table),
        share_url=origin + reverse("lobby:table", args=[table.pk]),
    )


def _starts_in(table: Table) -> int | None:
    """Give the seconds until bots sit in, by the database's clock."""
    (now,) = Table.objects.filter(pk=table.pk).annotate(now=Now()).values_list("now", flat=True)
    return None if table.fill_at is None else max(0, round((table.fill_at - now).total_seconds()))


@dataclass(frozen=True, slots=True)
class Seated:
    """Where a person sits now."""

    url: str
    title: str


def seated(user: User) -> Seated | None:
    """Give the live match or the waiting table a person belongs to."""
    match_id = live_match_of(user.pk)
    if match_id is not None:
        line = Table.objects.filter(match_id=match_id).values_list("ruleset", flat=True).first()
        return Seated(reverse("match", args=[match_id]), game_title(line or ""))
    table = Table.objects.filter(chairs__user=user, status=Status.WAITING).first()
    return (
        None
        if table is None
        else Seated(reverse("lobby:table", args=[table.pk]), game_title(table.ruleset))
    )
