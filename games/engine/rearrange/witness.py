"""From counts back to cards: the layout that a plan describes, with every physical piece in its place.

Table cards stay with their old neighbours where the plan leaves a choice, and runs are cut where the old ones ended, so that people
who watch see as little move as can be.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from games.engine.cards import Card, Piece, Rank, in_order
from games.engine.melds import HIGH_ACE, SHORTEST, MeldKind, MeldRules, Shape, classify
from games.engine.rearrange.calm import company
from games.engine.rearrange.search import Plan
from games.engine.rearrange.sets import SUITS

Face = tuple[int, int]
"""Suit and rank, 0-based suit; the joker has a face of its own."""

JOKER: Final[Face] = (-1, 0)

_HAND: Final = -1
"""Where a piece comes from that lay in no meld."""


@dataclass(slots=True)
class _Group:
    """A meld while it is built: the faces in order, later the pieces; of a run its suit and the place where it starts."""

    kind: MeldKind
    suit: int = 0
    start: int = 0
    faces: list[Face] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)


def face_of(piece: Piece) -> Face:
    """Give a piece's face."""
    return (int(piece.suit), int(piece.rank)) if isinstance(piece, Card) else JOKER


def lay_out(
    plan: Plan, table: Sequence[Sequence[Piece]], hand: Sequence[Piece], rules: MeldRules
) -> tuple[tuple[Shape, ...], tuple[Piece, ...]]:
    """Give the melds of a plan and the pieces they take from the hand, both in their order; old melds keep their places."""
    groups = _sets(plan) + _runs(plan)
    for _ in range(plan.parked):
        _park(groups, len(plan.columns))
    origin = {piece: number for number, meld in enumerate(table) for piece in meld}
    shed = _deal(groups, origin, hand)
    _reunite(groups, origin)
    spare = _spare_links(groups, table)
    cut = [part for group in groups for part in _cut(group, origin, spare, rules)]
    shapes = [classify(group.pieces, rules, group.kind) for group in cut]
    return tuple(sorted(shapes, key=lambda shape: _place(shape, origin, len(table)))), in_order(
        shed
    )


def _sets(plan: Plan) -> list[_Group]:
    groups = []
    for rank, column in enumerate(plan.columns[: len(Rank)], start=1):
        for mask, jokers in column.sets:
            faces = [(suit, rank) for suit in SUITS if mask >> suit & 1]
            groups.append(_Group(MeldKind.SET, faces=faces + [JOKER] * jokers))
    return groups


def _runs(plan: Plan) -> list[_Group]:
    """Give the runs of all suits: short ones go on first, then the longest; the rest end."""
    groups: list[_Group] = []
    for suit in SUITS:
        running: list[_Group] = []
        for place, column in enumerate(plan.columns, start=1):
            going_on = column.runs[suit] - column.begun[suit]
            # Short runs must go on; among the others the longest one is the one that lies on the table.
            running.sort(key=lambda group: (len(group.faces) >= SHORTEST, -len(group.faces)))
            running = running[:going_on]
            for _ in range(column.begun[suit]):
                running.append(_Group(MeldKind.RUN, suit, place))
                groups.append(running[-1])
            rank = 1 if place == HIGH_ACE else place
            for index, group in enumerate(running):
                joker = index >= len(running) - column.jokers[suit]
                group.faces.append(JOKER if joker else (suit, rank))
    return groups


def _park(groups: list[_Group], top: int) -> None:
    """Add a joker where it disturbs nothing: at an end of a run, in a set of three, or where a run from end to end is cut."""
    for group in groups:
        if group.kind is MeldKind.RUN and group.start + len(group.faces) <= top:
            group.faces.append(JOKER)
            return
        if group.kind is MeldKind.RUN and group.start > 1:
            group.start -= 1
            group.faces.insert(0, JOKER)
            return
        if group.kind is MeldKind.SET and len(group.faces) == SHORTEST:
            group.faces.append(JOKER)
            return
    whole = groups[-1]
    cut = len(whole.faces) - SHORTEST
    groups.append(_Group(MeldKind.RUN, whole.suit, whole.start + cut, whole.faces[cut:]))
    whole.faces[cut:] = [JOKER]


def _deal(groups: list[_Group], origin: dict[Piece, int], hand: Sequence[Piece]) -> list[Piece]:
    """Fill the faces with pieces, those of the table first; give the pieces that leave the hand."""
    held: dict[Face, list[Piece]] = {}
    for piece in [*reversed(in_order(hand)), *reversed(in_order(origin))]:
        held.setdefault(face_of(piece), []).append(piece)
    for group in groups:
        group.pieces = [held[face].pop() for face in group.faces]
    return [piece for group in groups for piece in group.pieces if piece not in origin]


def _reunite(groups: list[_Group], origin: dict[Piece, int]) -> None:
    """Trade twins between two groups where that brings more cards back to their old neighbours."""
    seats: dict[Face, list[tuple[_Group, int]]] = {}
    for group in groups:
        for index, face in enumerate(group.faces):
            seats.setdefault(face, []).append((group, index))
    company = [Counter(origin.get(piece, _HAND) for piece in group.pieces) for group in groups]
    known = {id(group): counter for group, counter in zip(groups, company, strict=True)}
    for twins in seats.values():
        for first, (group, index) in enumerate(twins):
            for other, place in twins[first + 1 :]:
                _trade(group, index, other, place, origin, known)


def _trade(
    group: _Group,
    index: int,
    other: _Group,
    place: int,
    origin: dict[Piece, int],
    known: dict[int, Counter[int]],
) -> None:
    mine, theirs = group.pieces[index], other.pieces[place]
    here, there = origin.get(mine, _HAND), origin.get(theirs, _HAND)
    if group is other or here == there:
        return
    ours, others = known[id(group)], known[id(other)]

    def mates(counter: Counter[int], home: int, *, counted: bool) -> int:
        return 0 if home == _HAND else counter[home] - counted

    now = mates(ours, here, counted=True) + mates(others, there, counted=True)
    then = mates(ours, there, counted=False) + mates(others, here, counted=False)
    if then > now:
        group.pieces[index], other.pieces[place] = theirs, mine
        ours[here] -= 1
        ours[there] += 1
        others[there] -= 1
        others[here] += 1


def _spare_links(
    groups: list[_Group], table: Sequence[Sequence[Piece]]
) -> Counter[tuple[int, int]]:
    """Count, by place and suit, the runs that may be cut below a place without parting neighbours of the old table."""
    runs = [group for group in groups if group.kind is MeldKind.RUN]
    spare = Counter(
        (place, run.suit)
        for run in runs
        for place in range(run.start + 1, run.start + len(run.pieces))
    )
    if any(len(run.pieces) >= 2 * SHORTEST for run in runs):
        for place, links in company(table).links.items():
            for suit in SUITS:
                spare[place, suit] -= links[suit]
    return spare


def _cut(
    group: _Group, origin: dict[Piece, int], spare: Counter[tuple[int, int]], rules: MeldRules
) -> list[_Group]:
    """Cut a run where two old melds meet, and where it would be too long."""
    pieces = group.pieces
    if group.kind is MeldKind.SET:
        return [group]
    parts, begin = [], 0
    for index in range(SHORTEST, len(pieces) - SHORTEST + 1):
        if index - begin < SHORTEST:
            continue
        homes = {origin.get(pieces[index - 1], _HAND), origin.get(pieces[index], _HAND)}
        seam = len(homes) == 2 and _HAND not in homes and spare[group.start + index, group.suit] > 0
        # The last place at which both parts come out legal.
        last = index - begin == rules.max_run or index == len(pieces) - SHORTEST
        if seam or (last and len(pieces) - begin > rules.max_run):
            spare[group.start + index, group.suit] -= 1
            parts.append(_Group(group.kind, pieces=pieces[begin:index]))
            begin = index
    parts.append(_Group(group.kind, pieces=pieces[begin:]))
    return parts


def _place(shape: Shape, origin: dict[Piece, int], last: int) -> tuple[int, int]:
    """Sort a meld to the place of the old meld that gave it most cards; new ones come last."""
    homes = Counter(origin[piece] for piece in shape.cards if piece in origin)
    if not homes:
        return last, 0
    home, count = min(homes.items(), key=lambda item: (-item[1], item[0]))
    return home, -count
