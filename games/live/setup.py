"""Open a match: freeze its rules, seat its players, and promise its deals before the first card."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal
from uuid import UUID


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """One chair: a user with the name shown, or a bot of `bot_level` ("" for people) under `name`."""

    user_id: int | None
    name: str
    guest: bool = False
    bot_level: str = ""


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """What a table agreed on. `options` are house rules by their rule-card keys; `turn_seconds` None means no turn clock."""

    ruleset: str
    options: Mapping[str, object]
    seats: tuple[SeatPlan, ...]
    turn_seconds: int | None = 60
    bot_pace: Literal["normal", "practice"] = "normal"
    public: bool = True
    rated: bool = False
    table_id: UUID | None = None
    rematch_of: UUID | None = None


def open_match(plan: MatchPlan) -> UUID:
    """Write the match and its promise, and have the first deal made once the caller's transaction has committed.

    Raises Rejected(BAD_OPTION or BAD_PLAYER_COUNT) for a plan the rule set does not offer.
    """
    raise NotImplementedError
