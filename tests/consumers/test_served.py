"""The socket behind the real server: what daphne cuts off, what the door of the house refuses, and a real logout."""

from __future__ import annotations

import base64
import http.client
import json
import os
import socket
import struct
import subprocess
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import connection
from django.urls import reverse

from config import env, ports, services
from games.live import viewing
from games.wire.frames import frame_message
from games.wire.outbound import encode
from tests.pages import cookie, now, person, play_bot, sit_down

if TYPE_CHECKING:
    from collections.abc import Iterator
    from uuid import UUID

pytestmark = [pytest.mark.processes, pytest.mark.django_db(transaction=True)]

TEXT, BINARY, CLOSE, PING, PONG, MORE = 0x81, 0x82, 0x88, 0x89, 0x8A, 0x01


@pytest.fixture(scope="module")
def port(django_db_setup: None) -> Iterator[int]:
    """Serve the tests' own database with the real server."""
    number = ports.any_free()
    place = env.parse_database_url(services.find(env.read()).database_url)
    assert place.port is not None
    name = connection.settings_dict["NAME"]
    process = subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--port", str(number)],
        env=env.for_children(
            DJANGO_SETTINGS_MODULE="config.settings.test",
            DATABASE_URL=services.database_url(place.user, place.password, place.port, name),
            REDIS_URL=settings.SERVICES.redis_url,
        ),
    )
    try:
        _wait_for(number, process)
        yield number
    finally:
        process.terminate()
        process.wait(timeout=30)


def _wait_for(number: int, process: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        assert process.poll() is None, "the server ended"
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", number)) == 0:
                return
        time.sleep(0.1)
    pytest.fail("the server does not listen")


class Wire:
    """A WebSocket by hand: it may send what no browser would (RFC 6455, sections 4 and 5)."""

    def __init__(
        self, port: int, match_id: UUID | str, session: str = "", origin: str | None = "own"
    ) -> None:
        self.line = socket.create_connection(("127.0.0.1", port), timeout=15)
        host = f"127.0.0.1:{port}"
        lines = [
            f"GET /ws/match/{match_id}/ HTTP/1.1",
            f"Host: {host}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
            "Sec-WebSocket-Version: 13",
        ]
        if origin is not None:
            lines.append(f"Origin: {f'http://{host}' if origin == 'own' else origin}")
        if session:
            lines.append(f"Cookie: {settings.SESSION_COOKIE_NAME}={session}")
        self.line.sendall("\r\n".join([*lines, "", ""]).encode())
        self.file = self.line.makefile("rb")
        self.status = int(self.file.readline().split()[1])
        while self.file.readline().strip():
            pass

    def send(self, payload: bytes, opcode: int = TEXT, announced: int | None = None) -> None:
        """Send one frame, masked; `announced` is the length it claims."""
        length = len(payload) if announced is None else announced
        if length < 126:
            head = struct.pack("!BB", opcode, 0x80 | length)
        elif length < 65536:
            head = struct.pack("!BBH", opcode, 0x80 | 126, length)
        else:
            head = struct.pack("!BBQ", opcode, 0x80 | 127, length)
        self.line.sendall(head + b"\0\0\0\0" + payload)

    def say(self, message: dict[str, Any]) -> None:
        self.send(json.dumps(message).encode())

    def hear(self) -> tuple[int, bytes]:
        """Read one frame: its first byte and what it carries; CLOSE with 1006 where the line just ended."""
        try:
            head = self.file.read(2)
        except ConnectionResetError:
            head = b""
        if len(head) < 2:
            return CLOSE, struct.pack("!H", 1006)
        length = head[1]
        if length == 126:
            (length,) = struct.unpack("!H", self.file.read(2))
        elif length == 127:
            (length,) = struct.unpack("!Q", self.file.read(8))
        return head[0], self.file.read(length)

    def until_type(self, kind: str) -> dict[str, Any]:
        """Wait for a message of one type."""
        while True:
            opcode, payload = self.hear()
            assert opcode != CLOSE, struct.unpack("!H", payload[:2])
            if opcode == PING:
                self.send(payload, PONG)
            elif opcode == TEXT:
                message: dict[str, Any] = json.loads(payload)
                if message["type"] == kind:
                    return message

    def until_closed(self) -> int:
        """Wait for the close and give its code."""
        while True:
            opcode, payload = self.hear()
            if opcode == CLOSE:
                code: int = struct.unpack("!H", payload[:2])[0]
                return code

    def close(self) -> None:
        self.line.close()


def still_answers(wire: Wire) -> bool:
    wire.say({"type": "ping", "version": -1, "meta_version": -1})
    return bool(wire.until_type("pong"))


def test_a_page_plays_over_the_real_socket(port: int) -> None:
    layla = person("Layla")
    match_id = sit_down(layla, "easy")
    mine, watcher = Wire(port, match_id, cookie(layla)), Wire(port, match_id)
    assert (mine.status, watcher.status) == (101, 101)
    frame = mine.until_type("frame")
    assert frame["you"] == 0
    watcher.until_type("frame")
    mine.say(
        {
            "type": "act",
            "command_id": str(uuid4()),
            "version": frame["version"],
            "action": {"type": "draw"},
        }
    )
    assert mine.until_type("accepted")["version"] == frame["version"] + 1
    assert watcher.until_type("frame")["version"] == frame["version"] + 1
    mine.close()
    watcher.close()


def test_a_page_that_comes_late_is_sent_a_long_log_whole(port: int) -> None:
    match_id, length = uuid4(), 0
    while length < 20_000:  # some matches are over too soon
        match_id = sit_down("greedy", "greedy", "greedy", "greedy")
        while now(match_id)[0].to_act is not None:
            play_bot(match_id)
        length = len(encode(frame_message(viewing.frame(match_id, None))))
    wire = Wire(port, match_id)
    frame = wire.until_type("frame")
    assert len(frame["log"]) == 50
    assert len(json.dumps(frame)) > 20_000
    assert still_answers(wire)
    wire.close()


@pytest.mark.parametrize("origin", [None, "null", "https://127.0.0.1", "http://evil.example"])
def test_foreign_pages_are_refused_at_the_handshake(port: int, origin: str | None) -> None:
    wire = Wire(port, sit_down("easy", "easy"), origin=origin)
    assert wire.status == 403
    wire.close()


def test_an_address_of_no_match_is_refused_at_the_handshake(port: int) -> None:
    wire = Wire(port, "xyz")
    assert wire.status == 403
    wire.close()


def test_frames_that_are_too_big_close_their_own_socket_only(port: int) -> None:
    match_id = sit_down("easy", "easy")
    other = Wire(port, match_id)
    other.until_type("frame")
    cases: list[tuple[str, list[tuple[bytes, int, int | None]]]] = [
        ("17 KB", [(b" " * 17_000, TEXT, None)]),
        ("1 MB", [(b" " * 20_000, TEXT, 1_000_000)]),
        ("endless", [(b" " * 1000, TEXT, 2**40)]),
        ("in pieces", [(b" " * 9_000, MORE, None), (b" " * 9_000, 0x80, None)]),
    ]
    for name, frames in cases:
        wire = Wire(port, match_id)
        wire.until_type("frame")
        with suppress(OSError):
            for payload, opcode, announced in frames:
                wire.send(payload, opcode, announced)
        assert wire.until_closed() in {1002, 1006, 1009}, name
        wire.close()
        assert still_answers(other), name
    other.close()


def test_a_flood_is_closed_within_two_seconds(port: int) -> None:
    match_id = sit_down("easy", "easy")
    flood, other = Wire(port, match_id), Wire(port, match_id)
    flood.until_type("frame")
    other.until_type("frame")
    message = json.dumps({"type": "ping", "version": 99, "meta_version": 99}).encode()
    with suppress(OSError):  # the server may hang up in the middle
        for _ in range(400):
            flood.send(message)
    assert flood.until_closed() == 4429
    assert still_answers(other)
    flood.close()
    other.close()


def test_a_socket_that_never_reads_does_not_hold_up_the_table(port: int) -> None:
    layla = person("Layla")
    match_id = sit_down(layla, "easy")
    deaf, mine = Wire(port, match_id), Wire(port, match_id, cookie(layla))
    for _ in range(14):
        deaf.say({"type": "resync", "since": 0})
        time.sleep(0.02)
    mine.until_type("frame")
    row, _ = now(match_id)
    mine.say(
        {
            "type": "act",
            "command_id": str(uuid4()),
            "version": row.version,
            "action": {"type": "draw"},
        }
    )
    assert mine.until_type("accepted")
    deaf.close()
    mine.close()


def test_logging_out_in_one_tab_closes_the_socket_of_the_other(port: int) -> None:
    layla = person("Layla")
    match_id, here, phone = sit_down(layla, "easy"), cookie(layla), cookie(layla)
    tab, elsewhere = Wire(port, match_id, here), Wire(port, match_id, phone)
    tab.until_type("frame")
    elsewhere.until_type("frame")
    time.sleep(0.5)  # the groups are joined beside the first frame
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=15)
    line.request(
        "POST",
        reverse("account_logout"),
        f"csrfmiddlewaretoken={'a' * 32}",
        {
            "Cookie": f"{settings.SESSION_COOKIE_NAME}={here}; csrftoken={'a' * 32}",
            "Content-Type": "application/x-www-form-urlencoded",
            "Origin": f"http://127.0.0.1:{port}",
        },
    )
    begun = time.monotonic()
    assert line.getresponse().status == 302
    assert tab.until_closed() == 4401
    assert time.monotonic() - begun < 5, "even on a machine that is busy"
    assert still_answers(elsewhere)
    tab.close()
    elsewhere.close()
