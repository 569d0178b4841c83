"""Processes that outlive the one that started them: how they are known again and how they are ended."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

STEP = 0.05  # seconds between two looks at a process that is to end


def born(pid: int) -> str:
    """Tell when a process started, in whatever the system counts; empty if it does not run.

    The number of a process is given again to others, number and birth together are not.
    A process that has ended and was not yet collected by its parent does not run.
    """
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return "" if Path("/proc/self/stat").exists() else _born_by_ps(pid)
    return "" if fields[0] in {"Z", "X"} else fields[19]


def _born_by_ps(pid: int) -> str:
    found = subprocess.run(
        ["ps", "-o", "lstart=", "-p", str(pid)],
        capture_output=True,
        text=True,
        check=False,
    )
    return found.stdout.strip()


def write_note(path: Path, pid: int, **facts: Any) -> None:
    """Write down which process serves what; the file appears whole, readable by its owner only."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        json.dump({"pid": pid, "born": born(pid), **facts}, file)
    draft.replace(path)


def read_note(path: Path) -> dict[str, Any] | None:
    """Give what was written down if that very process still runs, else None."""
    try:
        note = json.loads(path.read_text())
    except (OSError, ValueError):
        return None
    if not isinstance(note, dict) or not note.get("born"):
        return None
    return note if born(int(note["pid"])) == note["born"] else None


def end(pid: int, birth: str, *, first: signal.Signals, patience: float) -> None:
    """End one process: ``first`` signal, ``patience`` seconds to obey, then SIGKILL."""
    for number, seconds in ((first, patience), (signal.SIGKILL, 10.0)):
        if born(pid) != birth:
            break
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)
        if gone(pid, birth, seconds):
            break


def gone(pid: int, birth: str, seconds: float) -> bool:
    """Wait up to ``seconds`` for a process to end, and tell whether it did."""
    until = time.monotonic() + seconds
    while born(pid) == birth:
        if time.monotonic() > until:
            return False
        time.sleep(STEP)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(pid, os.WNOHANG)  # our own child must be collected to be gone
    return True


def command_line(pid: int) -> str:
    """Give the words a process was started with; empty where they cannot be read."""
    try:
        return (
            Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        )
    except OSError:
        return ""


def living_in(folder: Path) -> list[int]:
    """Give the processes whose working folder is ``folder``, also where it has been removed."""
    names = {str(folder.resolve()), f"{folder.resolve()} (deleted)"}
    found = []
    for entry in Path("/proc").glob("[0-9]*/cwd"):
        with contextlib.suppress(OSError):
            if str(entry.readlink()) in names:
                found.append(int(entry.parent.name))
    return found
