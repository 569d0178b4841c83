"""Rows of matches into lines."""

from collections.abc import Mapping

from django.db.models import Prefetch, QuerySet

from games.engine.codec import Json
from games.engine.rulesets import RULESETS
from games.models import Match, MatchSeat
from games.models.match import Status
from games.models.names import shown_name
from games.queries.shapes import MatchLine, SeatLine


def lean(rows: QuerySet[Match]) -> QuerySet[Match]:
    """Leave what holds secrets in the database."""
    seated = Prefetch("seat_rows", MatchSeat.objects.order_by("seat"), to_attr="chairs")
    return rows.defer("snapshot", "sealed_seed").prefetch_related(seated)


def chairs(match: Match) -> list[MatchSeat]:
    """Give the seats in order."""
    seated: list[MatchSeat] | None = getattr(match, "chairs", None)
    return list(match.seat_rows.order_by("seat")) if seated is None else seated


def title(match: Match) -> str:
    """Give the English name of the game."""
    return RULESETS[match.ruleset, match.revision].title


def line(match: Match, user_id: int | None) -> MatchLine:
    """Show a match as one line of a list, with its result for `user_id`."""
    seats = tuple(_seat_line(held, match.standing) for held in chairs(match))
    mine = next((seat for seat in seats if user_id is not None and seat.user_id == user_id), None)
    return MatchLine(
        id=match.id,
        ruleset=match.ruleset,
        title=title(match),
        status=match.status,
        public=match.public,
        rated=match.rated,
        turn_seconds=match.turn_seconds,
        created=match.created,
        finished=match.finished,
        seats=seats,
        result=_result(match, seats, mine),
    )


def _result(match: Match, seats: tuple[SeatLine, ...], mine: SeatLine | None) -> str:
    """Say how the match ended for a seat; whoever gave up has lost."""
    if mine is None or match.status != Status.FINISHED or mine.rank is None:
        return ""
    if mine.rank > 1 or mine.resigned:
        return "lost"
    return "won" if sum(seat.rank == 1 for seat in seats) == 1 else "drawn"


def _seat_line(held: MatchSeat, standing: Mapping[str, Json] | None) -> SeatLine:
    left = _left(standing, held.seat)
    ranks = standing["ranks"] if standing else None
    rank = ranks[held.seat] if isinstance(ranks, list) and ranks else None
    return SeatLine(
        seat=held.seat,
        name=shown_name(held.name, held.bot_level),
        user_id=held.user_id,
        guest=held.guest,
        bot_level=held.bot_level,
        resigned=held.resigned,
        rank=rank if isinstance(rank, int) else None,
        cards=_number(left, "cards"),
        pips=_number(left, "left"),
    )


def _left(standing: Mapping[str, Json] | None, seat: int) -> Json:
    """Give what the last settled round left a seat with."""
    records = standing["records"] if standing else None
    record = records[-1] if isinstance(records, list) and records else None
    seats = record["seats"] if isinstance(record, dict) else None
    return seats[seat] if isinstance(seats, list) else None


def _number(value: Json, key: str) -> int | None:
    found = value.get(key) if isinstance(value, dict) else None
    return found if isinstance(found, int) else None
