"""The socket's messages by HTTP: the same types, the same answers, for a page that polls.

Every answer is a JSON list of messages. What holds for a socket holds here: the limits, the one decoder, the one door.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from http import HTTPStatus
from time import monotonic
from typing import TYPE_CHECKING, Final, Literal, assert_never, get_args

from allauth.account.adapter import get_adapter
from django.db import DatabaseError
from django.http import HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_GET, require_POST

from games.live import presence, viewing
from games.live.errors import RejectCode, Rejected
from games.wire import answers, inbound, outbound
from games.wire.frames import chat_message, frame_message, now_ms
from games.wire.limits import Bucket, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    from django.http import HttpRequest

    from games.engine.errors import Reason

log = logging.getLogger(__name__)

REMEMBERED: Final = 10_000
"""Buckets that a process keeps; the one not used for the longest is forgotten first."""

_STATUS: Final = {
    RejectCode.NOT_FOUND.value: HTTPStatus.NOT_FOUND,
    RejectCode.BAD_MESSAGE.value: HTTPStatus.BAD_REQUEST,
    RejectCode.TOO_LARGE.value: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    RejectCode.RATE_LIMITED.value: HTTPStatus.TOO_MANY_REQUESTS,
    RejectCode.TRY_AGAIN.value: HTTPStatus.SERVICE_UNAVAILABLE,
}
"""Statuses of some codes; a move that the rules refuse is an answer like any other and comes with 200."""

_buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()


@require_GET
@never_cache
def match_frame(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Answer the viewer's frame with the log after `since`, and the lines of chat after `chat`."""
    if _limited(request, "rest"):
        return _error(RejectCode.RATE_LIMITED)
    since, chat_id = _number(request, "since", -1), _number(request, "chat", 0)
    if since is None or chat_id is None:
        return _error(RejectCode.BAD_MESSAGE)
    user_id = _user_id(request)
    return _reply(lambda: _pull(match_id, user_id, since, chat_id), match_id)


@require_POST
@csrf_protect
@never_cache
def match_act(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Take one message of the page, of any type, and answer as the socket would."""
    return _take(request, match_id, *get_args(inbound.ClientMessage))


@require_POST
@csrf_protect
@never_cache
def match_chat(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Take one line of chat."""
    return _take(request, match_id, inbound.Chat, inbound.Phrase)


def _take(request: HttpRequest, match_id: UUID, *kinds: type) -> HttpResponse:
    if int(request.headers.get("Content-Length") or 0) > inbound.MAX_BYTES:
        return _error(RejectCode.TOO_LARGE)
    try:
        message = inbound.decode(request.body)
    except inbound.BadMessage:
        return _error(RejectCode.BAD_MESSAGE)
    if not isinstance(message, kinds):
        return _error(RejectCode.BAD_MESSAGE)
    if _limited(request, "moves" if isinstance(message, inbound.Act | inbound.Resign) else "rest"):
        return _error(RejectCode.RATE_LIMITED, message)
    user_id = _user_id(request)
    return _reply(lambda: _answer(message, match_id, user_id), match_id, message)


def _answer(
    message: inbound.ClientMessage, match_id: UUID, user_id: int | None
) -> list[outbound.ServerMessage]:
    match message:
        case inbound.Ping(version, meta_version):
            now = viewing.versions(match_id)
            pong: list[outbound.ServerMessage] = [outbound.Pong(now_ms(), *now)]
            behind = version < now[0] or meta_version < now[1]
            return pong + (_pull(match_id, user_id, version, 0) if behind else [])
        case inbound.Resync(since):
            return _pull(match_id, user_id, since, 0)
        case inbound.Act() | inbound.Resign() | inbound.Chat() | inbound.Phrase() | inbound.Ready():
            return answers.answer(message, match_id, user_id)
        case _:
            assert_never(message)


def _pull(
    match_id: UUID, user_id: int | None, since: int, chat_id: int
) -> list[outbound.ServerMessage]:
    if user_id is not None:
        presence.seen(match_id, user_id)
    frame = frame_message(viewing.frame(match_id, user_id, since))
    lines = chat_message(match_id, chat_id)
    return [frame, lines] if lines.items else [frame]


def _reply(
    make: Callable[[], list[outbound.ServerMessage]],
    match_id: UUID,
    message: inbound.ClientMessage | None = None,
) -> HttpResponse:
    try:
        replies = make()
    except Rejected as no:
        return _error(no.code, message)
    except DatabaseError as error:
        log.warning("match %s could not be asked: %s", match_id, type(error).__name__)
        return _error(RejectCode.TRY_AGAIN, message)
    return _json(replies)


def _error(code: RejectCode | Reason, message: inbound.ClientMessage | None = None) -> HttpResponse:
    """Answer with a code; a command gets it under its own id, as by the socket."""
    if isinstance(message, inbound.Act | inbound.Resign):
        return _json([answers.refusal(message, Rejected(code))])
    return _json([outbound.Error(code.value)])


def _json(messages: list[outbound.ServerMessage]) -> HttpResponse:
    status = HTTPStatus.OK
    for message in messages:
        if isinstance(message, outbound.Refused | outbound.Error):
            status = _STATUS.get(message.code, status)
    return HttpResponse(
        outbound.encode_all(messages), content_type="application/json", status=status
    )


def _user_id(request: HttpRequest) -> int | None:
    return request.user.pk if request.user.is_authenticated else None


def _number(request: HttpRequest, name: str, otherwise: int) -> int | None:
    """Read a small whole number from the query; None where it is something else."""
    text = request.GET.get(name, str(otherwise))
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= len(str(inbound.MAX_VERSION))):
        return None
    value = int(text)
    return value if -1 <= value <= inbound.MAX_VERSION else None


def _limited(request: HttpRequest, kind: Literal["moves", "rest"]) -> bool:
    """Count one request of this person, or of this address where nobody is signed in; talk and polls never cost a move."""
    user_id = _user_id(request)
    who = f"user {user_id}" if user_id else f"address {get_adapter().get_client_ip(request)}"
    now = monotonic()
    bucket = _buckets.setdefault((who, kind), Bucket(now))
    _buckets.move_to_end((who, kind))
    if len(_buckets) > REMEMBERED:
        _buckets.popitem(last=False)
    return bucket.take(now) is not Verdict.FINE
