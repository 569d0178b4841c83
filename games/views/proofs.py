"""The proof of a deal: a page that checks it in the browser, and the document to keep."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games import queries

if TYPE_CHECKING:
    from uuid import UUID

    from django.http import HttpRequest

    from games.queries import ProofPage


@require_safe
def proof(request: HttpRequest, match_id: UUID, deal_no: int) -> HttpResponse:
    """Show the proof of a revealed deal; while the match goes on there is nothing here, and just after it a page that waits."""
    if _is_being_opened(match_id, deal_no):
        way_back = {"match_url": reverse("match", args=(match_id,))}
        answer = render(request, "games/proof_soon.html", way_back)
        answer["Refresh"] = "2"
        return answer
    page = _found(match_id, deal_no)
    user_id = request.user.pk if request.user.is_authenticated else None
    context = {
        "proof_data": {
            "proof": page.document,
            "record": _record(page),
            "promised": page.promised,
            "names": [seat.name for seat in page.line.seats],
            "you": next(
                (seat.seat for seat in page.line.seats if user_id and seat.user_id == user_id),
                None,
            ),
        },
        "download_url": reverse("proof_json", args=(match_id, deal_no)),
        "match_url": reverse("match", args=(match_id,)),
    }
    return render(request, "games/proof.html", context)


@require_safe
def proof_json(request: HttpRequest, match_id: UUID, deal_no: int) -> HttpResponse:
    """Give the proof document as a file; its address never changes."""
    page = _found(match_id, deal_no)
    answer = HttpResponse(
        json.dumps(page.document, indent=1) + "\n", content_type="application/json"
    )
    answer["Content-Disposition"] = f'attachment; filename="jalsa-{match_id}-{deal_no}.json"'
    return answer


def _is_being_opened(match_id: UUID, deal_no: int) -> bool:
    """Tell whether the match is over and the deal not yet revealed: a second or two, as a rule."""
    page = queries.match_page(match_id, None)
    deals = page.deals if page is not None and page.over else ()
    return any(deal.deal_no == deal_no and deal.revealed_ms is None for deal in deals)


def _found(match_id: UUID, deal_no: int) -> ProofPage:
    page = queries.proof_of(match_id, deal_no)
    if page is None:
        raise Http404
    return page


def _record(page: ProofPage) -> dict[str, Any] | None:
    """Give what the table recorded of the round, to be compared with the proof; None where nothing was played.

    Whatever stands in the log is given as it stands, and only that: the browser says what is wrong with it.
    """
    if not page.history:
        return None
    dealt: Any = page.history[0]["action"]
    deal = {name: dealt[name] for name in ("dealer", "order") if name in dealt}
    hands = _hands(page)
    if hands is not None:
        deal["hands"] = hands
    return {"deal": deal, "actions": list(page.history)}


def _hands(page: ProofPage) -> Any:
    """Give the hands as the table handed them out: from the log, not from the proof; None if that cannot be replayed."""
    replay = queries.replay_of(page.line.id)
    if replay is None:
        return None
    return next(
        (
            event["hands"]
            for step in replay.steps
            for event in step.events
            if event["type"] == "dealt" and step.seq == page.history[0]["seq"]
        ),
        None,
    )
