"""Tell others that something is to be fetched or done: ids and versions only, and never an error to the caller.

This is the one place that knows the names of channel groups, handlers and Celery tasks. Whatever is sent here may be lost:
clients notice by the version in their next ping, tasks are rebuilt from the tables by the sweep.
"""

from typing import Final
from uuid import UUID

import structlog
from asgiref.sync import async_to_sync
from celery import current_app
from channels.layers import get_channel_layer

log = structlog.get_logger(__name__)

PLAY_BOT_TURN: Final = "games.tasks.turns.play_bot_turn"
EXPIRE_TURN: Final = "games.tasks.turns.expire_turn"
SWEEP: Final = "games.tasks.turns.sweep"
DEAL: Final = "games.tasks.fair.deal"
REVEAL: Final = "games.tasks.fair.reveal"
AUDIT: Final = "games.tasks.audit.audit_match"
TASKS: Final = (PLAY_BOT_TURN, EXPIRE_TURN, SWEEP, DEAL, REVEAL, AUDIT)

MATCH_BUMP: Final = "match.bump"
FORCE_CLOSE: Final = "force.close"
LOBBY_BUMP: Final = "lobby.bump"
LOBBY_GROUP: Final = "lobby"

CLOSE_SIGNED_OUT: Final = 4401

LONGEST_COUNTDOWN: Final = 4.5
"""Seconds. A longer countdown on a Redis broker may run several times; a later moment is left to the sweep."""


def match_group(match_id: UUID) -> str:
    """Name the group of everybody who looks at a match."""
    return f"match.{match_id.hex}"


def user_group(user_id: int) -> str:
    """Name the group of a user's sockets."""
    return f"user.{user_id}"


def bump(match_id: UUID, version: int, meta_version: int) -> None:
    """Tell all viewers of a match which versions there are to be fetched."""
    _group_send(
        match_group(match_id),
        {
            "type": MATCH_BUMP,
            "match": str(match_id),
            "version": version,
            "meta_version": meta_version,
        },
    )


def close_sockets(
    user_id: int, session_key: str | None = None, code: int = CLOSE_SIGNED_OUT
) -> None:
    """Close a user's sockets, or only those of one session: signed out, suspended, password changed."""
    _group_send(user_group(user_id), {"type": FORCE_CLOSE, "session": session_key, "code": code})


def lobby_changed() -> None:
    """Tell the lobby that tables or live matches changed."""
    _group_send(LOBBY_GROUP, {"type": LOBBY_BUMP})


def hint_bot(match_id: UUID, version: int, after_seconds: float) -> None:
    """Ask for a bot's move in `after_seconds`."""
    _send_task(PLAY_BOT_TURN, (str(match_id), version), after_seconds)


def hint_expiry(match_id: UUID, version: int, after_seconds: float) -> None:
    """Ask to look at a turn when its time is up; the sweep does so anyway."""
    _send_task(EXPIRE_TURN, (str(match_id), version), after_seconds)


def hint_deal(match_id: UUID) -> None:
    """Ask for the next step of a deal."""
    _send_task(DEAL, (str(match_id),), 0)


def hint_reveal(match_id: UUID, deal_no: int) -> None:
    """Ask for the opening of a deal's seed."""
    _send_task(REVEAL, (str(match_id), deal_no), 0)


def _group_send(group: str, message: dict[str, str | int | None]) -> None:
    try:
        layer = get_channel_layer()
        if layer is not None:
            async_to_sync(layer.group_send)(group, message)
    except Exception:  # whatever the layer is ill with, the move stands
        log.warning("bump lost", group=group, exc_info=True)


def _send_task(name: str, args: tuple[str | int, ...], after_seconds: float) -> None:
    if after_seconds > LONGEST_COUNTDOWN:
        return
    try:
        current_app.send_task(
            name, args=args, countdown=max(after_seconds, 0), expires=after_seconds + 30
        )
    except Exception:  # the sweep finds in the tables what this would have asked for
        log.warning("hint lost", task=name, args=args, exc_info=True)
