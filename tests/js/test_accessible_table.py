"""The live table for people who hear it or see it badly: axe finds nothing, in both languages and in every state of a turn."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.js.conftest import MakeTable
from tests.js.fake_table import FakeTable, position
from tests.js.test_table_page import HAND, OTHERS, TABLE, card, rail, state, tap

pytestmark = pytest.mark.processes


def own_turn(page: Page, make: MakeTable, lang: str) -> None:
    make(state(), deadline_ms=48_000, lang=lang).open(page)


def unready_draft(page: Page, make: MakeTable, lang: str) -> None:
    own_turn(page, make, lang)
    tap(page, "6H")
    page.click("#new-group")
    page.click("#play")
    expect(page.locator(".msg.bad")).to_be_visible()


def choosing_a_place(page: Page, make: MakeTable, lang: str) -> None:
    own_turn(page, make, lang)
    card(page, "AH").dblclick()
    expect(page.locator("#choices")).to_be_visible()


def locked_go_around(page: Page, make: MakeTable, lang: str) -> None:
    table = make(position([HAND, *OTHERS], TABLE[:2], stock=26, turn=0), lang=lang)
    table.open(page)


def others_play_and_talk(page: Page, make: MakeTable, lang: str) -> None:
    table = make(position([HAND, "9C#2 2S", *OTHERS[1:]], TABLE, stock=26, actor=1), lang=lang)
    table.open(page)
    table.lay("4H 5H 6H 7H 8H", "9S 9H 9D 9C#2", "5S 5D 5C", "TS JS QS")
    page.click("#tab-chat")
    table.say("Sara", "good evening")
    expect(page.locator("#chat li")).to_have_count(1)


def watched(page: Page, make: MakeTable, lang: str) -> None:
    make(state(), you=None, lang=lang).open(page)


def over(page: Page, make: MakeTable, lang: str) -> None:
    table = make(position(["9C", *OTHERS], TABLE, stock=26), lang=lang)
    table.open(page)
    tap(page, "9C")
    rail(page, "m2")
    page.click("#play")
    expect(page.locator("#result")).to_be_visible()


SCENES = [
    own_turn,
    unready_draft,
    choosing_a_place,
    locked_go_around,
    others_play_and_talk,
    watched,
    over,
]


def complaints(page: Page) -> list[str]:
    """Give what axe has to say, one line a rule and an element."""
    report = Axe().run(page).response
    assert len(report["passes"]) > 20, "axe has looked at nothing"
    return [
        f"{rule['id']}: {node['html'][:160]}"
        for rule in report["violations"]
        for node in rule["nodes"]
    ]


@pytest.mark.parametrize("lang", ["en", "ar"])
@pytest.mark.parametrize("scene", SCENES)
def test_axe_finds_nothing(
    page: Page, make: MakeTable, scene: Callable[[Page, MakeTable, str], None], lang: str
) -> None:
    scene(page, make, lang)
    assert complaints(page) == []


def test_what_is_chosen_ready_or_wrong_shows_without_colour(page: Page, make: MakeTable) -> None:
    table: FakeTable = make(state())
    table.open(page)
    at_rest = card(page, "9C").bounding_box()
    tap(page, "9C")
    raised = card(page, "9C").bounding_box()
    assert at_rest is not None
    assert raised is not None
    assert raised["y"] < at_rest["y"] - 4
    expect(card(page, "9C")).to_have_attribute("aria-pressed", "true")
    page.click("#new-group")
    for row in page.locator(".melds .group").all():
        assert (
            row.locator(".why").inner_text().strip() or row.locator(".rail svg, .ic, .sign").count()
        )
    expect(page.locator(".group.bad .why, .group.wait .why, .group.not .why").first).to_be_visible()
