"""The questions: what can be shed, can everything be, can anything be, and with how little disturbance."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from games.engine.cards import Card, Joker, Piece, Rank, Suit, in_order
from games.engine.melds import HIGH_ACE, MeldRules, Shape
from games.engine.partition import left_pips
from games.engine.rearrange.calm import company
from games.engine.rearrange.lanes import Column
from games.engine.rearrange.search import ColumnCards, Plan, Problem, search
from games.engine.rearrange.sets import JokerLimits, Vector
from games.engine.rearrange.witness import JOKER, Face, face_of, lay_out

Table = Sequence[Sequence[Piece]]
Pips = Callable[[Piece], int]

_CARD_BEFORE_PIPS: Final = 4096
"""More than all pips of two packs."""

_CARD_BEFORE_CALM: Final = 1024
"""More than all neighbourhoods of a table."""


class Objective(Enum):
    """What the best layout is best at: pieces shed, pips shed, pieces then pips, pieces then least disturbance of the table."""

    CARDS = "cards"
    PIPS = "pips"
    CARDS_THEN_PIPS = "cards_then_pips"
    CARDS_THEN_CALM = "cards_then_calm"


@dataclass(frozen=True, slots=True)
class Answer:
    """The pieces that leave the hand, and the whole table after it: old melds in their old places, new ones last."""

    shed: tuple[Piece, ...]
    table: tuple[Shape, ...]


def shed_most(
    table: Table,
    hand: Sequence[Piece],
    rules: MeldRules,
    objective: Objective = Objective.CARDS,
    pips: Pips | None = None,
) -> Answer:
    """Give a layout of the table and as much of the hand as possible; `shed` is empty if nothing can lie.

    pips: what a piece counts (default: rule card 1, tiles as rule card 6). Raises ValueError if the table cards cannot lie even
    alone, which no legal table does, and for two jokers that may not share a meld (`MeldRules.max_jokers`, `min_naturals`).
    """
    question = _Question(table, hand, rules)
    count = pips or (lambda piece: left_pips(piece, rules.skin))
    weights = {
        Objective.CARDS: lambda _: 1,
        Objective.PIPS: count,
        Objective.CARDS_THEN_PIPS: lambda piece: _CARD_BEFORE_PIPS + count(piece),
        Objective.CARDS_THEN_CALM: lambda _: _CARD_BEFORE_CALM,
    }
    plan = search(question.problem(weights[objective], calm=objective is Objective.CARDS_THEN_CALM))
    if plan is None:
        msg = "the table cards cannot all lie in melds"
        raise ValueError(msg)
    return question.answer(plan)


def can_go_out(table: Table, hand: Sequence[Piece], rules: MeldRules) -> Answer | None:
    """Give a layout that takes the whole hand, or None if there is none."""
    return _lay_all(table, hand, rules, calm=False)


def least_disturbing(table: Table, cards: Sequence[Piece], rules: MeldRules) -> Answer | None:
    """Give the layout that takes exactly these cards from the hand and disturbs the table least, or None if there is none."""
    return _lay_all(table, cards, rules, calm=True)


def _lay_all(
    table: Table, cards: Sequence[Piece], rules: MeldRules, *, calm: bool
) -> Answer | None:
    question = _Question(table, cards, rules)
    if rules.max_jokers == 0 and any(isinstance(piece, Joker) for piece in cards):
        return None
    plan = search(question.problem(lambda _: 0, must=question.have, calm=calm))
    return question.answer(plan) if plan is not None else None


def can_play(table: Table, hand: Sequence[Piece], rules: MeldRules) -> Answer | None:
    """Give a layout that sheds something, not always the most, or None if nothing can be shed."""
    question = _Question(table, hand, rules)
    plan = search(question.problem(lambda _: 1), enough=1)
    return question.answer(plan) if plan is not None and plan.gain > 0 else None


def playable_cards(table: Table, hand: Sequence[Piece], rules: MeldRules) -> dict[Piece, Answer]:
    """Give every piece of the hand that can leave it, in the hand's order, with a layout in which it does.

    Of two pieces with one face only the first is named.
    """
    question = _Question(table, hand, rules)
    found: dict[Face, Answer] = {}
    known = [shed_most(table, hand, rules)]
    firsts = {face_of(piece): piece for piece in reversed(in_order(hand))}
    for face, piece in firsts.items():
        for answer in known:
            if piece in answer.shed:
                found[face] = answer
                break
        else:
            plan = search(
                question.problem(lambda _: 0, must=question.must + Counter([face])), enough=0
            )
            if plan is not None:
                found[face] = question.answer(plan)
                known.append(found[face])
    return {
        piece: found[face_of(piece)]
        for piece in in_order(hand)
        if found.get(face_of(piece)) and piece in firsts.values()
    }


class _Question:
    """A table and a hand, counted by face."""

    __slots__ = ("_hand", "_limits", "_rules", "_table", "have", "must")

    def __init__(self, table: Table, hand: Iterable[Piece], rules: MeldRules) -> None:
        self._table, self._rules = table, rules
        self._hand = [piece for piece in hand if rules.max_jokers or isinstance(piece, Card)]
        self.must = Counter(face_of(piece) for meld in table for piece in meld)
        self.have = self.must + Counter(map(face_of, self._hand))
        jokers = self.have[JOKER]
        if jokers == 2 and (rules.max_jokers < 2 or rules.min_naturals > 1):
            msg = "two jokers that may not share a meld are not solved"
            raise ValueError(msg)
        self._limits = JokerLimits(jokers, rules.max_jokers, rules.min_naturals)

    def problem(
        self, weigh: Pips, *, must: Counter[Face] | None = None, calm: bool = False
    ) -> Problem:
        """Count the question column by column; `must` names the faces that have to lie (default: the table's)."""
        owed = self.must if must is None else must
        beside = company(self._table) if calm else None
        columns = []
        for place in range(1, HIGH_ACE + self._rules.ace_high):
            rank = Rank.ACE if place == HIGH_ACE else Rank(place)
            kind = Column.PLAIN
            if rank is Rank.ACE and self._rules.ace_high:
                kind = Column.HIGH_ACE if place == HIGH_ACE else Column.LOW_ACE
            columns.append(
                ColumnCards(
                    kind,
                    _vector(self.have, rank) if kind is not Column.HIGH_ACE else (0, 0, 0, 0),
                    _vector(owed, rank) if kind is not Column.HIGH_ACE else (0, 0, 0, 0),
                    weigh(Card(Suit.SPADES, rank)),
                    beside.links[place] if beside is not None else (0, 0, 0, 0),
                    beside.sets[rank] if beside is not None and kind is not Column.HIGH_ACE else (),
                )
            )
        return Problem(tuple(columns), self._limits, owed[JOKER], weigh(Joker(1)), int(calm))

    def answer(self, plan: Plan) -> Answer:
        """Lay the plan out with the physical pieces."""
        shapes, shed = lay_out(plan, self._table, self._hand, self._rules)
        return Answer(shed, shapes)


def _vector(counts: Counter[Face], rank: Rank) -> Vector:
    return counts[0, rank], counts[1, rank], counts[2, rank], counts[3, rank]
