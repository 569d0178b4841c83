"""Pages as the server sees them: sockets with a browser's cookie and Origin, and every byte they were sent."""

from __future__ import annotations

import asyncio
import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

from celery import current_app
from channels.db import database_sync_to_async
from channels.layers import channel_layers
from channels.testing import WebsocketCommunicator
from channels_redis.pubsub import RedisPubSubChannelLayer
from django.conf import settings
from django.test import Client

from accounts.models import User
from config import ports
from config.asgi import application
from games.bots.registry import LEVELS
from games.engine.codec import action_json
from games.engine.rng import CounterRng
from games.engine.seats import Seat
from games.engine.views import build_view
from games.live import bots
from games.live.folding import fold, rules_of
from games.live.postgres import POSTGRES
from games.live.setup import MatchPlan, SeatPlan, open_match

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from games.engine.state import State
    from games.live.store import MatchRow

HOST = "testserver"
Message = dict[str, Any]


@contextmanager
def layer_at(address: str) -> Iterator[RedisPubSubChannelLayer]:
    """Use a channel layer at `address` for a while."""
    host = {"address": address, "socket_connect_timeout": 1}
    layer = RedisPubSubChannelLayer(hosts=[host], prefix="jalsa-test-other")
    old = channel_layers.set("default", layer)
    try:
        yield layer
    finally:
        if old is None:
            channel_layers.backends.pop("default", None)
        else:
            channel_layers.set("default", old)


@contextmanager
def no_valkey() -> Iterator[None]:
    """Have neither a channel layer nor a broker answer."""
    nowhere = f"redis://127.0.0.1:{ports.any_free()}/0"
    broker = current_app.conf.broker_url
    current_app.conf.broker_url = nowhere
    current_app.pool.force_close_all()
    try:
        with layer_at(nowhere):
            yield
    finally:
        current_app.conf.broker_url = broker
        current_app.pool.force_close_all()


def person(name: str) -> User:
    """Sign somebody up."""
    return User.objects.create_user(name, password="ahlan wa sahlan")


def sit_down(*chairs: User | str, turn_seconds: int | None = None) -> UUID:
    """Open a match for people and for bots by level, in order of play."""
    seats = tuple(
        SeatPlan(None, f"Bot {place}", bot_level=chair)
        if isinstance(chair, str)
        else SeatPlan(chair.pk, chair.get_username())
        for place, chair in enumerate(chairs)
    )
    plan = MatchPlan("hand_russian", {}, seats, turn_seconds=turn_seconds, bot_pace="practice")
    return open_match(plan)


def now(match_id: UUID) -> tuple[MatchRow, State]:
    """Read the match as it is."""

    def read(tx: Any) -> tuple[MatchRow, State]:
        row = tx.match(match_id)
        return row, fold(tx, row).state

    return POSTGRES.read(read)


def move_of(match_id: UUID, level: str = "easy") -> tuple[MatchRow, Message]:
    """Choose a move for the seat on turn: the match it is for, and the move as it goes over the wire."""
    row, state = now(match_id)
    return row, choose(row, state, level)


def choose(row: MatchRow, state: State, level: str) -> Message:
    """Choose a move as a bot of `level` would, as it goes over the wire."""
    assert row.to_act is not None
    view = build_view(state, Seat(row.to_act))
    action = LEVELS[level](view, rules_of(row), CounterRng(row.version))
    return action_json(action, state.skin)


def play_bot(match_id: UUID) -> bool:
    """Let the bot on turn move, as the worker would; False where a person is on turn."""
    row, _ = now(match_id)
    return bots.play(match_id, row.version)


async def aside(call: Callable[..., Any], *args: Any) -> Any:
    """Ask the database from a test that runs on the loop."""
    return await database_sync_to_async(call, thread_sensitive=False)(*args)


def cookie(user: User) -> str:
    """Sign in and give the session's cookie."""
    browser = Client()
    browser.force_login(user)
    return browser.cookies[settings.SESSION_COOKIE_NAME].value


class Page:
    """One open socket. Everything it heard is in `texts`, what it said in `sent`; `closed` is the close code once it is closed."""

    def __init__(
        self,
        match_id: UUID | str,
        session: str = "",
        *,
        origin: str | None = f"http://{HOST}",
        language: str = "",
    ) -> None:
        headers = [(b"host", HOST.encode())]
        if origin is not None:
            headers.append((b"origin", origin.encode()))
        if session:
            headers.append((b"cookie", f"{settings.SESSION_COOKIE_NAME}={session}".encode()))
        if language:
            headers.append((b"accept-language", language.encode()))
        path = f"/ws/match/{match_id}/"
        self.socket = WebsocketCommunicator(application, path, headers)
        self.texts: list[str] = []
        self.sent: list[str] = []
        self.read = 0
        self.closed: int | None = None

    async def open(self) -> bool:
        """Shake hands; False where the server refuses."""
        accepted, code = await self.socket.connect(timeout=10)
        if not accepted:
            self.closed = code
        return bool(accepted)

    async def send(self, message: Message | str) -> None:
        """Send a message, or any text."""
        text = message if isinstance(message, str) else json.dumps(message)
        self.sent.append(text)
        await self.socket.send_to(text_data=text)

    async def ping(self) -> None:
        """Ping with what was received, as a page does every five seconds."""
        frames = [message for message in self.messages() if message["type"] == "frame"]
        held = (frames[-1]["version"], frames[-1]["meta_version"]) if frames else (-1, -1)
        await self.send({"type": "ping", "version": held[0], "meta_version": held[1]})

    async def act(self, row: MatchRow, move: Message, command_id: UUID | None = None) -> UUID:
        """Send one move."""
        command_id = command_id or uuid4()
        await self.send(
            {
                "type": "act",
                "command_id": str(command_id),
                "version": row.version,
                "action": move,
            }
        )
        return command_id

    async def hear(self, seconds: float = 0.0) -> bool:
        """Take in the next thing the server sends; False if nothing came in time."""
        try:
            async with asyncio.timeout(seconds):
                event = await self.socket.output_queue.get()
        except TimeoutError:
            return False
        if event["type"] == "websocket.close":
            self.closed = event.get("code", 1000)
        else:
            self.texts.append(event["text"])
        return True

    async def until(self, wanted: Callable[[Message], bool], seconds: float = 10) -> Message:
        """Wait for a message that was not waited for before; fails loudly when none comes."""
        deadline = asyncio.get_running_loop().time() + seconds
        while True:
            while self.read < len(self.texts):
                message: Message = json.loads(self.texts[self.read])
                self.read += 1
                if wanted(message):
                    return message
            left = deadline - asyncio.get_running_loop().time()
            if self.closed is not None or not await self.hear(max(left, 0)):
                kinds = [json.loads(text)["type"] for text in self.texts]
                msg = f"not heard; closed={self.closed}, heard {kinds}"
                raise AssertionError(msg)

    async def until_type(self, kind: str, seconds: float = 10) -> Message:
        """Wait for a message of one type."""
        return await self.until(lambda message: message["type"] == kind, seconds)

    async def until_version(self, version: int, seconds: float = 10) -> Message:
        """Wait for a frame of at least this version."""
        return await self.until(
            lambda message: message["type"] == "frame" and message["version"] >= version, seconds
        )

    async def until_closed(self, seconds: float = 10) -> int:
        """Wait for the close and give its code."""
        async with asyncio.timeout(seconds):
            while self.closed is None:
                await self.hear(seconds)
        return self.closed

    async def quiet(self, seconds: float = 0.3) -> None:
        """Take in whatever comes until nothing has come for a while."""
        while await self.hear(seconds):
            pass

    def messages(self) -> list[Message]:
        """Give everything heard so far."""
        return [json.loads(text) for text in self.texts]

    async def leave(self) -> None:
        """Close the page."""
        await self.socket.disconnect(timeout=10)
