"""Make an empty database ready for the site of the tests: tables, the name of its deals, one moderator."""

from __future__ import annotations

import sys

import django
from django.core.management import call_command

django.setup()

from accounts.models import User  # noqa: E402  (models can be imported only now)
from games.models import FairLog  # noqa: E402


def main(origin: str, moderator: str, password: str) -> None:
    """Prepare the database that the surroundings name."""
    call_command("migrate", verbosity=0)
    FairLog.objects.create(id=1, origin=origin)
    User.objects.create_superuser(moderator, password=password)


if __name__ == "__main__":
    main(*sys.argv[1:])
