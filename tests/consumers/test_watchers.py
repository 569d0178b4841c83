"""Whoever holds no seat may look: every kind of message and of move that the protocol knows is refused them, on every way in."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from games.live.commands import ByUser, Resign
from games.live.service import execute
from games.models import ChatLine, Match, MatchAction
from games.views import twin
from games.wire import inbound
from tests.pages import Page, aside, cookie, now, person, play_bot, sit_down

if TYPE_CHECKING:
    from uuid import UUID

pytestmark = pytest.mark.django_db(transaction=True)

MOVES: list[dict[str, Any]] = [
    {"type": "draw"},
    {"type": "pass"},
    {"type": "layout", "groups": [{"cards": ["7H", "8H", "9H"], "kind": None}]},
    {"type": "lay", "melds": [{"cards": ["7H", "8H", "9H"], "kind": None}]},
    {"type": "build", "meld": 1, "cards": ["7H"], "end": None},
    {"type": "swap_joker", "meld": 1, "cards": ["7H"]},
    {"type": "take_fire"},
    {"type": "cancel_fire"},
    {"type": "discard", "card": "7H"},
    {"type": "declare_concan"},
]
SAID = [
    {"type": "chat", "text": "lay the seven"},
    {"type": "phrase", "phrase": "hurry"},
]


def commands(version: int) -> list[dict[str, Any]]:
    """Give a command of every kind at a version."""
    acts: list[dict[str, Any]] = [
        {"type": "act", "version": version, "action": move} for move in MOVES
    ]
    return [{**each, "command_id": str(uuid4())} for each in [*acts, {"type": "resign"}]]


def kept(match_id: UUID) -> tuple[Any, ...]:
    """Give everything that a command could have changed."""
    return (
        Match.objects.filter(pk=match_id).values_list("version", "meta_version", "status").get(),
        MatchAction.objects.filter(match_id=match_id).count(),
        ChatLine.objects.filter(match_id=match_id).count(),
    )


def test_every_move_of_the_protocol_is_tried_here() -> None:
    known = {kind.__struct_config__.tag for kind in inbound.Move.__args__}
    assert {move["type"] for move in MOVES} == known
    for message in commands(1) + SAID:
        inbound.decode(json.dumps(message))


@pytest.mark.parametrize("who", ["nobody", "somebody"])
def test_a_watchers_socket_only_looks(who: str) -> None:
    layla, zayd = person("Layla"), person("Zayd")
    match_id = sit_down(layla, "easy")
    session = "" if who == "nobody" else cookie(zayd)

    async def scenario() -> None:
        row, _ = await aside(now, match_id)
        before = await aside(kept, match_id)
        page = Page(match_id, session)
        assert await page.open()
        for command in commands(row.version):
            await page.send(command)
            refused = await page.until_type("refused")
            assert (refused["command_id"], refused["code"]) == (command["command_id"], "NOT_SEATED")
        for line in SAID:
            await page.send(line)
            assert (await page.until_type("error"))["code"] == "NOT_SEATED"
        await page.send({"type": "ready"})
        await page.ping()
        await page.until_type("pong")
        assert page.closed is None
        assert await aside(kept, match_id) == before
        await page.leave()

    asyncio.run(scenario())


@pytest.mark.parametrize("who", ["nobody", "somebody"])
def test_a_watcher_who_polls_only_looks(who: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(twin, "_limited", lambda *_: False)
    layla, zayd = person("Layla"), person("Zayd")
    match_id, client = sit_down(layla, "easy"), Client()
    if who == "somebody":
        client.force_login(zayd)
    before = kept(match_id)
    for message in [*commands(now(match_id)[0].version), *SAID]:
        answer = client.post(
            reverse("match_act", args=(match_id,)), json.dumps(message), "application/json"
        )
        assert [reply["code"] for reply in answer.json()] == ["NOT_SEATED"]
    assert kept(match_id) == before


def test_who_has_given_up_the_seat_moves_nothing_any_more() -> None:
    layla, karim = person("Layla"), person("Karim")
    match_id, session = sit_down(layla, karim, "easy"), cookie(layla)
    execute(Resign(match_id, uuid4()), ByUser(layla.pk))

    async def scenario() -> None:
        row, _ = await aside(now, match_id)
        page = Page(match_id, session)
        assert await page.open()
        for command in commands(row.version):
            await page.send(command)
            refused = await page.until_type("refused")
            assert refused["command_id"] == command["command_id"]
        assert (await aside(now, match_id))[0].version == row.version
        assert await aside(play_bot, match_id), "a bot plays the seat on"
        await page.leave()

    asyncio.run(scenario())
