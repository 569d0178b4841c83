"""Who acts and who looks: seats, chance, the table's keepers, and the three kinds of viewer."""

from enum import Enum
from typing import Final, NewType

Seat = NewType("Seat", int)
"""0-based position in order of play; the seat that acts next is always +1 modulo the number of seats."""


class Seatless(Enum):
    """Actors without a seat: chance deals and reshuffles from committed seeds; the table's keepers may abort a match."""

    CHANCE = "chance"
    TABLE = "table"


CHANCE: Final = Seatless.CHANCE
TABLE: Final = Seatless.TABLE

Actor = Seat | Seatless


class Onlooker(Enum):
    """A viewer without a seat: a spectator sees what everybody sees, a judge sees all once the match is over."""

    SPECTATOR = "spectator"
    JUDGE = "judge"


SPECTATOR: Final = Onlooker.SPECTATOR
JUDGE: Final = Onlooker.JUDGE

Viewer = Seat | Onlooker


class Phase(Enum):
    """The step of the turn machine (tables "Turn machine" of the rule cards)."""

    DEAL = "deal"
    LAP = "lap"
    OPEN = "open"
    START_DISCARD = "start_discard"
    DRAW = "draw"
    ACT = "act"
    BETWEEN = "between"
    OVER = "over"


def next_seat(seat: Seat, seats: int) -> Seat:
    """Give the seat that acts after `seat` at a table of `seats`."""
    return Seat((seat + 1) % seats)
