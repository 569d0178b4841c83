"""The house itself as an app: what the whole site needs after a migration."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig, apps
from django.core.management import call_command
from django.db.models.signals import post_migrate

from config.celery_app import app as celery_app

# Importing it makes it the current application: the games send their tasks by name, from any process.
__all__ = ["HouseConfig", "celery_app"]


def make_cache_table(using: str, **kwargs: Any) -> None:
    """Create the table of the database cache; nothing happens where it stands already."""
    call_command("createcachetable", database=using, verbosity=0)


class HouseConfig(AppConfig):
    """Own the management commands of the house."""

    name = "config"
    label = "house"

    def ready(self) -> None:
        """Let ``migrate`` alone leave a database that works, cache table included.

        Django sends the signal only for apps that have models, and the house has none of its own.
        """
        post_migrate.connect(make_cache_table, sender=apps.get_app_config("accounts"))
