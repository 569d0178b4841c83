"""The scripts of the table page speak Arabic: whatever is shown, labelled or read aloud holds no English."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from tests.js.fake_table import position
from tests.locale.reading import left_in_english

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

    from tests.js.conftest import MakeTable

pytestmark = pytest.mark.processes

TABLE = ["4H 5H 6H 7H 8H", "9S 9H 9D", "5S 5D 5C", "TS JS QS"]
HAND = "4S 4D 9C KC AH 2D"
OTHERS = ["2S 3S KD", "7S 8S", "JD QD"]
PEOPLE = ("ليلى", "سمّاق", "سارة", "زعتر")
SHAPES = {"phone": (360, 640), "desktop": (1366, 768)}


@pytest.fixture(params=SHAPES)
def view(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page of a phone and of a desktop; an error in its scripts fails the test."""
    width, height = SHAPES[request.param]
    opened = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce", locale="ar"
    )
    made = opened.new_page()
    errors: list[str] = []
    made.on("pageerror", lambda error: errors.append(str(error)))
    yield made
    opened.close()
    assert errors == []


def said_in_english(page: Page) -> list[str]:
    """Give what is left in English of the page as it stands now, its title included, and nothing wider than the window."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    return left_in_english(page.content())


def test_a_turn_from_the_first_tap_to_the_refusal(view: Page, make: MakeTable) -> None:
    table = make(
        position([HAND, *OTHERS], TABLE, stock=26), lang="ar", names=PEOPLE, deadline_ms=48_000
    )
    table.open(view)
    assert said_in_english(view) == []
    for face in ("4S", "4D"):
        view.locator(f'.card[data-face="{face}"]').click()
        assert said_in_english(view) == []
    view.click("#new-group")
    assert said_in_english(view) == []
    view.click("#play")
    expect(view.locator("#notes")).to_contain_text("ليس بعد")
    assert said_in_english(view) == []
    for key in ("t", "y", "c", "l", "o"):
        view.keyboard.press(key)
        expect(view.locator("#say-polite")).not_to_be_empty()
        assert said_in_english(view) == []
    view.locator(".group.open").get_by_label(
        "المزيد لهذه المجموعة"
    ).click()  # the refusal has opened its group
    expect(view.locator("#choices")).to_be_visible()
    assert said_in_english(view) == []
    view.keyboard.press("Escape")
    view.click("#reset")
    assert said_in_english(view) == []


def test_what_others_do(view: Page, make: MakeTable) -> None:
    hands = [HAND, "9C#2 2S 8C", "4S#2 4C 2S#2", *OTHERS[2:]]
    table = make(position(hands, TABLE, stock=26, actor=1), lang="ar", names=PEOPLE)
    table.open(view)
    table.lay("4H 5H 6H 7H 8H", "9S 9H 9D 9C#2", "5S 5D 5C", "TS JS QS")
    expect(view.locator("#log li.now")).to_contain_text("طقم 9")
    assert said_in_english(view) == []
    table.lay("5H 6H 7H 8H", "9S 9H 9D 9C#2", "5S 5D 5C", "TS JS QS", "4H 4S#2 4C")
    table.draw()
    expect(view.locator("#turn-line")).to_have_text("دورك")
    assert said_in_english(view) == []
    table.say("سارة", "مرحبًا بالجميع")
    table.hang_up()
    expect(view.locator("#notes")).not_to_be_empty()
    assert said_in_english(view) == []


def test_the_go_around_a_dry_stock_and_the_end(view: Page, make: MakeTable) -> None:
    locked = position(["4S 4D 4C 9C KC", *OTHERS], TABLE[:2], stock=26, turn=0)
    dry = position(["KS AH", *OTHERS], TABLE, stock=0)
    last = position(["9C", *OTHERS], TABLE, stock=26)
    for state in (locked, dry, last):
        make(state, lang="ar", names=PEOPLE).open(view)
        assert said_in_english(view) == []
    view.locator('.card[data-face="9C"]').dblclick()
    view.click("#play")
    expect(view.locator("#result-title")).to_have_text("الفوز لك")
    assert said_in_english(view) == []


def test_a_watcher(view: Page, make: MakeTable) -> None:
    make(position([HAND, *OTHERS], TABLE, stock=26), lang="ar", names=PEOPLE, you=None).open(view)
    assert said_in_english(view) == []
