"""Table talk: preset phrases and short free text, of those who hold a seat."""

import re
import unicodedata
from dataclasses import dataclass
from datetime import timedelta
from typing import Final
from uuid import UUID

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models.functions import Now

from games.live import publish
from games.live.deal import in_ms
from games.live.errors import RejectCode, Rejected
from games.live.postgres import PostgresSession
from games.models import ChatLine, Match, MatchSeat

LONGEST: Final = 200
"""Characters in a line."""

BURST: Final = 5
WINDOW: Final = timedelta(seconds=10)
"""At most BURST lines of one person in WINDOW."""

PHRASES: Final = (
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

_DIRECTING: Final = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
_JOINERS: Final = frozenset("\u200c\u200d")
_SPACES: Final = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Line:
    """One line; `seat` None for a watcher, `text` None for a phrase and the other way round. `at_ms`: ms since 1970."""

    id: int
    seat: int | None
    name: str
    text: str | None
    phrase: str | None
    at_ms: int


def say(match_id: UUID, user_id: int, text: str | None, phrase: str | None) -> Line:
    """Keep a line of a seat holder; raises Rejected(NOT_FOUND, NOT_SEATED, EMPTY, TOO_LONG, UNKNOWN_PHRASE, RATE_LIMITED)."""
    seat = MatchSeat.objects.filter(match_id=match_id, user_id=user_id).first()
    if seat is None:
        known = Match.objects.filter(pk=match_id).exists()
        raise Rejected(RejectCode.NOT_SEATED if known else RejectCode.NOT_FOUND)
    said = _checked(text, phrase)
    with transaction.atomic():
        _one_line_at_a_time(user_id)
        recent = ChatLine.objects.filter(user_id=user_id, created__gt=Now() - WINDOW)
        if recent.count() >= BURST:
            raise Rejected(RejectCode.RATE_LIMITED)
        # This locks the match: lines are numbered in the order they become visible, and no reader passes one over.
        versions = PostgresSession().touch(match_id)
        line = ChatLine.objects.create(
            match_id=match_id,
            seat=seat.seat,
            user_id=user_id,
            name=seat.name,
            text=said,
            phrase=phrase or "",
            created=Now(),
        )
        line.refresh_from_db(fields=["created"])
    publish.bump(match_id, *versions)
    return _line(line)


def _one_line_at_a_time(user_id: int) -> None:
    """Wait for what this person's other windows are saying, or many at once would each find the others' lines missing."""
    people = get_user_model().objects.select_for_update(no_key=True).filter(pk=user_id)
    list(people.values_list("pk"))


def lines(match_id: UUID, after_id: int = 0, limit: int = 50) -> tuple[Line, ...]:
    """Give the newest `limit` lines after `after_id`, oldest first."""
    rows = ChatLine.objects.filter(match_id=match_id, pk__gt=after_id).order_by("-pk")[:limit]
    return tuple(_line(row) for row in reversed(rows))


def clean(text: str) -> str:
    """Give a text without what could turn other people's lines around: direction marks and control characters."""
    kept = (
        " " if char in "\n\r\t" else char
        for char in unicodedata.normalize("NFC", text)
        if char not in _DIRECTING
        and (
            char in "\n\r\t"
            or char in _JOINERS
            or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn")
        )
    )
    return _SPACES.sub(" ", "".join(kept)).strip()


def _checked(text: str | None, phrase: str | None) -> str:
    if phrase is not None:
        if phrase not in PHRASES:
            raise Rejected(RejectCode.UNKNOWN_PHRASE)
        return ""
    said = clean(text or "")
    if not said.strip("".join(_JOINERS)):
        raise Rejected(RejectCode.EMPTY)
    if len(said) > LONGEST:
        raise Rejected(RejectCode.TOO_LONG, {"at_most": LONGEST})
    return said


def _line(row: ChatLine) -> Line:
    return Line(
        id=row.pk,
        seat=row.seat,
        name=row.name,
        text=None if row.phrase else row.text,
        phrase=row.phrase or None,
        at_ms=in_ms(row.created),
    )
