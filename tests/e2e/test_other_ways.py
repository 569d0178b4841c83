"""Whole matches by keyboard alone, and in Arabic on a phone; and company found at once."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.people import Person, Way

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.e2e.conftest import Shots, Windows

pytestmark = pytest.mark.processes


def play_out(someone: Person, way: Way) -> None:
    """Play to the end of the match."""
    while someone.await_turn():
        someone.take_turn(way)


def test_a_match_by_keyboard_alone(person: Callable[..., Person]) -> None:
    nadia = person("Nadia")
    nadia.open_table(seats="4", clock="60", bots="0", level="greedy")
    nadia.at_match()
    play_out(nadia, "keys")
    assert any(turn.lays for turn in nadia.played)
    assert any(turn.rearranges for turn in nadia.played)
    expect(nadia.page.locator("#result")).to_be_focused()


def test_a_match_in_arabic_on_a_phone(
    windows: Windows, person: Callable[..., Person], shot: Shots
) -> None:
    visitor = windows.open(lang="ar")
    for path, name in (
        ("/", "lobby"),
        ("/accounts/signup/", "signup"),
        ("/accounts/login/", "login"),
    ):
        visitor.goto(path)
        shot(visitor, f"ar-{name}")
    layla = person("ليلى", lang="ar", width=360, height=640, touch=True)
    layla.open_table(seats="4", clock="60", bots="0", level="greedy")
    layla.at_match()
    page = layla.page
    assert page.locator("html").get_attribute("dir") == "rtl"
    while layla.await_turn():
        layla.take_turn("tap")
        if len(layla.played) in {5, 10}:
            shot(page, f"ar-table-{len(layla.played)}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert any(turn.lays for turn in layla.played)
    shot(page, "ar-result")
    page.goto("/history/")
    expect(page.locator(".trow")).to_have_count(1)
    shot(page, "ar-history")
    for path, name in (("", "match"), ("replay/?step=20", "replay"), ("proof/1/", "proof")):
        page.goto(f"/match/{layla.match}/{path}")
        expect(page.locator("main")).to_contain_text("ليلى")
        shot(page, f"ar-{name}")


def test_a_quick_match_begins_within_fifteen_seconds(person: Callable[..., Person]) -> None:
    someone = person("Quick")
    someone.page.goto("/")
    pressed = time.monotonic()
    someone.page.click(".sit .go button")
    someone.at_match()
    assert time.monotonic() - pressed < 15
    names = [seat["kind"] for seat in someone.frame()["seats"]]
    assert sorted(names) == ["bot", "bot", "bot", "human"]
