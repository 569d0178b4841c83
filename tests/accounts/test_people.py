"""A person's page, the history, preferences, guests."""

from __future__ import annotations

import datetime as dt
import re
from uuid import UUID

import pytest
from django.contrib.auth import authenticate
from django.db import IntegrityError
from django.test import Client

from accounts.guests import become_user, make_guest
from accounts.models import Language, User
from accounts.names import is_reserved, skeleton
from games import queries
from tests.accounts.door import PASSWORD, log_in, who

pytestmark = pytest.mark.django_db

Pages = dict[int, list[queries.MatchLine]]


def played(number: int, result: str = "won", status: str = "finished") -> queries.MatchLine:
    """A match of Layla's as the games give it."""

    def seat(index: int, name: str, user_id: int | None, bot: str = "") -> queries.SeatLine:
        resigned = result == "resigned" and index == 0
        return queries.SeatLine(index, name, user_id, False, bot, resigned, index + 1, 0, 0)

    layla = User.objects.get(username="Layla")
    return queries.MatchLine(
        id=UUID(int=number),
        ruleset="hand_russian",
        title="Hand Russian",
        status=status,
        public=True,
        rated=False,
        turn_seconds=60,
        created=dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC),
        finished=None if status == "playing" else dt.datetime(2026, 11, 30, 13, tzinfo=dt.UTC),
        seats=(
            seat(0, "Layla", layla.pk),
            seat(1, "زيد", None),
            seat(2, "Zaatar", None, "easy"),
        ),
        result="" if status == "playing" else "lost" if result == "resigned" else result,
    )


def test_a_page_is_public_and_shows_little(browser: Client, layla: User, pages: Pages) -> None:
    User.objects.update(email="layla@example.org")
    pages[1] = [played(1)]
    page = browser.get("/people/Layla/")
    assert page.status_code == 200
    assert "<bdi>Layla</bdi>" in page.text
    for fact in (">1</dd>", "Hand Russian", str(UUID(int=1))):
        assert fact in page.text
    assert "example.org" not in page.text
    assert "/accounts/preferences/" not in page.text


def test_a_page_is_found_under_any_form_of_the_name(
    browser: Client, layla: User, zaid: User
) -> None:
    assert browser.get("/people/LAYLA/")["Location"] == "/people/Layla/"
    assert browser.get("/people/زيد/").status_code == 200
    assert browser.get("/people/Nobody/").status_code == 404
    assert browser.get("/people/<script>/").status_code == 404


def test_only_oneself_sees_the_settings(browser: Client, layla: User, zaid: User) -> None:
    log_in(browser, "Layla")
    mine = browser.get("/people/Layla/").text
    assert "/accounts/password/change/" in mine
    assert "/accounts/recovery-code/" in mine
    assert (
        "/accounts/password/change/"
        not in browser.get("/people/زيد/")
        .text.replace(browser.get("/history/").text, "")
        .partition("<main")[2]
    )


def test_the_history_lists_my_matches(browser: Client, layla: User, pages: Pages) -> None:
    pages[1] = [
        played(1),
        played(2, "lost"),
        played(3, "drawn"),
        played(4, "resigned"),
        played(5, "", "aborted"),
        played(6, "", "playing"),
    ]
    log_in(browser, "Layla")
    text = browser.get("/history/").text.partition("<main")[2]
    assert re.findall(r'class="result (\w*)"', text) == [
        "won", "lost", "drawn", "resigned", "aborted", "playing",
    ]  # fmt: skip
    assert "<bdi>زيد</bdi>" in text
    assert "<bdi>Layla</bdi>" not in text  # opponents only
    assert "2026" in text
    assert "?page=2" not in text


def test_the_history_has_pages(browser: Client, layla: User, pages: Pages) -> None:
    pages.update({1: [played(1)], 2: [played(2)]})
    log_in(browser, "Layla")
    assert "?page=2" in browser.get("/history/").text
    second = browser.get("/history/?page=2").text
    assert "?page=1" in second
    assert "?page=3" not in second
    for wrong in ("0", "-1", "x", "", "99999999999", "٢"):
        assert browser.get("/history/", {"page": wrong}).status_code == 404


def test_the_history_is_nobody_else_s(browser: Client) -> None:
    assert browser.get("/history/")["Location"] == "/accounts/login/?next=/history/"


def test_the_history_speaks_to_somebody_without_a_match(browser: Client, layla: User) -> None:
    log_in(browser, "Layla")
    assert "No match yet" in browser.get("/history/").text


def test_a_visitor_s_choice_is_kept_in_cookies(browser: Client) -> None:
    answer = browser.post(
        "/accounts/preferences/", {"theme": "night", "language": "ar", "next": "/"}
    )
    assert answer["Location"] == "/"
    assert browser.cookies["theme"].value == "night"
    assert browser.cookies["django_language"].value == "ar"
    assert browser.cookies["theme"]["samesite"] == "Lax"
    assert browser.cookies["deck"].value == ""


def test_a_person_s_choice_is_kept_in_the_account_too(browser: Client, layla: User) -> None:
    log_in(browser, "Layla")
    browser.post("/accounts/preferences/", {"deck": "safe", "motion": "still", "language": "ar"})
    browser.post("/accounts/preferences/", {"deck": "", "theme": "noon"})
    layla.refresh_from_db()
    assert (layla.deck, layla.theme, layla.motion, layla.language) == ("", "noon", "still", "ar")
    page = browser.get("/people/Layla/").text
    assert 'data-theme="noon"' in page
    assert 'lang="ar" dir="rtl"' in page


def test_a_choice_that_does_not_exist_changes_nothing(browser: Client, layla: User) -> None:
    log_in(browser, "Layla")
    browser.post("/accounts/preferences/", {"theme": "<script>", "deck": "safe"})
    layla.refresh_from_db()
    assert (layla.theme, layla.deck) == ("", "")


def test_a_guest_has_a_free_name_and_no_way_in() -> None:
    for language, word in [(Language.ENGLISH, "Guest "), (Language.ARABIC, "ضيف ")]:
        guest = make_guest(language)
        assert guest.username.startswith(word)
        assert guest.is_guest
        assert not guest.has_usable_password()
        assert is_reserved(guest.username)
        assert authenticate(None, username=guest.username, password="") is None


def test_a_guest_becomes_a_user_and_stays_the_same_row(browser: Client, layla: User) -> None:
    guest = make_guest(Language.ENGLISH)
    become_user(guest, "Nour", PASSWORD)
    kept = User.objects.get(pk=guest.pk)
    assert (kept.username, kept.skeleton, kept.is_guest) == ("Nour", skeleton("Nour"), False)
    assert log_in(browser, "Nour") == 302
    with pytest.raises(ValueError, match="only a guest"):
        become_user(kept, "Other", PASSWORD)


def test_a_guest_cannot_take_a_name_that_is_there(layla: User) -> None:
    guest = make_guest(Language.ENGLISH)
    with pytest.raises(IntegrityError):
        become_user(guest, "LAYLA", PASSWORD)


@pytest.mark.parametrize("other", ["LAYLA", "layIa", "Lay-la"])
def test_the_database_itself_keeps_look_alikes_apart(layla: User, other: str) -> None:
    with pytest.raises(IntegrityError):
        User.objects.create_user(other, password=PASSWORD)


def test_a_name_changed_alone_takes_its_skeleton_along(layla: User) -> None:
    layla.username = "Nour"
    layla.save(update_fields=["username"])
    layla.refresh_from_db()
    assert layla.skeleton == skeleton("Nour")


def test_the_command_line_makes_an_admin(browser: Client) -> None:
    """The house may take the names it keeps from others."""
    User.objects.create_superuser("admin", "", PASSWORD)
    assert log_in(browser, "admin") == 302
    assert who(browser) == "admin"
