"""Child processes that are kept alive: started, started again when they die, ended together."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path

from config import processes

STEADY = 30.0  # seconds after which a child that dies is not a child that cannot start
LONGEST_WAIT = 30.0
LOG_LIMIT = 8 * 1024 * 1024
MARK = "JALSA_RUN"  # in the surroundings of every child: its grandchildren are known by it too


@dataclass(slots=True)
class Child:
    """One process: how it is started, and how it has been doing."""

    name: str
    command: list[str]
    surroundings: dict[str, str]
    log: Path
    handed: tuple[int, ...] = ()
    waits: bool = False  # the first start gets ``--wait`` and goes on when it is released
    process: subprocess.Popen[bytes] | None = None
    since: float = 0.0
    wait: float = 0.0
    again_at: float = 0.0
    deaths: deque[float] = field(default_factory=lambda: deque(maxlen=3))

    def start(self) -> None:
        """Start the process in a session of its own, so that Ctrl-C reaches it through us only."""
        self.log.parent.mkdir(parents=True, exist_ok=True)
        if self.log.exists() and self.log.stat().st_size > LOG_LIMIT:
            self.log.replace(self.log.with_suffix(".old.log"))
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*self.command, "--wait"] if self.waits else self.command,
                env=self.surroundings,
                stdin=subprocess.PIPE if self.waits else subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=self.handed,
                start_new_session=True,
            )
        self.since = time.monotonic()

    def release(self) -> None:
        """Let a process that waits go on; one that died meanwhile will not wait again."""
        self.waits = False
        if self.process is not None and self.process.stdin is not None:
            with contextlib.suppress(BrokenPipeError), self.process.stdin as line:
                line.write(b"go\n")

    def look(self) -> str:
        """Start the process again if it died, later each time; give a line to say, or nothing."""
        now = time.monotonic()
        if self.process is None:
            if now >= self.again_at:
                self.start()
            return ""
        code = self.process.poll()
        if code is None:
            return ""
        self.process = None
        self.deaths.append(now)
        self.wait = 0.2 if now - self.since > STEADY else min(max(self.wait, 0.1) * 2, LONGEST_WAIT)
        self.again_at = now + self.wait
        how = (
            f"by {signal.Signals(-code).name}"
            if code < 0
            else f"with code {code} ({self.last_words()})"
        )
        return f"The {self.name} process ended {how}; it starts again in {self.wait:.1f} s."

    def failing(self) -> bool:
        """Tell whether the process died three times without ever standing."""
        return len(self.deaths) == 3 and self.deaths[-1] - self.deaths[0] < STEADY

    def last_words(self) -> str:
        """Give the last line of the log."""
        try:
            lines = self.log.read_bytes()[-4096:].decode(errors="replace").strip().splitlines()
        except OSError:
            return ""
        return lines[-1].strip() if lines else f"see {self.log}"


def end_all(children: list[Child], patience: float) -> None:
    """Ask all of them to end, wait together, and end by force what has not after ``patience``."""
    running = [
        child.process for child in children if child.process and child.process.poll() is None
    ]
    for process in running:
        process.send_signal(signal.SIGTERM)
    until = time.monotonic() + patience
    for process in running:
        try:
            process.wait(max(0.0, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def end_orphans(mark: str) -> int:
    """End what an earlier start of the same folder left behind; give how many there were.

    Only Linux lets us look: elsewhere orphans end by themselves when their servers do.
    """
    found = list(marked(mark))
    for number, patience in ((signal.SIGTERM, 5.0), (signal.SIGKILL, 5.0)):
        for pid, birth in found:
            if processes.born(pid) == birth:
                os.kill(pid, number)
        until = time.monotonic() + patience
        for pid, birth in found:
            processes.gone(pid, birth, max(0.0, until - time.monotonic()))
    return len(found)


def marked(mark: str) -> list[tuple[int, str]]:
    """Find the processes of this user whose surroundings carry ``mark``, with their births."""
    wanted = f"{MARK}={mark}".encode()
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        pid = int(folder.name)
        try:
            surroundings = (folder / "environ").read_bytes().split(b"\0")
        except OSError:
            continue
        if pid != os.getpid() and wanted in surroundings:
            found.append((pid, processes.born(pid)))
    return [(pid, birth) for pid, birth in found if birth]
