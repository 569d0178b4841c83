"""What sets can lie at one rank: the only place where the four suits of a column touch.

A set vector counts, for each suit, the cards of one rank that lie in sets. Without jokers 21 vectors exist, each made in one way.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from games.engine.cards import Suit
from games.engine.melds import LONGEST_SET, SHORTEST

Vector = tuple[int, int, int, int]
"""Cards per suit S H D C, each 0..2."""

MaskSet = tuple[int, int]
"""One set: the suits of its naturals as bits, and its jokers."""

COPIES: Final = 2
SUITS: Final = range(len(Suit))
MASKS: Final = range(1, 1 << len(Suit))


@dataclass(frozen=True, slots=True)
class JokerLimits:
    """The jokers in play and what one meld may hold of them; melds without jokers are never limited.

    thrifty: lay a joker only where it helps another card to lie. What is left over is added to some meld afterwards.
    """

    jokers: int
    per_meld: int
    min_naturals: int
    thrifty: bool = False


@dataclass(frozen=True, slots=True)
class SetChoice:
    """One way to lay sets at a rank: how many of each suit they take, how many jokers, how much calm they cost, which they are."""

    vector: Vector
    jokers: int
    loss: int
    sets: tuple[MaskSet, ...]


@lru_cache(maxsize=16)
def _all_choices(limits: JokerLimits) -> tuple[tuple[Vector, int, tuple[MaskSet, ...]], ...]:
    """Give every group of sets that two copies of four suits and the jokers can make."""
    kinds = [
        (mask, jokers)
        for mask in MASKS
        for jokers in range(min(limits.jokers, limits.per_meld) + 1)
        if SHORTEST <= mask.bit_count() + jokers <= LONGEST_SET
        and mask.bit_count() >= (limits.min_naturals if jokers else SHORTEST)
        and not (limits.thrifty and jokers and mask.bit_count() + jokers > SHORTEST)
    ]

    def grow(
        first: int, vector: Vector, spare: int, sets: tuple[MaskSet, ...]
    ) -> Iterator[tuple[Vector, int, tuple[MaskSet, ...]]]:
        yield vector, limits.jokers - spare, sets
        for index in range(first, len(kinds)):
            mask, jokers = kinds[index]
            s, h, d, c = (vector[suit] + (mask >> suit & 1) for suit in SUITS)
            if jokers <= spare and max(s, h, d, c) <= COPIES:
                yield from grow(index, (s, h, d, c), spare - jokers, (*sets, kinds[index]))

    return tuple(grow(0, (0, 0, 0, 0), limits.jokers, ()))


@lru_cache(maxsize=4096)
def set_choices(
    counts: Vector, limits: JokerLimits, old: tuple[int, ...] | None
) -> tuple[SetChoice, ...]:
    """Give the sets that `counts` cards of a rank allow: for each vector and number of jokers the calmest way.

    `old` holds the suits (as bits) of the sets that lie at this rank now, None where calm does not matter.
    """
    best: dict[tuple[Vector, int], SetChoice] = {}
    for vector, jokers, sets in _all_choices(limits):
        if all(vector[suit] <= counts[suit] for suit in SUITS):
            loss = 0 if old is None else set_loss(old, [mask for mask, _ in sets])
            known = best.get((vector, jokers))
            if known is None or loss < known.loss:
                best[vector, jokers] = SetChoice(vector, jokers, loss, sets)
    return tuple(best.values())


@lru_cache(maxsize=4096)
def set_costs(counts: Vector, limits: JokerLimits) -> tuple[tuple[int | None, ...], ...]:
    """Give, per suit, the least that 0, 1 or 2 of its cards in sets must cost in half jokers, None where they cannot lie.

    A set's jokers are shared among the suits in it and rounded down, so the suits' costs never add up to more than is spent:
    a bound built on them never falls below the truth.
    """
    least: list[list[int | None]] = [[None] * (COPIES + 1) for _ in SUITS]
    for choice in set_choices(counts, limits, None):
        share = 2 * choice.jokers // max(1, sum(map(bool, choice.vector)))
        for suit in SUITS:
            number = choice.vector[suit]
            known = least[suit][number]
            cost = share if number else 0
            least[suit][number] = cost if known is None else min(known, cost)
    return tuple(tuple(row) for row in least)


def set_loss(old: Sequence[int], new: Sequence[int]) -> int:
    """Count the cards that leave their set when sets of the suits `old` become sets of the suits `new`, at best."""
    if not old:
        return 0
    first, rest = old[0], old[1:]
    lost = first.bit_count() + set_loss(rest, new)
    for index in range(len(new)):
        stays = (first & new[index]).bit_count()
        lost = min(
            lost, first.bit_count() - stays + set_loss(rest, [*new[:index], *new[index + 1 :]])
        )
    return lost
