"""A player who is fast, and one who talks too much: neither loses a legal move to a limit."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from games.consumers import match as match_consumer
from games.live import chat
from games.wire.limits import OUTBOX
from tests.pages import Page, aside, cookie, move_of, now, person, play_bot, sit_down

if TYPE_CHECKING:
    from uuid import UUID

pytestmark = pytest.mark.django_db(transaction=True)

BOT_SECONDS = 0.2
"""A bot at a practice table moves no sooner, so that nobody's turn comes round more often."""

LINES = 45
"""More than the limit, and not yet a flood."""


async def play_on(page: Page, match_id: UUID, clock: list[float], turns: int) -> int:
    """Answer every own turn at once, without a ping between; gives the number of own moves."""
    own = 0
    for _ in range(turns):
        row, _ = await aside(now, match_id)
        if row.to_act is None:
            break
        if row.to_act != 0:
            clock[0] += BOT_SECONDS
            assert await aside(play_bot, match_id)
            continue
        row, move = await aside(move_of, match_id)
        command = await page.act(row, move)
        answer = await page.until(lambda m: m["type"] in {"accepted", "refused"})
        assert answer == {
            "type": "accepted",
            "command_id": str(command),
            "version": row.version + 1,
        }
        own += 1
    return own


def test_moves_at_full_speed_meet_no_limit_and_fill_no_outbox(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = [0.0]
    monkeypatch.setattr(match_consumer, "monotonic", lambda: clock[0])
    layla = person("Layla")
    match_id, session = sit_down(layla, "easy"), cookie(layla)

    async def scenario() -> None:
        page = Page(match_id, session)
        assert await page.open()
        assert await play_on(page, match_id, clock, turns=OUTBOX) > 20
        await page.ping()
        await page.until_type("pong")
        await page.leave()

    asyncio.run(scenario())


def test_who_floods_the_chat_is_refused_lines_and_no_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr(match_consumer, "monotonic", lambda: clock[0])
    layla, karim = person("Layla"), person("Karim")
    match_id, session = sit_down(layla, "easy", karim), cookie(layla)

    async def scenario() -> None:
        page, other = Page(match_id, session), Page(match_id)
        assert await page.open()
        assert await other.open()
        for n in range(LINES):
            await page.send({"type": "chat", "text": f"line {n}"})
        for _ in range(LINES - chat.BURST):
            assert (await page.until_type("error"))["code"] == "RATE_LIMITED"
        assert await play_on(page, match_id, clock, turns=1) == 1
        await other.quiet()
        heard = [line for m in other.messages() if m["type"] == "chat" for line in m["items"]]
        assert [line["text"] for line in heard] == [f"line {n}" for n in range(chat.BURST)]
        await page.leave()
        await other.leave()

    asyncio.run(scenario())
