"""Signing up: a name, a password, a recovery code shown once; in English and Arabic."""

from __future__ import annotations

import re
from typing import Any
from unittest.mock import patch

import pytest
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.accounts.door import PASSWORD, who

pytestmark = pytest.mark.django_db

CODE = re.compile(r"[A-Z0-9]{4}(?:-[A-Z0-9]{4}){3}")


def sign_up(client: Client, name: str, **more: str) -> Any:
    return client.post(
        "/accounts/signup/", {"username": name, "password1": PASSWORD, "email": "", **more}
    )


@pytest.mark.parametrize(("language", "name"), [("en", "Layla"), ("ar", "ليلى حداد")])
def test_a_name_and_a_password_are_enough(browser: Client, language: str, name: str) -> None:
    page = browser.get("/accounts/signup/", headers={"accept-language": language})
    assert page.status_code == 200
    assert f'<html lang="{language}" dir="{"rtl" if language == "ar" else "ltr"}"' in page.text
    answer = sign_up(browser, name)
    assert answer.status_code == 302
    assert answer["Location"].startswith("/accounts/recovery-code/?next=")
    user = User.objects.get()
    assert (user.username, user.is_guest, user.email) == (name, False, "")
    assert user.has_usable_password()
    assert who(browser) == name
    assert mail.outbox == []


def test_the_recovery_code_is_shown_once(browser: Client) -> None:
    answer = sign_up(browser, "Layla")
    shown = browser.get(answer["Location"])
    (code,) = CODE.findall(shown.text)
    assert "no-store" in shown["Cache-Control"]
    user = User.objects.get()
    assert user.recovery_hash
    assert code not in user.recovery_hash
    again = browser.get(answer["Location"])
    assert not CODE.findall(again.text)
    assert User.objects.get().recovery_hash == user.recovery_hash


def test_a_new_person_goes_on_to_where_they_were_going(browser: Client) -> None:
    answer = browser.post(
        "/accounts/signup/?next=/table/7/", {"username": "Layla", "password1": PASSWORD}
    )
    assert 'href="/table/7/"' in browser.get(answer["Location"]).text


@pytest.mark.parametrize("taken", ["Layla", "LAYLA", "layIa", "Lay_la", "Ｌａｙｌａ", "L\u00e1yla"])
def test_a_name_like_one_that_is_there_is_refused(browser: Client, layla: User, taken: str) -> None:
    answer = sign_up(browser, taken)
    assert answer.status_code == 200
    assert "too much like one that is" in answer.text
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("admin", "belongs to the house"),
        ("Αdmin", "one alphabet"),
        ("Bot 7", "belongs to the house"),
        ("ab", "at least 3"),
        ("a" * 21, "20 characters at most"),
        ("Lay\u202ela", "and nothing else"),
        ("Layla\u200f", "and nothing else"),
        ("Layla\n", "and nothing else"),
        ("<script>alert(1)</script>", "and nothing else"),
        ('"><img src=x>', "and nothing else"),
    ],
)
def test_a_name_that_cannot_be_is_refused_in_words(browser: Client, name: str, words: str) -> None:
    answer = sign_up(browser, name)
    assert answer.status_code == 200
    assert words in answer.text
    assert "<script>alert" not in answer.text
    assert "<img src=x>" not in answer.text
    assert not User.objects.exists()


@pytest.mark.parametrize("password", ["short", "12345678", "password1", "Layla-Layla"])
def test_a_weak_password_is_refused(browser: Client, password: str) -> None:
    answer = sign_up(browser, "Layla-Layla", password1=password)
    assert answer.status_code == 200
    assert not User.objects.exists()


def test_two_who_take_a_name_in_the_same_moment(browser: Client, layla: User) -> None:
    with patch("accounts.models.People.by_name", return_value=None):  # neither sees the other yet
        answer = sign_up(browser, "LAYLA")
    assert answer.status_code == 302
    assert answer["Location"] == "/accounts/signup/"
    assert "too much like one that is" in browser.get("/accounts/signup/").text
    assert User.objects.count() == 1


def test_an_address_is_asked_to_confirm_itself(browser: Client) -> None:
    sign_up(browser, "Layla", email="layla@example.org")
    (letter,) = mail.outbox
    assert letter.to == ["layla@example.org"]
    assert "/accounts/confirm-email/" in letter.body
    assert User.objects.get().email == "layla@example.org"


def test_a_sign_up_does_not_tell_whose_address_is_known(browser: Client) -> None:
    sign_up(browser, "Layla", email="layla@example.org")
    answer = sign_up(Client(), "Other", email="layla@example.org")
    assert answer.status_code == 302
    assert User.objects.count() == 2


def test_what_a_visitor_chose_goes_into_the_account(browser: Client) -> None:
    browser.cookies["theme"], browser.cookies["deck"] = "night", "<b>"
    browser.get("/accounts/signup/")
    browser.cookies["django_language"] = "ar"
    sign_up(browser, "Layla")
    user = User.objects.get()
    assert (user.theme, user.deck, user.language) == ("night", "", "ar")


def test_the_twenty_first_sign_up_of_a_minute_is_too_many(browser: Client) -> None:
    answers = [sign_up(browser, "x").status_code for _ in range(21)]
    assert answers == [200] * 20 + [429]
