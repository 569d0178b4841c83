"""In Arabic no page holds an English sentence: every page a player comes to, as the server really answers it."""

from __future__ import annotations

import html as markup
import json
import re
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from django.core import mail
from django.core.cache import cache
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.models import User
from games.engine.cards import Skin
from games.engine.codec import action_from_json
from games.live import reveal
from games.live.commands import AbortMatch, Act, ByModerator, ByUser, Resign
from games.live.service import execute
from games.live.setup import MatchPlan, SeatPlan, open_match
from lobby import seating
from lobby.errors import Why
from tests.locale.reading import Page, english, left_in_english
from tests.pages import move_of, now, play_bot

if TYPE_CHECKING:
    from collections.abc import Iterator
    from uuid import UUID


pytestmark = pytest.mark.django_db

PASSWORD = "زعتر وزيت وخبز"


@pytest.fixture(autouse=True)
def _no_counts_left(db: None) -> Iterator[None]:
    cache.clear()
    yield
    translation.deactivate()


@pytest.fixture
def visitor() -> Client:
    return Client(headers={"accept-language": "ar"}, raise_request_exception=False)


@pytest.fixture
def huda() -> User:
    return User.objects.create_user("هدى", password=PASSWORD)


@pytest.fixture
def guest_of(huda: User) -> Client:
    """A browser in which Huda is signed in."""
    client = Client(headers={"accept-language": "ar"}, raise_request_exception=False)
    client.force_login(huda)
    return client


def read(response: Any, status: int = 200) -> str:
    """Give an answer's page after looking through it for English."""
    text: str = response.content.decode()
    assert response.status_code == status, text[:500]
    assert left_in_english(text) == []
    if "<html" in text:
        page = Page(text)
        assert (page.lang, page.dir) == ("ar", "rtl")
    return text


def played(huda: User, *, resign: bool = False) -> UUID:
    """Play a match of Huda and two bots to its end, by the bots' own choices; its deal is revealed."""
    chairs = (
        SeatPlan(huda.pk, huda.username),
        SeatPlan(None, "Zaatar", bot_level="greedy"),
        SeatPlan(None, "Sumac", bot_level="greedy"),
    )
    match_id = open_match(
        MatchPlan("hand_russian", {}, chairs, turn_seconds=60, bot_pace="practice")
    )
    own = 0
    while now(match_id)[0].to_act is not None:
        if play_bot(match_id):
            continue
        own += 1
        row, move = move_of(match_id, "greedy")
        if resign and own == 2:
            execute(Resign(match_id, uuid4()), ByUser(huda.pk))
        else:
            action = action_from_json(move, Skin.CARDS)
            execute(Act(match_id, row.version, uuid4(), action), ByUser(huda.pk))
    reveal.reveal(match_id)
    return match_id


def test_the_reader_finds_english_and_leaves_names_and_cards() -> None:
    page = """<html lang="ar" dir="rtl"><p>ورق <bdi>Sara</bdi> <span class="tok">7H</span> https://a.b/c 4f9a...
      <br><b aria-label="Close it">x</b></p><p>Left over</p><a lang="en">English here</a><script>var hidden</script>"""
    assert left_in_english(page) == ["Close it", "Left over"]
    assert english("بصيغة rummy-fair/v1 عبر https: d969dc98 و ABCD-EF12") == []


ALONE = (
    "home",
    "lobby:tables",
    "fairness",
    "account_login",
    "account_signup",
    "account_reset_password",
    "account_reset_password_done",
    "account_reset_password_from_key_done",
    "account_recover",
)
OWN = (
    "home",
    "lobby:tables",
    "lobby:create",
    "fairness",
    "history",
    "account_change_password",
    "account_email",
    "account_logout",
    "account_recovery_code",
    "mfa_index",
)


@pytest.mark.parametrize("name", ALONE)
def test_a_visitor_reads_arabic(visitor: Client, name: str) -> None:
    read(visitor.get(reverse(name)))


@pytest.mark.parametrize("name", OWN)
def test_a_player_reads_arabic(guest_of: Client, name: str) -> None:
    read(guest_of.get(reverse(name)))


def test_signing_up_and_what_can_go_wrong_with_it(visitor: Client, huda: User) -> None:
    address = reverse("account_signup")
    for username, password in (
        ("", ""),
        ("ab", "123"),
        ("هدى", PASSWORD),
        ("Hudaهدى", PASSWORD),
        ("admin", PASSWORD),
        ("a" * 21, "12345678"),
        ("...", "password"),
        ("Sara", "Sara-Sara-Sara"),
    ):
        data = {"username": username, "password1": password, "email": "no address"}
        read(visitor.post(address, data))
    answer = visitor.post(address, {"username": "سارة", "password1": PASSWORD}, follow=True)
    assert "رمز الاستعادة" in read(answer)


def test_coming_in_wrongly_and_too_often(visitor: Client, huda: User) -> None:
    address = reverse("account_login")
    for _ in range(7):
        read(visitor.post(address, {"login": huda.username, "password": "wrong"}))
    wrong = {"username": "هدى", "code": "x", "password": "123"}
    read(visitor.post(reverse("account_recover"), wrong))
    read(visitor.post(reverse("account_reset_password"), {"email": "no address"}))
    read(visitor.post(reverse("account_reset_password"), {"email": "a@example.org"}, follow=True))
    read(visitor.get("/accounts/password/reset/key/1-x/"))
    inside = visitor.post(address, {"login": "هدى", "password": PASSWORD}, follow=True)
    assert inside.status_code == 200


def test_the_account_and_its_refusals(guest_of: Client, huda: User) -> None:
    wrong = {"oldpassword": "wrong", "password1": "123", "password2": "123"}
    read(guest_of.post(reverse("account_change_password"), wrong))
    read(guest_of.post(reverse("account_email"), {"email": "no address", "action_add": ""}))
    read(guest_of.post(reverse("account_recovery_code"), {"password": "wrong"}))
    read(guest_of.post(reverse("account_recovery_code"), {"password": PASSWORD}))
    saved = {"language": "ar", "theme": "night", "deck": "", "motion": ""}
    read(guest_of.post(reverse("account_preferences"), saved, follow=True))
    read(guest_of.post(reverse("account_preferences"), {"theme": "pink"}, follow=True))
    read(
        guest_of.post(
            reverse("account_email"), {"email": "l@example.org", "action_add": ""}, follow=True
        )
    )
    assert mail.outbox
    for letter in mail.outbox:
        assert english(letter.body.replace("testserver", "")) == [], letter.body
    read(guest_of.post(reverse("account_logout"), follow=True))


@pytest.mark.django_db(transaction=True)
def test_a_waiting_room_and_the_refusals_of_the_lobby(guest_of: Client, huda: User) -> None:
    omar = User.objects.create_user("عمر", password=PASSWORD)
    plan = {
        "ruleset": "hand_russian", "seats": 4, "turn_seconds": None, "public": False, "bots_after": 90, "bot_level": "easy",
    }  # fmt: skip
    table = seating.open_table(omar, **plan)  # type: ignore[arg-type]
    other = Client(headers={"accept-language": "ar"})
    for browser in (guest_of, other):
        read(browser.get(reverse("lobby:table", args=[table.pk])))
    read(guest_of.post(reverse("lobby:join", args=[table.pk]), follow=True))
    read(guest_of.get(reverse("lobby:room", args=[table.pk])))
    read(guest_of.post(reverse("lobby:start", args=[table.pk]), follow=True))
    read(guest_of.post(reverse("lobby:leave", args=[table.pk]), follow=True))
    read(guest_of.post(reverse("lobby:quick"), {"game": "poker"}, follow=True))
    read(guest_of.post(reverse("lobby:create"), {"seats": "9"}), 422)
    for _ in range(13):
        guest_of.post(reverse("lobby:quick"), {"game": "poker"})
    last = guest_of.post(reverse("lobby:quick"), {"game": "poker"}, follow=True)
    with translation.override("ar"):
        assert str(Why.TOO_OFTEN.label) in read(last)


@pytest.mark.django_db(transaction=True)
def test_the_table_page(guest_of: Client, huda: User) -> None:
    chairs = (SeatPlan(huda.pk, huda.username), SeatPlan(None, "Qirfa", bot_level="easy"))
    match_id = open_match(MatchPlan("hand_russian", {}, chairs, bot_pace="practice"))
    address = reverse("match", args=[match_id])
    watcher = Client(headers={"accept-language": "ar"})
    for browser in (guest_of, watcher):
        text = read(browser.get(address))
        words = json.loads(_block(text, "words"))
        assert words["lang"] == "ar"
        assert [t for t in words["plain"].values() if english(re.sub(r"{\w+}", "", t))] == []
        assert "Qirfa" not in text
    read(watcher.get(reverse("home")))
    read(guest_of.get(reverse("home")))
    execute(AbortMatch(match_id), ByModerator(huda.pk))
    read(watcher.get(address))
    read(guest_of.get(reverse("history")))


@pytest.mark.django_db(transaction=True)
def test_a_match_that_is_over(guest_of: Client, visitor: Client, huda: User) -> None:
    for resign in (False, True):
        match_id = played(huda, resign=resign)
        for browser in (guest_of, visitor):
            text = read(browser.get(reverse("match", args=[match_id])))
            assert "Zaatar" not in text
            assert "زعتر" in text
        for step in (0, 1, 3, 9999):
            read(guest_of.get(reverse("replay", args=[match_id]), {"step": step}))
        proof = read(visitor.get(reverse("proof", args=[match_id, 1])))
        assert "Sumac" not in proof
    for name in ("history", "home"):
        read(guest_of.get(reverse(name)))
    for browser in (guest_of, visitor):
        read(browser.get(huda.get_absolute_url()))


def _block(text: str, name: str) -> str:
    found = re.search(
        rf'<script id="{name}" type="application/json">(.*?)</script>', text, re.DOTALL
    )
    assert found is not None, name
    return markup.unescape(found[1])


def test_pages_of_trouble(
    visitor: Client, guest_of: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    read(visitor.get("/nowhere/"), 404)
    strict = Client(headers={"accept-language": "ar"}, enforce_csrf_checks=True)
    read(strict.post(reverse("account_login"), {}), 403)
    with monkeypatch.context() as patch:
        patch.setattr("lobby.listing.tables", lambda user: 1 / 0)
        read(visitor.get(reverse("home")), 500)
    for name in ("400", "403", "429"):
        with translation.override("ar"):
            assert left_in_english(render_to_string(f"{name}.html")) == []
