"""Pages that mean harm or are broken: each gets a code, the others do not notice."""

from __future__ import annotations

import asyncio
import json
import logging
from itertools import count
from typing import Any
from uuid import UUID, uuid4

import pytest
from channels.testing import WebsocketCommunicator

from config.asgi import application
from games.consumers import match as match_consumer
from games.live import viewing
from games.wire import answers
from games.wire.limits import BAD_MESSAGES, OUTBOX, Bucket
from tests.games.test_inbound import BAD
from tests.pages import HOST, Page, aside, cookie, no_valkey, now, person, play_bot, sit_down

pytestmark = pytest.mark.django_db(transaction=True)


def test_bad_messages_get_a_short_code() -> None:
    match_id = sit_down("easy", "easy")
    texts = [text for text in BAD.values() if text]  # the test client cannot send an empty frame

    async def scenario() -> None:
        for start in range(0, len(texts), BAD_MESSAGES - 1):
            page = Page(match_id)
            assert await page.open()
            for text in texts[start : start + BAD_MESSAGES - 1]:
                await page.send(text)
                assert await page.until_type("error") == {"type": "error", "code": "BAD_MESSAGE"}
                assert len(page.texts[-1]) <= 512
            await page.leave()

    asyncio.run(scenario())


def test_the_fifth_bad_message_closes_and_other_pages_stay() -> None:
    match_id = sit_down("easy", "easy")

    async def scenario() -> None:
        page, other = Page(match_id), Page(match_id)
        assert await page.open()
        assert await other.open()
        for _ in range(BAD_MESSAGES):
            await page.send("{")
        assert await page.until_closed() == 4400
        assert [m["type"] for m in page.messages()].count("error") == BAD_MESSAGES
        await other.ping()
        assert await other.until_type("pong")
        await other.leave()

    asyncio.run(scenario())


def test_binary_frames_are_bad_messages() -> None:
    match_id = sit_down("easy", "easy")

    async def scenario() -> None:
        page = Page(match_id)
        assert await page.open()
        await page.socket.send_to(bytes_data=b'{"type":"ready"}')
        assert (await page.until_type("error"))["code"] == "BAD_MESSAGE"
        await page.leave()

    asyncio.run(scenario())


def test_a_flood_is_limited_then_closed_and_others_play_on() -> None:
    layla, karim = person("Layla"), person("Karim")
    match_id = sit_down(layla, karim)
    sessions = cookie(layla), cookie(karim)

    async def scenario() -> None:
        flood, other = Page(match_id, sessions[1]), Page(match_id, sessions[0])
        assert await flood.open()
        assert await other.open()
        await other.until_type("frame")
        row, _ = await aside(now, match_id)
        for _ in range(200):
            await flood.send({"type": "ping", "version": 9999, "meta_version": 9999})
        assert await flood.until_closed() == 4429
        codes = [m["code"] for m in flood.messages() if m["type"] == "error"]
        assert set(codes) == {"RATE_LIMITED"}
        await other.act(row, {"type": "draw"})
        await other.until_type("accepted")
        await other.leave()

    asyncio.run(scenario())


def test_a_flood_is_named_a_flood_where_its_refusals_fill_the_outbox(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Pings that show nothing read, a little above the allowed rate: the outbox is full before the debt is too deep."""
    seconds = count(0.0, 0.02)
    monkeypatch.setattr(match_consumer, "monotonic", lambda: next(seconds))
    match_id = sit_down("easy", "easy")

    async def scenario() -> None:
        flood = Page(match_id)
        assert await flood.open()
        for _ in range(OUTBOX + 2):
            await flood.send({"type": "ping", "version": -1, "meta_version": -1})
        assert await flood.until_closed() == 4429

    asyncio.run(scenario())


def test_a_move_beyond_the_limit_is_refused_under_its_own_id(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(match_consumer, "monotonic", lambda: 0.0)
    layla = person("Layla")
    match_id, session = sit_down(layla, "easy"), cookie(layla)

    async def scenario() -> None:
        page = Page(match_id, session)
        assert await page.open()
        row, _ = await aside(now, match_id)
        for _ in range(20):
            await page.act(row, {"type": "pass"})
        command = await page.act(row, {"type": "draw"})
        refused = await page.until(lambda m: m.get("command_id") == str(command))
        assert (refused["type"], refused["code"]) == ("refused", "RATE_LIMITED")
        await page.leave()

    asyncio.run(scenario())


def test_the_move_of_another_seat_cannot_be_taken() -> None:
    """A retry under somebody else's command id must not tell its answer (the door, step 1)."""
    layla, karim = person("Layla"), person("Karim")
    match_id = sit_down(layla, karim)
    sessions = cookie(layla), cookie(karim)

    async def scenario() -> None:
        mine, other = Page(match_id, sessions[0]), Page(match_id, sessions[1])
        assert await mine.open()
        assert await other.open()
        row, _ = await aside(now, match_id)
        command = await mine.act(row, {"type": "draw"})
        await mine.until_type("accepted")
        await other.act(row, {"type": "draw"}, command)
        assert (await other.until_type("refused"))["code"] == "STALE"
        await mine.leave()
        await other.leave()

    asyncio.run(scenario())


def test_a_player_of_one_match_is_a_watcher_of_another() -> None:
    layla, karim = person("Layla"), person("Karim")
    sit_down(layla, "easy")
    other_match, session = sit_down(karim, "easy"), cookie(layla)

    async def scenario() -> None:
        page = Page(other_match, session)
        assert await page.open()
        assert (await page.until_type("frame"))["you"] is None
        row, _ = await aside(now, other_match)
        await page.act(row, {"type": "draw"})
        assert (await page.until_type("refused"))["code"] == "NOT_SEATED"
        await page.leave()

    asyncio.run(scenario())


def test_a_page_that_reads_nothing_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_consumer, "Bucket", lambda now: Bucket(now, burst=1000))
    match_id = sit_down("easy", "easy")

    async def scenario() -> None:
        deaf, awake = Page(match_id), Page(match_id)
        assert await deaf.open()
        assert await awake.open()
        await awake.until_type("frame")
        for _ in range(OUTBOX + 2):
            await deaf.send({"type": "resync", "since": 0})
            await awake.ping()
            await awake.until_type("pong")
        assert await deaf.until_closed() == 4409
        assert len(deaf.texts) <= OUTBOX
        assert awake.closed is None
        await awake.leave()

    asyncio.run(scenario())


ORIGINS = {
    "missing": (None, False),
    "empty": ("", False),
    "null": ("null", False),
    "same": (f"http://{HOST}", True),
    "https": (f"https://{HOST}", False),
    "another port": (f"http://{HOST}:444", False),
    "a name below": (f"http://sub.{HOST}", False),
    "a name that ends so": (f"http://evil-{HOST}", False),
    "a name that begins so": (f"http://{HOST}.evil.example", False),
}


@pytest.mark.parametrize("name", ORIGINS)
def test_only_our_own_pages_open_sockets(name: str) -> None:
    origin, welcome = ORIGINS[name]
    match_id = sit_down("easy", "easy")

    async def scenario() -> None:
        page = Page(match_id, origin=origin)
        assert await page.open() is welcome
        if welcome:
            await page.leave()
        else:
            assert page.texts == []

    asyncio.run(scenario())


@pytest.mark.parametrize(
    "path", ["/ws/match/xyz/", f"/ws/match/{UUID(int=7)}", "/ws/", "/", "/match/"]
)
def test_an_address_that_leads_nowhere_is_refused_like_any_other(path: str) -> None:
    async def scenario() -> None:
        headers = [(b"host", HOST.encode()), (b"origin", f"http://{HOST}".encode())]
        socket = WebsocketCommunicator(application, path, headers)
        assert await socket.connect(timeout=10) == (False, 4404)
        # Raises what the application raised, if it did.
        await socket.wait()

    asyncio.run(scenario())


def test_a_fault_of_ours_is_answered_logged_without_cards_and_closes_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    layla = person("Layla")
    match_id, session = sit_down(layla, "easy"), cookie(layla)
    real = viewing.frame
    broken = True

    def frame(*args: Any, **kwargs: Any) -> viewing.FrameData:
        if broken:
            msg = "the stock is 7H 8H 9H"
            raise RuntimeError(msg)
        return real(*args, **kwargs)

    monkeypatch.setattr(viewing, "frame", frame)

    async def scenario() -> None:
        nonlocal broken
        page = Page(match_id, session)
        with caplog.at_level(logging.DEBUG):
            assert await page.open()
            assert (await page.until_type("error"))["code"] == "TRY_AGAIN"
        ours = [record for record in caplog.records if record.name.startswith("games.consumers")]
        assert any(str(match_id) in record.getMessage() for record in ours)
        assert "7H" not in caplog.text
        assert page.closed is None
        broken = False
        await page.ping()
        await page.until_type("pong")
        assert (await page.until_type("frame"))["you"] == 0
        await page.leave()

    asyncio.run(scenario())


def test_a_command_that_met_a_fault_is_refused_and_may_be_sent_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    layla = person("Layla")
    match_id, session = sit_down(layla, "easy"), cookie(layla)
    real = answers.answer
    faults = [RuntimeError()]

    def answer(*args: Any) -> Any:
        if faults:
            raise faults.pop()
        return real(*args)

    monkeypatch.setattr(answers, "answer", answer)

    async def scenario() -> None:
        page = Page(match_id, session)
        assert await page.open()
        row, _ = await aside(now, match_id)
        command = await page.act(row, {"type": "draw"}, uuid4())
        refused = await page.until_type("refused")
        assert (refused["code"], refused["command_id"]) == ("TRY_AGAIN", str(command))
        await page.act(row, {"type": "draw"}, command)
        assert (await page.until_type("accepted"))["command_id"] == str(command)
        await page.leave()

    asyncio.run(scenario())


def test_a_fault_after_the_answer_does_not_refuse_what_was_accepted(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    layla = person("Layla")
    match_id, session = sit_down(layla, "easy"), cookie(layla)
    real_answer, real_versions = answers.answer, viewing.versions
    broken = False

    def answer(*args: Any) -> Any:
        nonlocal broken
        replies = real_answer(*args)
        broken = True
        return replies

    def versions(*args: Any) -> tuple[int, int]:
        if broken:
            msg = "the database went away"
            raise RuntimeError(msg)
        return real_versions(*args)

    monkeypatch.setattr(answers, "answer", answer)
    monkeypatch.setattr(viewing, "versions", versions)

    async def scenario() -> None:
        nonlocal broken
        # Nothing but the socket's own looking shows the move.
        with no_valkey():
            page = Page(match_id, session)
            assert await page.open()
            await page.until_type("frame")
            row, _ = await aside(now, match_id)
            command = await page.act(row, {"type": "draw"})
            assert (await page.until_type("accepted"))["command_id"] == str(command)
            await page.quiet()
            kinds = [message["type"] for message in page.messages()]
            assert kinds.count("accepted") == 1
            assert not {"refused", "error"} & set(kinds)
            assert "socket failed" in caplog.text
            assert "went away" not in caplog.text
            broken = False
            await page.ping()
            assert await page.until_version(row.version + 1)
            await page.leave()

    asyncio.run(scenario())


def test_no_reply_to_a_bad_message_repeats_it() -> None:
    match_id = sit_down("easy", "easy")

    async def scenario() -> None:
        page = Page(match_id)
        assert await page.open()
        await page.send(json.dumps({"type": "chat", "text": "echo-me", "more": 1}))
        await page.until_type("error")
        assert "echo-me" not in "".join(page.texts)
        assert await aside(play_bot, match_id)
        await page.until_version(2)
        await page.leave()

    asyncio.run(scenario())
