"""Run the whole site on this machine: servers, web process, workers, until told to stop.

Everything that can be wrong with what a person asked for is found before anything is started:
then there is one line and exit code 2. Exit code 1 means that the site itself could not start.
"""

from __future__ import annotations

import contextlib
import fcntl
import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from typing import IO, TYPE_CHECKING, Self

from config import env, ports, prepared, processes, supervise
from config.embedded import Servers, make_folder
from config.postgres import ServerError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

    from config.services import Services

SETTINGS = "config.settings.production"
START_PATIENCE = 180.0  # seconds until the site must answer
END_PATIENCE = 12.0  # seconds for web process and workers to finish what is under way
MEND_PAUSE = 5.0  # seconds between two attempts to start a server that does not start
WORKERS = (
    ("clock", ["--queues=clock", "--beat", "--concurrency=1"]),
    ("bots", ["--queues=bots", "--concurrency=1"]),
    ("slow", ["--queues=slow", "--concurrency=1"]),
)


class Stop(Exception):
    """The person or the machine asked the site to stop."""


class Bell:
    """What rings when somebody asks for the end: it is heard at once, or at the end of a step.

    A step that starts a process and writes down which one must not be cut in two.
    """

    def __init__(self) -> None:
        """Be silent so far."""
        self.rung = False
        self.muffled = False

    def listen(self) -> None:
        """Hear the signals by which a person, a shell or a machine asks for the end."""
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            # Started in the background by a shell, or by nohup, we are told to ignore that one.
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._ring)

    def _ring(self, number: int, _frame: FrameType | None) -> None:
        if not self.muffled and not self.rung:
            self.rung = True
            raise Stop(number)
        self.rung = True

    @contextlib.contextmanager
    def muffle(self) -> Iterator[None]:
        """Let one step be finished before the ringing is heard."""
        self.muffled = True
        try:
            yield
        finally:
            self.muffled = False
        if self.rung:
            raise Stop


def main() -> int:
    """Run the site and give the exit code."""
    bell = Bell()
    bell.listen()
    try:
        with Play(env.read(), bell) as play:
            play.run()
    except (env.EnvError, ServerError) as error:
        print(error, file=sys.stderr)
        return 2
    except SiteError as error:
        print(error, file=sys.stderr)
        return 1
    except Stop:
        return 0
    return 0


def say(line: str) -> None:
    """Tell the person something; where the terminal is gone, the site goes on without a word."""
    with contextlib.suppress(OSError):
        print(line, flush=True)


class SiteError(Exception):
    """The site itself does not start; the text is one line for a person."""


class Play:
    """One run of the site; leaving the block ends everything it started, in the right order."""

    def __init__(self, surroundings: env.Env, bell: Bell) -> None:
        """Prepare a run in the surroundings' ``var/``, to be ended by ``bell``."""
        self.bell = bell
        self.surroundings = surroundings
        self.var = surroundings.var
        self.note = self.var / "run" / "play.json"
        self.mark = str(self.var.resolve())
        self.servers = Servers(surroundings)
        self.children: list[supervise.Child] = []
        self.listener: socket.socket | None = None
        self._held: IO[str] | None = None
        self._using = False

    def __enter__(self) -> Self:
        """Start nothing yet."""
        return self

    def __exit__(self, *_: object) -> None:
        """End web process and workers, then the servers."""
        self.bell.muffled = True
        if self._using:
            say("Stopping ...")
            supervise.end_all(self.children, END_PATIENCE)
            supervise.end_orphans(self.mark)
        if self.listener is not None:
            self.listener.close()
        if self._using:
            self.servers.leave()
            self.note.unlink(missing_ok=True)
            say("Stopped.")

    def run(self) -> None:
        """Start everything, say where the site is, and keep it alive until told to stop."""
        begin = time.monotonic()
        self._only_one()
        self.servers.check_named()
        orphans = supervise.end_orphans(self.mark)
        if orphans:
            say(f"Ended {orphans} process(es) that an earlier start left behind.")
        self.listener = self._listener()
        with self.bell.muffle():
            found = self.servers.up()
            self._using = True
        surroundings = self._for_children(found)
        web = self._start_web(surroundings)  # it imports while the tables are looked after
        self._prepare(surroundings)
        web.release()
        self._await_answer()
        self._start_workers(surroundings)
        address = (self.surroundings.site or env.Site("http", *self._own_address())).origin
        processes.write_note(self.note, os.getpid(), address=address)
        self._greet(address, time.monotonic() - begin)
        self._watch()

    # --- before anything is started --------------------------------------------------------

    def _only_one(self) -> None:
        """Hold this folder for us alone; raise :class:`env.EnvError` where another run has it."""
        make_folder(self.note.parent)
        self._held = (self.note.parent / "play.lock").open("w")
        try:
            fcntl.flock(self._held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            note = processes.read_note(self.note)
            where = f" at {note['address']}" if note else ""
            raise env.EnvError(f"Jalsa already runs in this folder{where}.") from None

    def _listener(self) -> socket.socket:
        """Take the port that was asked for, or the first free one."""
        host, asked = self.surroundings.host, self.surroundings.port
        try:
            if asked is not None:
                found = ports.listen(host, asked)
                trouble = (
                    f"PORT {asked} is taken on {host}: choose another, or none to get a free one."
                )
            else:
                found = ports.listen_from(host, env.DEFAULT_PORT)
                trouble = f"No port from {env.DEFAULT_PORT} on is free on {host}."
        except OSError as error:
            raise env.EnvError(
                f"HOST {host} is no address of this machine ({error.strerror})."
            ) from None
        if found is None:
            raise env.EnvError(trouble)
        port = found.getsockname()[1]
        if asked is None and port != env.DEFAULT_PORT:
            say(f"Port {env.DEFAULT_PORT} is taken; this run uses {port}.")
        return found

    # --- the parts ---------------------------------------------------------------------------

    def _for_children(self, found: Services) -> dict[str, str]:
        port = self.listener.getsockname()[1] if self.listener else env.DEFAULT_PORT
        return env.for_children(
            DJANGO_SETTINGS_MODULE=SETTINGS,
            DATABASE_URL=found.database_url,
            REDIS_URL=found.redis_url,
            HOST=self.surroundings.host,
            PORT=str(port),
            VAR_DIR=str(self.var),
            PYTHONUNBUFFERED="1",
            **{supervise.MARK: self.mark},
        )

    def _prepare(self, surroundings: dict[str, str]) -> None:
        """Prepare the tables, words and files; a named database is looked at every time."""
        if self.servers.postgres is not None and prepared.is_done(self.var):
            return
        done = subprocess.run(
            [sys.executable, str(env.BASE / "manage.py"), "prepare"],
            env=surroundings,
            stdin=subprocess.DEVNULL,
            check=False,
        )
        if done.returncode != 0:
            raise SiteError("The database could not be prepared; the lines above say why.")
        prepared.mark_done(self.var)

    def _start_web(self, surroundings: dict[str, str]) -> supervise.Child:
        if self.listener is None:
            raise SiteError("There is no socket to serve on.")
        number = self.listener.fileno()
        command = [sys.executable, str(env.BASE / "manage.py"), "serve", f"--fd={number}"]
        log = self.var / "log" / "web.log"
        return self._start(
            supervise.Child("web", command, surroundings, log, (number,), waits=True)
        )

    def _start_workers(self, surroundings: dict[str, str]) -> None:
        celery = [sys.executable, "-m", "celery", "--app=config.celery_app", "--quiet", "worker"]
        celery += ["--without-gossip", "--without-mingle", "--without-heartbeat", "--loglevel=INFO"]
        for name, words in WORKERS:
            command = [*celery, f"--hostname={name}@%h", *words]
            log = self.var / "log" / f"{name}.log"
            self._start(supervise.Child(name, command, surroundings, log))

    def _start(self, child: supervise.Child) -> supervise.Child:
        self.children.append(child)
        child.start()
        return child

    def _await_answer(self) -> None:
        """Wait until the site answers; give up where the web process cannot stand."""
        until = time.monotonic() + START_PATIENCE
        while time.monotonic() < until:
            self._look()
            if self._answers():
                return
            time.sleep(0.05)
        raise SiteError(f"The site did not answer within {START_PATIENCE:.0f} s.")

    def _answers(self) -> bool:
        headers = {}
        if self.surroundings.site is not None:  # the name is all that the site lets in
            headers["Host"] = self.surroundings.site.origin.partition("://")[2]
        host, port = self._own_address()
        line = http.client.HTTPConnection(host, port, timeout=5)
        try:
            line.request("GET", "/health", headers=headers)
            return line.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            line.close()

    def _own_address(self) -> tuple[str, int]:
        """Give the address under which this machine itself reaches the site."""
        host = self.surroundings.host
        if host in env.ANY_HOST:
            host = "::1" if ":" in host else env.DEFAULT_HOST
        return host, self.listener.getsockname()[1] if self.listener else env.DEFAULT_PORT

    # --- while it runs -------------------------------------------------------------------------

    def _watch(self) -> None:
        again, told = 0.0, ""
        while True:
            time.sleep(0.25)
            self._look()
            if time.monotonic() < again:
                continue
            try:
                with self.bell.muffle():
                    mended = self.servers.mend()
            except ServerError as error:  # a full disk, say: it may be mended while we wait
                again = time.monotonic() + MEND_PAUSE
                if str(error) != told:  # not the same line for hours
                    told = str(error)
                    say(f"{told} Trying again every {MEND_PAUSE:.0f} s.")
                continue
            for name in mended:
                told = ""
                say(f"{name} had ended and was started again.")

    def _look(self) -> None:
        for child in self.children:
            line = child.look()
            if line:
                say(line)
            if child.failing():
                raise SiteError(f"The {child.name} process does not start; see {child.log}.")

    def _greet(self, address: str, seconds: float) -> None:
        say(f"Jalsa is ready at {address}/ after {seconds:.1f} s (Ctrl-C stops it).")
        if self.surroundings.site is not None:
            say(f"It listens on {env.Site('http', *self._own_address()).origin}/.")
        if self.var != env.BASE / "var":
            say(f"This run keeps its data in {self.var}.")
        if self.surroundings.local_network and self.listener is not None:
            port = self.listener.getsockname()[1]
            for host in _addresses():
                say(f"On the local network: http://{host}:{port}/")


def _addresses() -> list[str]:
    """Give the addresses under which other machines may reach this one."""
    found = set()
    with contextlib.suppress(OSError):
        found = {
            str(info[4][0])
            for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        }
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(
            ("192.0.2.1", 9)
        )  # nothing is sent: this only asks which address would be used
        found.add(probe.getsockname()[0])
    return sorted(host for host in found if not host.startswith("127."))


if __name__ == "__main__":
    sys.exit(main())
