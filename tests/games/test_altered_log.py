"""A log that somebody changed in the database: the pages still open, claim nothing, and the proof says NO by name."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest
from django.urls import reverse

from games import queries
from games.live.reveal import reveal
from games.models import Deal, Match, MatchAction
from tests.games.test_pages import data_in, played, seen_by

if TYPE_CHECKING:
    from django.test import Client

pytestmark = pytest.mark.django_db(transaction=True)

Alter = Callable[[MatchAction], object]


def dealt(row: MatchAction, **changed: object) -> None:
    row.action = {**row.action, **changed}


def swap(row: MatchAction, one: int, other: int) -> None:
    order: Any = row.action["order"]
    order[one], order[other] = order[other], order[one]


def put(row: MatchAction, **changed: Any) -> None:
    for name, value in changed.items():
        setattr(row, name, value)


DEAL, DRAW = "deal", "draw"

ALTERED: dict[str, tuple[str, Alter]] = {
    "cards of two hands": (DEAL, lambda row: swap(row, 0, 1)),
    "a card of the stock": (DEAL, lambda row: swap(row, 0, -1)),
    "another dealer": (DEAL, lambda row: dealt(row, dealer=1 - row.action["dealer"])),
    "a dealer who is not there": (DEAL, lambda row: dealt(row, dealer=5)),
    "a card that is none": (DEAL, lambda row: dealt(row, order=["XX", *row.action["order"][1:]])),
    "a card short": (DEAL, lambda row: dealt(row, order=row.action["order"][1:])),
    "no order": (DEAL, lambda row: put(row, action={"type": "deal", "dealer": 0})),
    "no deal": (DEAL, lambda row: put(row, action={"type": "draw"}, actor="0")),
    "nothing": (DEAL, lambda row: put(row, action={})),
    "a pass for a draw": (DRAW, lambda row: put(row, action={"type": "pass"})),
    "a mangled draw": (DRAW, lambda row: put(row, action={"type": "draw", "card": {"a": [1]}})),
    "an unknown action": (DRAW, lambda row: put(row, action={"type": "steal"})),
    "another actor": (DRAW, lambda row: put(row, actor=str(1 - int(row.actor)))),
    "an actor who is not there": (DRAW, lambda row: put(row, actor="7")),
    "an actor that is none": (DRAW, lambda row: put(row, actor="\u00b2")),
}


def row_of(match_id: UUID, kind: str) -> MatchAction:
    """Give the Deal, or a draw from the middle of the match."""
    rows = [
        row
        for row in MatchAction.objects.filter(match_id=match_id).order_by("seq")
        if row.action["type"] == kind
    ]
    return rows[len(rows) // 2]


def opened(client: Client, name: str, *args: object) -> Any:
    return client.get(reverse(name, args=args))


def test_no_altered_log_breaks_a_page() -> None:
    match_id = played("greedy", "greedy")
    reveal(match_id)
    client = seen_by()
    sound = opened(client, "match", match_id)
    assert "cannot be replayed" not in sound.content.decode()
    for what, (kind, alter) in ALTERED.items():
        row = row_of(match_id, kind)
        before = deepcopy((row.action, row.actor))
        alter(row)
        row.save()
        page = queries.match_page(match_id, None)
        assert page is not None
        assert (page.replayable, page.log) == (False, ()), what
        assert queries.replay_of(match_id) is None, what
        assert opened(client, "replay", match_id).status_code == 404, what
        shown = opened(client, "match", match_id)
        assert shown.status_code == 200, what
        html = shown.content.decode()
        assert "The record of this match cannot be replayed" in html, what
        assert "kept to it" not in html, what
        assert f'href="{reverse("proof", args=(match_id, 1))}"' in html, what
        assert "on turn" not in shown.context["match"]["headline"], what
        proof = opened(client, "proof", match_id, 1)
        assert proof.status_code == 200, what
        record = data_in(proof.content.decode(), "proof-data")["record"]
        assert "hands" not in record["deal"], what
        assert record["actions"][row.seq - 1]["action"] == row.action, what
        assert opened(client, "proof_json", match_id, 1).status_code == 200, what
        row.action, row.actor = before
        row.save()
    assert opened(client, "replay", match_id).status_code == 200


def test_the_proof_page_gives_what_was_published_as_it_is_kept() -> None:
    match_id = played("easy", "greedy")
    reveal(match_id)
    Match.objects.filter(pk=match_id).update(open_hash="22" * 32)
    Deal.objects.filter(match_id=match_id).update(seal_hash="11" * 32)
    html = opened(seen_by(), "proof", match_id, 1).content.decode()
    data = data_in(html, "proof-data")
    assert data["promised"] == {
        "tip": data["proof"]["open"]["tip"],
        "open_hash": "22" * 32,
        "seal_hash": "11" * 32,
    }
    assert "The proof binds seats, not people" in html
