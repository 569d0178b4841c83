"""Sockets and the sessions that opened them; presence; and how many sockets one person has."""

from __future__ import annotations

import asyncio
from importlib import import_module
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from django.conf import settings

from games.consumers import match as match_consumer
from games.live.publish import close_sockets
from games.models import MatchSeat
from games.wire.limits import SOCKETS
from tests.pages import Page, aside, cookie, now, person, sit_down

if TYPE_CHECKING:
    from accounts.models import User

pytestmark = pytest.mark.django_db(transaction=True)


def end_session(key: str) -> None:
    """Do to a session what logging out does to it."""
    import_module(settings.SESSION_ENGINE).SessionStore(key).delete()


def change_password(user: User) -> None:
    user.set_password("something else entirely")
    user.save()


def suspend(user: User) -> None:
    user.is_active = False
    user.save()


def test_logging_out_closes_the_other_tab_within_a_second() -> None:
    layla = person("Layla")
    match_id, here, elsewhere = sit_down(layla, "easy"), cookie(layla), cookie(layla)

    async def scenario() -> None:
        tab, phone = Page(match_id, here), Page(match_id, elsewhere)
        assert await tab.open()
        assert await phone.open()
        await tab.quiet()
        await phone.quiet()
        await aside(end_session, here)
        await aside(close_sockets, layla.pk, here)
        assert await tab.until_closed(seconds=1) == 4401
        await phone.ping()
        assert await phone.until_type("pong")
        assert phone.closed is None
        await phone.leave()

    asyncio.run(scenario())


def test_a_suspended_person_is_out_on_every_device() -> None:
    layla = person("Layla")
    match_id, sessions = sit_down(layla, "easy"), (cookie(layla), cookie(layla))

    async def scenario() -> None:
        pages = [Page(match_id, session) for session in sessions]
        for page in pages:
            assert await page.open()
            await page.quiet()
        await aside(close_sockets, layla.pk)
        for page in pages:
            assert await page.until_closed(seconds=1) == 4401

    asyncio.run(scenario())


@pytest.mark.parametrize("how", ["logged out", "password changed", "suspended"])
def test_a_command_in_the_gap_before_the_close_is_refused(how: str) -> None:
    layla = person("Layla")
    match_id, session = sit_down(layla, "easy"), cookie(layla)

    async def scenario() -> None:
        page = Page(match_id, session)
        assert await page.open()
        await page.until_type("frame")
        row, _ = await aside(now, match_id)
        match how:
            case "logged out":
                await aside(end_session, session)
            case "password changed":
                await aside(change_password, layla)
            case _:
                await aside(suspend, layla)
        await page.act(row, {"type": "draw"})
        assert await page.until_closed() == 4401
        assert not any(m["type"] == "accepted" for m in page.messages())
        assert (await aside(now, match_id))[0].version == row.version

    asyncio.run(scenario())


def test_a_message_that_was_lost_is_made_up_for_by_the_regular_look(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(match_consumer, "SESSION_SECONDS", 0.2)
    layla = person("Layla")
    match_id, session = sit_down(layla, "easy"), cookie(layla)

    async def scenario() -> None:
        page = Page(match_id, session)
        assert await page.open()
        await page.until_type("frame")
        await asyncio.sleep(0.5)
        await page.ping()
        await page.until_type("pong")
        await aside(end_session, session)
        assert await page.until_closed(seconds=5) == 4401

    asyncio.run(scenario())


def test_a_dead_session_opens_a_watchers_socket() -> None:
    layla = person("Layla")
    match_id, session = sit_down(layla, "easy"), cookie(layla)
    end_session(session)

    async def scenario() -> None:
        page = Page(match_id, session)
        assert await page.open()
        assert (await page.until_type("frame"))["you"] is None
        await page.leave()

    asyncio.run(scenario())


def test_the_oldest_of_too_many_sockets_closes() -> None:
    layla = person("Layla")
    match_id, session = sit_down(layla, "easy"), cookie(layla)

    async def scenario() -> None:
        pages = []
        for _ in range(SOCKETS + 1):
            page = Page(match_id, session)
            assert await page.open()
            await page.quiet(0.5)
            pages.append(page)
        assert await pages[0].until_closed() == 4408
        for page in pages[1:]:
            await page.ping()
            await page.until_type("pong")
            assert page.closed is None
        await pages[1].leave()
        late = Page(match_id, session)
        assert await late.open()
        await late.quiet(0.5)
        assert pages[2].closed is None, "the one that left is still counted"
        for page in [*pages[2:], late]:
            await page.leave()

    asyncio.run(scenario())


def test_pings_of_a_player_are_presence_and_those_of_a_watcher_are_not() -> None:
    layla, zayd = person("Layla"), person("Zayd")
    match_id = sit_down(layla, "easy")
    sessions = cookie(layla), cookie(zayd)
    MatchSeat.objects.filter(match_id=match_id).update(present=False, last_seen=None)

    def seen() -> list[bool]:
        rows = MatchSeat.objects.filter(match_id=match_id).order_by("seat")
        return [row.present for row in rows]

    async def scenario() -> None:
        watcher = Page(match_id, sessions[1])
        assert await watcher.open()
        await watcher.until_type("frame")
        await watcher.ping()
        await watcher.until_type("pong")
        await watcher.quiet()
        assert not any(await aside(seen))
        mine = Page(match_id, sessions[0])
        assert await mine.open()
        await mine.until_type("frame")
        await mine.ping()
        await mine.until_type("pong")
        await watcher.until(lambda m: m["type"] == "frame" and m["seats"][0]["present"])
        assert (await aside(seen))[0]
        await mine.leave()
        await watcher.leave()

    asyncio.run(scenario())


def test_a_command_id_is_no_key_to_another_match() -> None:
    layla = person("Layla")
    first, second, session = sit_down(layla, "easy"), sit_down(layla, "easy"), cookie(layla)

    async def scenario() -> None:
        command = uuid4()
        for match_id in (first, second):
            page = Page(match_id, session)
            assert await page.open()
            row, _ = await aside(now, match_id)
            await page.act(row, {"type": "draw"}, command)
            assert (await page.until_type("accepted"))["version"] == row.version + 1
            await page.leave()

    asyncio.run(scenario())
