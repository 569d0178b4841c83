"""A suspended person is out at once, everywhere, and is told why."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from asgiref.sync import async_to_sync
from channels.auth import get_user
from django.contrib.auth import SESSION_KEY
from django.test import Client
from django.utils import timezone

from accounts import recovery, sanctions
from accounts.models import Session, Suspension, User
from tests.accounts.door import PASSWORD, log_in, who

if TYPE_CHECKING:
    from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

pytestmark = pytest.mark.django_db


def test_out_at_once_sockets_included(
    browser: Client,
    layla: User,
    boss: User,
    closed: list[tuple[int, str | None]],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    log_in(browser, "Layla")
    assert who(browser) == "Layla"
    with django_capture_on_commit_callbacks(execute=True):
        sanctions.suspend(layla, by=boss, reason="Insults", until=None)
        assert closed == []  # told after the commit, when a socket that asks finds the session gone
    assert closed == [(layla.pk, None)]
    assert who(browser) == ""
    assert not Session.objects.filter(user=layla).exists()


def test_a_session_that_was_missed_is_worth_nothing(browser: Client, layla: User) -> None:
    """The row alone keeps one out: no session needs to be found for it."""
    log_in(browser, "Layla")
    Suspension.objects.create(user=layla, reason="Insults")
    assert who(browser) == ""
    assert browser.get("/history/")["Location"].startswith("/accounts/login/")


@pytest.mark.django_db(transaction=True)
def test_a_socket_that_connects_later_is_a_stranger_s(browser: Client, layla: User) -> None:
    log_in(browser, "Layla")
    session = browser.session
    scope = {"session": session}
    assert async_to_sync(get_user)(scope).pk == layla.pk
    Suspension.objects.create(user=layla, reason="Insults")
    assert session[SESSION_KEY]
    assert async_to_sync(get_user)({"session": session}).is_anonymous


def test_the_right_password_is_told_why_and_until_when(browser: Client, layla: User) -> None:
    until = timezone.now() + timedelta(days=3)
    sanctions.suspend(layla, by=None, reason="Insults <b>twice</b>", until=until)
    answer = browser.post("/accounts/login/", {"login": "Layla", "password": PASSWORD})
    assert answer.status_code == 403
    assert "Insults &lt;b&gt;twice" in answer.text
    assert until.strftime("%Y") in answer.text
    assert who(browser) == ""


def test_a_wrong_password_is_told_nothing(browser: Client, layla: User) -> None:
    sanctions.suspend(layla, by=None, reason="Insults", until=None)
    answer = browser.post("/accounts/login/", {"login": "Layla", "password": "wrong"})
    assert answer.status_code == 200
    assert "Insults" not in answer.text
    assert "suspended" not in answer.text


def test_neither_recovery_nor_sign_up_leads_around_it(browser: Client, layla: User) -> None:
    code = recovery.issue(layla)
    sanctions.suspend(layla, by=None, reason="Insults", until=None)
    data = {"name": "Layla", "code": code, "password": "four olive sprigs in a row"}
    assert browser.post("/accounts/recover/", data).status_code == 200
    layla.refresh_from_db()
    assert layla.check_password(PASSWORD)
    again = {"username": "layIa", "password1": PASSWORD}
    assert browser.post("/accounts/signup/", again).status_code == 200
    assert User.objects.count() == 1


def test_it_ends_by_itself_and_by_being_lifted(browser: Client, layla: User, boss: User) -> None:
    Suspension.objects.create(user=layla, reason="a", until=timezone.now() - timedelta(seconds=1))
    assert log_in(browser, "Layla") == 302
    row = sanctions.suspend(layla, by=boss, reason="b", until=None)
    assert log_in(Client(), "Layla") == 403
    sanctions.lift(row, by=boss)
    row.refresh_from_db()
    first = row.lifted_at
    sanctions.lift(row, by=None)
    row.refresh_from_db()
    assert (row.lifted_at, row.lifted_by) == (first, boss)
    assert log_in(Client(), "Layla") == 302
    assert Suspension.objects.count() == 2


def test_of_several_the_last_to_end_is_shown(layla: User) -> None:
    soon = timezone.now() + timedelta(hours=1)
    Suspension.objects.create(user=layla, reason="short", until=soon)
    Suspension.objects.create(user=layla, reason="for good")
    Suspension.objects.create(user=layla, reason="longer", until=soon + timedelta(days=1))
    found = layla.suspension()
    assert found is not None
    assert found.reason == "for good"


def test_it_costs_no_query_of_its_own(
    browser: Client, layla: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    log_in(browser, "Layla")
    # the session; the user with what keeps one out; and what /health asks itself
    with django_assert_num_queries(3):
        assert who(browser) == "Layla"


def test_an_account_that_is_not_active_is_out_too(browser: Client, layla: User) -> None:
    log_in(browser, "Layla")
    User.objects.update(is_active=False)
    assert who(browser) == ""
    assert log_in(Client(), "Layla") == 302
    assert Client().get("/people/Layla/").status_code == 404


@pytest.mark.django_db(transaction=True)
def test_closing_sockets_that_fails_undoes_nothing(
    browser: Client, layla: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[int] = []

    def down(user_id: int, session_key: str | None) -> None:
        told.append(user_id)
        raise ConnectionError("Valkey is down")

    log_in(browser, "Layla")
    monkeypatch.setattr("accounts.revoke.close_sockets", down)
    sanctions.suspend(layla, by=None, reason="Insults", until=None)
    assert told == [layla.pk]
    assert who(browser) == ""
    assert Suspension.objects.count() == 1
