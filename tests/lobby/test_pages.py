"""The lobby's pages in both languages, for people and for visitors."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from lobby.models import Status, Table

pytestmark = pytest.mark.django_db(transaction=True)

SignIn = Callable[[User], Client]
FORM = {
    "ruleset": "hand_russian",
    "seats": "3",
    "clock": "30",
    "visibility": "public",
    "bots": "90",
    "level": "easy",
}


def test_a_visitor_sees_tables_and_is_asked_to_sign_in(
    people: list[User], sign_in: SignIn, client: Client
) -> None:
    sign_in(people[0]).post(reverse("lobby:create"), FORM)
    page = client.get("/").content.decode()
    assert "Sara" in page
    assert "Sign up" in page
    asked = client.post(reverse("lobby:quick"), {"game": "hand_russian"})
    assert asked.status_code == 302
    assert asked["Location"].startswith(reverse("account_login"))


def test_open_join_start_and_land_at_the_match(people: list[User], sign_in: SignIn) -> None:
    host, guest = sign_in(people[0]), sign_in(people[1])
    opened = host.post(reverse("lobby:create"), FORM)
    table = Table.objects.get()
    assert opened["Location"] == reverse("lobby:table", args=[table.pk])
    assert (table.seats, table.turn_seconds, table.bots_after, table.bot_level) == (
        3,
        30,
        90,
        "easy",
    )
    assert "Join" in guest.get(reverse("lobby:tables")).content.decode()
    guest.post(reverse("lobby:join", args=[table.pk]))
    room = host.get(reverse("lobby:room", args=[table.pk])).content.decode()
    assert "Omar" in room
    started = host.post(reverse("lobby:start", args=[table.pk]))
    table.refresh_from_db()
    assert started["Location"] == reverse("match", args=[table.match_id])
    pushed = guest.get(reverse("lobby:room", args=[table.pk]))
    assert pushed["HX-Redirect"] == started["Location"]
    assert guest.get(reverse("lobby:table", args=[table.pk]))["Location"] == started["Location"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("ruleset", "poker"),
        ("seats", "5"),
        ("seats", "x"),
        ("clock", "1"),
        ("visibility", ""),
        ("bots", "-1"),
        ("level", "god"),
    ],
)
def test_a_bad_form_is_explained_and_opens_nothing(
    people: list[User], sign_in: SignIn, field: str, value: str
) -> None:
    answer = sign_in(people[0]).post(reverse("lobby:create"), {**FORM, field: value})
    assert answer.status_code == 422
    assert not Table.objects.exists()


def test_refusals_are_words_on_the_next_page(people: list[User], sign_in: SignIn) -> None:
    host, late = sign_in(people[0]), sign_in(people[1])
    host.post(reverse("lobby:create"), {**FORM, "bots": "0"})
    table = Table.objects.get()
    page = late.post(reverse("lobby:join", args=[table.pk]), follow=False)
    assert page["Location"] == reverse("lobby:table", args=[table.pk])
    gone = late.post(reverse("lobby:join", args=[uuid4()]), follow=True).content.decode()
    assert "This table is closed." in gone
    assert late.get(reverse("lobby:table", args=[uuid4()])).status_code == 404


def test_a_closed_table_sends_people_home(people: list[User], sign_in: SignIn) -> None:
    host = sign_in(people[0])
    host.post(reverse("lobby:create"), FORM)
    table = Table.objects.get()
    host.post(reverse("lobby:leave", args=[table.pk]))
    table.refresh_from_db()
    assert table.status == Status.CLOSED
    assert host.get(reverse("lobby:room", args=[table.pk]))["HX-Redirect"] == "/"
    assert host.get(reverse("lobby:table", args=[table.pk]))["Location"] == "/"


def test_coming_and_going_too_fast_is_slowed_down(people: list[User], sign_in: SignIn) -> None:
    host = sign_in(people[0])
    for _ in range(12):
        host.post(reverse("lobby:create"), FORM)
    page = host.post(reverse("lobby:create"), FORM, follow=True).content.decode()
    assert "You come and go too quickly" in page


def test_the_lobby_reads_arabic_from_right_to_left(people: list[User], sign_in: SignIn) -> None:
    host = sign_in(people[0])
    host.cookies["django_language"] = "ar"
    page = host.get("/").content.decode()
    assert 'dir="rtl"' in page
    assert "هاند" in page


def test_every_page_that_can_be_read_answers_head(people: list[User], sign_in: SignIn) -> None:
    host = sign_in(people[0])
    host.post(reverse("lobby:create"), FORM)
    key = Table.objects.get().pk
    for path in (
        "/",
        reverse("lobby:tables"),
        reverse("lobby:table", args=[key]),
        reverse("lobby:room", args=[key]),
    ):
        answer = host.head(path)
        assert (answer.status_code, answer.content) == (200, b""), path
        assert host.post(path).status_code == 405, path


def test_back_from_a_match_never_shows_a_room_that_was_left(
    people: list[User], sign_in: SignIn
) -> None:
    host = sign_in(people[0])
    host.post(reverse("lobby:create"), FORM)
    key = Table.objects.get().pk
    for name in ("lobby:table", "lobby:room"):
        waiting = host.get(reverse(name, args=[key]))
        assert "no-store" in waiting["Cache-Control"], name
    host.post(reverse("lobby:start", args=[key]))
    for name in ("lobby:table", "lobby:room"):
        begun = host.get(reverse(name, args=[key]))
        assert "no-store" in begun["Cache-Control"], name
