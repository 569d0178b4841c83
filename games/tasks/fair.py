"""Deals and their reveals, outside the door: a few lines each, all through the live rooms."""

from uuid import UUID

from celery import shared_task

from games.live import deal as dealing
from games.live import publish
from games.live import reveal as revealing


@shared_task(name=publish.DEAL)
def deal(match_id: str) -> None:
    """Take the deal of a waiting match as far as it goes."""
    dealing.walk(UUID(match_id))


@shared_task(name=publish.REVEAL)
def reveal(match_id: str) -> None:
    """Open the seeds of the ended deals of a match."""
    revealing.reveal(UUID(match_id))
