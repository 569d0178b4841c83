"""make play, as a person runs it: without a terminal, in a path with spaces, killed in every way."""

import contextlib
import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import pytest

from config import env, postgres, processes, supervise, valkey

pytestmark = pytest.mark.processes


class Run:
    """One start of the launcher in a folder of its own."""

    every: ClassVar[list[subprocess.Popen[bytes]]] = []

    def __init__(self, var: Path, **surroundings: str) -> None:
        kept = {
            key: value
            for key, value in os.environ.items()
            if key not in {"DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE", "PORT", "HOST"}
        }
        self.var = var
        self.log = var.with_suffix(f".{time.monotonic_ns()}.log")
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "config.play"],
                cwd=env.BASE,
                env={**kept, "VAR_DIR": str(var), **surroundings},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        self.every.append(self.process)

    def said(self) -> str:
        return self.log.read_text()

    def wait_for(self, pattern: str, seconds: float = 200) -> re.Match[str]:
        until = time.monotonic() + seconds
        while not (found := re.search(pattern, self.said())):
            assert self.process.poll() is None, self.said()
            assert time.monotonic() < until, self.said()
            time.sleep(0.05)
        return found

    def port(self) -> int:
        return int(self.wait_for(r"ready at http://127\.0\.0\.1:(\d+)/").group(1))

    def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.process.wait(90)


@pytest.fixture
def var(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "my var"
    yield folder
    while Run.every:  # after a failure a launcher still runs, and would mend what is stopped here
        launcher = Run.every.pop()
        launcher.kill()
        launcher.wait()
    for child in tmp_path.iterdir():
        if child.is_dir():
            supervise.end_orphans(str(child.resolve()))
            for server in (valkey.Valkey(child), postgres.Postgres(child)):
                server.stop()


def answer(port: int, path: str = "/health", seconds: float = 60) -> int:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=seconds)
    with contextlib.closing(line):
        line.request("GET", path)
        return line.getresponse().status


def servers_of(var: Path) -> list[int]:
    notes = (processes.read_note(var / "run" / f"{name}.json") for name in ("postgres", "valkey"))
    return [int(note["pid"]) for note in notes if note]


def test_a_start_a_second_start_and_a_clean_end(var: Path) -> None:
    run = Run(var)
    port = run.port()
    assert "The admin account is admin with the password" in run.said()
    assert answer(port) == 200
    assert answer(port, "/") == 200, "the first start finds its own static files"
    until = time.monotonic() + 30
    while len(supervise.marked(str(var.resolve()))) < 4:  # web process and three workers
        assert time.monotonic() < until
        time.sleep(0.05)

    second = Run(var)
    assert second.process.wait(90) == 2
    assert second.said().strip() == f"Jalsa already runs in this folder at http://127.0.0.1:{port}."
    assert answer(port) == 200

    servers = servers_of(var)
    assert len(servers) == 2
    assert run.end() == 0
    assert run.said().rstrip().endswith("Stopped.")
    assert not supervise.marked(str(var.resolve()))
    assert not any(processes.born(pid) for pid in servers)
    with pytest.raises(ConnectionRefusedError):
        answer(port)


def test_after_a_kill_of_everything_the_next_start_recovers(var: Path) -> None:
    run = Run(var)
    port = run.port()
    run.process.kill()
    run.process.wait()
    children = supervise.marked(str(var.resolve()))
    killed = servers_of(var)[:1] + [pid for pid, _ in children[:2]]
    for pid in killed:
        os.kill(pid, signal.SIGKILL)

    again = Run(var)
    assert again.port() == port, "what held the port was ended first"
    assert "left behind" in again.said()
    assert "password" not in again.said(), "the account is made once"
    assert answer(port) == 200
    assert again.end(signal.SIGINT) == 0
    assert not servers_of(var)


def test_what_dies_is_started_again_and_visitors_wait(var: Path) -> None:
    run = Run(var)
    port = run.port()
    commands = {pid: processes.command_line(pid) for pid, _ in supervise.marked(str(var.resolve()))}
    web = next(pid for pid, line in commands.items() if "manage.py serve" in line)
    os.kill(web, signal.SIGKILL)
    assert answer(port, seconds=120) == 200, "the visitor waited in the queue"
    run.wait_for(r"The web process ended by SIGKILL; it starts again")
    for pid in servers_of(var):
        os.kill(pid, signal.SIGKILL)
    run.wait_for(r"PostgreSQL had ended and was started again")
    run.wait_for(r"Valkey had ended and was started again")
    assert answer(port) == 200
    assert run.end() == 0


def test_a_server_that_cannot_start_is_tried_until_it_can(var: Path) -> None:
    run = Run(var)
    port = run.port()
    control = var / "postgres" / "global"
    away = control.rename(var / "away")
    os.kill(servers_of(var)[0], signal.SIGKILL)
    run.wait_for(r"PostgreSQL did not start: .* Trying again")
    assert run.said().count("Trying again") == 1
    away.rename(control)
    run.wait_for(r"PostgreSQL had ended and was started again")
    assert answer(port) == 200
    assert run.end() == 0


def test_two_folders_start_at_once_on_two_ports(tmp_path: Path, var: Path) -> None:
    runs = [Run(var), Run(tmp_path / "other var")]
    ports = {run.port() for run in runs}
    assert len(ports) == 2
    assert [answer(port) for port in ports] == [200, 200]
    moved = [run.said() for run in runs if "is taken; this run uses" in run.said()]
    assert moved
    assert [run.end() for run in runs] == [0, 0]


def test_a_port_that_was_asked_for_and_is_taken(var: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as held:
        port = held.getsockname()[1]
        run = Run(var, PORT=str(port))
        assert run.process.wait(90) == 2
    assert run.said().strip().startswith(f"PORT {port} is taken on 127.0.0.1")
    assert "\n" not in run.said().strip()
    assert not servers_of(var)


@pytest.mark.parametrize(
    "wrong",
    [
        {"DATABASE_URL": "postgresql://127.0.0.1:9/x"},
        {"DATABASE_URL": "nonsense"},
        {"REDIS_URL": "redis://127.0.0.1:9/0"},
        {"SITE_URL": "play.example.org"},
        {"PORT": "http"},
        {"HOST": "203.0.113.7"},
    ],
)
def test_a_wrong_wish_is_one_line_and_nothing_is_started(var: Path, wrong: dict[str, str]) -> None:
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):  # a taken usual port must not add a line of its own
            stack.enter_context(socket.create_server(("127.0.0.1", env.DEFAULT_PORT)))
        run = Run(var, **wrong)
        assert run.process.wait(90) == 2
    line = run.said().strip()
    assert "\n" not in line
    assert next(iter(wrong)) in line
    assert not servers_of(var)
    assert not supervise.marked(str(var.resolve()))


def test_ignored_signals_stay_ignored_and_sigterm_stops(var: Path) -> None:
    """A shell that starts it in the background sets SIGINT, and nohup SIGHUP, to be ignored."""
    kept = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGHUP)}
    try:
        for number in kept:
            signal.signal(number, signal.SIG_IGN)
        run = Run(var)
    finally:
        for number, handler in kept.items():
            signal.signal(number, handler)
    port = run.port()
    for number in kept:
        run.process.send_signal(number)
    time.sleep(0.5)
    assert run.process.poll() is None
    assert answer(port) == 200
    assert run.end() == 0
