"""What SITE_URL decides, seen in a process of its own for each answer."""

import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore

ASK = """
import json
from django.conf import settings
names = %r
print(json.dumps({name: getattr(settings, name, None) for name in names}, default=str))
"""
NAMES = [
    "ALLOWED_HOSTS",
    "SITE_ORIGINS",
    "SITE_URL",
    "CSRF_TRUSTED_ORIGINS",
    "SESSION_COOKIE_NAME",
    "SESSION_COOKIE_SECURE",
    "CSRF_COOKIE_NAME",
    "CSRF_COOKIE_SECURE",
    "SECURE_HSTS_SECONDS",
    "SECURE_SSL_REDIRECT",
    "SECURE_PROXY_SSL_HEADER",
    "ALLAUTH_TRUSTED_PROXY_COUNT",
    "DEBUG",
    "FORESEEN_MATCHES",
]


def production(tmp_path: Path, **surroundings: str) -> dict[str, Any]:
    kept = {key: value for key, value in os.environ.items() if key in {"PATH", "HOME", "LANG"}}
    done = subprocess.run(
        [sys.executable, "-c", ASK % NAMES],
        env={
            **kept,
            "DJANGO_SETTINGS_MODULE": "config.settings.production",
            "VAR_DIR": str(tmp_path),
            **surroundings,
        },
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_nobody_can_foresee_a_deal_of_the_real_site(tmp_path: Path) -> None:
    assert settings.FORESEEN_MATCHES, "the tests foresee some"
    surroundings = {"FORESEEN_MATCHES": json.dumps(settings.FORESEEN_MATCHES), "DEBUG": "1"}
    found = production(tmp_path, SITE_URL="https://play.example.org", **surroundings)
    assert found["FORESEEN_MATCHES"] == {}


def test_behind_https_cookies_are_host_only_and_secure(tmp_path: Path) -> None:
    found = production(tmp_path, SITE_URL="https://play.example.org")
    assert found["ALLOWED_HOSTS"] == ["play.example.org"]
    assert found["SITE_ORIGINS"] == found["CSRF_TRUSTED_ORIGINS"] == ["https://play.example.org"]
    assert found["SESSION_COOKIE_NAME"] == "__Host-sessionid"
    assert found["CSRF_COOKIE_NAME"] == "__Host-csrftoken"
    assert found["SESSION_COOKIE_SECURE"] is found["CSRF_COOKIE_SECURE"] is True
    assert found["SECURE_SSL_REDIRECT"] is True
    assert found["SECURE_HSTS_SECONDS"] >= 31_536_000
    assert found["ALLAUTH_TRUSTED_PROXY_COUNT"] == 1
    assert found["DEBUG"] is False


@pytest.mark.parametrize(
    ("surroundings", "hosts", "address"),
    [
        ({}, ["127.0.0.1", "[::1]", "localhost"], "http://127.0.0.1:8000"),
        ({"HOST": "0.0.0.0", "PORT": "8123"}, ["*"], "http://127.0.0.1:8123"),
        ({"SITE_URL": "http://10.0.0.7:8000"}, ["10.0.0.7"], "http://10.0.0.7:8000"),
    ],
)
def test_on_plain_http_people_can_still_log_in(
    tmp_path: Path, surroundings: dict[str, str], hosts: list[str], address: str
) -> None:
    found = production(tmp_path, **surroundings)
    assert found["ALLOWED_HOSTS"] == hosts
    assert found["SITE_URL"] == address
    assert found["SESSION_COOKIE_NAME"] == "sessionid"
    assert found["SESSION_COOKIE_SECURE"] is found["CSRF_COOKIE_SECURE"] is False
    assert not found["SECURE_HSTS_SECONDS"]
    assert not found["SECURE_SSL_REDIRECT"]
    assert found["SECURE_PROXY_SSL_HEADER"] is None
    assert found["ALLAUTH_TRUSTED_PROXY_COUNT"] == 0


def test_a_secret_is_made_once_and_is_its_owners_alone(tmp_path: Path) -> None:
    ask = [sys.executable, "-c", "from django.conf import settings; print(settings.SECRET_KEY)"]
    surroundings = {
        "PATH": os.environ["PATH"],
        "DJANGO_SETTINGS_MODULE": "config.settings.production",
        "VAR_DIR": str(tmp_path),
    }
    said = {
        subprocess.run(
            ask, env=surroundings, cwd=settings.BASE_DIR, capture_output=True, text=True, check=True
        ).stdout.strip()
        for _ in range(2)
    }
    assert len(said) == 1
    kept = tmp_path / "secret_key"
    assert said == {kept.read_text()}
    assert len(kept.read_text()) >= 50
    assert kept.stat().st_mode & 0o777 == 0o600


def test_a_worker_may_die_and_its_task_comes_back_soon() -> None:
    assert settings.CELERY_TASK_ACKS_LATE
    assert settings.CELERY_TASK_REJECT_ON_WORKER_LOST
    assert settings.CELERY_TASK_IGNORE_RESULT
    assert settings.CELERY_WORKER_PREFETCH_MULTIPLIER == 1
    options = settings.CELERY_BROKER_TRANSPORT_OPTIONS
    assert 60 <= options["visibility_timeout"] <= 120
    assert (options["unacked_restore_interval"], options["unacked_restore_throttle"]) == (5, 1)


def test_a_sweep_that_waited_a_second_is_dropped() -> None:
    for entry in settings.CELERY_BEAT_SCHEDULE.values():
        assert entry["options"]["queue"] == "clock"
        assert entry["options"]["expires"] == 1


def test_nothing_about_signing_in_needs_valkey() -> None:
    assert str(settings.CACHES["default"]["BACKEND"]).endswith("db.DatabaseCache")
    assert issubclass(import_module(settings.SESSION_ENGINE).SessionStore, SessionStore)
