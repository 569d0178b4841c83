"""Repeatable chance for bots and samplers: a counter and a mixing function, no ambient state.

Deals never use it: their order comes from committed seeds (games.fairness).
"""

from collections.abc import Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15


class Rng(Protocol):
    """What a bot may ask of chance."""

    def below(self, bound: int) -> int:
        """Give a whole number in 0..bound-1, each equally likely; `bound` is at least 1."""
        ...


class CounterRng:
    """SplitMix64 (Steele, Lea, Flood 2014): the n-th value depends on (seed, n) only, so a run can be repeated exactly.

    >>> [CounterRng(7).below(10) for _ in range(3)] == [CounterRng(7).below(10) for _ in range(3)]
    True
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def _next(self) -> int:
        self._state = (self._state + _GOLDEN) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, bound: int) -> int:
        """Give a whole number in 0..bound-1 without modulo bias; raises ValueError for a bound below 1."""
        if bound < 1:
            msg = f"below() needs a bound of at least 1, got {bound}"
            raise ValueError(msg)
        limit = (1 << 64) - (1 << 64) % bound
        while (value := self._next()) >= limit:
            pass
        return value % bound


def choice(rng: Rng, items: Sequence[T]) -> T:
    """Pick one of `items`, which must not be empty."""
    return items[rng.below(len(items))]


def shuffled(rng: Rng, items: Sequence[T]) -> list[T]:
    """Give `items` in a uniformly random order (Fisher-Yates)."""
    order = list(items)
    for i in range(len(order) - 1, 0, -1):
        j = rng.below(i + 1)
        order[i], order[j] = order[j], order[i]
    return order
