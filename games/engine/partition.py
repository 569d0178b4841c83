"""The best split of one hand into melds, exact: what an opening can reach, how few pieces can be left.

For hands of about sixteen pieces (rule cards 2 to 5); a table to build on needs `games.engine.rearrange`.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from games.engine.cards import Card, Joker, Piece, Rank, Skin, Suit, in_order, pips
from games.engine.melds import MeldKind, MeldRules, Shape, Worth, melds_in, value

_NEVER: Final = -1
_BITS: Final = 2
"""Bits per face in a packed hand: two copies of a card, two jokers."""

_JOKER_FACE: Final = len(Suit) * len(Rank)


class Goal(Enum):
    """What the best split is best at; ties are settled by the other counts.

    MOST_POINTS: the value of the melds together (an opening, rule cards section 1).
    FEWEST_LEFT: pieces that stay in the hand, then their pips.
    FEWEST_PIPS: pips that stay in the hand, a joker 15 (30 for tiles), then pieces.
    """

    MOST_POINTS = "most_points"
    FEWEST_LEFT = "fewest_left"
    FEWEST_PIPS = "fewest_pips"


@dataclass(frozen=True, slots=True)
class Split:
    """A hand in melds and the rest, every piece of the hand exactly once."""

    melds: tuple[Shape, ...]
    left: tuple[Piece, ...]

    def points(self, worth: Worth) -> int:
        """Add up what the melds count in an opening."""
        return sum(value(meld, worth) for meld in self.melds)

    @property
    def has_run(self) -> bool:
        """Tell whether one of the melds is a run, jokers or not (option openNeedsRun)."""
        return any(meld.kind is MeldKind.RUN for meld in self.melds)


def best_split(
    hand: Sequence[Piece],
    rules: MeldRules,
    goal: Goal,
    worth: Worth | None = None,
    *,
    needs_run: bool = False,
) -> Split | None:
    """Give a best split of `hand` for `goal`, or None where a run is needed and none can be made.

    `worth` counts the points (default: the plain values in the skin of `rules`); jokers are worth the place they take.
    """
    counted = worth or Worth(rules.skin)
    search = _Search(hand, rules, lambda meld: _score(meld, goal, counted, rules.skin))
    start = sum(1 << _BITS * _face(piece) for piece in hand)
    if search.best(start, needs_run) == _NEVER:
        return None
    return _deal_out(hand, search.walk(start, needs_run))


def opening(
    hand: Sequence[Piece],
    bar: int,
    rules: MeldRules,
    worth: Worth | None = None,
    *,
    needs_run: bool = False,
) -> Split | None:
    """Give a split of `hand` worth at least `bar` points, with a run where one is needed, or None if there is none."""
    split = best_split(hand, rules, Goal.MOST_POINTS, worth, needs_run=needs_run)
    return split if split is not None and split.points(worth or Worth(rules.skin)) >= bar else None


def _face(piece: Piece) -> int:
    """Give the number of a face, by rank, then suit; both jokers are one face."""
    return _JOKER_FACE if isinstance(piece, Joker) else (piece.rank - 1) * len(Suit) + piece.suit


def left_pips(piece: Piece, skin: Skin) -> int:
    """Give what a piece counts when it stays in a hand: cards as in rule card 1, tiles their number, a tile joker 30."""
    if skin is Skin.TILES:
        return int(piece.rank) if isinstance(piece, Card) else 30
    return pips(piece)


def _score(meld: Shape, goal: Goal, worth: Worth, skin: Skin) -> int:
    """Weigh a meld so that a sum of weights orders splits by the goal and then by the other counts."""
    points, cards = value(meld, worth), len(meld.cards)
    shed = sum(left_pips(piece, skin) for piece in meld.cards)
    first, second = {
        Goal.MOST_POINTS: (points, cards),
        Goal.FEWEST_LEFT: (cards, shed),
        Goal.FEWEST_PIPS: (shed, cards),
    }[goal]
    return first * 4096 + second


class _Search:
    """Decide face by face, lowest first, which meld takes a piece or that it stays in the hand."""

    __slots__ = ("_by_lowest", "_memo")

    def __init__(
        self, hand: Sequence[Piece], rules: MeldRules, score: Callable[[Shape], int]
    ) -> None:
        # A run of six or more falls into runs of three to five that are legal too, except six places with two jokers.
        jokers = min(rules.max_jokers, sum(isinstance(piece, Joker) for piece in hand))
        self._by_lowest: dict[int, list[tuple[tuple[tuple[int, int], ...], int, int, Shape]]] = {}
        for meld in melds_in(hand, rules, longest=6 if jokers == 2 else 5):
            packed = sum(1 << _BITS * _face(piece) for piece in meld.cards)
            lowest = min(_face(piece) for piece in meld.cards)
            self._by_lowest.setdefault(lowest, []).append(
                (_need(meld.cards), packed, score(meld), meld)
            )
        self._memo: dict[tuple[int, bool], int] = {}

    def best(self, hand: int, needs_run: bool) -> int:  # noqa: FBT001  part of the memo's key
        """Give the highest score that the packed `hand` can reach, _NEVER if it owes a run and has none."""
        if not hand:
            return _NEVER if needs_run else 0
        key = (hand, needs_run)
        if key not in self._memo:
            self._memo[key] = max(score for score, *_ in self._choices(hand, needs_run))
        return self._memo[key]

    def walk(self, hand: int, needs_run: bool) -> list[Shape]:  # noqa: FBT001  see best
        """Give the melds of one best split of the packed `hand`."""
        melds: list[Shape] = []
        while hand:
            _, hand, needs_run, meld = max(
                self._choices(hand, needs_run), key=lambda choice: choice[0]
            )
            if meld is not None:
                melds.append(meld)
        return melds

    def _choices(self, hand: int, needs_run: bool) -> Iterable[tuple[int, int, bool, Shape | None]]:  # noqa: FBT001
        """Give each fate of the lowest piece: the score then reached, the hand and the debt left, the meld made."""
        lowest = ((hand & -hand).bit_length() - 1) // _BITS
        rest = hand - (1 << _BITS * lowest)
        yield self.best(rest, needs_run), rest, needs_run, None
        for need, packed, score, meld in self._by_lowest.get(lowest, ()):
            if all(hand >> shift & 3 >= count for shift, count in need):
                owed = needs_run and meld.kind is not MeldKind.RUN
                after = self.best(hand - packed, owed)
                yield (_NEVER if after == _NEVER else after + score), hand - packed, owed, meld


def _need(cards: Sequence[Piece]) -> tuple[tuple[int, int], ...]:
    """Give, for each face of a meld, its place in a packed hand and how many of it the meld takes."""
    faces = [_face(piece) for piece in cards]
    return tuple((_BITS * f, faces.count(f)) for f in sorted(set(faces)))


def _deal_out(hand: Sequence[Piece], melds: Sequence[Shape]) -> Split:
    """Give every meld pieces of its own: two melds may name the same copy or the same joker."""
    held: dict[int, list[Piece]] = {}
    for piece in reversed(in_order(hand)):
        held.setdefault(_face(piece), []).append(piece)
    dealt: list[Shape] = []
    for meld in melds:
        cards = tuple(held[_face(piece)].pop() for piece in meld.cards)
        # A meld of two jokers gets both, and in the same order; so places, and the record, stay what they were.
        stands = iter(stand for _, stand in meld.jokers)
        record = tuple((piece, next(stands)) for piece in cards if isinstance(piece, Joker))
        dealt.append(Shape(meld.kind, cards, record))
    return Split(tuple(dealt), in_order(piece for pieces in held.values() for piece in pieces))
