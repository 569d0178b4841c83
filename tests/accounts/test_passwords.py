"""Changing and resetting a password: by mail, by recovery code, and who is put out by it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import check_password, identify_hasher, make_password
from django.core import mail
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from accounts import recovery
from accounts.models import Session, User
from config.settings import base
from tests.accounts.door import PASSWORD, log_in, who

if TYPE_CHECKING:
    from pytest_django import DjangoCaptureOnCommitCallbacks
    from pytest_django.fixtures import Settings

NEW = "four olive sprigs in a row"


@pytest.fixture
def code(layla: User) -> str:
    return recovery.issue(layla)


def recover(client: Client, name: str, code: str, password: str = NEW) -> Any:
    return client.post("/accounts/recover/", {"name": name, "code": code, "password": password})


@pytest.mark.django_db
def test_a_change_needs_the_old_password(browser: Client, layla: User) -> None:
    log_in(browser, "Layla")
    data = {"oldpassword": "wrong", "password1": NEW, "password2": NEW}
    assert browser.post("/accounts/password/change/", data).status_code == 200
    layla.refresh_from_db()
    assert layla.check_password(PASSWORD)


@pytest.mark.django_db
def test_a_change_puts_out_every_other_browser_and_closes_the_sockets(
    browser: Client,
    layla: User,
    closed: list[tuple[int, str | None]],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    log_in(browser, "Layla")
    other = Client()
    log_in(other, "Layla")
    closed.clear()
    with django_capture_on_commit_callbacks(execute=True):
        answer = browser.post(
            "/accounts/password/change/",
            {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW},
        )
    assert answer["Location"] == "/people/Layla/"
    assert closed == [(layla.pk, None)]
    assert who(browser) == "Layla"
    assert who(other) == ""
    assert Session.objects.filter(user=layla).count() == 1
    assert log_in(Client(), "Layla", NEW) == 302


@pytest.mark.django_db
def test_a_letter_resets_the_password(browser: Client, layla: User) -> None:
    EmailAddress.objects.create(user=layla, email="l@example.org", primary=True, verified=True)
    inside = Client()
    log_in(inside, "Layla")
    browser.post("/accounts/password/reset/", {"email": "L@example.org"})
    (letter,) = mail.outbox
    (address,) = re.findall(r"https?://testserver(/\S+)", str(letter.body))
    page = browser.get(address, follow=True)
    answer = browser.post(page.request["PATH_INFO"], {"password1": NEW, "password2": NEW})
    assert answer.status_code == 302
    assert who(inside) == ""
    assert log_in(browser, "Layla", NEW) == 302
    assert Client().get(address, follow=True).context["token_fail"]


@pytest.mark.django_db
def test_a_reset_does_not_tell_whose_address_is_known(layla: User) -> None:
    EmailAddress.objects.create(user=layla, email="l@example.org", primary=True, verified=True)
    answers = [
        Client().post("/accounts/password/reset/", {"email": email}, follow=True)
        for email in ["l@example.org", "nobody@example.org"]
    ]
    texts = [re.sub(r'value="[^"]{64}"', "", answer.text) for answer in answers]
    assert texts[0] == texts[1]
    assert len(mail.outbox) == 2  # both get a letter, one of them saying that nobody is there


@pytest.mark.django_db
def test_the_recovery_code_resets_the_password_and_is_spent(
    browser: Client,
    layla: User,
    code: str,
    closed: list[tuple[int, str | None]],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    inside = Client()
    log_in(inside, "Layla")
    closed.clear()
    with django_capture_on_commit_callbacks(execute=True):
        answer = recover(browser, "layla", code.lower().replace("-", " "))
    assert answer.status_code == 302
    assert answer["Location"] == "/accounts/recovery-code/"
    assert who(browser) == "Layla"
    assert who(inside) == ""
    assert closed == [(layla.pk, None)]
    fresh = re.findall(r"[A-Z0-9]{4}(?:-[A-Z0-9]{4}){3}", browser.get(answer["Location"]).text)
    assert len(fresh) == 1
    assert fresh != [code]
    assert recover(Client(), "Layla", code).status_code == 200
    assert log_in(Client(), "Layla", NEW) == 302


@pytest.mark.django_db
def test_a_code_is_spent_once_even_by_two_at_once(layla: User, code: str) -> None:
    first, second = User.objects.get(), User.objects.get()
    assert recovery.spend(first)
    assert not recovery.spend(second)


@pytest.mark.django_db
def test_recovery_has_one_answer_for_everything_wrong(layla: User, zaid: User, code: str) -> None:
    pages = []
    for name, tried in [("Layla", "AAAA-AAAA-AAAA-AAAA"), ("Nobody", code), ("زيد", code)]:
        answer = recover(Client(), name, tried)
        assert answer.status_code == 200
        text = answer.text.replace(name, "").replace(tried, "")
        pages.append(re.sub(r'value="[^"]{64}"', "", text))
    assert pages[0] == pages[1] == pages[2]
    layla.refresh_from_db()
    assert layla.check_password(PASSWORD)


@pytest.mark.django_db
def test_recovery_does_the_same_work_for_nobody(layla: User, code: str) -> None:
    for name in ["Nobody", "Layla"]:
        with (
            patch("accounts.recovery.make_password", wraps=make_password) as made,
            patch("accounts.recovery.check_password", wraps=check_password) as checked,
        ):
            assert recovery.owner(name, "wrong") is None
        assert made.call_count + checked.call_count == 1


@pytest.mark.django_db
def test_five_wrong_codes_are_enough(layla: User, code: str) -> None:
    for _ in range(5):
        assert "do not belong together" in recover(Client(), "Layla", "AAAA").text
    assert "Too many wrong tries" in recover(Client(), "LAYLA", code).text
    layla.refresh_from_db()
    assert layla.check_password(PASSWORD)


@pytest.mark.django_db
def test_a_weak_new_password_spends_nothing(browser: Client, layla: User, code: str) -> None:
    assert recover(browser, "Layla", code, "12345678").status_code == 200
    assert recover(browser, "Layla", code).status_code == 302


@pytest.mark.django_db
def test_after_a_reset_the_owner_is_not_locked_out(layla: User, code: str) -> None:
    for _ in range(6):
        log_in(Client(), "Layla", "wrong")
    assert log_in(Client(), "Layla") == 200
    recover(Client(), "Layla", code)
    assert log_in(Client(), "Layla", NEW) == 302


@pytest.mark.django_db
def test_a_new_code_needs_the_password(browser: Client, layla: User, code: str) -> None:
    log_in(browser, "Layla")
    before = User.objects.get().recovery_hash
    assert "A code is shown once" in browser.get("/accounts/recovery-code/").text
    wrong = browser.post("/accounts/recovery-code/", {"password": "wrong"})
    assert wrong.status_code == 200
    assert User.objects.get().recovery_hash == before
    right = browser.post("/accounts/recovery-code/", {"password": PASSWORD})
    (fresh,) = re.findall(r"[A-Z0-9]{4}(?:-[A-Z0-9]{4}){3}", right.text)
    assert recover(Client(), "Layla", code).status_code == 200
    assert recover(Client(), "Layla", fresh).status_code == 302


@pytest.mark.django_db
def test_wrong_passwords_there_count_as_wrong_log_ins(browser: Client, layla: User) -> None:
    log_in(browser, "Layla")
    for _ in range(5):
        browser.post("/accounts/recovery-code/", {"password": "wrong"})
    assert log_in(Client(), "Layla") == 200


@pytest.mark.django_db
def test_nobody_sees_a_code_without_logging_in(browser: Client) -> None:
    answer = browser.get("/accounts/recovery-code/")
    assert answer["Location"].startswith("/accounts/login/")


@pytest.mark.django_db
def test_passwords_and_codes_are_kept_as_argon2(layla: User, settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
    layla.set_password(NEW)
    code = recovery.issue(layla)
    for kept in (layla.password, layla.recovery_hash):
        assert identify_hasher(kept).algorithm == "argon2"
    assert recovery.tidy(code) not in layla.recovery_hash
    assert recovery.owner("Layla", code) == layla


def test_argon2_is_what_the_site_uses() -> None:
    assert base.PASSWORD_HASHERS[0].endswith("Argon2PasswordHasher")


@given(st.text(max_size=40))
def test_tidying_a_code_is_total_and_stable(text: str) -> None:
    assert recovery.tidy(recovery.tidy(text)) == recovery.tidy(text)


def test_tidying_forgives_how_a_code_is_typed() -> None:
    assert recovery.tidy(" abcd-efgh jkmn—pqr4 ") == "ABCDEFGHJKMNPQR4"
    assert recovery.tidy("abc٤") == "ABC4"
