"""How much a new table disturbs the old one: what a player has to move.

Disturbance is additive over the ranks: neighbours in a run that no run holds any more, and cards that left the company of their set.
Twins are not told apart, so trading two copies costs nothing.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.cards import Card, Piece, Rank
from games.engine.melds import HIGH_ACE
from games.engine.rearrange.sets import SUITS, Vector, set_loss

PLACES = range(1, HIGH_ACE + 1)


@dataclass(frozen=True, slots=True)
class Company:
    """Who lies beside whom: for each place the runs that hold it and the place below, per suit, and the suits of its sets."""

    links: dict[int, Vector]
    sets: dict[int, tuple[int, ...]]


def company(table: Sequence[Sequence[Piece]]) -> Company:
    """Read melds in their canonical order; one natural between two jokers is taken for a set."""
    links: Counter[tuple[int, int]] = Counter()
    sets: dict[int, list[int]] = {}
    for meld in table:
        naturals = [(index, piece) for index, piece in enumerate(meld) if isinstance(piece, Card)]
        first, card = naturals[0]
        if all(other.rank == card.rank for _, other in naturals):
            sets.setdefault(int(card.rank), []).append(
                sum(1 << other.suit for _, other in naturals)
            )
            continue
        # A high ace comes last, so the first natural tells where the run begins.
        start = int(card.rank) - first
        links.update((place, int(card.suit)) for place in range(start + 1, start + len(meld)))
    return Company(
        {p: (links[p, 0], links[p, 1], links[p, 2], links[p, 3]) for p in PLACES},
        {int(rank): tuple(sorted(sets.get(rank, ()))) for rank in Rank},
    )


def disturbance(before: Sequence[Sequence[Piece]], after: Sequence[Sequence[Piece]]) -> int:
    """Count the broken neighbourhoods: 0 if the old table still lies as it was, with more beside it.

    >>> from games.engine.cards import parse
    >>> before = [[parse(t) for t in "4H 5H 6H 7H".split()]]
    >>> after = [[parse(t) for t in "4H 5H 6H".split()], [parse(t) for t in "7S 7H 7D".split()]]
    >>> disturbance(before, after)
    1
    """
    old, new = company(before), company(after)
    broken = sum(max(0, old.links[p][s] - new.links[p][s]) for p in PLACES for s in SUITS)
    return broken + sum(set_loss(old.sets[rank], new.sets[rank]) for rank in old.sets)
