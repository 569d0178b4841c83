"""What the tests of sockets share."""

from __future__ import annotations

import pytest
from django.db import connections


@pytest.fixture(autouse=True)
def kept_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let threads keep their connection to the database, as the pool does in production."""
    monkeypatch.setitem(connections.settings["default"], "CONN_MAX_AGE", 60)
