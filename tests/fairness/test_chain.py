"""SPEC 3: one promise for a whole match."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.fairness import (
    CHAIN_LENGTH,
    Scope,
    leads_to_tip,
    stored_values,
    tip_of,
    value_at,
)

SCOPE = Scope("jalsa.example/deals", bytes(16))
TOP = bytes(range(32))


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 40), st.integers(0, 40), st.integers(0, 40))
def test_going_down_in_two_legs_is_going_down_at_once(a: int, b: int, c: int) -> None:
    low, middle, high = sorted((a, b, c))
    halfway = value_at(SCOPE, high, TOP, middle)
    assert value_at(SCOPE, middle, halfway, low) == value_at(SCOPE, high, TOP, low)


def test_nobody_climbs() -> None:
    for index in (-1, 6):
        with pytest.raises(ValueError, match="cannot be reached"):
            value_at(SCOPE, 5, TOP, index)


def test_a_tip_serves_one_origin_one_match_one_position_one_seed() -> None:
    tip = tip_of(SCOPE, TOP)
    seed = value_at(SCOPE, CHAIN_LENGTH, TOP, 3)
    assert leads_to_tip(SCOPE, 3, seed, tip)
    assert not leads_to_tip(SCOPE, 4, seed, tip)
    assert not leads_to_tip(SCOPE, 3, TOP, tip)
    assert not leads_to_tip(Scope("other.example/deals", SCOPE.match_id), 3, seed, tip)
    assert not leads_to_tip(Scope(SCOPE.origin, b"\1" * 16), 3, seed, tip)


def test_stored_values_reach_every_position_within_a_stride() -> None:
    kept = stored_values(SCOPE, TOP)
    assert kept[CHAIN_LENGTH] == TOP
    assert 0 not in kept
    assert all(value_at(SCOPE, CHAIN_LENGTH, TOP, at) == value for at, value in kept.items())
    places = [0, *sorted(kept)]
    assert max(above - below for below, above in pairwise(places)) <= 32


def test_a_short_seed_is_refused() -> None:
    for bad in (b"", TOP + b"\0"):
        with pytest.raises(ValueError, match="32 bytes"):
            value_at(SCOPE, 1, bad, 0)
        with pytest.raises(ValueError, match="32 bytes"):
            stored_values(SCOPE, bad)
    with pytest.raises(ValueError, match="16 bytes"):
        Scope("x", b"short")
