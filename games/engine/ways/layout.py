"""Whole-table games (Hand Russian, Tile Rummy): one proposal for the whole table, judged as it would lie.

The checks of a proposal run in the order of rule card section 2, "Full-table proposal"; a rule set calls them one by one and
puts its own gates between them.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.engine.actions import Layout, Proposed
from games.engine.cards import Piece, Skin, face, in_order
from games.engine.errors import IllegalAction, Reason
from games.engine.melds import MeldRules, Shape, classify
from games.engine.state import Meld


def shed_by(
    layout: Layout, melds: Sequence[Meld], hand: Sequence[Piece], skin: Skin
) -> tuple[Piece, ...]:
    """Give the hand pieces that `layout` puts on the table, sorted.

    Raises CARD_DUPLICATED, CARD_NOT_OWNED, TABLE_CARD_LOST or NO_CARD_SHED, in this order.
    """
    proposed = Counter(piece for group in layout.groups for piece in group.cards)
    if twice := [piece for piece, count in proposed.items() if count > 1]:
        raise IllegalAction(Reason.CARD_DUPLICATED, {"cards": faces(twice, skin)})
    table = {piece for meld in melds for piece in meld.cards}
    own = set(hand)
    if foreign := [piece for piece in proposed if piece not in table and piece not in own]:
        raise IllegalAction(Reason.CARD_NOT_OWNED, {"cards": faces(foreign, skin)})
    if lost := [piece for piece in table if piece not in proposed]:
        raise IllegalAction(Reason.TABLE_CARD_LOST, {"cards": faces(lost, skin)})
    shed = in_order(piece for piece in proposed if piece in own)
    if not shed:
        raise IllegalAction(Reason.NO_CARD_SHED)
    return shed


def faces(pieces: Iterable[Piece], skin: Skin) -> tuple[str, ...]:
    """Write pieces in order, for the detail of a refusal."""
    return tuple(face(piece, skin) for piece in in_order(pieces))


def added_groups(layout: Layout, melds: Sequence[Meld]) -> tuple[Proposed, ...] | None:
    """Give the groups beside the table's melds, or None if a meld of the table is not kept exactly as it was."""
    old = {frozenset(meld.cards) for meld in melds}
    kept = {frozenset(group.cards) for group in layout.groups} & old
    if kept != old:
        return None
    return tuple(group for group in layout.groups if frozenset(group.cards) not in old)


def judge_groups(layout: Layout, rules: MeldRules) -> tuple[Shape, ...]:
    """Classify every group in the order sent; raises the first meld code with the group's 0-based place in its detail."""
    shapes = []
    for place, group in enumerate(layout.groups):
        try:
            shapes.append(classify(group.cards, rules, group.kind))
        except IllegalAction as refused:
            raise IllegalAction(refused.reason, {**refused.detail, "group": place}) from None
    return tuple(shapes)


@dataclass(frozen=True, slots=True)
class Laid:
    """A table after a proposal: all melds by id, the next free id, and what changed."""

    melds: tuple[Meld, ...]
    next_meld: int
    before: tuple[Meld, ...]
    after: tuple[Meld, ...]


def lay_table(shapes: Sequence[Shape], melds: Sequence[Meld], next_meld: int) -> Laid:
    """Name the melds of a new table so that a player can follow them.

    A new meld inherits the id of the old one with which it shares most pieces (ties: lower old id, then earlier place); the rest
    get fresh ids in the order sent. The table is kept in order of id.
    """
    overlaps = sorted(
        (-shared, meld.id, place)
        for meld in melds
        for place, shape in enumerate(shapes)
        if (shared := len(set(meld.cards) & set(shape.cards)))
    )
    ids: dict[int, int] = {}
    for _, old, place in overlaps:
        if place not in ids and old not in ids.values():
            ids[place] = old
    for place in range(len(shapes)):
        if place not in ids:
            ids[place] = next_meld
            next_meld += 1
    laid = tuple(
        sorted(
            (Meld(ids[place], shape) for place, shape in enumerate(shapes)),
            key=lambda meld: meld.id,
        )
    )
    return Laid(
        melds=laid,
        next_meld=next_meld,
        before=tuple(meld for meld in melds if meld not in laid),
        after=tuple(meld for meld in laid if meld not in melds),
    )


def with_group(melds: Sequence[Meld], cards: tuple[Piece, ...], into: int | None = None) -> Layout:
    """Propose the table with `cards` as a new group, or in place of the meld with the id `into`."""
    groups = [Proposed(cards if meld.id == into else meld.cards, meld.kind) for meld in melds]
    if into is None:
        groups.append(Proposed(cards))
    return Layout(tuple(groups))
