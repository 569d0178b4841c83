"""PostgreSQL and Valkey for one machine, kept in ``var/`` and shared by everything that needs them.

    python -m config.embedded up          start them and let them run
    python -m config.embedded env         print their addresses
    python -m config.embedded run CMD     start them if need be, run CMD with them, stop them
    python -m config.embedded down        stop them

Whoever uses the servers holds a shared lock as long as it lives; the last one to leave stops
them. A lock dies with its process, so a kill -9 leaves nothing that could not be cleared.
Where ``DATABASE_URL`` or ``REDIS_URL`` is set, that server is used and none is started for it.
"""

from __future__ import annotations

import contextlib
import fcntl
import signal
import subprocess
import sys
from typing import IO, TYPE_CHECKING

from config import env, postgres, services, valkey
from config.postgres import Postgres, ServerError
from config.valkey import Valkey

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Servers:
    """The servers that this machine runs for one ``var/`` folder."""

    def __init__(self, surroundings: env.Env) -> None:
        """Look after those servers that the surroundings do not name themselves."""
        self.surroundings = surroundings
        self.var = surroundings.var
        self.run_folder = self.var / "run"
        self.kept = self.run_folder / "kept"
        self.postgres = None if surroundings.database_url else Postgres(self.var)
        self.valkey = None if surroundings.redis_url else Valkey(self.var)
        self._lease: IO[str] | None = None

    def up(self) -> services.Services:
        """Start what does not run, take over what does, and hold them until :meth:`leave`."""
        self.check_named()
        with self._alone():
            self._lease = (self.run_folder / "users.lock").open("w")
            fcntl.flock(self._lease, fcntl.LOCK_SH)
            try:
                return self._started()
            except ServerError:
                self._release()
                raise

    def _started(self) -> services.Services:
        database, hints = self.surroundings.database_url, self.surroundings.redis_url
        if self.postgres is not None:
            database = self.postgres.url() or self.postgres.start()
        if self.valkey is not None:
            hints = self.valkey.url() or self.valkey.start()
        return services.Services(database, hints)

    def mend(self) -> list[str]:
        """Start again what has died; give the names of what had to be."""
        mended = []
        for name, server in (("PostgreSQL", self.postgres), ("Valkey", self.valkey)):
            if server is None or server.alive():
                continue
            with self._alone():
                if not server.alive():  # another user of the servers may have been faster
                    server.start()
                    mended.append(name)
        return mended

    def leave(self) -> None:
        """Give the servers up, and stop them where nobody else holds them."""
        with self._alone():
            self._release()

    def _release(self) -> None:
        if not self.kept.exists():
            self._stop_if_last()
        elif self._lease is not None:
            self._lease.close()
            self._lease = None

    def down(self) -> bool:
        """Stop the servers; False where others still use them (they stop with the last of those)."""
        with self._alone():
            self.kept.unlink(missing_ok=True)
            return self._stop_if_last()

    def _stop_if_last(self) -> bool:
        lease = self._lease or (self.run_folder / "users.lock").open("w")
        try:
            fcntl.flock(lease, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        else:
            for server in (self.valkey, self.postgres):
                if server is not None:
                    server.stop()
            return True
        finally:
            lease.close()
            self._lease = None

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Let one process at a time start and stop servers."""
        make_folder(self.run_folder)
        with (self.run_folder / "servers.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def check_named(self) -> None:
        """Ask the servers that the surroundings name; raise :class:`ServerError` for a silent one."""
        if self.surroundings.database_url:
            trouble = postgres.answers(self.surroundings.database_url)
            if trouble:
                raise ServerError(f"DATABASE_URL: PostgreSQL does not answer there: {trouble}.")
        if self.surroundings.redis_url:
            trouble = valkey.answers(self.surroundings.redis_url)
            if trouble:
                raise ServerError(f"REDIS_URL: Valkey does not answer there: {trouble}.")


def make_folder(folder: Path) -> None:
    """Make a folder, or say in one line why it cannot be made."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ServerError(f"{folder} cannot be made: {error.strerror}.") from None


def main(words: list[str]) -> int:
    """Do what the command line says and give the exit code."""
    try:
        return _do(words)
    except (env.EnvError, ServerError) as error:
        print(error, file=sys.stderr)
        return 2


def _do(words: list[str]) -> int:
    surroundings = env.read()
    servers = Servers(surroundings)
    match words:
        case ["up"]:
            servers.up()
            servers.kept.touch()
            servers.leave()
            _print(services.find(surroundings))
        case ["down"]:
            if not servers.down():
                print("Others still use the servers; they stop with the last of them.")
        case ["env"]:
            _print(services.find(surroundings))
        case ["run", *command] if command:
            return _run(servers, command)
        case _:
            print((__doc__ or "").strip(), file=sys.stderr)
            return 2
    return 0


def _run(servers: Servers, command: list[str]) -> int:
    """Run one command with the servers up, and pass on to it what would stop us."""
    found = servers.up()
    try:
        child = subprocess.Popen(
            command,
            env=env.for_children(DATABASE_URL=found.database_url, REDIS_URL=found.redis_url),
        )
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda got, _frame: child.send_signal(got))
        return child.wait()
    finally:
        servers.leave()


def _print(found: services.Services) -> None:
    print(f"DATABASE_URL={found.database_url}\nREDIS_URL={found.redis_url}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
