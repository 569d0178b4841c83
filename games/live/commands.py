"""What may enter the door, and on whose behalf."""

from dataclasses import dataclass
from uuid import UUID

from games.engine.actions import Action
from games.engine.seats import Seat


@dataclass(frozen=True, slots=True)
class ByUser:
    """A person, who must hold a seat of the match."""

    user_id: int


@dataclass(frozen=True, slots=True)
class ByBot:
    """A bot worker, which may act for bots, for resigned seats and for those it covers."""


@dataclass(frozen=True, slots=True)
class ByClock:
    """The clock, which may act only for a turn that has run out."""


@dataclass(frozen=True, slots=True)
class ByModerator:
    """A keeper of the house, who may break a match off or forfeit a seat, and never plays."""

    user_id: int


By = ByUser | ByBot | ByClock | ByModerator


@dataclass(frozen=True, slots=True)
class Act:
    """Play one action on the match as it was at `version`.

    `seat` is None for people (it is found from the user) and named by bots. `command_id` makes a retry harmless.
    """

    match_id: UUID
    version: int
    command_id: UUID | None
    action: Action
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the match up; a bot plays the seat on and the player has lost."""

    match_id: UUID
    command_id: UUID


@dataclass(frozen=True, slots=True)
class Expire:
    """Play the rule set's fallback for the turn that was open at `version`, if its time is up."""

    match_id: UUID
    version: int


@dataclass(frozen=True, slots=True)
class ForfeitSeat:
    """Take the match from a seat, by a moderator."""

    match_id: UUID
    seat: Seat


@dataclass(frozen=True, slots=True)
class AbortMatch:
    """Break the match off without a result, by a moderator."""

    match_id: UUID


Command = Act | Resign | Expire | ForfeitSeat | AbortMatch


@dataclass(frozen=True, slots=True)
class Accepted:
    """The command stands in the log; `version` is the match's version just after it."""

    match_id: UUID
    version: int
    command_id: UUID | None
