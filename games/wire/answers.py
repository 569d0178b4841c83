"""Turn one message of a page into the messages that answer it: the same for a socket and for an HTTP request.

Synchronous, since it goes through the door; a socket calls it in a thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from games.engine.codec import CodecError, action_from_json
from games.live import chat, viewing
from games.live.commands import Act, ByUser, Resign
from games.live.errors import RejectCode, Rejected
from games.live.service import execute
from games.wire import inbound, outbound

if TYPE_CHECKING:
    from uuid import UUID

    from games.engine.actions import Action
    from games.engine.cards import Skin

Commanding = inbound.Act | inbound.Resign
"""Messages with a command id: answered by exactly one `accepted` or `refused`."""

Speaking = inbound.Chat | inbound.Phrase | inbound.Ready
"""Messages that are answered by silence, or by `error`."""


def answer(
    message: Commanding | Speaking, match_id: UUID, user_id: int | None
) -> list[outbound.ServerMessage]:
    """Do what the message asks on behalf of `user_id` (None: nobody is signed in); refusals are answers, not errors."""
    try:
        match message:
            case inbound.Act() | inbound.Resign():
                return [_command(message, match_id, user_id)]
            case inbound.Chat(text):
                chat.say(match_id, _somebody(user_id), text, None)
            case inbound.Phrase(phrase):
                chat.say(match_id, _somebody(user_id), None, phrase)
            case inbound.Ready():
                # No seat contributes to a deal yet, so no deal waits for one.
                pass
            case _:
                assert_never(message)
    except Rejected as no:
        return [refusal(message, no)]
    return []


def refusal(message: Commanding | Speaking, no: Rejected) -> outbound.Refused | outbound.Error:
    """Write a refusal so that the page can match it to what it sent."""
    if isinstance(message, inbound.Act | inbound.Resign):
        detail = {
            key: list(value) if isinstance(value, tuple) else value
            for key, value in no.detail.items()
        }
        return outbound.Refused(message.command_id, no.code.value, detail, no.version)
    return outbound.Error(no.code.value)


def _command(message: Commanding, match_id: UUID, user_id: int | None) -> outbound.Accepted:
    by = ByUser(_somebody(user_id))
    match message:
        case inbound.Act(command_id, version, move):
            action = read_move(move, viewing.skin(match_id))
            done = execute(Act(match_id, version, command_id, action), by)
        case inbound.Resign(command_id):
            done = execute(Resign(match_id, command_id), by)
        case _:
            assert_never(message)
    return outbound.Accepted(command_id, done.version)


def _somebody(user_id: int | None) -> int:
    if user_id is None:
        raise Rejected(RejectCode.NOT_SEATED)
    return user_id


def read_move(move: inbound.Move, skin: Skin) -> Action:
    """Read a move as the match's own pieces are written; raises Rejected(BAD_MESSAGE) for a face that no piece of it has."""
    try:
        return action_from_json(inbound.action_value(move), skin)
    except CodecError:
        raise Rejected(RejectCode.BAD_MESSAGE) from None
