"""A slow second opinion on melds, splits and rearrangements, written the other way round: every group is tried.

It shares nothing with the engine but the pieces. For up to about fourteen pieces.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations

from games.engine.cards import Card, Piece
from games.engine.melds import MeldRules


def readings(group: Sequence[Piece], rules: MeldRules) -> list[tuple[str, list[int]]]:
    """Give every way to read a group as a meld: its kind and the places its pieces cover (14 is a high ace)."""
    naturals = [piece for piece in group if isinstance(piece, Card)]
    jokers = len(group) - len(naturals)
    found: list[tuple[str, list[int]]] = []
    if len(group) < 3 or jokers > rules.max_jokers or len(naturals) < max(1, rules.min_naturals):
        return found
    ranks, suits = {card.rank for card in naturals}, {card.suit for card in naturals}
    if len(group) <= 4 and len(ranks) == 1 and len(suits) == len(naturals):
        found.append(("set", [int(naturals[0].rank)] * len(group)))
    if len(suits) == 1 and len(ranks) == len(naturals) and len(group) <= rules.max_run:
        top = 14 if rules.ace_high else 13
        for first in range(1, top - len(group) + 2):
            window = range(first, first + len(group))
            if all(int(r) in window or (r == 1 and 14 in window) for r in ranks):
                found.append(("run", list(window)))
    return found


def worth(kind: str, places: Sequence[int]) -> int:
    """Count a meld of cards for an opening, every ace 11."""
    return sum(11 if place in {1, 14} else min(place, 10) for place in places)


def best(
    pieces: Sequence[Piece],
    must: int,
    rules: MeldRules,
    weigh: Callable[[Sequence[Piece], Sequence[tuple[str, list[int]]]], int],
) -> int | None:
    """Give the greatest sum of weights over all ways to lay legal groups that use the first `must` pieces, or None."""
    groups: dict[int, list[tuple[int, int]]] = {}
    for chosen in _candidates(pieces):
        group = [pieces[i] for i in chosen]
        if read := readings(group, rules):
            groups.setdefault(chosen[0], []).append(
                (sum(1 << i for i in chosen), weigh(group, read))
            )

    @cache
    def cover(place: int, used: int) -> int | None:
        if place == len(pieces):
            return 0
        if used >> place & 1:
            return cover(place + 1, used)
        results = [] if place < must else [cover(place + 1, used)]
        for mask, weight in groups.get(place, ()):
            if not mask & used:
                after = cover(place + 1, used | mask)
                results.append(None if after is None else after + weight)
        return max((r for r in results if r is not None), default=None)

    return cover(0, 0)


def _candidates(pieces: Sequence[Piece]) -> set[tuple[int, ...]]:
    """Give every group of one suit or of one rank, with or without jokers."""
    jokers = [i for i, piece in enumerate(pieces) if not isinstance(piece, Card)]
    alike: dict[tuple[str, int], list[int]] = {}
    for i, piece in enumerate(pieces):
        if isinstance(piece, Card):
            alike.setdefault(("suit", piece.suit), []).append(i)
            alike.setdefault(("rank", piece.rank), []).append(i)
    return {
        chosen
        for members in alike.values()
        for size in range(3, len(members) + len(jokers) + 1)
        for chosen in combinations(sorted([*members, *jokers]), size)
    }
