"""From one table to another in single moves: a piece is taken from the hand or from a group and put to a group."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.cards import Piece


@dataclass(frozen=True, slots=True)
class Move:
    """One tap and the next: take `piece` from group `source` (None: from the hand) and put it to group `target`.

    Groups are numbered as in the old table; numbers from its end on are new groups, in the order in which they are begun.
    """

    piece: Piece
    source: int | None
    target: int


def explain(
    before: Sequence[Sequence[Piece]], after: Sequence[Sequence[Piece]]
) -> tuple[Move, ...]:
    """Give the moves that turn one table into another, each piece moved once at most.

    Every old group becomes the new meld that keeps most of it. Meld after meld is completed, pieces of the table first, so that a
    person can follow; on the way groups may be unlawful or empty, as on the draft table.

    >>> from games.engine.cards import face, parse
    >>> before = [[parse(t) for t in "4H 5H 6H 7H".split()]]
    >>> after = [[parse(t) for t in "4H 5H 6H".split()], [parse(t) for t in "7S 7H 7D".split()]]
    >>> [(face(move.piece), move.source, move.target) for move in explain(before, after)]
    [('7H', 0, 1), ('7S', None, 1), ('7D', None, 1)]
    """
    home = {piece: number for number, group in enumerate(before) for piece in group}
    heirs = _heirs(home, after)
    moves: list[Move] = []
    new = len(before)
    for number, meld in enumerate(after):
        target = heirs.get(number)
        if target is None:
            target, new = new, new + 1
        coming = [
            Move(piece, home.get(piece), target) for piece in meld if home.get(piece) != target
        ]
        moves += sorted(coming, key=lambda move: move.source is None)
    return tuple(moves)


def _heirs(home: dict[Piece, int], after: Sequence[Sequence[Piece]]) -> dict[int, int]:
    """Match new melds to old groups, the greatest common parts first; each group has one heir at most."""
    shared = Counter(
        (home[piece], number)
        for number, meld in enumerate(after)
        for piece in meld
        if piece in home
    )
    heirs: dict[int, int] = {}
    for group, number in sorted(shared, key=lambda pair: (-shared[pair], pair)):
        if number not in heirs and group not in heirs.values():
            heirs[number] = group
    return heirs
