"""The sweep: once a second, by database time, do what is due and was not done.

Tasks are hints that may be lost, doubled or late; whatever they would do can be read off the tables, and this reads it. One
sweep at a time (advisory lock), and each of its steps may fail without stopping the others.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

import structlog
from django.db import connection, transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Least, Now

from games.live import deal, publish, reveal
from games.live.bookkeeping import (
    ABSENT_AFTER,
    BOT_SILENCE,
    CAP,
    COVERED_AFTER,
    UNRATED_AFTER,
    bot_delay,
)
from games.live.commands import ByClock, Expire
from games.live.errors import Rejected
from games.live.faults import fault
from games.live.postgres import POSTGRES, PostgresSession
from games.live.service import execute
from games.live.store import Store
from games.models import Deal, Heartbeat, Match, MatchSeat
from games.models.fair import Stage
from games.models.match import LIVE, Status

log = structlog.get_logger(__name__)

SWEEP_LOCK: Final = 0x4A414C5341  # "JALSA"
BATCH: Final = 200
HICCUP: Final = timedelta(seconds=2)
"""A beat this late is no downtime."""

LONG_DOWNTIME: Final = timedelta(seconds=5)
GRACE: Final = timedelta(seconds=10)
"""What people get on top after a long downtime, to find their table again."""

HINT_AGAIN: Final = timedelta(seconds=1)


def sweep() -> bool:
    """Do all that is due; False if another sweep is at work."""
    with _alone() as alone:
        if not alone:
            return False
        # Time that nobody could use is given back before any clock is read.
        beat()
        for step in (_deals, _absences, _covers, _turns, _bots, _reveals, _unrated):
            _guarded(step)
    return True


@contextmanager
def _alone() -> Iterator[bool]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [SWEEP_LOCK])
        alone: bool = cursor.fetchone()[0]
    try:
        yield alone
    finally:
        if alone and connection.connection is not None and not connection.connection.closed:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [SWEEP_LOCK])


def _guarded(step: Callable[[], None]) -> None:
    try:
        step()
    except Exception as error:  # noqa: BLE001  # the other steps are other people's clocks; a traceback may name cards
        log.error("sweep step failed", step=step.__name__, why=type(error).__name__)  # noqa: TRY400


# Downtime


def beat() -> timedelta:
    """Move the heartbeat and add what is missing from it to the open clocks, both at once; gives what was added."""
    with transaction.atomic():
        pulse, first = Heartbeat.objects.select_for_update().get_or_create(
            id=1, defaults={"beat": Now()}
        )
        if first:
            return timedelta()
        now = PostgresSession().time()
        added = credit(now - pulse.beat)
        if added:
            _credit(added, now - pulse.beat, now)
        fault("credited")
        Heartbeat.objects.filter(id=1).update(beat=now)
    if added:
        log.warning("downtime credited", seconds=added.total_seconds())
    return added


def credit(gap: timedelta) -> timedelta:
    """Say what the clocks get for a gap in the heartbeat; a clock that was set back takes the deadlines with it.

    >>> [credit(timedelta(seconds=s)).total_seconds() for s in (1, 4, 30, -3600)]
    [0.0, 4.0, 40.0, -3600.0]
    """
    if abs(gap) <= HICCUP:
        return timedelta()
    return gap + GRACE if gap > LONG_DOWNTIME else gap


def _credit(added: timedelta, gap: timedelta, now: datetime) -> None:
    """Give people what was added, and bots the bare gap: they do not have to find their table again."""
    playing = Match.objects.filter(status=Status.PLAYING)
    playing.update(
        deadline=F("deadline") + added,
        bot_due=F("bot_due") + gap,
        meta_version=F("meta_version") + 1,
    )
    # Nobody could be seen meanwhile; whoever was seen all the same is not pushed into the future.
    seats = MatchSeat.objects.filter(match__status__in=LIVE, last_seen__isnull=False)
    seats.update(last_seen=Least(F("last_seen") + added, now))


# What is due


def _deals() -> None:
    waiting = Match.objects.filter(status__in=(Status.DEALING, Status.BETWEEN_ROUNDS))
    for match_id in _ids(waiting):
        _guarded_for(match_id, deal.walk)


def _turns() -> None:
    due = Match.objects.filter(status=Status.PLAYING).filter(
        Q(deadline__lte=Now())
        | Q(bot_due__lte=Now() - BOT_SILENCE)
        | Q(turn_seconds=None, started__lte=Now() - CAP)
    )
    for match_id, version in due.order_by("deadline").values_list("id", "version")[:BATCH]:
        expire(match_id, version)


def expire(match_id: UUID, version: int, store: Store = POSTGRES) -> bool:
    """Play for a turn whose time is up; False where it is not, or somebody was faster."""
    try:
        execute(Expire(match_id, version), ByClock(), store)
    except Rejected as refusal:
        log.debug("turn not expired", match=str(match_id), version=version, code=refusal.code.value)
        return False
    return True


def _bots() -> None:
    late = Match.objects.filter(status=Status.PLAYING, bot_due__lte=Now() - HINT_AGAIN)
    for match_id, version in late.values_list("id", "version")[:BATCH]:
        publish.hint_bot(match_id, version, 0)


def _reveals() -> None:
    ended = Deal.objects.filter(stage=Stage.ENDED, match=OuterRef("pk"))
    # A match is void because its seed is lost: there is nothing to reveal, and it stays overdue.
    for match_id in _ids(Match.objects.filter(Exists(ended)).exclude(status=Status.VOID)):
        _guarded_for(match_id, reveal.reveal)


def _ids(rows: QuerySet[Match]) -> list[UUID]:
    return list(rows.order_by("created").values_list("id", flat=True)[:BATCH])


def _guarded_for(match_id: UUID, do: Callable[[UUID], object]) -> None:
    """Keep the trouble of one match away from the others."""
    try:
        do(match_id)
    except Exception as error:  # noqa: BLE001  # as above
        log.error(  # noqa: TRY400
            "match in trouble", match=str(match_id), step=do.__name__, why=type(error).__name__
        )


# Presence


def _people() -> QuerySet[MatchSeat]:
    return MatchSeat.objects.filter(match__status__in=LIVE, bot_level="", resigned=False)


def _absences() -> None:
    gone = _people().filter(present=True, last_seen__lte=Now() - ABSENT_AFTER)
    for match_id in set(gone.values_list("match_id", flat=True)[:BATCH]):
        with transaction.atomic():
            versions = PostgresSession().touch(match_id)
            gone.filter(match_id=match_id).update(present=False)
        publish.bump(match_id, *versions)


def _covers() -> None:
    gone = _people().filter(covered=False).exclude(last_seen__gt=Now() - COVERED_AFTER)
    # A move that was read before its next player was covered, and written after it, asks no bot.
    forgotten = _played_by_bots().filter(match__bot_due=None, match__to_act=F("seat"))
    ids = [seats.values_list("match_id", flat=True)[:BATCH] for seats in (gone, forgotten)]
    for match_id in {match_id for found in ids for match_id in found}:
        cover(match_id)


def _played_by_bots() -> QuerySet[MatchSeat]:
    by_bot = Q(covered=True) | Q(resigned=True) | ~Q(bot_level="")
    return MatchSeat.objects.filter(by_bot, match__status=Status.PLAYING)


def cover(match_id: UUID) -> None:
    """Let bots play for the players of a match who were not seen for 45 s; theirs may be the turn under way."""
    with transaction.atomic():
        match = (
            Match.objects.select_for_update(no_key=True)
            .only("version", "to_act", "bot_due", "bot_pace", "meta_version")
            .get(pk=match_id)
        )
        gone = _people().filter(match_id=match_id, covered=False)
        gone.exclude(last_seen__gt=Now() - COVERED_AFTER).update(covered=True, present=False)
        acting = _played_by_bots().filter(match_id=match_id, match__to_act=F("seat"))
        hint = match.bot_due is None and acting.exists()
        delay = bot_delay(match_id, match.version, match.bot_pace)
        if hint:
            Match.objects.filter(pk=match_id).update(bot_due=Now() + delay)
        versions = PostgresSession().touch(match_id)
    publish.bump(match_id, *versions)
    if hint:
        publish.hint_bot(match_id, match.version, delay.total_seconds())


def _unrated() -> None:
    """Take the rating off matches that nobody has played at for ten minutes; bots are finishing them."""
    somebody = MatchSeat.objects.filter(
        match=OuterRef("pk"), bot_level="", resigned=False, last_seen__gt=Now() - UNRATED_AFTER
    )
    Match.objects.filter(status__in=LIVE, rated=True).exclude(Exists(somebody)).update(rated=False)
