"""A socket without a channel layer: it is accepted, it works, and it hears again once the layer is back."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from channels.testing import WebsocketCommunicator
from django.conf import settings
from redis.exceptions import RedisError

from config import ports, services
from config.valkey import Valkey
from games.consumers import hearing
from games.consumers.hearing import HearingConsumer
from tests.pages import layer_at

if TYPE_CHECKING:
    from pathlib import Path

GROUP = "test.hearing"


class Echo(HearingConsumer):
    """Hears one group, says what it heard, and answers what it is told."""

    async def connect(self) -> None:
        await self.accept()
        self.hear(GROUP)

    async def channel_joined(self, message: dict[str, Any]) -> None:
        await self.send(text_data="joined")

    async def heard_word(self, message: dict[str, Any]) -> None:
        await self.send(text_data=message["word"])

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.send(text_data=f"echo {text_data}")


async def opened() -> WebsocketCommunicator:
    socket = WebsocketCommunicator(Echo.as_asgi(), "/")
    accepted, _ = await socket.connect(timeout=5)
    assert accepted
    return socket


def test_it_hears_its_group(servers: services.Services) -> None:
    async def scenario() -> None:
        with layer_at(settings.REDIS_URL) as layer:
            socket = await opened()
            assert await socket.receive_from(timeout=5) == "joined"
            await layer.group_send(GROUP, {"type": "heard.word", "word": "ahlan"})
            assert await socket.receive_from(timeout=5) == "ahlan"
            await socket.disconnect()
            assert layer.groups == {}
            assert layer.channels == {}
            await layer.flush()

    asyncio.run(scenario())


def test_without_a_layer_it_is_accepted_and_answers(servers: services.Services) -> None:
    async def scenario() -> None:
        with layer_at(f"redis://127.0.0.1:{ports.any_free()}/0") as layer:
            socket = await opened()
            await socket.send_to(text_data="hello")
            assert await socket.receive_from(timeout=5) == "echo hello"
            await asyncio.sleep(1.2)
            assert layer.channels == {}, "a layer that is away must not gather queues"
            await socket.disconnect()
            await layer.flush()

    asyncio.run(scenario())


def test_it_hears_again_once_the_layer_is_back(
    servers: services.Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hearing, "LONGEST_PAUSE", 0.5)

    async def scenario() -> None:
        valkey = Valkey(tmp_path)
        address = await asyncio.to_thread(valkey.start)
        with layer_at(address) as layer:
            socket = await opened()
            assert await socket.receive_from(timeout=5) == "joined"
            await asyncio.to_thread(valkey.stop)
            await socket.send_to(text_data="still here")
            assert await socket.receive_from(timeout=5) == "echo still here"
            again = await asyncio.to_thread(valkey.start)
            assert again == address
            async with asyncio.timeout(15):
                while await socket.receive_nothing(timeout=0.3):
                    with suppress(RedisError):
                        await layer.group_send(GROUP, {"type": "heard.word", "word": "back"})
            assert await socket.receive_from(timeout=5) in {"back", "joined"}
            await socket.disconnect()
            await layer.flush()
        await asyncio.to_thread(valkey.stop)

    asyncio.run(scenario())
