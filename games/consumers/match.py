"""The socket of one viewer at one match: hears that something changed, then builds what this viewer may see.

Whatever goes wrong here goes wrong for this socket alone: it is answered `TRY_AGAIN`, and logged by match and version.
"""

from __future__ import annotations

import asyncio
import logging
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, assert_never

from channels.db import database_sync_to_async
from channels.exceptions import StopConsumer
from django.utils import translation

from games.consumers.hearing import HearingConsumer
from games.consumers.language import language_of
from games.consumers.sessions import still_signed_in
from games.live import presence, viewing
from games.live.errors import RejectCode, Rejected
from games.live.publish import match_group, user_group
from games.wire import answers, inbound, outbound
from games.wire.frames import chat_message, frame_message, now_ms
from games.wire.limits import BAD_MESSAGES, SOCKETS, Bucket, Outbox, Verdict

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from uuid import UUID

log = logging.getLogger(__name__)

BAD: Final = 4400
SIGNED_OUT: Final = 4401
NO_SUCH_MATCH: Final = 4404
TOO_MANY_SOCKETS: Final = 4408
TOO_SLOW: Final = 4409
FLOODING: Final = 4429

SESSION_SECONDS: Final = 60.0
SEEN_SECONDS: Final = 10.0
RESEND_SECONDS: Final = 2.0
"""A frame on its way is not sent again for a ping that crossed it."""


class MatchConsumer(HearingConsumer):
    """One tab of one viewer. `version` and `meta_version` are what this socket was sent last, -1 before the first frame."""

    async def connect(self) -> None:
        """Accept anybody who can name the match, and send the first frame."""
        user = self.scope["user"]
        self.match_id: UUID = self.scope["url_route"]["kwargs"]["match"]
        self.user_id: int | None = user.pk if user.is_authenticated else None
        self.language = language_of(self.scope)
        self.session_key: str = self.scope["session"].session_key or ""
        self.version = self.meta_version = -1
        self.chat_id = 0
        self.seated = False
        self.closing = False
        self.bad = 0
        self.newer: dict[str, float] = {}
        self.sent_at = self.seen_at = float("-inf")
        # Apart, so that talk never costs anybody a move.
        self.moves, self.rest = Bucket(monotonic()), Bucket(monotonic())
        self.outbox = Outbox()
        self.watch: asyncio.Task[None] | None = None
        await self.accept()
        if self.user_id is None:
            self.hear(match_group(self.match_id))
        else:
            self.hear(match_group(self.match_id), user_group(self.user_id))
            self.watch = asyncio.create_task(self._watch_session())
        await self._guarded(self._send_frame)

    async def disconnect(self, code: int) -> None:
        """Tell the person's other sockets that this one is gone."""
        if self.watch is not None:
            self.watch.cancel()
        if self.user_id is not None and self.channel_name:
            await self.tell(
                user_group(self.user_id), {"type": "socket.gone", "channel": self.channel_name}
            )

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Take one message of the page: read it, count it, answer it."""
        if self.closing:
            return
        try:
            message = inbound.decode(text_data if text_data is not None else b"")
        except inbound.BadMessage:
            await self._refuse_bad()
            return
        moves = isinstance(message, inbound.Act | inbound.Resign)
        match (self.moves if moves else self.rest).take(monotonic()):
            case Verdict.FLOOD:
                await self._close(FLOODING)
            case Verdict.LIMITED:
                await self._refuse_limited(message)
            case Verdict.FINE:
                await self._guarded(lambda: self._take(message), message)

    async def match_bump(self, message: dict[str, Any]) -> None:
        """Something changed: send what this viewer may see, unless a frame has shown it already."""
        if not self._holds(message["version"], message["meta_version"]):
            await self._guarded(self._send_frame)

    async def channel_joined(self, message: dict[str, Any]) -> None:
        """Send what happened before this socket could hear of it, and make itself known to the person's others."""
        await self._guarded(self._catch_up)
        if self.user_id is not None:
            await self.tell(
                user_group(self.user_id), {"type": "socket.opened", "channel": self.channel_name}
            )

    async def socket_opened(self, message: dict[str, Any]) -> None:
        """Count a newer socket of the same person; the oldest of too many closes."""
        if message["channel"] == self.channel_name:
            return
        self.newer[message["channel"]] = monotonic()
        if len(self.newer) >= SOCKETS:
            await self._close(TOO_MANY_SOCKETS)

    async def socket_gone(self, message: dict[str, Any]) -> None:
        """Forget a socket that closed."""
        self.newer.pop(message["channel"], None)

    async def force_close(self, message: dict[str, Any]) -> None:
        """Close if this socket was opened by a session that has ended."""
        if message["session"] in {None, self.session_key}:
            await self._close(int(message["code"]))

    async def session_lost(self, message: dict[str, Any]) -> None:
        """Close: the regular look at the session found it ended."""
        await self._close(SIGNED_OUT)

    async def _take(self, message: inbound.ClientMessage) -> None:
        match message:
            case inbound.Ping():
                await self._pong(message)
            case inbound.Resync(since):
                await self._send_frame(since)
            case (
                inbound.Act()
                | inbound.Resign()
                | inbound.Chat()
                | inbound.Phrase()
                | inbound.Ready()
            ):
                if isinstance(message, inbound.Act):
                    self.outbox.acted(message.version)
                if not await self._allowed():
                    await self._close(SIGNED_OUT)
                    return
                for reply in await _in_thread(answers.answer, message, self.match_id, self.user_id):
                    await self._send(reply)
                await self._show_answered()
            case _:
                assert_never(message)

    async def _show_answered(self) -> None:
        """Show at once what the answer speaks of. What was accepted stands, so a fault here is logged alone: the next ping heals it."""
        try:
            await self._catch_up()
        except StopConsumer:
            raise
        except Exception as error:  # noqa: BLE001  (as in `_guarded`)
            self._log_fault(error)

    async def _pong(self, ping: inbound.Ping) -> None:
        self.outbox.seen(ping.version, ping.meta_version)
        version, meta_version = await _in_thread(viewing.versions, self.match_id)
        await self._send(outbound.Pong(now_ms(), version, meta_version))
        behind = ping.version < version or ping.meta_version < meta_version
        crossed = self._holds(version, meta_version) and monotonic() - self.sent_at < RESEND_SECONDS
        if behind and not crossed:
            await self._send_frame(ping.version)
        await self._seen()

    async def _seen(self) -> None:
        now = monotonic()
        if self.seated and self.user_id is not None and now - self.seen_at >= SEEN_SECONDS:
            self.seen_at = now
            await _in_thread(presence.seen, self.match_id, self.user_id)

    async def _catch_up(self) -> None:
        if not self._holds(*await _in_thread(viewing.versions, self.match_id)):
            await self._send_frame()

    async def _send_frame(self, since: int | None = None) -> None:
        """Send the newest frame with the log after `since`, by default after what this socket was sent last."""
        start = self.version if since is None else since
        frame = frame_message(
            await _in_thread(_frame, self.language, self.match_id, self.user_id, start)
        )
        told_something = frame.meta_version > self.meta_version
        self.version, self.meta_version = frame.version, frame.meta_version
        self.seated = frame.you is not None
        self.sent_at = monotonic()
        await self._send(frame)
        if told_something:
            await self._send_chat()

    async def _send_chat(self) -> None:
        """Send the lines said since the last that this socket was sent."""
        lines = await _in_thread(chat_message, self.match_id, self.chat_id)
        if lines.items:
            self.chat_id = lines.items[-1].id
            await self._send(lines)

    def _holds(self, version: int, meta_version: int) -> bool:
        return self.version >= version and self.meta_version >= meta_version

    async def _allowed(self) -> bool:
        """Ask again whether the session stands: a command in the gap between logout and close is refused."""
        return self.user_id is None or await _in_thread(
            still_signed_in, self.session_key, self.user_id
        )

    async def _watch_session(self) -> None:
        while True:
            await asyncio.sleep(SESSION_SECONDS)
            try:
                if not await self._allowed():
                    self.post({"type": "session.lost"})
                    return
            except Exception as error:  # noqa: BLE001  (a database that is away is no reason to sign anybody out)
                log.warning("session not checked: %s", type(error).__name__)

    async def _refuse_bad(self) -> None:
        self.bad += 1
        await self._send(outbound.Error(RejectCode.BAD_MESSAGE.value))
        if self.bad >= BAD_MESSAGES:
            await self._close(BAD)

    async def _refuse_limited(self, message: inbound.ClientMessage) -> None:
        if isinstance(message, inbound.Act | inbound.Resign):
            await self._send(answers.refusal(message, Rejected(RejectCode.RATE_LIMITED)))
        else:
            await self._send(outbound.Error(RejectCode.RATE_LIMITED.value))

    async def _guarded(
        self, do: Callable[[], Awaitable[None]], message: inbound.ClientMessage | None = None
    ) -> None:
        """Run one step of this socket; a fault of ours is answered and logged, and ends nothing."""
        try:
            await do()
        except StopConsumer:
            raise
        except Rejected as no:
            await self._send(outbound.Error(no.code.value))
            if no.code is RejectCode.NOT_FOUND:
                await self._close(NO_SUCH_MATCH)
        except Exception as error:  # noqa: BLE001  (the edge of the house: what fails here is ours)
            self._log_fault(error)
            await self._try_again(message)

    def _log_fault(self, error: Exception) -> None:
        """Log a fault by its kind: neither its text nor its trace, since both could hold cards."""
        log.error(
            "socket failed: match=%s version=%s error=%s",
            self.match_id,
            self.version,
            type(error).__name__,
        )

    async def _try_again(self, message: inbound.ClientMessage | None) -> None:
        no = Rejected(RejectCode.TRY_AGAIN)
        if isinstance(message, inbound.Act | inbound.Resign):
            await self._send(answers.refusal(message, no))
        else:
            await self._send(outbound.Error(no.code.value))

    async def _send(self, message: outbound.ServerMessage) -> None:
        if self.closing:
            return
        if not self.outbox.sent(self.version, self.meta_version):
            # Who writes beyond the limit fills the outbox with refusals long before reading could: that is the flood itself.
            flooding = self.moves.in_debt() or self.rest.in_debt()
            await self._close(FLOODING if flooding else TOO_SLOW)
            return
        await self.send(text_data=outbound.encode(message).decode())

    async def _close(self, code: int) -> None:
        if not self.closing:
            self.closing = True
            await self.close(code)


def _frame(language: str, match_id: UUID, user_id: int | None, since: int) -> viewing.FrameData:
    with translation.override(language):
        return viewing.frame(match_id, user_id, since)


async def _in_thread(call: Callable[..., Any], *args: Any) -> Any:
    """Run what asks the database in a thread of its own: the one shared thread would make all sockets wait for one another."""
    return await database_sync_to_async(call, thread_sensitive=False)(*args)
