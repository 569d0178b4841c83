"""Staff pages of matches: two keepers' actions, and not one card or seed, whatever is looked at."""

import json

import pytest
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.test import RequestFactory
from django.urls import reverse

from games.admin import MatchAdmin
from games.engine.cards import face
from games.live import deal
from games.models import ChatLine, Deal, FairLog, Heartbeat, Match, MatchAction, RoundResult
from tests.live.tables import begun, folded, person, row_of, seats_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def request_(rf: RequestFactory) -> HttpRequest:
    """Give a request of somebody who may do everything."""
    request = rf.get("/")
    request.user = get_user_model().objects.create_superuser("keeper")
    request.session = {}  # type: ignore[assignment]
    request._messages = Said()  # type: ignore[attr-defined]
    return request


class Said(list[str]):
    """Collect what staff are told."""

    def add(self, level: int, message: str, extra_tags: str = "") -> None:
        """Keep a message."""
        self.append(str(message))


def text_of(answer: HttpResponse) -> str:
    """Render a page."""
    assert isinstance(answer, TemplateResponse)
    return str(answer.render().content, "utf-8")


def test_no_page_shows_a_card_or_a_seed(request_: HttpRequest) -> None:
    match = begun(person(), person(), bots=1)
    page = admin.site._registry[Match]
    listed = text_of(page.changelist_view(request_))
    shown = text_of(page.changeform_view(request_, str(match)))
    history = text_of(page.history_view(request_, str(match)))
    state = folded(match).state.live_round()
    faces = [face(piece) for hand in (*state.hands, state.piles.stock) for piece in hand]
    row = row_of(match)
    secrets = [
        deal.seed_of(row, 1).hex(),
        row.promise.sealed_seed.hex(),
        "sealed_seed",
        "snapshot",
        *(f'"{card}"' for card in faces),
        *(f">{card}<" for card in faces),
        *(f"&quot;{card}&quot;" for card in faces),
        *(f"&#x27;{card}&#x27;" for card in faces),
    ]
    for text in (listed, shown, history):
        assert str(match) in text
        assert [secret for secret in secrets if secret in text] == []
    assert 'name="_save"' not in shown


def test_the_database_keeps_what_staff_do_not_need(
    request_: HttpRequest, django_assert_num_queries: object
) -> None:
    begun(person(), bots=1)
    row = admin.site._registry[Match].get_queryset(request_).get()
    assert {"snapshot", "sealed_seed", "standing", "options"} <= row.get_deferred_fields()


def test_hands_logs_and_deals_have_no_admin_at_all() -> None:
    for model in (MatchAction, Deal, ChatLine, RoundResult, FairLog, Heartbeat):
        assert not admin.site.is_registered(model)


def test_breaking_off_and_forfeiting_go_through_the_door(request_: HttpRequest) -> None:
    page = admin.site._registry[Match]
    assert isinstance(page, MatchAdmin)
    match = begun(person(), person(), bots=1)
    rows = Match.objects.filter(pk=match)
    page.act(request_, rows, 1)
    assert seats_of(match)[1].resigned
    page.act(request_, rows, 3)
    page.abort(request_, rows)
    page.abort(request_, rows)
    assert row_of(match).status == "aborted"
    said: list[str] = request_._messages  # type: ignore[attr-defined]
    assert said == [
        "1 match changed.",
        f"{match}: NOT_ALLOWED",
        "0 matches changed.",
        "1 match changed.",
        f"{match}: MATCH_OVER",
        "0 matches changed.",
    ]
    logged = list(MatchAction.objects.filter(match_id=match).order_by("seq").values("by", "actor"))
    assert logged[1:] == [{"by": "moderator", "actor": "1"}, {"by": "moderator", "actor": "table"}]
    assert "Dealt" not in json.dumps(logged)


def test_staff_can_neither_add_nor_delete_and_need_the_right_to_change(
    request_: HttpRequest,
) -> None:
    page = admin.site._registry[Match]
    assert not page.has_add_permission(request_)
    assert not page.has_delete_permission(request_)
    assert set(page.get_actions(request_)) == {"abort", *(f"forfeit_seat_{n}" for n in range(4))}
    request_.user = get_user_model().objects.create_user("helper", is_staff=True)
    assert page.get_actions(request_) == {}
    assert reverse("admin:games_match_changelist")
