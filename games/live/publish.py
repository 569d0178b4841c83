"""Tell others that something is to be fetched or done: ids and versions only, and never an error to the caller.

This is the one place that knows the names of channel groups, handlers and Celery tasks. Whatever is sent here may be lost:
clients notice by the version in their next ping, tasks are rebuilt from the tables by the sweep.
"""

from dataclasses import dataclass
from typing import Final, assert_never
from uuid import UUID

import structlog
from asgiref.sync import async_to_sync
from celery import current_app
from channels.layers import get_channel_layer

from games.signals import match_finished

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


@dataclass(frozen=True, slots=True)
class Bump:
    """Viewers have something to fetch."""

    match_id: UUID
    version: int
    meta_version: int


@dataclass(frozen=True, slots=True)
class BotTurn:
    """A bot is to move at `version`, in so many seconds."""

    match_id: UUID
    version: int
    after_seconds: float


@dataclass(frozen=True, slots=True)
class TurnEnds:
    """The turn open at `version` runs out in so many seconds."""

    match_id: UUID
    version: int
    after_seconds: float


@dataclass(frozen=True, slots=True)
class DealDue:
    """The match waits for a deal."""

    match_id: UUID


@dataclass(frozen=True, slots=True)
class RevealDue:
    """The match has an ended deal that is to be opened."""

    match_id: UUID


@dataclass(frozen=True, slots=True)
class Finished:
    """The match is over."""

    match_id: UUID
    status: str


Note = Bump | BotTurn | TurnEnds | DealDue | RevealDue | Finished


def send(note: Note) -> None:
    """Send a note on its way; called after the commit."""
    match note:
        case Bump(match_id, version, meta_version):
            bump(match_id, version, meta_version)
        case BotTurn(match_id, version, after_seconds):
            hint_bot(match_id, version, after_seconds)
        case TurnEnds(match_id, version, after_seconds):
            hint_expiry(match_id, version, after_seconds)
        case DealDue(match_id):
            hint_deal(match_id)
        case RevealDue(match_id):
            hint_reveal(match_id)
        case Finished(match_id, status):
            finished(match_id, status)
        case _:
            assert_never(note)


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
    _send_task(PLAY_BOT_TURN, (str(match_id), version), after_seconds, stale_after=5)


def hint_expiry(match_id: UUID, version: int, after_seconds: float) -> None:
    """Ask to look at a turn when its time is up; the sweep does so anyway."""
    _send_task(EXPIRE_TURN, (str(match_id), version), after_seconds)


def hint_deal(match_id: UUID) -> None:
    """Ask for the next step of a deal."""
    _send_task(DEAL, (str(match_id),), 0)


def hint_reveal(match_id: UUID) -> None:
    """Ask for the opening of the seeds of ended deals."""
    _send_task(REVEAL, (str(match_id),), 0)


def finished(match_id: UUID, status: str) -> None:
    """Tell the rest of the house that a match is over; a receiver that fails is logged."""
    for receiver, answer in match_finished.send_robust(None, match_id=match_id, status=status):
        if isinstance(answer, Exception):
            log.error(
                "receiver failed", receiver=str(receiver), match=str(match_id), exc_info=answer
            )
    lobby_changed()


def _group_send(group: str, message: dict[str, str | int | None]) -> None:
    try:
        layer = get_channel_layer()
        if layer is not None:
            async_to_sync(layer.group_send)(group, message)
    except Exception as error:  # noqa: BLE001  # whatever the layer is ill with, the move stands
        log.warning("bump lost", group=group, why=type(error).__name__)


def _send_task(
    name: str, args: tuple[str | int, ...], after_seconds: float, stale_after: float = 30
) -> None:
    if after_seconds > LONGEST_COUNTDOWN:
        return
    try:
        current_app.send_task(
            name, args=args, countdown=max(after_seconds, 0), expires=after_seconds + stale_after
        )
    except Exception as error:  # noqa: BLE001  # the sweep finds in the tables what this asks for
        log.warning("hint lost", task=name, args=args, why=type(error).__name__)
