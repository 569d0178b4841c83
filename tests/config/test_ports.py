"""Ports: taken at once, so that two starts never share one."""

import socket
from pathlib import Path

from config import ports


def test_a_port_is_taken_once() -> None:
    first = ports.listen("127.0.0.1", 0)
    assert first is not None
    with first:
        number = first.getsockname()[1]
        assert ports.listen("127.0.0.1", number) is None
    again = ports.listen("127.0.0.1", number)
    assert again is not None
    again.close()


def test_the_next_free_port_is_taken() -> None:
    first = ports.listen_from("127.0.0.1", 45_000)
    assert first is not None
    second = ports.listen_from("127.0.0.1", first.getsockname()[1])
    assert second is not None
    with first, second:
        assert second.getsockname()[1] > first.getsockname()[1]


def test_no_port_is_found_where_all_are_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as held:
        assert ports.listen_from("127.0.0.1", held.getsockname()[1], tries=1) is None


def test_the_last_port_is_used_again_while_it_is_free(tmp_path: Path) -> None:
    note = tmp_path / "port"
    free = ports.last_or_any(note)
    note.write_text(str(free))
    assert ports.last_or_any(note) == free
    with socket.create_server(("127.0.0.1", free)):
        assert ports.last_or_any(note) != free
    note.write_text("no number")
    assert ports.last_or_any(note) > 0
