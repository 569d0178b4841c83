"""Turns of bots, turns that run out, and the sweep: a few lines each, all through the live rooms."""

from uuid import UUID

from celery import shared_task

from games.live import bots, clock, publish


@shared_task(name=publish.PLAY_BOT_TURN, soft_time_limit=2, time_limit=10)
def play_bot_turn(match_id: str, version: int) -> None:
    """Move the bot that is on turn at `version`; the limit falls on one that thinks for two seconds, and the clock's move is played."""
    bots.play(UUID(match_id), version)


@shared_task(name=publish.EXPIRE_TURN)
def expire_turn(match_id: str, version: int) -> None:
    """Play for a turn that has run out."""
    clock.expire(UUID(match_id), version)


@shared_task(name=publish.SWEEP)
def sweep() -> None:
    """Do what is due."""
    clock.sweep()
