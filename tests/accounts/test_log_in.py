"""Logging in and out: any form of the name, five wrong tries, a new session key, no way off site."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.test import Client

from accounts.models import Session, User
from tests.accounts.door import PASSWORD, log_in, who

if TYPE_CHECKING:
    from pytest_django import DjangoCaptureOnCommitCallbacks
    from pytest_django.fixtures import Settings

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "form", ["Layla", "layla", "LAYLA", " Layla ", "Ｌａｙｌａ", "\u2068Layla\u2069"]
)
def test_any_form_of_the_name_opens_the_door(browser: Client, layla: User, form: str) -> None:
    assert log_in(browser, form) == 302
    assert who(browser) == "Layla"


def test_an_arabic_name_opens_the_door_from_any_keyboard(browser: Client) -> None:
    User.objects.create_user("علي رضا", password=PASSWORD)
    assert log_in(browser, "علی\u200cرضا") == 302


@pytest.mark.parametrize("name", ["Nobody", "", "Layla\x00", "L" * 65, "Layl"])
def test_a_wrong_name_stays_outside(browser: Client, layla: User, name: str) -> None:
    assert log_in(browser, name) == 200
    assert who(browser) == ""


def test_wrong_name_and_wrong_password_look_the_same(layla: User) -> None:
    pages = []
    for name, password in [("Layla", "wrong"), ("Nobody", "wrong")]:
        client = Client()
        client.cookies["csrftoken"] = "x" * 32
        answer = client.post("/accounts/login/", {"login": name, "password": password})
        assert answer.status_code == 200
        text = answer.text.replace(name, "")
        pages.append(
            "".join(line for line in text.splitlines() if "csrfmiddlewaretoken" not in line)
        )
    assert pages[0] == pages[1]
    assert "do not belong together" in pages[0]


def test_a_guest_has_no_password_to_log_in_with(browser: Client) -> None:
    guest = User(username="Guest 12345", is_guest=True)
    guest.set_unusable_password()
    guest.save()
    assert log_in(browser, "Guest 12345", "") == 200
    assert log_in(browser, "Guest 12345", guest.password) == 200


def test_the_sixth_wrong_try_is_refused_and_the_right_one_with_it(layla: User, zaid: User) -> None:
    stranger = Client()
    for _ in range(5):
        answer = stranger.post("/accounts/login/", {"login": "Layla", "password": "wrong"})
        assert "do not belong together" in answer.text
    sixth = stranger.post("/accounts/login/", {"login": "Layla", "password": "wrong"})
    assert "Too many wrong tries" in sixth.text
    assert log_in(stranger, "Layla") == 200  # the right password, while locked
    assert log_in(Client(REMOTE_ADDR="192.0.2.9"), "Layla") == 200  # from anywhere
    assert log_in(Client(), "زيد") == 302  # another person in the same cafe


def test_other_forms_of_a_name_are_no_further_tries(layla: User) -> None:
    for form in ["Layla", "LAYLA", "lay_la", "Ｌａｙｌａ", "layIa"]:
        assert log_in(Client(), form, "wrong") == 200
    assert log_in(Client(), "Layla") == 200


def test_a_forged_address_is_no_further_try(layla: User) -> None:
    """No proxy stands before this site, so what a client writes about its address is not read."""
    statuses = [
        log_in(Client(), f"Nobody{n}", "wrong", {"x-forwarded-for": f"192.0.2.{n}"})
        for n in range(40)
    ]
    assert statuses[-1] == 429


def test_tries_are_counted_in_the_database(layla: User, settings: Settings) -> None:
    assert settings.CACHES["default"]["BACKEND"].endswith("DatabaseCache")
    assert settings.CACHES["default"]["OPTIONS"]["MAX_ENTRIES"] >= 100_000  # 300 would be culled


def test_the_session_gets_a_new_key_at_log_in(browser: Client, layla: User) -> None:
    session = browser.session
    session["planted"] = True
    session.save()
    old = session.session_key or ""
    log_in(browser, "Layla")
    new = browser.cookies["sessionid"].value
    assert new != old
    assert not Session.objects.filter(session_key=old).exists()
    assert Session.objects.get(session_key=new).user == layla
    thief = Client()
    thief.cookies["sessionid"] = old
    assert who(thief) == ""


def test_logging_out_kills_the_key_and_closes_the_sockets_of_that_browser(
    browser: Client,
    layla: User,
    closed: list[tuple[int, str | None]],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    log_in(browser, "Layla")
    key = browser.cookies["sessionid"].value
    other = Client()
    log_in(other, "Layla")
    closed.clear()
    with django_capture_on_commit_callbacks(execute=True):
        assert browser.post("/accounts/logout/").status_code == 302
    assert closed == [(layla.pk, key)]
    assert not Session.objects.filter(session_key=key).exists()
    assert who(browser) == ""
    assert who(other) == "Layla"


def test_a_get_logs_nobody_out(browser: Client, layla: User) -> None:
    log_in(browser, "Layla")
    browser.get("/accounts/logout/")
    assert who(browser) == "Layla"


OUTSIDE = [
    "https://evil.example/",
    "//evil.example/",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "http:evil.example",
    "javascript:alert(1)",
    "https:///evil.example",
    "\x00//evil.example",
    "https://testserver@evil.example/",
    "https://testserver.evil.example/",
]


@pytest.mark.parametrize("target", OUTSIDE)
@pytest.mark.parametrize("page", ["login", "signup", "logout", "preferences", "setlang"])
def test_no_page_leads_off_the_site(browser: Client, layla: User, page: str, target: str) -> None:
    if page == "logout":
        log_in(browser, "Layla")
    address, data = {
        "login": ("/accounts/login/", {"login": "Layla", "password": PASSWORD}),
        "signup": ("/accounts/signup/", {"username": "Nour", "password1": PASSWORD}),
        "logout": ("/accounts/logout/", {}),
        "preferences": ("/accounts/preferences/", {"theme": "night"}),
        "setlang": ("/i18n/setlang/", {"language": "ar"}),
    }[page]
    answer = browser.post(address, {**data, "next": target})
    assert answer.status_code == 302
    assert answer["Location"].startswith("/")
    assert not answer["Location"].startswith(("//", "/\\"))
    if page == "signup":
        assert "evil" not in browser.get(answer["Location"]).text


def test_a_way_on_this_site_is_taken(browser: Client, layla: User) -> None:
    answer = browser.post(
        "/accounts/login/", {"login": "Layla", "password": PASSWORD, "next": "/table/7/"}
    )
    assert answer["Location"] == "/table/7/"


def test_a_post_without_a_token_is_refused(layla: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    assert log_in(strict, "Layla") == 403


def test_log_in_brings_the_account_s_choices(browser: Client, layla: User) -> None:
    User.objects.update(theme="night", deck="safe", language="ar")
    browser.cookies["motion"] = "still"
    log_in(browser, "Layla")
    assert browser.cookies["theme"].value == "night"
    assert browser.cookies["deck"].value == "safe"
    assert browser.cookies["django_language"].value == "ar"
    assert browser.cookies["motion"].value == ""
    assert 'data-theme="night"' in browser.get("/people/Layla/").text
