#!/usr/bin/env python3
"""Run a management command of the site."""

import sys

from django.core.management import execute_from_command_line
from django.db.utils import OperationalError

from config import env

NO_SERVERS = (
    "PostgreSQL does not answer. Start the servers with `make play` or `python -m config.embedded up`, "
    "or set DATABASE_URL."
)


def main() -> None:
    """Hand the command line to Django, and say in one line what is missing."""
    env.use_settings("config.settings.local")
    try:
        execute_from_command_line(sys.argv)
    except env.EnvError as error:
        sys.exit(_say(str(error)))
    except OperationalError as error:
        sys.exit(_say(f"{NO_SERVERS} ({str(error).splitlines()[0]})"))


def _say(line: str) -> int:
    print(line, file=sys.stderr)
    return 2


if __name__ == "__main__":
    main()
