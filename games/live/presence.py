"""Who is at the table: noted from the pings of their pages, so that it survives a killed process and counts two tabs as one."""

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now

from games.live import bots, publish
from games.live.postgres import PostgresSession
from games.models import MatchSeat
from games.models.match import LIVE

NOTE_EVERY: Final = timedelta(seconds=10)
NUDGE_AFTER: Final = timedelta(seconds=2)
"""How long a bot's move may be missing before a ping makes it: longer than any hint takes that was not lost."""


def seen(match_id: UUID, user_id: int) -> None:
    """Note that a seat holder's page is alive; quietly nothing for anybody else. Cheap enough for every ping.

    A covered seat is not taken back here but at its next own turn, or when its player moves. Where a bot has been silent for
    too long it is moved here: with Valkey away there is neither worker nor sweep, and people at the table shall play on.
    """
    mine = MatchSeat.objects.filter(match_id=match_id, user_id=user_id, match__status__in=LIVE)
    found = mine.annotate(
        now=Now(), version=F("match__version"), bot_due=F("match__bot_due")
    ).values_list("pk", "present", "last_seen", "now", "version", "bot_due")
    for pk, present, last_seen, now, version, bot_due in found:
        if not present:
            _back(match_id, pk)
        elif is_old(last_seen, now):
            MatchSeat.objects.filter(pk=pk).update(last_seen=Now())
        if bot_due is not None and now - bot_due >= NUDGE_AFTER:
            bots.play(match_id, version)


def is_old(last_seen: datetime | None, now: datetime) -> bool:
    """Tell whether it is time to note a ping again."""
    return last_seen is None or now - last_seen >= NOTE_EVERY


def _back(match_id: UUID, pk: int) -> None:
    """Show everybody that a player is back."""
    with transaction.atomic():
        versions = PostgresSession().touch(match_id)
        MatchSeat.objects.filter(pk=pk).update(last_seen=Now(), present=True)
    publish.bump(match_id, *versions)
