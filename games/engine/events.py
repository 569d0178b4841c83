"""Facts that follow from an action. Each names its audience itself: `for_viewer` hides what that viewer may not know."""

from dataclasses import dataclass, replace
from typing import Self

from games.engine.cards import Piece
from games.engine.seats import JUDGE, Seat, Viewer
from games.engine.state import Meld, RoundRecord, Standing


@dataclass(frozen=True, slots=True, repr=False)
class Dealt:
    """A round was dealt; `hands` holds None where the viewer may not look, `counts` is public."""

    number: int
    dealer: Seat
    first: Seat
    counts: tuple[int, ...]
    stock: int
    hands: tuple[tuple[Piece, ...] | None, ...]

    def for_viewer(self, viewer: Viewer) -> Self:
        """Leave a seat its own hand only; a judge keeps all."""
        if viewer is JUDGE:
            return self
        return replace(
            self,
            hands=tuple(hand if viewer == seat else None for seat, hand in enumerate(self.hands)),
        )

    def __repr__(self) -> str:
        return f"Dealt(number={self.number}, dealer={self.dealer}, counts={self.counts}, stock={self.stock})"


@dataclass(frozen=True, slots=True, repr=False)
class Drew:
    """A seat drew from the stock; `card` is None for everybody else."""

    seat: Seat
    card: Piece | None

    def for_viewer(self, viewer: Viewer) -> Self:
        """Leave the card to the seat that drew it and to a judge."""
        return self if viewer is JUDGE or viewer == self.seat else replace(self, card=None)

    def __repr__(self) -> str:
        return f"Drew(seat={self.seat})"


@dataclass(frozen=True, slots=True)
class Public:
    """Base of the facts that everybody sees alike."""

    def for_viewer(self, viewer: Viewer) -> Self:
        """Hide nothing: the whole fact is public."""
        del viewer
        return self


@dataclass(frozen=True, slots=True)
class LaidOut(Public):
    """A seat rearranged the table or added to it: the melds that changed, before and after, and the hand cards it shed."""

    seat: Seat
    before: tuple[Meld, ...]
    after: tuple[Meld, ...]
    shed: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Passed(Public):
    """A seat passed on a dry stock; `passes` in a row so far."""

    seat: Seat
    passes: int


@dataclass(frozen=True, slots=True)
class Forfeited(Public):
    """A seat gave the match up."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Aborted(Public):
    """The match was broken off without a result."""


@dataclass(frozen=True, slots=True)
class RoundEnded(Public):
    """A round was settled."""

    record: RoundRecord


@dataclass(frozen=True, slots=True)
class MatchEnded(Public):
    """The match is over."""

    standing: Standing


Event = Dealt | Drew | LaidOut | Passed | Forfeited | Aborted | RoundEnded | MatchEnded
