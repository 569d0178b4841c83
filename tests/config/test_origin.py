"""The Origin check of the sockets (THREATS row 12)."""

import pytest

from config.origin import allowed

SITE = ["https://play.example.org"]


def test_the_site_itself_may_enter() -> None:
    assert allowed("https://play.example.org", "play.example.org", SITE)


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "",
        "null",
        "http://play.example.org",
        "https://play.example.org:444",
        "https://sub.play.example.org",
        "https://play.example.org.evil.example",
        "https://evil.example",
        "https://play.example.org@evil.example",
    ],
)
def test_every_other_origin_is_refused(origin: str | None) -> None:
    assert not allowed(origin, "play.example.org", SITE)


def test_without_a_name_a_page_reaches_the_host_it_came_from() -> None:
    assert allowed("http://192.168.1.5:8000", "192.168.1.5:8000", [])


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("http://192.168.1.5:8000", "192.168.1.5:8001"),
        ("https://192.168.1.5:8000", "192.168.1.5:8000"),
        ("http://evil.example", "192.168.1.5:8000"),
        ("null", "192.168.1.5:8000"),
        ("http://", ""),
        (None, "192.168.1.5:8000"),
        ("http://192.168.1.5:8000", None),
    ],
)
def test_without_a_name_every_other_page_is_refused(origin: str | None, host: str | None) -> None:
    assert not allowed(origin, host, [])
