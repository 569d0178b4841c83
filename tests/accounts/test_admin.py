"""The back room: in through the site's own log-in, a second factor on https, nothing secret."""

from __future__ import annotations

import re
import time
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, generate_totp_secret, hotp_value
from allauth.mfa.utils import encrypt
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from accounts import recovery, sanctions
from accounts.models import Session, Suspension, User
from tests.accounts.door import PASSWORD, log_in, who

if TYPE_CHECKING:
    from pytest_django import DjangoCaptureOnCommitCallbacks
    from pytest_django.fixtures import Settings

pytestmark = pytest.mark.django_db

USERS = "/admin/accounts/user/"
SUSPENSIONS = "/admin/accounts/suspension/"


@pytest.fixture
def office(boss: User) -> Client:
    client = Client()
    log_in(client, "Boss")
    return client


@pytest.fixture
def secret(boss: User) -> str:
    """Give Boss an authenticator; the secret is what it holds."""
    secret = str(generate_totp_secret())
    Authenticator.objects.create(
        user=boss, type=Authenticator.Type.TOTP, data={"secret": encrypt(secret)}
    )
    return secret


def sign(secret: str) -> str:
    """Give what the authenticator shows now."""
    return str(format_hotp_value(hotp_value(secret, int(time.time()) // 30)))


def test_a_visitor_is_sent_to_the_site_s_log_in(browser: Client) -> None:
    for address in ("/admin/", "/admin/login/", USERS):
        answer = browser.get(address, follow=True)
        assert answer.redirect_chain[-1][0].startswith("/accounts/login/?next=")
        assert 'name="login"' in answer.text
    posted = browser.post("/admin/login/", {"username": "Boss", "password": PASSWORD})
    assert posted["Location"].startswith("/accounts/login/")
    assert who(browser) == ""


def test_ten_bad_log_ins_are_too_many(browser: Client, boss: User) -> None:
    for _ in range(10):
        browser.post("/accounts/login/?next=/admin/", {"login": "Boss", "password": "wrong"})
    assert log_in(browser, "Boss") == 200
    assert who(browser) == ""


def test_who_is_not_staff_stays_outside(browser: Client, layla: User) -> None:
    log_in(browser, "Layla")
    assert browser.get("/admin/", follow=True).status_code == 403
    assert browser.get("/admin/login/").status_code == 403


def test_on_plain_http_a_password_is_enough(office: Client) -> None:
    assert office.get("/admin/").status_code == 200
    assert office.get(USERS).status_code == 200


def test_on_https_staff_without_a_second_factor_must_set_one_up(
    office: Client, settings: Settings
) -> None:
    settings.STAFF_SECOND_FACTOR = True
    for address in ("/admin/", USERS, f"{SUSPENSIONS}add/", "/admin/login/?next=/admin/"):
        answer = office.get(address, follow=True)
        assert any("/accounts/2fa/totp/activate/" in step for step, _ in answer.redirect_chain)
    assert office.post(f"{SUSPENSIONS}add/", {"user": 1, "reason": "x"}).status_code == 302
    assert not Suspension.objects.exists()


def test_on_https_the_second_factor_is_asked_for_at_log_in(
    boss: User, secret: str, settings: Settings
) -> None:
    settings.STAFF_SECOND_FACTOR = True
    client = Client()
    first = client.post(
        "/accounts/login/", {"login": "Boss", "password": PASSWORD, "next": "/admin/"}
    )
    assert first["Location"] == "/accounts/2fa/authenticate/"
    assert who(client) == ""
    assert client.get("/admin/")["Location"].startswith("/admin/login/")
    wrong = client.post("/accounts/2fa/authenticate/", {"code": "000000"})
    assert wrong.status_code == 200
    assert who(client) == ""
    right = client.post("/accounts/2fa/authenticate/", {"code": sign(secret)})
    assert right["Location"] == "/admin/"
    assert client.get("/admin/").status_code == 200
    assert client.session.get_expiry_age() <= 60 * 60


def test_a_staff_session_lasts_an_hour_there(boss: User, layla: User, settings: Settings) -> None:
    settings.STAFF_SECOND_FACTOR = True
    staff, person = Client(), Client()
    log_in(staff, "Boss")
    log_in(person, "Layla")
    assert staff.session.get_expiry_age() <= 60 * 60
    assert person.session.get_expiry_age() > 60 * 60 * 24


def test_setting_up_a_second_factor_ends_the_other_sessions(
    office: Client, boss: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    other = Client()
    log_in(other, "Boss")
    page = office.get("/accounts/2fa/totp/activate/", follow=True)
    if "reauthenticate" in page.request["PATH_INFO"]:
        where = page.request["PATH_INFO"] + "?" + page.request["QUERY_STRING"]
        page = office.post(where, {"password": PASSWORD}, follow=True)
    secret = re.sub(r"\s", "", page.context["form"].secret)
    with django_capture_on_commit_callbacks(execute=True):
        answer = office.post("/accounts/2fa/totp/activate/", {"code": sign(secret)})
    assert answer.status_code == 302
    assert Authenticator.objects.filter(user=boss, type=Authenticator.Type.TOTP).exists()
    assert who(office) == "Boss"
    assert who(other) == ""


@pytest.mark.parametrize("term", ["Layla", "layla", "LAYLA", "layIa", "ayl"])
def test_people_are_found_by_name_and_by_what_looks_like_it(
    office: Client, layla: User, zaid: User, term: str
) -> None:
    text = office.get(USERS, {"q": term}).text
    assert '<bdi dir="auto">Layla</bdi>' in text
    assert "زيد" not in text


def test_nothing_secret_is_shown(office: Client, layla: User) -> None:
    recovery.issue(layla)
    page = office.get(f"{USERS}{layla.pk}/change/")
    assert page.status_code == 200
    session = Session.objects.get()
    for hidden in (layla.password, layla.recovery_hash, session.session_key, session.session_data):
        assert hidden
        assert hidden not in page.text
    assert "password" not in page.context["adminform"].form.fields


def test_a_moderator_suspends_with_a_reason_and_an_end(
    office: Client,
    boss: User,
    layla: User,
    closed: list[tuple[int, str | None]],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    inside = Client()
    log_in(inside, "Layla")
    closed.clear()
    until = timezone.now() + timedelta(days=2)
    data = {
        "user": layla.pk,
        "reason": "Insults",
        "until_0": until.strftime("%Y-%m-%d"),
        "until_1": until.strftime("%H:%M:%S"),
    }
    with django_capture_on_commit_callbacks(execute=True):
        assert office.post(f"{SUSPENSIONS}add/", data).status_code == 302
    row = Suspension.objects.get()
    assert (row.user, row.by, row.reason) == (layla, boss, "Insults")
    assert row.until is not None
    assert who(inside) == ""
    assert closed == [(layla.pk, None)]
    assert LogEntry.objects.filter(user=boss, object_id=str(row.pk)).count() == 1
    assert office.get(f"{SUSPENSIONS}{row.pk}/change/").status_code == 200
    assert office.get(SUSPENSIONS).status_code == 200


def test_an_end_that_has_passed_is_refused(office: Client, layla: User) -> None:
    data = {"user": layla.pk, "reason": "x", "until_0": "2020-01-01", "until_1": "00:00:00"}
    assert "This moment has passed" in office.post(f"{SUSPENSIONS}add/", data).text
    assert not Suspension.objects.exists()


def test_the_record_is_not_rewritten(office: Client, layla: User, boss: User) -> None:
    row = sanctions.suspend(layla, by=boss, reason="Insults", until=None)
    office.post(f"{SUSPENSIONS}{row.pk}/change/", {"user": boss.pk, "reason": "nothing"})
    kept = Suspension.objects.get()
    assert (kept.user, kept.reason) == (layla, "Insults")
    assert office.post(f"{SUSPENSIONS}{row.pk}/delete/", {"post": "yes"}).status_code == 403


@pytest.mark.parametrize("page", ["users", "suspensions"])
def test_a_moderator_lifts(office: Client, layla: User, boss: User, page: str) -> None:
    row = sanctions.suspend(layla, by=boss, reason="Insults", until=None)
    address, action, pk = {
        "users": (USERS, "lift_suspensions", layla.pk),
        "suspensions": (SUSPENSIONS, "lift", row.pk),
    }[page]
    office.post(address, {"action": action, "_selected_action": [pk]})
    row.refresh_from_db()
    assert row.lifted_by == boss
    assert log_in(Client(), "Layla") == 302
    assert LogEntry.objects.filter(object_id=str(layla.pk), user=boss).exists()


def test_only_a_superuser_gives_rights(layla: User, boss: User, zaid: User) -> None:
    User.objects.filter(pk=zaid.pk).update(is_staff=True)
    zaid.user_permissions.set(Permission.objects.filter(content_type__app_label="accounts"))
    client = Client()
    log_in(client, "زيد")
    client.post(
        f"{USERS}{zaid.pk}/change/", {"is_active": "on", "is_staff": "on", "is_superuser": "on"}
    )
    zaid.refresh_from_db()
    assert zaid.is_staff
    assert not zaid.is_superuser


def test_taking_rights_puts_out_at_once(office: Client, layla: User) -> None:
    User.objects.filter(pk=layla.pk).update(is_staff=True)
    inside = Client()
    log_in(inside, "Layla")
    office.post(f"{USERS}{layla.pk}/change/", {"is_active": "on"})
    layla.refresh_from_db()
    assert not layla.is_staff
    assert who(inside) == ""


def test_people_and_the_log_are_not_deleted_or_made_there(office: Client, layla: User) -> None:
    for address in (
        f"{USERS}add/",
        f"{USERS}{layla.pk}/delete/",
        "/admin/admin/logentry/add/",
    ):
        assert office.get(address).status_code == 403
    assert office.get("/admin/admin/logentry/").status_code == 200
    assert "/password/" not in office.get(f"{USERS}{layla.pk}/change/").text.partition("<form")[2]
    assert office.get(f"{USERS}{layla.pk}/password/").status_code in (302, 404)


def test_staff_change_their_password_where_everybody_does(office: Client) -> None:
    assert office.get("/admin/password_change/")["Location"] == "/accounts/password/change/"
    posted = office.post("/admin/password_change/", {"old_password": PASSWORD})
    assert posted["Location"] == "/accounts/password/change/"
