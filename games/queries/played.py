"""One match: its page, its replay, and the proofs of its deals."""

from collections.abc import Mapping
from typing import Final
from uuid import UUID

import structlog
from django.utils import timezone

from games.engine.codec import Json, action_from_json, actor_from_json, event_json, view_json
from games.engine.errors import IllegalAction
from games.engine.replay import steps
from games.engine.ruleset import Step
from games.engine.rulesets import RULESETS
from games.engine.seats import JUDGE, SPECTATOR, Seat, Viewer
from games.engine.state import State
from games.engine.views import build_view
from games.fairness import STANDARD, to_json, with_result
from games.models import Deal, Match, MatchAction
from games.models.entries import history_of, open_entry, reveal_entry, seal_entry, written_actor
from games.models.fair import Stage
from games.models.match import LIVE
from games.queries.lines import chairs, lean, line
from games.queries.shapes import ActionLine, DealLine, MatchPage, ProofPage, Replay, ReplayStep

logger = structlog.get_logger(__name__)

Folded = tuple[tuple[MatchAction, Step], ...]

_UNSOUND: Final = (IllegalAction, ValueError, LookupError, TypeError, AssertionError)
"""What a log raises that the rules did not write: a refusal, a CodecError, or a value of no sense where it is used."""


def match_page(match_id: UUID, user_id: int | None) -> MatchPage | None:
    """Give a match as a viewer may know it, or None where there is none."""
    match = lean(Match.objects.filter(pk=match_id)).first()
    if match is None:
        return None
    you = next(
        (held.seat for held in chairs(match) if user_id is not None and held.user_id == user_id),
        None,
    )
    viewer = SPECTATOR if you is None else Seat(you)
    folded = _folded(match)
    return MatchPage(
        line=line(match, user_id),
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
        replayable=folded is not None,
        log=_log(folded or (), viewer),
    )


def replay_of(match_id: UUID) -> Replay | None:
    """Give the replay of a match that is over and whose deals are all revealed, else None; also where its log was altered."""
    match = lean(Match.objects.filter(pk=match_id).exclude(status__in=LIVE)).first()
    if match is None or match.deals.exclude(stage=Stage.REVEALED).exists():
        return None
    folded = _folded(match)
    if folded is None:
        return None
    return Replay(
        line(match, None),
        tuple(
            ReplayStep(
                seq=row.seq,
                actor=written_actor(row.actor),
                by=row.by,
                events=_events(step, JUDGE),
                view=_open_view(step.state),
            )
            for row, step in folded
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
        line=line(match, None),
        deal=_deal_line(deal),
        document=to_json(proof),
        promised={
            "tip": match.tip,
            "open_hash": match.open_hash,
            "seal_hash": deal.seal_hash,
        },
        history=tuple(history_of(rows.order_by("seq"))),
        hands_dealt=tuple(deck.named(hand) for hand in proof.result.hands),
    )


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


def _folded(match: Match) -> Folded | None:
    """Play a match again: each row with what came of it. None where the log cannot be played: it was altered."""
    rules = RULESETS[match.ruleset, match.revision]
    rows = list(match.log.order_by("seq"))
    try:
        state = rules.start(rules.options(match.options), match.seats, match.sitting)
        plays = (
            (actor_from_json(written_actor(row.actor)), action_from_json(row.action, state.skin))
            for row in rows
        )
        return tuple(zip(rows, steps(rules, state, plays), strict=True))
    except _UNSOUND as why:
        logger.warning("a log cannot be replayed", match=str(match.pk), why=type(why).__name__)
        return None


def _log(folded: Folded, viewer: Viewer) -> tuple[ActionLine, ...]:
    return tuple(
        ActionLine(
            seq=row.seq,
            actor=written_actor(row.actor),
            by=row.by,
            created=row.created,
            events=_events(step, viewer),
        )
        for row, step in folded
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
