"""The door step answers, and says to browsers what they must know."""

import logging

import pytest
from django.test import Client
from django.test.utils import override_settings

pytestmark = pytest.mark.django_db


def test_health_answers_while_the_database_does(client: Client) -> None:
    answer = client.get("/health")
    assert (answer.status_code, answer.content) == (200, b"ok")


def test_the_first_page_is_served_under_the_strict_policy(client: Client) -> None:
    answer = client.get("/")
    assert answer.status_code == 200
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["X-Frame-Options"] == "DENY"


def test_the_first_page_speaks_arabic_from_right_to_left(client: Client) -> None:
    answer = client.get("/", headers={"accept-language": "ar"})
    assert 'lang="ar" dir="rtl"' in answer.text


def test_the_admin_signs_in_through_the_limits_of_the_accounts(client: Client) -> None:
    answer = client.get("/admin/login/?next=/admin/")
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/accounts/login/")


@override_settings(ALLOWED_HOSTS=["play.example.org"])
def test_a_wrong_host_is_one_warning_without_a_trace(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert "evil.example" in caplog.text
    assert "Traceback" not in caplog.text
