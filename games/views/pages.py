"""The page of a match: the table while it goes on, its result and its log once it is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from django.http import Http404
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import queries
from games.live import chat, viewing
from games.views.telling import Entry, game_title, match_words, told_page, told_replay
from games.wire.frames import frame_message

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from django.http import HttpRequest, HttpResponse

    from games.queries import MatchPage, Replay

GRADE: Final = "C"
"""Of every deal so far: no seat contributes to it, so the server alone fixed the order (fairness spec, section 9)."""

TURNS: Final = frozenset({"drew", "laid_out", "passed"})
"""The facts that make an action a turn of the match."""


@require_safe
@never_cache
def match(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Show the table to whoever can name it; after the end, how it went."""
    user_id = request.user.pk if request.user.is_authenticated else None
    page = queries.match_page(match_id, user_id)
    if page is None:
        raise Http404
    if page.over:
        return render(request, "games/match.html", _after(page))
    frame = frame_message(viewing.frame(match_id, user_id, 0))
    context = {
        "match_id": str(match_id),
        "title": game_title(page.line),
        "place": "",
        "frame": msgspec.to_builtins(frame),
        "rematch_url": "" if page.you is None else rematch_url(match_id),
        "phrases": chat.PHRASES,
    }
    return render(request, "games/table.html", context)


@require_safe
def fairness(request: HttpRequest) -> HttpResponse:
    """Say what a checked deal shows, and what it does not."""
    return render(request, "games/fairness.html")


def turns_of(page: MatchPage) -> int | None:
    """Count the turns that were played; None where the record does not tell."""
    if not page.replayable:
        return None
    return sum(any(event["type"] in TURNS for event in action.events) for action in page.log)


def rematch_url(match_id: UUID) -> str:
    """Give the address that the lobby plays on at, "" where there is no lobby: this room does not know it."""
    for name in ("lobby:rematch", "rematch"):
        try:
            return reverse(name, args=(match_id,))
        except NoReverseMatch:
            continue
    return ""


def _after(page: MatchPage) -> dict[str, Any]:
    line = page.line
    replay = queries.replay_of(line.id)
    words: dict[str, Any] = match_words(line, page.standing, turns_of(page))
    shown = replay is not None and bool(replay.steps)
    words["replay_url"] = reverse("replay", args=(line.id,)) if shown else ""
    words["rematch"] = (
        page.you is not None and line.status == "finished" and bool(rematch_url(line.id))
    )
    return {
        "match": words,
        "standing": _standing(page, replay),
        "deals": _deals(page),
        "log": _log(page, replay),
        "replayable": page.replayable,
    }


def _log(page: MatchPage, replay: Replay | None) -> Sequence[Entry]:
    """Tell the log: all cards open once the deal is, else as this viewer may know it."""
    if replay is None:
        return told_page(page)
    return [entry for entries in told_replay(replay) for entry in entries]


def _standing(page: MatchPage, replay: Replay | None) -> list[dict[str, Any]]:
    """List the seats, best first; the cards left in a hand are shown once the deal is open for everybody."""
    hands: Any = replay.steps[-1].view["hands"] if replay and replay.steps else None
    records: Any = page.standing["records"] if page.standing else []
    out = records[-1]["out"] if records else None
    rows = [
        {
            "rank": seat.rank if seat.rank is not None else "",
            "name": seat.name,
            "kind": "bot" if seat.bot_level else "human",
            "you": seat.seat == page.you,
            "out": seat.seat == out,
            "resigned": seat.resigned,
            "cards": hands[seat.seat] if hands else [],
            "count": seat.cards or 0,
            "pips": seat.pips or 0,
        }
        for seat in page.line.seats
    ]
    return sorted(rows, key=lambda row: row["rank"] if row["rank"] != "" else len(rows))


def _deals(page: MatchPage) -> list[dict[str, Any]]:
    return [
        {
            "no": deal.deal_no,
            "grade": GRADE if page.replayable else "",
            "revealed": deal.revealed_ms is not None,
            "tip": page.tip,
            "open_hash": page.open_hash,
            "url": reverse("proof", args=(page.line.id, deal.deal_no)),
        }
        for deal in page.deals
    ]
