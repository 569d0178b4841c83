"""The one shared state of every game: immutable, complete, and silent about hidden cards when printed.

What a viewer may see of it is decided in `views`, never by reading it directly.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from games.engine.cards import DECKS, Piece, Skin
from games.engine.melds import MeldKind, Shape
from games.engine.seats import Phase, Seat


@dataclass(frozen=True, slots=True)
class Options:
    """Base of the frozen house rules of a match; each rule set subclasses it with documented defaults."""


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld on the table: `id` names it for the whole round, `owner` is the seat that laid it (None in layout games)."""

    id: int
    shape: Shape
    owner: Seat | None = None

    @property
    def kind(self) -> MeldKind:
        """Set or run."""
        return self.shape.kind

    @property
    def cards(self) -> tuple[Piece, ...]:
        """Its pieces in their one order."""
        return self.shape.cards


class Finish(StrEnum):
    """How a round ended (rule cards, section 2)."""

    NORMAL = "normal"
    HAND = "hand"
    CONCAN = "concan"
    DEAD = "dead"
    NO_CONTEST = "no_contest"


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """What a round left one seat with: pieces and pips still in hand, and the score it wrote down."""

    opened: bool
    cards: int
    left: int
    score: int


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """One settled round; `winners` are the seats that are best in it."""

    number: int
    finish: Finish
    out: Seat | None
    multiplier: int
    seats: tuple[SeatRecord, ...]
    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """Where the match stands: settled rounds, totals and, once it is over, ranks (1 = best, ties share) and winners."""

    over: bool = False
    aborted: bool = False
    records: tuple[RoundRecord, ...] = ()
    totals: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    winners: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class Piles:
    """The face-down stock, top first, and the face-up fire pile, top last."""

    stock: tuple[Piece, ...] = ()
    fire: tuple[Piece, ...] = ()

    def __repr__(self) -> str:
        return f"Piles(stock=<{len(self.stock)} hidden>, fire={len(self.fire)})"


@dataclass(frozen=True, slots=True, repr=False)
class RoundState:
    """One deal in play. `turn` counts finished turns, `actor` is the seat on turn, `opened` and `bar` belong to openings."""

    number: int
    dealer: Seat
    actor: Seat
    phase: Phase
    hands: tuple[tuple[Piece, ...], ...]
    piles: Piles
    melds: tuple[Meld, ...] = ()
    next_meld: int = 1
    turn: int = 0
    passes: int = 0
    reshuffles: int = 0
    opened: tuple[bool, ...] = ()
    bar: int | None = None

    def __repr__(self) -> str:
        hands = ", ".join(f"<{len(hand)} hidden>" for hand in self.hands)
        return (
            f"RoundState(number={self.number}, turn={self.turn}, actor={self.actor}, phase={self.phase.value}, "
            f"hands=({hands}), {self.piles!r}, melds={len(self.melds)})"
        )


@dataclass(frozen=True, slots=True)
class State:
    """A whole match. `round` is None until the first deal; `deals` counts the deals made; `sitting` counts rematches before it."""

    ruleset: str
    revision: int
    deck: str
    seats: int
    options: Options
    round: RoundState | None = None
    deals: int = 0
    sitting: int = 0
    forfeited: tuple[Seat, ...] = ()
    standing: Standing = field(default_factory=Standing)

    @property
    def skin(self) -> Skin:
        """How this match's pieces are written."""
        return DECKS[self.deck].skin

    @property
    def phase(self) -> Phase:
        """The step of the turn machine; DEAL while CHANCE is awaited, OVER at the end."""
        if self.standing.over:
            return Phase.OVER
        return Phase.DEAL if self.round is None else self.round.phase

    def live_round(self) -> RoundState:
        """Give the round in play; a caller that has not checked for one is at fault (AssertionError)."""
        assert self.round is not None, "no round has been dealt"
        return self.round
