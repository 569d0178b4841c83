"""Ports: which are free, and how one is held so that nobody else takes it."""

from __future__ import annotations

import errno
import socket
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

# a port below 1024 is as good as taken for a person who may not use it
_TAKEN = {errno.EADDRINUSE, errno.EACCES}


def listen(host: str, port: int) -> socket.socket | None:
    """Take a port at once and give its listening socket; None where it is taken.

    Whoever holds the socket may hand it to a child process, so that two clones that start at
    the same moment cannot both believe a port to be theirs. Raises :class:`OSError` for an
    address that is not of this machine.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    taken = socket.socket(family, socket.SOCK_STREAM)
    try:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind((host, port))
        taken.listen(1024)
    except OSError as error:
        taken.close()
        if error.errno in _TAKEN:
            return None
        raise
    return taken


def listen_from(host: str, port: int, tries: int = 200) -> socket.socket | None:
    """Take the first free port from ``port`` on; None where ``tries`` of them are all taken."""
    for candidate in range(port, min(port + tries, 65536)):
        found = listen(host, candidate)
        if found is not None:
            return found
    return None


def any_free() -> int:
    """Name a port of this machine that was free a moment ago."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def last_or_any(note: Path) -> int:
    """Name the port written in ``note`` if it is free, so that what knew it finds it, else any."""
    try:
        port = int(note.read_text())
    except (OSError, ValueError):
        return any_free()
    held = listen("127.0.0.1", port)
    if held is None:
        return any_free()
    held.close()
    return port
