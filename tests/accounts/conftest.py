"""People to test with, and an ear on what the sockets are told."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from accounts import revoke
from accounts.models import User
from games import queries
from tests.accounts.door import PASSWORD


@pytest.fixture(autouse=True)
def _no_counts_left(request: pytest.FixtureRequest) -> None:
    """Begin without wrong tries of an earlier test, where there is a database to count in."""
    if request.node.get_closest_marker("django_db"):
        request.getfixturevalue("db")
        cache.clear()


@pytest.fixture
def layla(db: None) -> User:
    return User.objects.create_user("Layla", password=PASSWORD)


@pytest.fixture
def zaid(db: None) -> User:
    return User.objects.create_user("زيد", password=PASSWORD)


@pytest.fixture
def boss(db: None) -> User:
    return User.objects.create_superuser("Boss", password=PASSWORD)


@pytest.fixture
def browser() -> Client:
    """A browser nobody has logged in with, which is held to CSRF like any other."""
    return Client()


@pytest.fixture(autouse=True)
def pages(monkeypatch: pytest.MonkeyPatch) -> dict[int, list[queries.MatchLine]]:
    """Page number -> matches on it, whoever asks: what the games know is not asked here."""
    known: dict[int, list[queries.MatchLine]] = {}

    def matches_of(user_id: int, page: int = 1) -> queries.Page:
        total = sum(map(len, known.values()))
        return queries.Page(page, len(known), total, tuple(known.get(page, ())))

    monkeypatch.setattr(queries, "matches_of", matches_of)
    return known


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str | None]]:
    """Every order to close sockets, as (user, session key)."""
    orders: list[tuple[int, str | None]] = []
    monkeypatch.setattr(
        revoke,
        "close_sockets",
        lambda user_id, session_key=None: orders.append((user_id, session_key)),
    )
    return orders
