"""Lists of matches: a user's history, what goes on now, what is overdue."""

from typing import Final
from uuid import UUID

from django.db.models.functions import Now

from games.models import Deal, Match, MatchSeat
from games.models.fair import Stage
from games.models.match import LIVE
from games.models.names import shown_name
from games.queries.lines import chairs, lean, line, title
from games.queries.shapes import LiveLine, Page, SeatPlanLine

PAGE: Final = 20


def matches_of(user_id: int, page: int = 1) -> Page:
    """Give a user's matches, newest first; a page beyond the last is empty."""
    rows = Match.objects.filter(seat_rows__user_id=user_id).order_by("-created")
    total = rows.count()
    first = (max(page, 1) - 1) * PAGE
    lines = tuple(line(match, user_id) for match in lean(rows)[first : first + PAGE])
    return Page(max(page, 1), max(1, -(-total // PAGE)), total, lines)


def live_public_matches(limit: int = 50) -> tuple[LiveLine, ...]:
    """Give the public matches that are going on, newest first."""
    rows = lean(Match.objects.filter(status__in=LIVE, public=True)).order_by("-created")
    return tuple(
        LiveLine(
            id=match.id,
            ruleset=match.ruleset,
            title=title(match),
            options=match.options,
            turn_seconds=match.turn_seconds,
            started=match.started or match.created,
            names=tuple(shown_name(held.name, held.bot_level) for held in chairs(match)),
            bots=tuple(bool(held.bot_level) for held in chairs(match)),
            version=match.version,
        )
        for match in rows[:limit]
    )


def live_match_of(user_id: int) -> UUID | None:
    """Give the newest match under way in which a user still plays."""
    mine = MatchSeat.objects.filter(user_id=user_id, resigned=False, match__status__in=LIVE)
    return mine.order_by("-match__created").values_list("match_id", flat=True).first()


def rematch_seats(match_id: UUID) -> tuple[SeatPlanLine, ...]:
    """Give the chairs of a match that is over, in order; empty where it is not."""
    rows = MatchSeat.objects.filter(match_id=match_id).exclude(match__status__in=LIVE)
    return tuple(
        SeatPlanLine(held.seat, held.user_id, held.name, held.guest, held.bot_level)
        for held in rows.order_by("seat")
    )


def overdue_deals() -> tuple[tuple[UUID, int], ...]:
    """Give the sealed deals that were not revealed in time: (match, deal_no)."""
    late = Deal.objects.filter(reveal_by__lt=Now()).exclude(stage=Stage.REVEALED)
    return tuple(late.order_by("reveal_by").values_list("match_id", "deal_no"))
