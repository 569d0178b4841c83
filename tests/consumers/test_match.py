"""The socket of a match on the real PostgreSQL and Valkey."""

from __future__ import annotations

import asyncio
from uuid import uuid4

import pytest

from tests.pages import Page, aside, cookie, move_of, no_valkey, now, person, play_bot, sit_down

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_first_frame_comes_with_the_connection() -> None:
    layla = person("Layla")
    match_id, session = sit_down(layla, "easy"), cookie(layla)

    async def scenario() -> None:
        page = Page(match_id, session)
        assert await page.open()
        frame = await page.until_type("frame")
        assert frame["match"] == str(match_id)
        assert frame["you"] == 0
        assert len(frame["view"]["hand"]) == 7
        assert frame["view"]["hands"] is None
        await page.leave()

    asyncio.run(scenario())


def test_a_watcher_needs_no_account_and_sees_counts_only() -> None:
    match_id = sit_down(person("Layla"), "easy")

    async def scenario() -> None:
        page = Page(match_id)
        assert await page.open()
        frame = await page.until_type("frame")
        assert frame["you"] is None
        assert frame["can"] is None
        assert frame["view"]["hand"] == []
        assert frame["view"]["counts"] == [7, 7]
        await page.leave()

    asyncio.run(scenario())


def test_an_unknown_match_is_said_and_closed() -> None:
    async def scenario() -> None:
        page = Page(uuid4())
        assert await page.open()
        assert (await page.until_type("error"))["code"] == "NOT_FOUND"
        assert await page.until_closed() == 4404

    asyncio.run(scenario())


def test_a_move_is_accepted_and_reaches_everybody() -> None:
    layla, karim = person("Layla"), person("Karim")
    match_id = sit_down(layla, karim)
    sessions = cookie(layla), cookie(karim)

    async def scenario() -> None:
        mine, other, watcher = (
            Page(match_id, sessions[0]),
            Page(match_id, sessions[1]),
            Page(match_id),
        )
        for page in (mine, other, watcher):
            assert await page.open()
            await page.until_type("frame")
        row, _ = await aside(now, match_id)
        command = await mine.act(row, {"type": "draw"})
        accepted = await mine.until_type("accepted")
        assert accepted == {
            "type": "accepted",
            "command_id": str(command),
            "version": row.version + 1,
        }
        frames = [await page.until_version(row.version + 1) for page in (mine, other, watcher)]
        drawn = [frame["log"][-1]["events"][0]["card"] for frame in frames]
        assert drawn[0] in frames[0]["view"]["hand"]
        assert drawn[1:] == [None, None]
        for page in (mine, other, watcher):
            await page.leave()

    asyncio.run(scenario())


def test_a_refusal_names_its_code_and_changes_nothing() -> None:
    layla, karim = person("Layla"), person("Karim")
    match_id = sit_down(layla, karim)
    session = cookie(karim)

    async def scenario() -> None:
        page = Page(match_id, session)
        assert await page.open()
        row, _ = await aside(now, match_id)
        command = await page.act(row, {"type": "draw"})
        refused = await page.until_type("refused")
        assert refused["code"] == "NOT_YOUR_TURN"
        assert refused["command_id"] == str(command)
        assert (await aside(now, match_id))[0].version == row.version
        await page.leave()

    asyncio.run(scenario())


def test_watchers_and_strangers_cannot_act() -> None:
    layla, zayd = person("Layla"), person("Zayd")
    match_id, session = sit_down(layla, "easy"), cookie(zayd)

    async def scenario() -> None:
        row, _ = await aside(now, match_id)
        for page in (Page(match_id), Page(match_id, session)):
            assert await page.open()
            await page.act(row, {"type": "draw"})
            assert (await page.until_type("refused"))["code"] == "NOT_SEATED"
            await page.send({"type": "resign", "command_id": str(uuid4())})
            assert (await page.until_type("refused"))["code"] == "NOT_SEATED"
            await page.send({"type": "chat", "text": "hello"})
            assert (await page.until_type("error"))["code"] == "NOT_SEATED"
            await page.leave()
        assert (await aside(now, match_id))[0].version == row.version

    asyncio.run(scenario())


def test_an_old_version_is_stale_and_brings_a_frame() -> None:
    layla = person("Layla")
    match_id, session = sit_down(layla, "easy"), cookie(layla)

    async def scenario() -> None:
        page, late = Page(match_id, session), Page(match_id, session)
        assert await page.open()
        assert await late.open()
        row, _ = await aside(now, match_id)
        await page.act(row, {"type": "draw"})
        await page.until_type("accepted")
        await late.act(row, {"type": "draw"})
        refused = await late.until_type("refused")
        assert refused["code"] == "STALE"
        assert refused["version"] == row.version + 1
        assert any(
            message["type"] == "frame" and message["version"] == row.version + 1
            for message in late.messages()
        ) or await late.until_version(row.version + 1)
        await page.leave()
        await late.leave()

    asyncio.run(scenario())


def test_two_tabs_never_play_twice() -> None:
    """Both tabs send the same move at the same moment: one stands, the other is stale; a retry gets the first answer."""
    layla = person("Layla")
    match_id, session = sit_down(layla, "easy"), cookie(layla)

    async def scenario() -> None:
        tabs = [Page(match_id, session), Page(match_id, session)]
        for tab in tabs:
            assert await tab.open()
        for _ in range(10):
            row, move = await aside(move_of, match_id)
            if row.to_act != 0:
                assert await aside(play_bot, match_id)
                continue
            commands = await asyncio.gather(*(tab.act(row, move) for tab in tabs))
            answers = [
                await tab.until(lambda m: m["type"] in {"accepted", "refused"}) for tab in tabs
            ]
            assert sorted(answer["type"] for answer in answers) == ["accepted", "refused"]
            assert (await aside(now, match_id))[0].version == row.version + 1
            first = [answer["type"] for answer in answers].index("accepted")
            await tabs[1 - first].act(row, move, commands[first])
            again = await tabs[1 - first].until_type("accepted")
            assert again == answers[first]
            for tab in tabs:
                await tab.ping()
                await tab.until_type("pong")
        for tab in tabs:
            await tab.leave()

    asyncio.run(scenario())


def test_a_page_that_lost_a_bump_is_healed_by_its_ping() -> None:
    layla = person("Layla")
    match_id, session = sit_down(layla, "easy"), cookie(layla)

    async def scenario() -> None:
        page = Page(match_id, session)
        assert await page.open()
        frame = await page.until_type("frame")
        await page.quiet()
        await page.send(
            {"type": "ping", "version": frame["version"] - 1, "meta_version": frame["meta_version"]}
        )
        pong = await page.until_type("pong")
        assert pong["version"] == frame["version"]
        await asyncio.sleep(2.1)
        await page.send({"type": "ping", "version": -1, "meta_version": -1})
        assert (await page.until_type("frame"))["version"] == frame["version"]
        await page.leave()

    asyncio.run(scenario())


def test_resync_brings_the_log_since() -> None:
    layla = person("Layla")
    match_id, session = sit_down(layla, "easy"), cookie(layla)

    async def scenario() -> None:
        row, _ = await aside(now, match_id)
        page = Page(match_id, session)
        assert await page.open()
        await page.until_type("frame")
        await page.act(row, {"type": "draw"})
        await page.until_version(row.version + 1)
        await page.quiet()
        await page.send({"type": "resync", "since": row.version})
        frame = await page.until_type("frame")
        assert [entry["version"] for entry in frame["log"]] == [row.version + 1]
        await page.send({"type": "resync", "since": 0})
        frame = await page.until_type("frame")
        assert [entry["version"] for entry in frame["log"]] == list(range(1, row.version + 2))
        await page.leave()

    asyncio.run(scenario())


def test_chat_reaches_all_and_new_pages_hear_what_was_said() -> None:
    layla, karim = person("Layla"), person("Karim")
    match_id = sit_down(layla, karim)
    sessions = cookie(layla), cookie(karim)

    async def scenario() -> None:
        mine, other = Page(match_id, sessions[0]), Page(match_id, sessions[1])
        assert await mine.open()
        assert await other.open()
        await other.until_type("frame")
        await mine.send({"type": "chat", "text": "أهلا يا كريم"})
        line = (await other.until_type("chat"))["items"][0]
        assert (line["name"], line["text"], line["phrase"], line["seat"]) == (
            "Layla",
            "أهلا يا كريم",
            None,
            0,
        )
        await other.send({"type": "phrase", "phrase": "good_luck"})
        assert await mine.until(lambda m: m["type"] == "chat" and m["items"][-1]["phrase"])
        late = Page(match_id)
        assert await late.open()
        assert len((await late.until_type("chat"))["items"]) == 2
        await mine.send({"type": "phrase", "phrase": "abuse"})
        assert (await mine.until_type("error"))["code"] == "UNKNOWN_PHRASE"
        for page in (mine, other, late):
            await page.leave()

    asyncio.run(scenario())


def test_resigning_over_the_socket() -> None:
    layla, karim = person("Layla"), person("Karim")
    match_id, session = sit_down(layla, karim, "easy"), cookie(layla)

    async def scenario() -> None:
        page = Page(match_id, session)
        assert await page.open()
        await page.until_type("frame")
        command = str(uuid4())
        await page.send({"type": "resign", "command_id": command})
        assert (await page.until_type("accepted"))["command_id"] == command
        frame = await page.until(lambda m: m["type"] == "frame" and m["seats"][0]["resigned"])
        assert frame["can"] is None
        await page.leave()

    asyncio.run(scenario())


def test_with_valkey_away_sockets_open_play_and_are_healed_by_pings() -> None:
    layla, karim = person("Layla"), person("Karim")
    match_id = sit_down(layla, karim)
    sessions = cookie(layla), cookie(karim)

    async def scenario() -> None:
        with no_valkey():
            mine, other = Page(match_id, sessions[0]), Page(match_id, sessions[1])
            for page in (mine, other):
                assert await page.open()
                await page.until_type("frame")
            row, _ = await aside(now, match_id)
            await mine.act(row, {"type": "draw"})
            await mine.until_type("accepted")
            await mine.until_version(row.version + 1)
            await other.ping()
            await other.until_version(row.version + 1)
            await other.act((await aside(now, match_id))[0], {"type": "draw"})
            await other.until_type("accepted")
            for page in (mine, other):
                await page.leave()

    asyncio.run(scenario())
