"""Bring the database, the words and the files to the state of the code: what a start needs first."""

from __future__ import annotations

import hashlib
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from config.translations import compile_all

if TYPE_CHECKING:
    from collections.abc import Iterator

ADMIN = "admin"


class Command(BaseCommand):
    """Do what is missing and nothing else; a second run finds nothing to do."""

    help = "Migrate, compile translations, collect static files, create the admin account once."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Do each part that is not done."""
        for part in (self.words, self.tables, self.files, self.admin):
            said = part()
            if said:
                self.stdout.write(said)

    def words(self) -> str:
        """Compile the translations that changed."""
        try:
            made = [path for root in settings.LOCALE_PATHS for path in compile_all(root)]
        except PermissionError as error:
            return f"Translations are not up to date: {error.filename} may not be written."
        return f"Compiled {len(made)} translation(s)." if made else ""

    def tables(self) -> str:
        """Apply the migrations that the database does not have."""
        executor = MigrationExecutor(connection)
        plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
        if not plan:
            return ""
        call_command("migrate", verbosity=0, interactive=False)
        return f"Applied {len(plan)} migration(s)."

    def files(self) -> str:
        """Collect and hash the static files if one of them changed."""
        stamp = settings.STATIC_ROOT / "stamp"
        state = _state()
        if stamp.exists() and stamp.read_text() == state:
            return ""
        stamp.unlink(missing_ok=True)
        call_command("collectstatic", verbosity=0, interactive=False)
        stamp.write_text(state)
        return "Collected the static files."

    def admin(self) -> str:
        """Create the first staff account, whose password is said once and kept nowhere."""
        users = get_user_model().objects
        if users.filter(is_superuser=True).exists():
            return ""
        password = secrets.token_urlsafe(12)
        users.create_superuser(username=ADMIN, email="", password=password)
        return f"The admin account is {ADMIN} with the password {password} (said this once)."


def _state() -> str:
    """Give a mark that changes when a static file is added, changed or taken away."""
    digest = hashlib.sha256()
    for path in sorted(_sources()):
        facts = path.stat()
        digest.update(f"{path}:{facts.st_size}:{facts.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def _sources() -> Iterator[Path]:
    for finder in get_finders():
        for path, storage in finder.list([]):
            yield Path(storage.path(path))
