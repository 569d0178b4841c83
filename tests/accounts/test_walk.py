"""A walk over every address of the site: CSRF, content policy, cookies (THREATS 12, 13, 23, 24)."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import UUID

import pytest
from django.test import Client, override_settings
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.converters import IntConverter, UUIDConverter
from django.urls.resolvers import LocalePrefixPattern, RegexPattern, RoutePattern

from accounts.models import User
from tests.accounts.door import log_in

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
GROUP = re.compile(r"\(\?P<\w+>[^()]*(?:\([^()]*\)[^()]*)*\)|\([^()?][^()]*\)")


def filled(pattern: RoutePattern | RegexPattern | LocalePrefixPattern) -> str:
    """Give an address part that the pattern matches, with plain values in its places."""
    if isinstance(pattern, RegexPattern):
        part = GROUP.sub("1-x" if "uidb36" in pattern.regex.pattern else "1", pattern.regex.pattern)
        return re.sub(r"[\\^$?]|\\Z", "", part)
    address = str(pattern)
    for name, converter in pattern.converters.items():
        value = "layla"
        if isinstance(converter, UUIDConverter):
            value = str(UUID(int=7))
        elif isinstance(converter, IntConverter):
            value = "1"
        address = re.sub(rf"<(?:\w+:)?{name}>", value, address)
    return address


def every(resolver: URLResolver, before: str = "/") -> Iterator[tuple[str, URLPattern]]:
    """Give every address of the site with its pattern."""
    for entry in resolver.url_patterns:
        if isinstance(entry, URLResolver):
            yield from every(entry, before + filled(entry.pattern))
        else:
            yield before + filled(entry.pattern), entry


ADDRESSES = list(every(get_resolver()))
PLAIN = sorted(
    {address for address, entry in ADDRESSES if not getattr(entry.pattern, "converters", None)}
)


def test_the_walk_goes_everywhere() -> None:
    found = {address for address, _ in ADDRESSES}
    for known in (
        "/",
        "/accounts/login/",
        "/accounts/recover/",
        "/accounts/preferences/",
        "/accounts/2fa/authenticate/",
        "/people/layla/",
        "/history/",
        "/i18n/setlang/",
        "/admin/",
        "/admin/accounts/user/",
    ):
        assert known in found
    assert len(found) > 40


@pytest.mark.django_db
@pytest.mark.parametrize("role", ["visitor", "superuser"])
def test_no_post_passes_without_a_token(role: str, boss: User) -> None:
    client = Client(enforce_csrf_checks=True)
    if role == "superuser":
        client.force_login(boss)
    open_to_forgery = {}
    for address, entry in ADDRESSES:
        status = client.post(address, {}).status_code
        if status != 403 or getattr(entry.callback, "csrf_exempt", False):
            open_to_forgery[address] = status
    assert open_to_forgery == {}


class Offences(HTMLParser):
    """Collect what a strict content policy would refuse on a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "style" or "style" in given:
            self.found.append(f"<{tag} style>")
        if tag == "script" and "src" not in given and given.get("type") != "application/json":
            self.found.append("<script> without src")
        if tag == "base":
            self.found.append("<base>")
        for name, value in given.items():
            if name.startswith("on"):
                self.found.append(f"<{tag} {name}>")
            if (value or "").strip().lower().startswith("javascript:"):
                self.found.append(f"<{tag} {name}=javascript:>")
            fetched = name in ("src", "href") and tag in ("script", "link", "img", "iframe")
            if fetched and re.match(r"(https?:)?//", value or ""):
                self.found.append(f"<{tag} {name}={value}>")


def policy(header: str) -> dict[str, list[str]]:
    """Take a policy apart: directive -> what it allows."""
    parts = (part.split() for part in header.split(";"))
    return {part[0]: part[1:] for part in parts if part}


@pytest.mark.django_db
@pytest.mark.parametrize("role", ["visitor", "person", "superuser"])
def test_every_page_keeps_to_the_content_policy(role: str, boss: User, layla: User) -> None:
    client = Client()
    if role != "visitor":
        log_in(client, {"person": "Layla", "superuser": "Boss"}[role])
    more = [f"/admin/accounts/user/{layla.pk}/change/", "/people/Layla/", "/no-such-page/"]
    seen = 0
    for address in [*PLAIN, *more]:
        if "logout" in address:
            continue
        answer = client.get(address, follow=True)
        allowed = policy(answer["Content-Security-Policy"])
        assert allowed["default-src"] == ["'none'"], address
        assert allowed["base-uri"] == allowed["frame-ancestors"] == ["'none'"], address
        assert allowed["form-action"] == ["'self'"], address
        for directive, sources in allowed.items():
            assert not {"'unsafe-inline'", "'unsafe-eval'", "*", "http:", "https:"} & set(
                sources
            ), (
                address,
                directive,
            )
        assert answer["X-Frame-Options"] == "DENY"
        assert answer["X-Content-Type-Options"] == "nosniff"
        if answer["Content-Type"].startswith("text/html"):
            page = Offences()
            page.feed(answer.text)
            assert page.found == [], address
            seen += 1
    assert seen > (8 if role == "visitor" else 10)


def test_cookies_of_a_log_in_on_plain_http(db: None, layla: User) -> None:
    client = Client()
    client.get("/accounts/login/")
    log_in(client, "Layla")
    session, token = client.cookies["sessionid"], client.cookies["csrftoken"]
    assert session["httponly"]
    assert session["samesite"] == token["samesite"] == "Lax"
    assert not session["secure"]  # a phone in the local network has no https
    assert not session["domain"]


@override_settings(
    SESSION_COOKIE_SECURE=True,
    CSRF_COOKIE_SECURE=True,
    SESSION_COOKIE_NAME="__Host-sessionid",
    CSRF_COOKIE_NAME="__Host-csrftoken",
)
def test_cookies_of_a_log_in_on_https(db: None, layla: User) -> None:
    client = Client()
    client.get("/accounts/login/", secure=True)
    data = {"login": "Layla", "password": "seven stones and a keystone"}
    client.post("/accounts/login/", data, secure=True, headers={"referer": "https://testserver/"})
    for name in ("__Host-sessionid", "__Host-csrftoken"):
        cookie = client.cookies[name]
        assert cookie["secure"]
        assert cookie["path"] == "/"
        assert not cookie["domain"]
    assert client.cookies["__Host-sessionid"]["httponly"]


READ = """
from django.conf import settings as s
print(s.SESSION_COOKIE_NAME, s.CSRF_COOKIE_NAME, s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE,
      s.STAFF_SECOND_FACTOR, s.SESSION_COOKIE_SAMESITE, s.SESSION_COOKIE_HTTPONLY,
      s.SECURE_HSTS_SECONDS >= 31536000)
"""


@pytest.mark.parametrize(
    ("site", "expected"),
    [
        (
            "https://play.example.org",
            "__Host-sessionid __Host-csrftoken True True True Lax True True",
        ),
        ("http://192.168.1.20:8000", "sessionid csrftoken False False False Lax True False"),
    ],
)
def test_what_https_asks_for_follows_from_the_address(
    site: str, expected: str, tmp_path: Path
) -> None:
    surroundings = {
        **os.environ,
        "SITE_URL": site,
        "DJANGO_SETTINGS_MODULE": "config.settings.production",
        "VAR_DIR": str(tmp_path),
    }
    done = subprocess.run(
        [sys.executable, "-c", READ],
        env=surroundings,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == expected.split()
