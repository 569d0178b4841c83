"""How the people of these tests play: what they would lay, chosen by the engine from what their page may know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from games.engine.cards import Piece, face, parse
from games.engine.partition import Goal, best_split
from games.engine.rearrange import Move, Objective, explain, shed_most
from games.engine.rulesets import NEWEST

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

RULES = NEWEST["hand_russian"]
MELDS = RULES.melds(RULES.options({}))


@dataclass(frozen=True, slots=True)
class Plan:
    """A turn to be played: the whole table as it is to lie, and the single moves that lead there; nothing of both means draw or pass."""

    table: tuple[tuple[str, ...], ...] = ()
    moves: tuple[Move, ...] = ()

    @property
    def lays(self) -> bool:
        """Whether cards leave the hand."""
        return bool(self.table)

    @property
    def rearranges(self) -> bool:
        """Whether a card of the table changes its meld."""
        return any(move.source is not None for move in self.moves)


def plan(view: Mapping[str, Any]) -> Plan:
    """Shed the most cards with the least disturbance; in the go-around lay the longest meld of the hand."""
    table = [tuple(parse(card) for card in meld["cards"]) for meld in view["melds"]]
    hand = [parse(card) for card in view["hand"]]
    return _lap(table, hand) if view["phase"] == "lap" else _open(table, hand)


def _open(table: Sequence[tuple[Piece, ...]], hand: Sequence[Piece]) -> Plan:
    answer = shed_most(table, hand, MELDS, Objective.CARDS_THEN_CALM)
    if not answer.shed:
        return Plan()
    return _plan(table, [shape.cards for shape in answer.table])


def _lap(table: Sequence[tuple[Piece, ...]], hand: Sequence[Piece]) -> Plan:
    split = best_split(hand, MELDS, Goal.FEWEST_LEFT)
    if split is None or not split.melds:
        return Plan()
    longest = max(split.melds, key=lambda meld: len(meld.cards))
    return _plan(table, [*table, longest.cards])


def _plan(before: Sequence[tuple[Piece, ...]], after: Sequence[tuple[Piece, ...]]) -> Plan:
    faces = tuple(tuple(face(piece) for piece in meld) for meld in after)
    return Plan(faces, explain(before, after))
