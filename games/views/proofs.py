"""The proof of a deal: a page that checks it in the browser, and the document to keep."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games import queries
from games.views.telling import game_title

if TYPE_CHECKING:
    from uuid import UUID

    from django.http import HttpRequest

    from games.queries import ProofPage


@require_safe
def proof(request: HttpRequest, match_id: UUID, deal_no: int) -> HttpResponse:
    """Show the proof of a revealed deal; before its reveal there is nothing here."""
    return render(request, "games/proof.html", _context(_found(match_id, deal_no)))


@require_safe
def proof_json(request: HttpRequest, match_id: UUID, deal_no: int) -> HttpResponse:
    """Give the proof document as a file; its address never changes."""
    page = _found(match_id, deal_no)
    answer = HttpResponse(
        json.dumps(page.document, ensure_ascii=True, indent=1), content_type="application/json"
    )
    answer["Content-Disposition"] = f'attachment; filename="jalsa-{match_id}-{deal_no}.json"'
    return answer


def _found(match_id: UUID, deal_no: int) -> ProofPage:
    page = queries.proof_of(match_id, deal_no)
    if page is None:
        raise Http404
    return page


def _context(page: ProofPage) -> dict[str, Any]:
    return {
        "title": game_title(page.line),
        "match_url": reverse("match", args=(page.line.id,)),
        "proof_url": reverse("proof_json", args=(page.line.id, page.deal.deal_no)),
    }
