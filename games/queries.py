"""The read side: live matches for the lobby, finished matches, replays and proofs. Nothing here shows a live hand."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import Prefetch, QuerySet
from django.db.models.functions import Now
from django.utils import timezone

from games.engine.codec import Json, action_from_json, actor_from_json, event_json, view_json
from games.engine.replay import steps
from games.engine.ruleset import Step
from games.engine.rulesets import RULESETS
from games.engine.seats import JUDGE, SPECTATOR, Seat, Viewer
from games.engine.state import State
from games.engine.views import build_view
from games.fairness import STANDARD, to_json, with_result
from games.models import Deal, Match, MatchAction, MatchSeat
from games.models.entries import history_of, open_entry, reveal_entry, seal_entry, written_actor
from games.models.fair import Stage
from games.models.match import LIVE, Status

PAGE: Final = 20


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One chair of a match as pages show it; `rank` (1 = best, ties share), `cards` and `pips` left once it is settled."""

    seat: int
    name: str
    user_id: int | None
    guest: bool
    bot_level: str
    resigned: bool
    rank: int | None
    cards: int | None
    pips: int | None


@dataclass(frozen=True, slots=True)
class MatchLine:
    """One match in a list; `title` is the game's English name, `result` of the user asked about: "won", "lost", "drawn" or ""."""

    id: UUID
    ruleset: str
    title: str
    status: str
    public: bool
    rated: bool
    turn_seconds: int | None
    created: datetime
    finished: datetime | None
    seats: tuple[SeatLine, ...]
    result: str


@dataclass(frozen=True, slots=True)
class Page:
    """A page of matches, newest first; pages count from 1."""

    number: int
    pages: int
    total: int
    matches: tuple[MatchLine, ...]


@dataclass(frozen=True, slots=True)
class DealLine:
    """The promise of one deal: what was sealed and, once opened, that it was. Times are ms since 1970."""

    deal_no: int
    round_no: int
    stage: str
    seal_hash: str
    sealed_ms: int
    reveal_by_ms: int
    revealed_ms: int | None
    overdue: bool


@dataclass(frozen=True, slots=True)
class ActionLine:
    """One action of the log as a viewer may know it, for the log in words; `by`: user, bot, clock, moderator or deal."""

    seq: int
    actor: int | str
    by: str
    created: datetime
    events: tuple[Mapping[str, Json], ...]


@dataclass(frozen=True, slots=True)
class MatchPage:
    """A match with everything its page shows. `you` is the viewer's seat or None; `options` are the house rules chosen."""

    line: MatchLine
    you: int | None
    options: Mapping[str, Json]
    bot_pace: str
    table_id: UUID | None
    rematch_of: UUID | None
    tip: str
    open_hash: str
    open_ms: int
    origin: str
    chain_len: int
    rules_hash: str
    over: bool
    standing: Mapping[str, Json] | None
    deals: tuple[DealLine, ...]
    log: tuple[ActionLine, ...]


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """The match after one action: the facts, all cards open, and the table with every hand (`view["hands"]`)."""

    seq: int
    actor: int | str
    by: str
    events: tuple[Mapping[str, Json], ...]
    view: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Replay:
    """A finished match step by step."""

    line: MatchLine
    steps: tuple[ReplayStep, ...]


@dataclass(frozen=True, slots=True)
class ProofPage:
    """What the proof page needs: the proof document (proof.schema.json) and the round's recorded actions, Deal included.

    `history` is the list whose RFC 8785 form `history_hash` covers: [{"seq", "actor", "action"}, ...].
    """

    line: MatchLine
    deal: DealLine
    document: Mapping[str, object]
    history: tuple[Mapping[str, Json], ...]
    hands_dealt: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class LiveLine:
    """A match that can be watched now."""

    id: UUID
    ruleset: str
    title: str
    options: Mapping[str, Json]
    turn_seconds: int | None
    started: datetime
    names: tuple[str, ...]
    version: int


@dataclass(frozen=True, slots=True)
class SeatPlanLine:
    """What a rematch needs to know of a chair."""

    seat: int
    user_id: int | None
    name: str
    guest: bool
    bot_level: str


def matches_of(user_id: int, page: int = 1) -> Page:
    """Give a user's matches, newest first; a page beyond the last is empty."""
    rows = Match.objects.filter(seat_rows__user_id=user_id).order_by("-created")
    total = rows.count()
    first = (max(page, 1) - 1) * PAGE
    lines = tuple(_line(match, user_id) for match in _lean(rows)[first : first + PAGE])
    return Page(max(page, 1), max(1, -(-total // PAGE)), total, lines)


def match_page(match_id: UUID, user_id: int | None) -> MatchPage | None:
    """Give a match as a viewer may know it, or None where there is none."""
    match = _lean(Match.objects.filter(pk=match_id)).first()
    if match is None:
        return None
    you = next(
        (held.seat for held in _chairs(match) if user_id is not None and held.user_id == user_id),
        None,
    )
    return MatchPage(
        line=_line(match, user_id),
        you=you,
        options=match.options,
        bot_pace=match.bot_pace,
        table_id=match.table_id,
        rematch_of=match.rematch_of_id,
        tip=match.tip,
        open_hash=match.open_hash,
        open_ms=match.open_ms,
        origin=match.origin,
        chain_len=match.chain_len,
        rules_hash=match.rules_hash,
        over=match.status not in LIVE,
        standing=match.standing,
        deals=tuple(_deal_line(deal) for deal in match.deals.order_by("deal_no")),
        log=_log(match, SPECTATOR if you is None else Seat(you)),
    )


def replay_of(match_id: UUID) -> Replay | None:
    """Give the replay of a match that is over and whose deals are all revealed, else None."""
    match = _lean(Match.objects.filter(pk=match_id).exclude(status__in=LIVE)).first()
    if match is None or match.deals.exclude(stage=Stage.REVEALED).exists():
        return None
    return Replay(
        _line(match, None),
        tuple(
            ReplayStep(
                seq=row.seq,
                actor=written_actor(row.actor),
                by=row.by,
                events=_events(step, JUDGE),
                view=_open_view(step.state),
            )
            for row, step in _folded(match)
        ),
    )


def proof_of(match_id: UUID, deal_no: int) -> ProofPage | None:
    """Give the proof of a revealed deal, else None. Void deals have a proof too, without a history."""
    deal = (
        Deal.objects.filter(match_id=match_id, deal_no=deal_no, stage=Stage.REVEALED)
        .select_related("match")
        .defer("match__snapshot", "match__sealed_seed")
        .first()
    )
    if deal is None:
        return None
    match = deal.match
    opened = open_entry(match.id, match, match.rematch_of_id)
    seal = seal_entry(opened, deal)
    proof = with_result(opened, seal, reveal_entry(seal, deal))
    assert proof.result is not None
    first, last = deal.first_seq, deal.last_seq
    rows = match.log.filter(seq__gte=first, seq__lte=last) if first and last else match.log.none()
    deck = STANDARD[seal.params.deck.name]
    return ProofPage(
        line=_line(match, None),
        deal=_deal_line(deal),
        document=to_json(proof),
        history=tuple(history_of(rows.order_by("seq"))),
        hands_dealt=tuple(deck.named(hand) for hand in proof.result.hands),
    )


def live_public_matches(limit: int = 50) -> tuple[LiveLine, ...]:
    """Give the public matches that are going on, newest first."""
    rows = _lean(Match.objects.filter(status__in=LIVE, public=True)).order_by("-created")
    return tuple(
        LiveLine(
            id=match.id,
            ruleset=match.ruleset,
            title=_title(match),
            options=match.options,
            turn_seconds=match.turn_seconds,
            started=match.started or match.created,
            names=tuple(held.name for held in _chairs(match)),
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


# Rows into lines


def _lean(rows: QuerySet[Match]) -> QuerySet[Match]:
    """Leave what holds secrets in the database."""
    chairs = Prefetch("seat_rows", MatchSeat.objects.order_by("seat"), to_attr="chairs")
    return rows.defer("snapshot", "sealed_seed").prefetch_related(chairs)


def _chairs(match: Match) -> list[MatchSeat]:
    chairs: list[MatchSeat] | None = getattr(match, "chairs", None)
    return list(match.seat_rows.order_by("seat")) if chairs is None else chairs


def _title(match: Match) -> str:
    return RULESETS[match.ruleset, match.revision].title


def _line(match: Match, user_id: int | None) -> MatchLine:
    seats = tuple(_seat_line(held, match.standing) for held in _chairs(match))
    mine = next((seat for seat in seats if user_id is not None and seat.user_id == user_id), None)
    return MatchLine(
        id=match.id,
        ruleset=match.ruleset,
        title=_title(match),
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
        name=held.name,
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


def _deal_line(deal: Deal) -> DealLine:
    late = deal.stage != Stage.REVEALED and deal.reveal_by < timezone.now()
    return DealLine(
        deal_no=deal.deal_no,
        round_no=deal.round_no,
        stage=deal.stage,
        seal_hash=deal.seal_hash,
        sealed_ms=deal.sealed_ms,
        reveal_by_ms=deal.reveal_by_ms,
        revealed_ms=deal.revealed_ms,
        overdue=late,
    )


# The log, played again


def _folded(match: Match) -> Iterator[tuple[MatchAction, Step]]:
    """Play a match again: each row with what came of it."""
    rules = RULESETS[match.ruleset, match.revision]
    state = rules.start(rules.options(match.options), match.seats, match.sitting)
    rows = list(match.log.order_by("seq"))
    plays = (
        (actor_from_json(written_actor(row.actor)), action_from_json(row.action, state.skin))
        for row in rows
    )
    yield from zip(rows, steps(rules, state, plays), strict=True)


def _log(match: Match, viewer: Viewer) -> tuple[ActionLine, ...]:
    return tuple(
        ActionLine(
            seq=row.seq,
            actor=written_actor(row.actor),
            by=row.by,
            created=row.created,
            events=_events(step, viewer),
        )
        for row, step in _folded(match)
    )


def _events(step: Step, viewer: Viewer) -> tuple[Mapping[str, Json], ...]:
    return tuple(event_json(event.for_viewer(viewer), step.state.skin) for event in step.events)


def _open_view(state: State) -> Mapping[str, Json]:
    """Show the public table with every seat's own view of its hand beside it: for revealed matches only."""
    view = view_json(build_view(state, SPECTATOR))
    view["hands"] = [
        view_json(build_view(state, Seat(seat)))["hand"] for seat in range(state.seats)
    ]
    return view
