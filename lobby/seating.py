"""Sitting down, getting up, starting: the only writer of tables and chairs.

Every change locks its table first, so two people never get one chair and a table never starts twice. Whoever changes tables locks
themselves before that, and the two tables in the order of their ids: two windows never sit twice, and nobody waits in a ring.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Final
from uuid import UUID

import structlog
from django.db import connection, transaction
from django.db.models import Count, F, QuerySet
from django.db.models.functions import Now

from accounts.models import User
from games.engine.rulesets import NEWEST
from games.live import publish
from games.live.setup import BOT_NAMES, MatchPlan, SeatPlan, open_match
from games.queries import live_match_of, rematch_seats
from lobby.errors import Refused, Why
from lobby.models import BOTS_AT_ONCE, Chair, Status, Table

log = structlog.get_logger(__name__)

HOST_GONE: Final = timedelta(seconds=120)
"""A waiting table whose host was last seen so long ago passes to another person there, or is closed."""

SEAT_GONE: Final = timedelta(seconds=60)
"""A person who has not looked at the waiting table for so long has got up."""

QUICK_WAIT: Final = timedelta(seconds=10)
"""How long a quick match waits for people: with the sweep, the deal and a busy machine it stays under 15 s."""

QUICK_SEATS: Final = 4
REMATCH_WAIT: Final = timedelta(seconds=30)
QUICK_LEVEL: Final = "greedy"


def open_table(
    host: User,
    *,
    ruleset: str,
    seats: int,
    turn_seconds: int | None,
    public: bool,
    bots_after: int | None,
    bot_level: str,
    options: Mapping[str, object] | None = None,
    quick: bool = False,
) -> Table:
    """Open a table with its host in the first chair; where bots come at once the match begins. Raises Refused."""
    if ruleset not in NEWEST:
        raise Refused(Why.NO_GAME)
    with transaction.atomic():
        _one_step_at_a_time(host)
        _get_up(host)
        wait = (
            QUICK_WAIT if quick else None if bots_after is None else timedelta(seconds=bots_after)
        )
        table = Table.objects.create(
            host=host,
            ruleset=ruleset,
            options=dict(options or {}),
            seats=seats,
            turn_seconds=turn_seconds,
            public=public,
            quick=quick,
            bots_after=bots_after,
            bot_level=bot_level,
            fill_at=None if wait is None else Now() + wait,
            host_seen=Now(),
        )
        Chair.objects.create(table=table, seat=0, user=host, seen=Now())
        if bots_after == BOTS_AT_ONCE and not quick:
            _start(table)
    _tell()
    table.refresh_from_db()
    return table


def join(table_id: UUID, user: User) -> Table:
    """Take the first free chair, or keep the one already held. Raises Refused."""
    with transaction.atomic():
        _one_step_at_a_time(user)
        table = _locked_beside_own(table_id, user)
        if table.chairs.filter(user=user).exists():
            return table
        if table.status == Status.PLAYING:
            raise Refused(Why.UNDER_WAY)
        if table.status != Status.WAITING:
            raise Refused(Why.NO_TABLE)
        taken = set(table.chairs.values_list("seat", flat=True))
        free = [seat for seat in range(table.seats) if seat not in taken]
        if not free:
            raise Refused(Why.FULL)
        _get_up(user)
        Chair.objects.create(table=table, seat=free[0], user=user, seen=Now(), ready=table.quick)
        if table.quick and len(free) == 1:
            _start(table)
    _tell()
    return table


def quick_match(user: User, ruleset: str) -> Table:
    """Sit down where somebody waits for company, or open a table that begins in at most 15 s. Raises Refused."""
    if ruleset not in NEWEST:
        raise Refused(Why.NO_GAME)
    with transaction.atomic():
        _one_step_at_a_time(user)
        _one_seeker_at_a_time(ruleset)
        mine = Table.objects.filter(
            chairs__user=user, status=Status.WAITING, quick=True, ruleset=ruleset
        ).first()
        if mine is not None:
            return mine  # a second press, or a second tab, is not a second seek
        for table_id in _seeking(ruleset)[:5]:
            try:
                return join(table_id, user)
            except Refused as refused:
                if refused.why is Why.SEATED_ELSEWHERE:
                    raise
        return open_table(
            user,
            ruleset=ruleset,
            seats=QUICK_SEATS,
            turn_seconds=60,
            public=True,
            bots_after=int(QUICK_WAIT.total_seconds()),
            bot_level=QUICK_LEVEL,
            quick=True,
        )


def leave(table_id: UUID, user: User) -> None:
    """Get up from a waiting or resting table; the host's place passes on, the last one out closes it. Raises Refused."""
    with transaction.atomic():
        table = _locked(table_id)
        if table.status == Status.PLAYING:
            raise Refused(Why.UNDER_WAY)
        if not table.chairs.filter(user=user).exists():
            raise Refused(Why.NOT_SEATED)
        _remove(table, user)
    _tell()


def set_ready(table_id: UUID, user: User) -> Table:
    """Say that one is ready; a table whose chairs are all taken by ready people begins. Raises Refused."""
    with transaction.atomic():
        table = _locked(table_id)
        if table.status != Status.WAITING:
            raise Refused(Why.UNDER_WAY if table.status == Status.PLAYING else Why.NO_TABLE)
        if not table.chairs.filter(user=user).update(ready=True, seen=Now()):
            raise Refused(Why.NOT_SEATED)
        ready = table.chairs.filter(ready=True).count()
        everybody = (
            table.chairs.count() if table.sitting and table.bots_after is not None else table.seats
        )
        if ready == everybody:
            _start(table)
    _tell()
    return table


def start(table_id: UUID, user: User) -> Table:
    """Begin now, by the host; bots take the free chairs where the table takes bots. Raises Refused."""
    with transaction.atomic():
        table = _locked(table_id)
        if table.status == Status.PLAYING:
            return table
        if table.status != Status.WAITING:
            raise Refused(Why.NO_TABLE)
        if table.host_id != user.pk:
            raise Refused(Why.NOT_HOST)
        if table.bots_after is None and table.chairs.count() < table.seats:
            raise Refused(Why.FREE_CHAIRS)
        _start(table)
    _tell()
    return table


def rematch(match_id: UUID, user: User) -> Table:
    """Ask for the same table again: same seats, rules and visibility. The first to ask opens it, the others say they are ready.

    Raises Refused.
    """
    with transaction.atomic():
        table = Table.objects.select_for_update(no_key=True).filter(match_id=match_id).first()
        if table is None:
            raise Refused(Why.NO_REMATCH)
        over = table.status == Status.RESTING or (
            table.status == Status.PLAYING and rematch_seats(match_id)
        )
        if over:
            _reopen(table, user)
        elif table.status != Status.WAITING:
            raise Refused(Why.UNDER_WAY if table.status == Status.PLAYING else Why.NO_REMATCH)
    return set_ready(table.pk, user)


def seen(table_id: UUID, user: User) -> None:
    """Note that a seated person looks at the waiting table."""
    if Chair.objects.filter(table_id=table_id, user=user).update(seen=Now()):
        Table.objects.filter(pk=table_id, host=user).update(host_seen=Now())


def match_over(match_id: UUID) -> None:
    """Let a table rest once its match is over; its people keep their chairs for a rematch."""
    if Table.objects.filter(match_id=match_id, status=Status.PLAYING).update(status=Status.RESTING):
        _tell()


def due_tables() -> list[UUID]:
    """Give the waiting tables at which something is to be done now."""
    waiting = Table.objects.filter(status=Status.WAITING)
    late = waiting.filter(fill_at__lte=Now())
    left = waiting.filter(host_seen__lt=Now() - HOST_GONE)
    deserted = waiting.filter(chairs__seen__lt=Now() - SEAT_GONE)
    ids = late.values_list("pk").union(left.values_list("pk"), deserted.values_list("pk"))
    return [pk for (pk,) in ids]


def look_after_if_due(table_id: UUID) -> None:
    """Do what is due at one table now; the waiting page asks for it too, so that nobody depends on the sweep alone."""
    if Table.objects.filter(pk=table_id, status=Status.WAITING, fill_at__lte=Now()).exists():
        look_after(table_id)


def look_after(table_id: UUID) -> None:
    """Do what is due at a waiting table: start it, pass it on from a host who is gone, or close it. Safe to repeat."""
    with transaction.atomic():
        try:
            table = _locked(table_id)
        except Refused:
            return
        if table.status != Status.WAITING:
            return
        for chair in table.chairs.filter(seen__lt=Now() - SEAT_GONE).select_related("user"):
            if chair.user_id != table.host_id:
                _remove(table, chair.user)
        if (
            Table.objects.filter(pk=table.pk, host_seen__lt=Now() - HOST_GONE).exists()
            and table.host is not None
        ):
            _remove(table, table.host)
        if (
            table.status == Status.WAITING
            and Table.objects.filter(pk=table.pk, fill_at__lte=Now()).exists()
        ):
            _start(table)
    _tell()


def close(table_id: UUID) -> None:
    """Close a table that is not playing, by a moderator; its people get up."""
    with transaction.atomic():
        table = _locked(table_id)
        if table.status == Status.PLAYING:
            raise Refused(Why.UNDER_WAY)
        _shut(table)
    _tell()


def _locked(table_id: UUID) -> Table:
    table = Table.objects.select_for_update(no_key=True, of=("self",)).filter(pk=table_id).first()
    if table is None:
        raise Refused(Why.NO_TABLE)
    return table


def _seeking(ruleset: str) -> QuerySet[Table, UUID]:
    """Give the ids of tables that wait for anybody's company, those that begin soonest first; a rematch waits for its own people."""
    waiting = Table.objects.filter(status=Status.WAITING, quick=True, public=True, ruleset=ruleset)
    free = waiting.filter(sitting=0).annotate(taken=Count("chairs")).filter(taken__lt=F("seats"))
    return free.order_by("fill_at").values_list("id", flat=True)


def _one_seeker_at_a_time(ruleset: str) -> None:
    """Let seekers of one game pass one by one: two at the same moment would not see each other, and would both sit alone."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [f"lobby.quick.{ruleset}"])


def _one_step_at_a_time(user: User) -> None:
    """Wait for what this person's other windows are doing."""
    list(User.objects.select_for_update(no_key=True).filter(pk=user.pk).values_list("pk"))


def _locked_beside_own(table_id: UUID, user: User) -> Table:
    """Lock a table and the one this person would leave for it, in the same order for everybody."""
    both = {table_id, *Chair.objects.filter(user=user).values_list("table_id", flat=True)}
    list(Table.objects.select_for_update(no_key=True).filter(pk__in=both).order_by("pk"))
    return _locked(table_id)


def _get_up(user: User) -> None:
    """Free a person for another table: leave a waiting or resting one; a match still being played keeps its people."""
    chair = Chair.objects.filter(user=user).first()
    # Locked before anything is asked, so that it does not begin in between.
    table = None if chair is None else _locked(chair.table_id)
    if live_match_of(user.pk) is not None:
        raise Refused(Why.SEATED_ELSEWHERE)
    if chair is None or table is None:
        return
    if table.status == Status.PLAYING:  # resigned there, or the match is just over
        chair.delete()
    else:
        _remove(table, user)


def _remove(table: Table, user: User) -> None:
    table.chairs.filter(user=user).delete()
    heir = table.chairs.order_by("seat").first()
    if heir is None:
        _shut(table)
    elif table.host_id == user.pk:
        table.host = heir.user
        table.host_seen = heir.seen
        table.save(update_fields=["host", "host_seen"])


def _shut(table: Table) -> None:
    table.chairs.all().delete()
    table.status = Status.CLOSED
    table.fill_at = None
    table.save(update_fields=["status", "fill_at"])


def _reopen(table: Table, user: User) -> None:
    if not table.chairs.filter(user=user).exists():
        raise Refused(Why.NOT_SEATED)
    table.chairs.update(ready=False)
    table.status = Status.WAITING
    table.sitting += 1
    table.fill_at = None if table.bots_after is None else Now() + REMATCH_WAIT
    table.host_seen = Now()
    table.save(update_fields=["status", "sitting", "fill_at", "host_seen"])
    table.chairs.update(seen=Now())


def _start(table: Table) -> None:
    """Open the match with the people in their chairs and bots in the free ones."""
    if table.sitting:
        table.chairs.filter(
            ready=False
        ).delete()  # who did not ask for the rematch is not dragged into it
    people = {chair.seat: chair for chair in table.chairs.select_related("user")}
    names = iter(BOT_NAMES)
    seats = tuple(
        SeatPlan(people[seat].user_id, people[seat].user.username, guest=people[seat].user.is_guest)
        if seat in people
        else SeatPlan(None, next(names), bot_level=table.bot_level)
        for seat in range(table.seats)
    )
    plan = MatchPlan(
        ruleset=table.ruleset,
        options=table.options,
        seats=seats,
        turn_seconds=table.turn_seconds,
        bot_pace="practice" if len(people) == 1 and table.bots_after == BOTS_AT_ONCE else "normal",
        public=table.public,
        table_id=table.pk,
        rematch_of=table.match_id if table.sitting else None,
    )
    table.match_id = open_match(plan)
    table.status = Status.PLAYING
    table.fill_at = None
    table.save(update_fields=["match_id", "status", "fill_at"])


def _tell() -> None:
    transaction.on_commit(publish.lobby_changed, robust=True)
