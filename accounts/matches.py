"""Matches as lines of a list: what a person's page and the history show of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.translation import gettext as _

from games import queries

if TYPE_CHECKING:
    from datetime import datetime


@dataclass(frozen=True, slots=True)
class Chair:
    """One square of the little picture of a table; kinds as in ``components/chairs.html``."""

    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Line:
    """One match: its page, what was played, when it ended, with whom, and how it ended.

    ``names`` leaves out the person whose list it is; results as in ``components/result.html``.
    """

    url: str
    title: str
    ended: datetime | None
    names: tuple[str, ...]
    result: str
    chairs: tuple[Chair, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """Some of a person's matches, the newest first; ``total`` counts all of them."""

    lines: tuple[Line, ...]
    number: int
    pages: int
    total: int

    @property
    def newer(self) -> int | None:
        """Give the number of the page before, None on the first."""
        return self.number - 1 if self.number > 1 else None

    @property
    def older(self) -> int | None:
        """Give the number of the page after, None on the last."""
        return self.number + 1 if self.number < self.pages else None


def page_of(user_id: int, number: int) -> Page:
    """Give one page of a person's matches, counted from 1; empty where there are no more."""
    found = queries.matches_of(user_id, number)
    lines = tuple(_line(match, user_id) for match in found.matches)
    return Page(lines, number, found.pages, found.total)


def _line(match: queries.MatchLine, user_id: int) -> Line:
    return Line(
        url=reverse("match", args=[match.id]),
        title=_(match.title),
        ended=match.finished,
        names=tuple(seat.name for seat in match.seats if seat.user_id != user_id),
        result=_result(match, user_id),
        chairs=tuple(Chair(_kind(seat), seat.name) for seat in match.seats),
    )


def _result(match: queries.MatchLine, user_id: int) -> str:
    """Tell in one word how it ended for a person; a resigned seat has lost, and has resigned."""
    if match.status in ("aborted", "void"):
        return "aborted"
    if match.finished is None:
        return "playing"
    if any(seat.resigned for seat in match.seats if seat.user_id == user_id):
        return "resigned"
    return match.result


def _kind(seat: queries.SeatLine) -> str:
    if seat.bot_level:
        return "bot"
    return "guest" if seat.guest else "human"
