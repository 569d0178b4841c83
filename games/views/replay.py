"""A finished match step by step: every step has an address of its own."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from django.http import Http404
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from games import queries
from games.views.telling import Entry, match_words, told_replay

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from django.http import HttpRequest, HttpResponse

    from games.queries import Replay

NEARBY: Final = 8
"""Steps shown in the list before and after the one on show."""

KEPT: Final = 32
"""Replays a process keeps: a revealed match never changes, and every step of it is a page."""


@require_safe
@vary_on_headers("HX-Request")
def replay(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Show the match after step `step`; a request of htmx gets the part that changes."""
    played = _replay_of(match_id)
    if played is None or not played.steps:
        raise Http404
    last = len(played.steps) - 1
    text = request.GET.get("step", "0")
    now = min(int(text), last) if text.isascii() and text.isdigit() and len(text) < 7 else 0
    context = _step(played, now)
    part = request.headers.get("HX-Request") == "true"
    return render(request, "games/_replay.html" if part else "games/replay.html", context)


def _replay_of(match_id: UUID) -> Replay | None:
    try:
        return _kept(match_id, get_language())
    except _NotYet:
        return None


class _NotYet(LookupError):
    """There is no replay now; not kept, since there may be one later."""


@lru_cache(maxsize=KEPT)
def _kept(match_id: UUID, language: str | None) -> Replay:
    """Keep one for each language, since bots have a name in each."""
    del language
    found = queries.replay_of(match_id)
    if found is None:
        raise _NotYet
    return found


def _step(played: Replay, now: int) -> dict[str, Any]:
    told = told_replay(played)
    steps = played.steps
    view: Any = steps[now].view
    before: Any = steps[now - 1].view["melds"] if now else view["melds"]
    known = [meld["cards"] for meld in before]
    turns = sum(any(entry.kind in _TURNS for entry in entries) for entries in told)
    words: dict[str, Any] = match_words(played.line, view_standing(played), turns)
    words["replay_url"] = reverse("replay", args=(played.line.id,))
    words["match_url"] = reverse("match", args=(played.line.id,))
    return {
        "match": words,
        "step": {
            "now": now,
            "last": len(steps) - 1,
            "before": max(now - 1, 0),
            "after": min(now + 1, len(steps) - 1),
            "entry": told[now][0] if told[now] else Entry(steps[now].seq, ""),
        },
        "melds": [
            {"cards": meld["cards"], "changed": meld["cards"] not in known}
            for meld in view["melds"]
        ],
        "hands": [
            {
                "name": seat.name,
                "kind": "bot" if seat.bot_level else "human",
                "acting": seat.seat == steps[now].actor,
                "cards": view["hands"][seat.seat],
            }
            for seat in played.line.seats
        ],
        "sizes": _sizes(played),
        "marks": [_mark(entries) for entries in told],
        "nearby": _nearby(told, now),
    }


_TURNS: Final = frozenset({"drew", "laid", "added", "passed", "expired", "passed_on"})


def view_standing(played: Replay) -> Any:
    """Give the standing at the end of a replay."""
    return played.steps[-1].view["standing"]


def _sizes(played: Replay) -> list[list[int]]:
    counts: list[Any] = [step.view["counts"] for step in played.steps]
    return [[size[seat.seat] for size in counts] for seat in played.line.seats]


def _mark(entries: Sequence[Entry]) -> str:
    if any(entry.groups for entry in entries):
        return "rearranged"
    return "laid" if any(entry.kind in {"laid", "added"} for entry in entries) else ""


def _nearby(told: Sequence[Sequence[Entry]], now: int) -> list[dict[str, Any]]:
    first, last = max(now - NEARBY, 0), min(now + NEARBY, len(told) - 1)
    return [
        {
            "seq": entry.seq,
            "step": step,
            "now": step == now,
            "kind": entry.kind,
            "name": entry.name,
            "cards": entry.cards,
            "groups": entry.groups,
        }
        for step in range(first, last + 1)
        for entry in told[step]
    ]
