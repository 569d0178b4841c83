"""Who is at the table: noted from the pings of their pages, so that it survives a killed process and counts two tabs as one."""

from datetime import timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now

from games.live import publish
from games.live.postgres import PostgresSession
from games.models import MatchSeat
from games.models.match import LIVE

NOTE_EVERY: Final = timedelta(seconds=10)


def seen(match_id: UUID, user_id: int) -> None:
    """Note that a seat holder's page is alive; quietly nothing for anybody else. Cheap enough for every ping.

    A covered seat is not taken back here but at its next own turn, or when its player moves.
    """
    mine = MatchSeat.objects.filter(match_id=match_id, user_id=user_id, match__status__in=LIVE)
    due = mine.filter(
        Q(present=False) | Q(last_seen__isnull=True) | Q(last_seen__lte=Now() - NOTE_EVERY)
    )
    for pk, present in due.values_list("pk", "present"):
        if present:
            MatchSeat.objects.filter(pk=pk).update(last_seen=Now())
            continue
        with transaction.atomic():
            versions = PostgresSession().touch(match_id)
            MatchSeat.objects.filter(pk=pk).update(last_seen=Now(), present=True)
        publish.bump(match_id, *versions)
