"""The recorded moves of all games: what an actor does, frozen, without any outcome.

A rule set that does not know an action refuses it with UNKNOWN_ACTION.
"""

from dataclasses import dataclass
from enum import StrEnum

from games.engine.cards import Card, Piece
from games.engine.melds import MeldKind
from games.engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Proposed:
    """A group of pieces offered as a meld; a joker's place in it is its identity, `kind` settles what stays ambiguous."""

    cards: tuple[Piece, ...]
    kind: MeldKind | None = None


@dataclass(frozen=True, slots=True)
class Draw:
    """Take the top of the stock."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Play nothing on a dry stock."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Propose the whole table as it shall lie afterwards, kept melds included, in the order sent."""

    groups: tuple[Proposed, ...]


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay new melds from the hand, all of them or none."""

    melds: tuple[Proposed, ...]


class End(StrEnum):
    """An end of a run, where a joker could go to either."""

    LOW = "low"
    HIGH = "high"


@dataclass(frozen=True, slots=True)
class Build:
    """Add pieces from the hand to one meld of the table; `end` says where a joker goes."""

    meld: int
    cards: tuple[Piece, ...]
    end: End | None = None


@dataclass(frozen=True, slots=True)
class SwapJoker:
    """Put the real cards in and take the joker (or both jokers) of one meld out."""

    meld: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TakeFire:
    """Take the top of the fire pile."""


@dataclass(frozen=True, slots=True)
class CancelFire:
    """Give the fire card back before anything was done with it."""


@dataclass(frozen=True, slots=True)
class Discard:
    """Put one piece on the fire pile; this ends the turn."""

    card: Piece


@dataclass(frozen=True, slots=True)
class DeclareConcan:
    """Chase the Concan hand in the last round."""


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Give the match up for the acting seat, in or out of turn; a bot plays its cards on."""


@dataclass(frozen=True, slots=True)
class Abort:
    """Break the match off without a result; only the table's keepers act so."""


@dataclass(frozen=True, slots=True)
class Deal:
    """CHANCE fixes a round: its dealer and the order of the whole deck, top first."""

    dealer: Seat
    order: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """CHANCE makes a new stock, top first, from the older fire cards."""

    stock: tuple[Piece, ...]


Action = (
    Draw
    | Pass
    | Layout
    | Lay
    | Build
    | SwapJoker
    | TakeFire
    | CancelFire
    | Discard
    | DeclareConcan
    | Forfeit
    | Abort
    | Deal
    | Reshuffle
)
