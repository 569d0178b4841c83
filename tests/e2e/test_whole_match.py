"""From two sign-ups to a checked deal: everything a stranger does on the first evening."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.people import Person, Way, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.e2e.conftest import Shots, Windows

pytestmark = pytest.mark.processes


def test_two_friends_and_two_bots(
    windows: Windows, person: Callable[..., Person], shot: Shots
) -> None:
    lina, omar = person("Lina"), person("Omar")
    lina.open_table(seats="4", clock="60", bots="90", level="greedy")
    lina.page.wait_for_url(re.compile("/table/"))
    omar.page.goto("/")
    shot(omar.page, "en-lobby")
    omar.page.get_by_role("button", name="Join").click()
    expect(lina.page.locator("#room")).to_contain_text("Omar")
    shot(lina.page, "en-room")
    lina.page.click("#start")
    match = lina.at_match()
    omar.at_match()

    guest = Person(windows.open(), match=match)
    guest.page.goto("/")
    guest.page.click(f"a[id^=watch-][href='/match/{match}/']")
    guest.at_match()
    expect(guest.page.locator(".watchline")).to_be_visible()
    expect(guest.page.locator(".seat:visible")).to_have_count(4)
    shot(guest.page, "en-watching")

    ways: dict[str, Way] = {"Lina": "tap", "Omar": "drag"}
    reloaded = False
    while not lina.over():
        wait_until(
            lambda: any(p.on_turn() or p.over() for p in (lina, omar)), 30, "nobody is on turn"
        )
        for someone in (lina, omar):
            if not someone.on_turn():
                continue
            view = someone.frame()["view"]
            chosen = someone.plan()
            someone.prepare(chosen, view, ways[someone.name])
            if chosen.rearranges and not reloaded:
                reload_in_the_middle(someone)
                reloaded = True
            if chosen.rearranges:
                shot(someone.page, f"en-table-{len(view['melds'])}")
            someone.finish(chosen, ways[someone.name])
        assert guest.hand() == []
        assert guest.frame()["view"]["hand"] == []
    assert reloaded
    assert any(turn.rearranges for turn in lina.played)
    assert any(turn.rearranges for turn in omar.played)

    expect(lina.page.locator("#result-title")).to_contain_text("You")
    shot(lina.page, "en-result")
    for someone in (lina, omar):
        someone.page.goto("/history/")
        expect(someone.page.locator(".trow")).to_have_count(1)
    shot(lina.page, "en-history")
    omar.page.locator(".trow a.end").click()
    expect(omar.page.locator("main")).to_contain_text("Lina")
    shot(omar.page, "en-match")
    omar.page.get_by_role("link", name="Play it back").click()
    omar.page.goto(f"{omar.page.url}?step=20")
    expect(omar.page.locator("main")).to_contain_text("Lina")
    shot(omar.page, "en-replay")
    check_the_deal(lina.page, match)
    shot(lina.page, "en-proof")
    lina.page.goto("/people/Lina/")
    shot(lina.page, "en-profile")


def reload_in_the_middle(someone: Person) -> None:
    """Reload the page with cards laid: the draft, the hand and the turn are as they were."""
    drafted, hand = someone.drafted(), someone.hand()
    someone.page.reload()
    someone.page.wait_for_selector("#turn-line:not(:empty)")
    assert someone.on_turn()
    assert someone.drafted() == drafted
    assert someone.hand() == hand


def check_the_deal(page: Page, match: str) -> None:
    """Every stone of the arch is laid."""
    page.goto(f"/match/{match}/proof/1/")
    for step in ("form", "chain", "seats", "seal", "deal", "play"):
        expect(page.locator(f"[data-step={step}]")).to_have_attribute("data-state", "ok")
