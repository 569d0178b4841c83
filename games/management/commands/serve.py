"""Serve pages and sockets: daphne with a warm start, a frame limit and a drain at the end."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import signal
import socket
import sys
from typing import TYPE_CHECKING, Any

from daphne.server import Server, twisted_loop
from daphne.ws_protocol import WebSocketProtocol
from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.db import connection
from django.urls import get_resolver
from django.utils.module_loading import import_string
from twisted.internet import reactor as installed_reactor

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Asgi = Callable[[Any, Any, Any], Awaitable[None]]

log = logging.getLogger(__name__)
reactor: Any = installed_reactor  # daphne installed the one of asyncio, which its type does not say

FRAME_LIMIT = 16 * 1024  # bytes from a page; daphne would take a mebibyte
REQUEST_TIMEOUT = 60  # seconds for one whole request
DRAIN_PATIENCE = 8.0  # seconds for what is under way when the end is asked for
GOING_AWAY = 1012  # the close code that tells a client to come again: service restart


class Gate:
    """Stand before the application, and let what is inside finish once the gate has closed.

    A request that comes after the closing gets 503 with ``Retry-After``. A socket is told of a
    disconnect at its next receive, so that the command it is working on is answered first, and
    is then closed with 1012; the client comes again and finds the next process.
    """

    def __init__(self, app: Asgi) -> None:
        """Stand before ``app``."""
        self.app = app
        self.inside = 0
        self.closing = asyncio.Event()
        self.empty = asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Count the visit, or refuse it."""
        if self.closing.is_set():
            await _refuse(scope, receive, send)
            return
        self.inside += 1
        try:
            if scope["type"] == "websocket":
                await self._socket(scope, receive, send)
            else:
                await self.app(scope, receive, send)
        finally:
            self.inside -= 1
            if not self.inside:
                self.empty.set()

    async def _socket(self, scope: Any, receive: Any, send: Any) -> None:
        closing = asyncio.ensure_future(self.closing.wait())
        told = False

        async def receive_or_leave() -> Any:
            nonlocal told
            message = asyncio.ensure_future(receive())
            try:
                await asyncio.wait((message, closing), return_when=asyncio.FIRST_COMPLETED)
                if message.done():
                    return message.result()
            finally:
                if not message.done():
                    message.cancel()
            told = True
            return {"type": "websocket.disconnect", "code": GOING_AWAY}

        try:
            await self.app(scope, receive_or_leave, send)
            if told:
                await send({"type": "websocket.close", "code": GOING_AWAY})
        finally:
            closing.cancel()

    async def close(self, patience: float) -> None:
        """Let nobody in any more and wait, at most ``patience`` seconds, until all have left."""
        self.closing.set()
        self.empty.clear()
        if self.inside:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.empty.wait(), patience)


async def _refuse(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": GOING_AWAY})
        return
    headers = [(b"retry-after", b"1"), (b"connection", b"close"), (b"content-type", b"text/plain")]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": b"restarting\n"})


class Line(WebSocketProtocol):  # type: ignore[misc]  # daphne has no types
    """A socket whose limit holds for what comes in: a frame with fifty entries of a log is longer."""

    maxMessagePayloadSize: int  # noqa: N815  # autobahn's name, too

    def sendMessage(self, *args: Any, **options: Any) -> None:  # noqa: N802  # autobahn's name
        """Send a message of any length; the limit of the library would count for both directions."""
        limit, self.maxMessagePayloadSize = self.maxMessagePayloadSize, 0
        try:
            super().sendMessage(*args, **options)
        finally:
            self.maxMessagePayloadSize = limit


class Web(Server):  # type: ignore[misc]  # daphne has no types
    """Daphne on a socket that is held already, whose end is a drain."""

    def __init__(self, gate: Gate, listener: socket.socket) -> None:
        """Serve what is behind ``gate`` on ``listener``."""
        super().__init__(
            application=gate,
            endpoints=["held"],
            signal_handlers=False,
            http_timeout=REQUEST_TIMEOUT,
            websocket_max_message_size=FRAME_LIMIT,
            websocket_max_frame_size=FRAME_LIMIT,
            server_name="jalsa",
            verbosity=0,
            ready_callable=self._listen,
        )
        self.endpoints: list[str] = []  # daphne would open these by their text; ours is open
        self.gate = gate
        self.listener = listener
        listener.settimeout(0)  # the loop accepts until nothing is left
        self.ending: asyncio.Task[None] | None = None  # the loop holds its tasks only weakly

    def _listen(self) -> None:
        self.ws_factory.protocol = Line
        self.port = reactor.adoptStreamPort(
            self.listener.fileno(), self.listener.family, self.http_factory
        )
        for number in (signal.SIGTERM, signal.SIGINT):
            twisted_loop.add_signal_handler(number, self.end)
        log.info("serving on %s", self.listener.getsockname()[:2])

    def end(self) -> None:
        """Stop listening, drain, then stop; asked a second time, stop at once."""
        if self.ending is not None:
            self.stop()
            return
        self.port.stopListening()
        self.ending = twisted_loop.create_task(self._drain())

    async def _drain(self) -> None:
        await self.gate.close(DRAIN_PATIENCE)
        log.info("drained, %d left", self.gate.inside)
        self.stop()


class Command(BaseCommand):
    """Run one web process until SIGTERM or SIGINT."""

    help = "Serve the site with daphne: warm start, 16 KiB frames, drain on SIGTERM."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Say where to listen: an address, or a socket that the parent already holds."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--wait", action="store_true", help="wait for a line on stdin first")
        parser.add_argument("--fd", type=int, help="number of a listening socket to take over")

    def handle(self, *args: Any, **options: Any) -> None:
        """Warm up, then listen, then serve until told to end."""
        warm_up()
        if options["wait"] and not sys.stdin.readline():
            return  # whoever was to say the word is gone
        # Only now: the application lists the static files as it is built, and they may just have been collected.
        gate = Gate(import_string(settings.ASGI_APPLICATION))
        gc.freeze()
        number = options["fd"]
        held = socket.socket(fileno=number) if number is not None else None
        Web(gate, held or listen(options["host"], options["port"])).run()


def warm_up() -> None:
    """Do before the first request what it would wait for, and take it out of the collector's way.

    Everything imported and read so far lives as long as the process; without the freeze each
    full collection would walk through it again, 30-180 ms at a time.
    """
    _ = get_resolver().url_patterns
    connection.ensure_connection()
    connection.close()
    gc.collect()


def listen(host: str, port: int) -> socket.socket:
    """Listen on an address of this machine."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind((host, port))
    listener.listen(1024)
    return listener
