"""A consumer that may lose its channel layer, or never have it, and keeps its socket all the same.

Channels asks the layer for a name before it accepts a socket, so that a layer that is away would refuse everybody. Here a task
of its own looks after the layer: it joins, listens, and begins again when it fails. Whatever was missed meanwhile is healed by
the page's own pings.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any, Final

from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.layers import get_channel_layer
from channels.utils import await_many_dispatch

log = logging.getLogger(__name__)

JOIN_SECONDS: Final = 5.0
NOBODY: Final = "nobody"
FIRST_PAUSE: Final = 0.5
LONGEST_PAUSE: Final = 8.0


class HearingConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]
    """Hear groups as long as there is a channel layer; `joined` is called each time they begin to be heard."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._mail: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._listener: asyncio.Task[None] | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Dispatch what the page and the layer send, one at a time, until the socket closes."""
        self.scope = scope
        self.channel_name = ""
        self.base_send = send
        try:
            await await_many_dispatch([receive, self._mail.get], self.dispatch)
        except StopConsumer:
            pass
        finally:
            await self._stop_hearing()

    def hear(self, *groups: str) -> None:
        """Begin to hear these groups; returns at once, and goes on trying where the layer is away."""
        assert self._listener is None, "a socket joins its groups once"
        self._listener = asyncio.create_task(self._listen(groups))

    def post(self, message: dict[str, Any]) -> None:
        """Have a message dispatched like any other, after those that wait."""
        self._mail.put_nowait(message)

    async def tell(self, group: str, message: dict[str, Any]) -> None:
        """Send to a group; a layer that is away loses it, which is noted and does no harm."""
        try:
            async with asyncio.timeout(JOIN_SECONDS):
                await get_channel_layer().group_send(group, message)
        except Exception as error:  # noqa: BLE001  (redis, socket and time-out errors have no base of their own)
            log.warning("channel layer lost a message to %s: %s", group, type(error).__name__)

    async def channel_joined(self, message: dict[str, Any]) -> None:
        """Catch up with what happened before the groups were heard; sockets override it."""

    async def _listen(self, groups: tuple[str, ...]) -> None:
        pause = FIRST_PAUSE
        while True:
            try:
                layer = get_channel_layer()
                async with asyncio.timeout(JOIN_SECONDS):
                    # A layer that is away fails here, before it could keep a queue for a name nobody learns.
                    await layer.group_send(NOBODY, {"type": "channel.probe"})
                    self.channel_name = await layer.new_channel()
                    for group in groups:
                        await layer.group_add(group, self.channel_name)
                pause = FIRST_PAUSE
                self.post({"type": "channel.joined"})
                while True:
                    self.post(await layer.receive(self.channel_name))
            except Exception as error:  # noqa: BLE001  (as above)
                log.warning("channel layer away: %s", type(error).__name__)
                await self._leave(groups)
                await asyncio.sleep(pause)
                pause = min(LONGEST_PAUSE, pause * 2)
            except asyncio.CancelledError:
                await self._leave(groups)
                raise

    async def _leave(self, groups: tuple[str, ...]) -> None:
        """Take the channel out of its groups, so that neither the process nor the layer keeps what nobody hears."""
        if not self.channel_name:
            return
        name, self.channel_name = self.channel_name, ""
        layer = get_channel_layer()
        for group in groups:
            with suppress(Exception):
                async with asyncio.timeout(JOIN_SECONDS):
                    await layer.group_discard(group, name)

    async def _stop_hearing(self) -> None:
        if self._listener is not None:
            self._listener.cancel()
            with suppress(asyncio.CancelledError):
                await self._listener
