"""What every test may ask for: the real PostgreSQL and Valkey, one of each for every worker."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import redis
from django.conf import settings
from django.db import connection
from django.utils import translation
from playwright.sync_api import Browser, sync_playwright

from config import browser as chromium
from config import postgres, services

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_django.plugin import DjangoDbBlocker

START = "Start the servers with `python -m config.embedded up`, or run `make test`."


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take the folder to which the browser tests put pictures; this is the one file read soon enough for that."""
    parser.addoption("--shots", type=Path, help="a folder for pictures of every page")


@pytest.fixture(autouse=True)
def language() -> Iterator[None]:
    """Leave no language on: a page asked for in Arabic leaves it behind in the thread that answered."""
    translation.activate(settings.LANGUAGE_CODE)
    yield
    translation.activate(settings.LANGUAGE_CODE)


@pytest.fixture(scope="session")
def servers() -> services.Services:
    """Give the addresses of the servers, with this worker's index of Valkey empty."""
    found: services.Services = settings.SERVICES
    trouble = postgres.answers(found.database_url)
    if trouble:
        pytest.exit(f"PostgreSQL does not answer: {trouble}. {START}", returncode=2)
    try:
        with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=5) as client:
            client.flushdb()
    except redis.RedisError as error:
        pytest.exit(f"Valkey does not answer: {error}. {START}", returncode=2)
    return found


@pytest.fixture(scope="session")
def django_db_setup(
    servers: services.Services, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """Make this worker's database; at the end close what threads have left open in it."""
    yield
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for every test of this process; a second driver beside it would not start."""
    found = chromium.find_or_install()
    if found is None:
        pytest.exit(chromium.MISSING, returncode=2)
    # The driver keeps an event loop in this thread, and Django would take every query for a blocked loop.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as driver:
        running = driver.chromium.launch(executable_path=found, args=chromium.flags())
        yield running
        running.close()
