"""The whole site for a test session: its own database, Valkey, web process and workers, each of which a test may kill."""

from __future__ import annotations

import http.client
import os
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self
from urllib.parse import urlsplit

import psycopg

from config import env, ports, processes
from config.play import WORKERS
from config.supervise import Child, end_all
from config.valkey import Valkey

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ORIGIN = "jalsa.test/deals"
"""The name of this site's deals. What is foreseen in the settings of the tests follows from it."""

MODERATOR = "Moderator"
MODERATOR_PASSWORD = secrets.token_urlsafe(12)
START_PATIENCE = 90.0
LOOK_EVERY = 0.1
LAST_LINES, LONGEST_LINE = 25, 300  # of a log beside a failure


@dataclass
class Site:
    """A running site. Whatever dies is started again, as the launcher of the real one does."""

    folder: Path
    database_url: str
    children: dict[str, Child] = field(default_factory=dict)
    _over: threading.Event = field(default_factory=threading.Event)
    _watcher: threading.Thread | None = None
    _listener: socket.socket | None = None

    @property
    def address(self) -> str:
        """Where browsers find it."""
        assert self._listener is not None
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    @property
    def logs(self) -> Path:
        """Where its processes write."""
        return self.folder / "log"

    def __enter__(self) -> Self:
        """Start it and wait until it answers."""
        self.name = f"jalsa_e2e_{secrets.token_hex(4)}"
        self._sql(f'CREATE DATABASE "{self.name}"')
        self.valkey = Valkey(self.folder)
        self._listener = ports.listen("127.0.0.1", 0)
        surroundings = self._surroundings(self.valkey.start())
        try:
            self._prepare(surroundings)
            self._start(surroundings)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """Stop all of it, and drop the database."""
        self._over.set()
        if self._watcher is not None:
            self._watcher.join()
        end_all(list(self.children.values()), 10)
        if self._listener is not None:
            self._listener.close()
        self.valkey.stop()
        self._sql(f'DROP DATABASE IF EXISTS "{self.name}" WITH (FORCE)')

    # --- for tests ------------------------------------------------------------------------------

    def kill(self, name: str) -> None:
        """Kill a process as a machine would: no goodbye. The watcher starts it again."""
        process = self.children[name].process
        assert process is not None
        process.send_signal(signal.SIGKILL)
        process.wait(10)

    def kill_valkey(self) -> None:
        """Kill Valkey; it stays away until `start_valkey`."""
        note = processes.read_note(self.valkey.note)
        assert note is not None
        os.kill(note["pid"], signal.SIGKILL)
        assert processes.gone(note["pid"], note["born"], 10)

    def start_valkey(self) -> None:
        """Start Valkey again, at the same address."""
        self.valkey.start()

    def tails(self) -> Iterator[tuple[str, str]]:
        """Give the end of each log that has something in it."""
        for path in sorted(self.logs.glob("*.log")):
            lines = path.read_text(errors="replace").splitlines()
            if lines:
                yield path.stem, "\n".join(line[:LONGEST_LINE] for line in lines[-LAST_LINES:])

    # --- how it starts --------------------------------------------------------------------------

    def _surroundings(self, redis_url: str) -> dict[str, str]:
        assert self._listener is not None
        url = urlsplit(self.database_url)._replace(path=f"/{self.name}").geturl()
        found = env.for_children(
            DJANGO_SETTINGS_MODULE="config.settings.test",
            DATABASE_URL=url,
            REDIS_URL=redis_url,
            HOST="127.0.0.1",
            PORT=str(self._listener.getsockname()[1]),
            VAR_DIR=str(self.folder),
            PYTHONUNBUFFERED="1",
        )
        found.pop("DJANGO_ALLOW_ASYNC_UNSAFE", None)  # this process needs it, the site must not
        return found

    def _prepare(self, surroundings: dict[str, str]) -> None:
        subprocess.run(
            [sys.executable, "-m", "tests.e2e.prepare", ORIGIN, MODERATOR, MODERATOR_PASSWORD],
            env=surroundings,
            cwd=env.BASE,
            check=True,
        )

    def _start(self, surroundings: dict[str, str]) -> None:
        assert self._listener is not None
        number = self._listener.fileno()
        web = [sys.executable, str(env.BASE / "manage.py"), "serve", f"--fd={number}"]
        self._add(Child("web", web, surroundings, self.logs / "web.log", (number,)))
        celery = [sys.executable, "-m", "celery", "--app=config.celery_app", "--quiet", "worker"]
        celery += ["--without-gossip", "--without-mingle", "--without-heartbeat", "--loglevel=INFO"]
        for name, words in WORKERS:
            command = [*celery, f"--hostname={name}@%h", *words]
            self._add(Child(name, command, surroundings, self.logs / f"{name}.log"))
        self._watcher = threading.Thread(target=self._watch)
        self._watcher.start()
        self.await_answer()

    def _add(self, child: Child) -> None:
        self.children[child.name] = child
        child.start()

    def _watch(self) -> None:
        while not self._over.wait(LOOK_EVERY):
            for child in self.children.values():
                child.look()

    def await_answer(self) -> None:
        """Wait until the web process answers."""
        until = time.monotonic() + START_PATIENCE
        while time.monotonic() < until:
            with suppress(OSError, http.client.HTTPException):
                line = http.client.HTTPConnection(self.address.removeprefix("http://"), timeout=5)
                line.request("GET", "/health")
                if line.getresponse().status == 200:
                    return
            time.sleep(0.1)
        raise AssertionError(f"The site does not answer; its logs are in {self.logs}.")

    def _sql(self, statement: str) -> None:
        with psycopg.connect(self.database_url, autocommit=True) as connection:
            connection.execute(statement)
