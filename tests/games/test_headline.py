"""The sentence that says how a match ended."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from games.views.telling import headline

NAMES = ("Sara", "Omar", "Layla")


def ended(out: int | None, *winners: int, status: str = "finished") -> str:
    """Give the headline of a match of three without the marks around names."""
    line: Any = SimpleNamespace(status=status, seats=[SimpleNamespace(name=name) for name in NAMES])
    standing: Any = {"records": [{"out": out}], "winners": list(winners)}
    return headline(line, standing, 30).replace("\u2068", "").replace("\u2069", "")


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (ended(1, 1), "Omar went out on turn 30"),
        (ended(None, 2), "Layla won with the fewest cards left"),
        (ended(None, 0, 2), "A draw between Sara and Layla"),
        (ended(None, 0, 1, 2), "A draw between Sara, Omar and Layla"),
        (ended(None), "Nobody won"),
        (ended(0, 1, status="aborted"), "The match was stopped"),
        # Sara resigned, and the bot that played on for her went out: Omar has won.
        (ended(0, 1), "Omar won with the fewest cards left"),
    ],
)
def test_how_a_match_ended(said: str, expected: str) -> None:
    assert said == expected
