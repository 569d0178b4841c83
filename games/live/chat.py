"""Table talk: preset phrases and short free text."""

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Line:
    """One line; `seat` None for a watcher, `text` None for a phrase and the other way round. `at_ms`: ms since 1970."""

    id: int
    seat: int | None
    name: str
    text: str | None
    phrase: str | None
    at_ms: int


PHRASES = (
    "hello",
    "good_luck",
    "well_played",
    "nice_move",
    "thanks",
    "oops",
    "hurry",
    "one_moment",
    "rematch",
    "good_game",
    "bye",
)
"""Keys of the preset phrases; their words are translated where they are shown."""


def say(match_id: UUID, user_id: int, text: str | None, phrase: str | None) -> Line:
    """Keep a line of a seat holder; raises Rejected(NOT_FOUND, NOT_SEATED, EMPTY, TOO_LONG, UNKNOWN_PHRASE, RATE_LIMITED)."""
    raise NotImplementedError


def lines(match_id: UUID, after_id: int = 0, limit: int = 50) -> tuple[Line, ...]:
    """Give the newest `limit` lines after `after_id`, oldest first."""
    raise NotImplementedError
