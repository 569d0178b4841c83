"""Run the whole test suite on real servers: what runs side by side first, then what needs the machine.

Tests with real processes or browsers (marker ``processes``) run alone, in a second run without
workers beside them: a heartbeat thread next to a database that is being emptied locks up.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys

from config import browser, env
from config.embedded import Servers
from config.postgres import ServerError
from config.translations import compile_all

NOTHING_COLLECTED = 5
RUNS = (
    ["-m", "not processes", "--numprocesses=2", "--dist=worksteal"],
    ["-m", "processes", "--numprocesses=0"],
)


def main(words: list[str]) -> int:
    """Run both halves and give the exit code; ``words`` go to pytest as they are."""
    if browser.find_or_install() is None:
        print(browser.MISSING, file=sys.stderr)
        return 2
    compile_all(env.BASE / "locale")
    try:
        servers = Servers(env.read())
        found = servers.up()
    except (env.EnvError, ServerError) as error:
        print(error, file=sys.stderr)
        return 2
    # Told to stop, we still stop what we started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    surroundings = env.for_children(DATABASE_URL=found.database_url, REDIS_URL=found.redis_url)
    try:
        codes = [_pytest([*run, *words], surroundings) for run in RUNS]
    finally:
        servers.leave()
    if all(code == NOTHING_COLLECTED for code in codes):
        return NOTHING_COLLECTED
    return max(code for code in codes if code != NOTHING_COLLECTED)


def _pytest(words: list[str], surroundings: dict[str, str]) -> int:
    sys.stdout.flush()
    return subprocess.run(
        [sys.executable, "-m", "pytest", *words], env=surroundings, check=False
    ).returncode


if __name__ == "__main__":
    os.chdir(env.BASE)
    sys.exit(main(sys.argv[1:]))
