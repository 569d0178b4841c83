"""What comes in between: news that move no card, crooked clocks, doubled presses, other tabs, longer words. The turn goes on."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.js.conftest import MakeTable
from tests.js.fake_table import FakeTable, position
from tests.js.test_table_page import HAND, OTHERS, TABLE, box, card, group, laid, rail, state, tap

pytestmark = pytest.mark.processes


def presence(table: FakeTable) -> None:
    table.meta += 1
    table.send(table.frame(table.version))


def more_time(table: FakeTable) -> None:
    table.deadline_ms = 90_000
    presence(table)


def a_line(table: FakeTable) -> None:
    table.say("Sara", "hurry up")


def a_crooked_clock(table: FakeTable) -> None:
    table.ahead_ms = -300_000
    pong = {"type": "pong", "version": table.version, "meta_version": table.meta}
    table.send({**pong, "server_ms": 0})
    presence(table)


def the_same_frame_again(table: FakeTable) -> None:
    table.send(table.frame(table.version))
    table.send(table.frame(0))


def a_refused_line(table: FakeTable) -> None:
    table.send({"type": "error", "code": "RATE_LIMITED"})


NEWS = [presence, more_time, a_line, a_crooked_clock, the_same_frame_again, a_refused_line]


def turn_under_way(page: Page) -> dict[str, Any]:
    """Give everything of a turn that only its player may change."""
    chosen = page.locator(".card[aria-pressed=true]").all()
    return {
        "table": laid(page),
        "hand": [c.get_attribute("data-face") for c in page.locator("#hand .card").all()],
        "chosen": sorted(str(node.get_attribute("data-face")) for node in chosen),
        "ride": page.locator("#ride").inner_text(),
        "undo": page.locator("#undo").get_attribute("aria-disabled"),
        "redo": page.locator("#redo").get_attribute("aria-disabled"),
        "play": page.locator("#play").get_attribute("data-can"),
    }


@pytest.mark.parametrize("news", NEWS)
def test_news_that_move_no_card_leave_the_turn_alone(
    page: Page, make: MakeTable, news: Callable[[FakeTable], None]
) -> None:
    table = make(state(), deadline_ms=48_000)
    table.open(page)
    tap(page, "9C")
    rail(page, "m2")
    tap(page, "4S", "4D")
    page.click("#new-group")
    page.click("#undo")
    tap(page, "KC")
    before = turn_under_way(page)
    assert before["chosen"] == ["KC"]
    card(page, "KC").focus()
    news(table)
    page.wait_for_timeout(300)
    assert turn_under_way(page) == before
    expect(card(page, "KC")).to_be_focused()
    page.click("#redo")
    page.click("#undo")
    page.click("#undo")
    assert laid(page) == [meld.split() for meld in TABLE]
    assert table.acts() == []


def test_a_line_that_breaks_and_comes_back_leaves_the_turn_alone(
    page: Page, make: MakeTable
) -> None:
    table = make(state(), deadline_ms=48_000)
    table.open(page)
    tap(page, "9C")
    rail(page, "m2")
    tap(page, "KC")
    before = turn_under_way(page)
    table.hang_up()
    expect(page.locator("#notes")).to_contain_text("Connection lost.")
    assert turn_under_way(page) == before
    expect(page.locator("#notes .msg")).to_have_count(0, timeout=15_000)
    assert turn_under_way(page) == before


@pytest.mark.parametrize("minutes", [-5, 5])
def test_a_crooked_clock_of_the_device_changes_no_time(
    page: Page, make: MakeTable, minutes: int
) -> None:
    page.add_init_script(f"{{ const now = Date.now; Date.now = () => now() + {minutes} * 60000; }}")
    table = make(state(), deadline_ms=48_000)
    table.open(page)
    expect(page.locator("#clock bdi")).to_have_text(re.compile(r"0:4[678]"))
    expect(page.locator("#clock")).to_have_attribute("role", "timer")


def test_a_clock_that_has_run_out_sends_nothing_and_takes_nothing(
    page: Page, make: MakeTable
) -> None:
    """The server ends a turn; a page only shows it."""
    table = make(state(), deadline_ms=700)
    table.open(page)
    tap(page, "9C")
    rail(page, "m2")
    expect(page.locator("#clock bdi")).to_have_text("0:00")
    page.wait_for_timeout(600)
    assert {m["type"] for m in table.received} <= {"ping"}
    assert laid(page)[1] == ["9S", "9H", "9D", "9C"]
    page.click("#play")
    expect(page.locator("#turn-line")).to_have_text("Sumac plays")


def test_the_two_acts_keep_their_places_whatever_the_draft(page: Page, make: MakeTable) -> None:
    table = make(state())
    table.open(page)

    def places() -> list[tuple[float, float, float, float]]:
        found = []
        for name in ("#draw", "#play"):
            expect(page.locator(name)).to_be_visible()
            at = box(page.locator(name))
            found.append((at["x"], at["y"], at["width"], at["height"]))
        return found

    def names() -> list[str]:
        return [page.locator(f"{name} .lab").inner_text() for name in ("#draw", "#play")]

    start = places()
    assert names() == ["Draw", "Play this table"]
    tap(page, "6H")
    page.click("#new-group")
    assert (places(), names()) == (start, ["Draw", "Play this table"]), "an unready draft"
    page.click("#play")
    assert (places(), names()) == (start, ["Draw", "Play this table"]), "a refusal"
    page.click("#undo")
    tap(page, "9C")
    rail(page, "m2")
    assert (places(), names()) == (start, ["Draw", "Play this table"]), "a ready draft"
    page.click("#draw")
    assert (places(), names()) == (start, ["Draw", "Play this table"]), "a question"
    page.click("#play")
    expect(page.locator("#turn-line")).to_have_text("Sumac plays")
    assert (places(), names()) == (start, ["Draw", "Play this table"]), "somebody else's turn"


def test_a_key_at_the_wrong_moment_says_why(page: Page, make: MakeTable) -> None:
    table = make(position([HAND, *OTHERS], TABLE, stock=26, actor=1))
    table.open(page)
    page.keyboard.press("d")
    expect(page.locator("#say-loud")).to_have_text("Sumac plays")
    page.keyboard.press("p")
    page.wait_for_timeout(50)
    assert table.acts() == []


def test_giving_up_and_speaking_by_double_click_happen_once(page: Page, make: MakeTable) -> None:
    table = make(state())
    table.open(page)
    page.click("#tab-chat")
    page.fill("#chat-text", "good evening")
    page.locator("#chat-form button").dblclick()
    page.wait_for_timeout(100)
    assert [m["text"] for m in table.received if m["type"] == "chat"] == ["good evening"]
    table.silent = True
    page.click("[data-open=menu] >> visible=true")
    page.click("#menu [data-open=ask-resign]")
    page.locator("#ask-resign [data-do=resign]").dblclick()
    page.wait_for_timeout(100)
    assert [m["type"] for m in table.received if m["type"] == "resign"] == ["resign"]


def test_a_refused_step_leaves_no_step_to_undo(page: Page, make: MakeTable) -> None:
    table = make(position(["4S 4D 4C 9C KC", *OTHERS], TABLE[:2], stock=26, turn=0))
    table.open(page)
    tap(page, "4S", "4D", "4C")
    page.click("#new-group")
    before = laid(page)
    tap(page, "9C")
    rail(page, "m2")  # locked in the go-around
    assert laid(page) == before
    page.keyboard.press("Escape")
    page.click("#undo")
    assert laid(page) == [meld.split() for meld in TABLE[:2]], "the one step there was"
    expect(page.locator("#undo")).to_have_attribute("aria-disabled", "true")


def test_a_hidden_tab_calls_its_player(page: Page, make: MakeTable) -> None:
    table = make(position([HAND, *OTHERS], TABLE, stock=26, actor=3))
    table.open(page)
    page.evaluate(
        "Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });"
        "Object.defineProperty(document, 'hidden', { get: () => true });"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
    title = page.title()
    table.draw()
    expect(page).to_have_title(f"● Your turn · {title}")
    page.click("#draw")
    expect(page).to_have_title(title)


def test_a_hidden_tab_whose_timers_sleep_is_still_heard_of(page: Page, make: MakeTable) -> None:
    page.add_init_script("window.setInterval = () => 0")
    table = make(state(), deadline_ms=90_000)
    table.open(page)
    pings = sum(m["type"] == "ping" for m in table.received)
    presence(table)
    page.wait_for_timeout(5_200)
    presence(table)
    presence(table)
    page.wait_for_timeout(200)
    assert sum(m["type"] == "ping" for m in table.received) == pings + 1


def test_a_line_that_is_refused_is_not_lost(page: Page, make: MakeTable) -> None:
    table = make(state())
    table.open(page)
    page.click("#tab-chat")
    field = page.locator("#chat-text")
    refusal = {"type": "error", "code": "RATE_LIMITED"}
    field.fill("good evening")
    field.press("Enter")
    expect(field).to_have_value("")
    table.send(refusal)
    expect(field).to_have_value("good evening")
    expect(page.locator("#notes")).to_contain_text("Too fast. Wait a moment.")
    field.press("Enter")
    field.fill("and more")
    table.send(refusal)
    page.wait_for_timeout(100)
    expect(field).to_have_value("and more")
    field.press("Enter")
    table.say("Layla", "and more", seat=0)
    expect(page.locator("#chat li")).to_have_count(1)
    table.send(refusal)
    page.wait_for_timeout(100)
    expect(field).to_have_value("")


def test_a_new_line_is_announced_and_old_ones_are_not(page: Page, make: MakeTable) -> None:
    table = make(state())
    table.open(page)
    line = {"seat": 2, "name": "Sara", "text": "long ago", "phrase": None, "at_ms": 1_000}
    table.send({"type": "chat", "items": [{**line, "id": 1}, {**line, "id": 2}]})
    expect(page.locator("#chat li")).to_have_count(2)
    expect(page.locator("#tab-chat .tag")).to_be_hidden()
    table._chat = 2
    table.say("Sara", "hello")
    expect(page.locator("#tab-chat .tag")).to_have_text("1")


def test_the_very_first_line_is_announced(page: Page, make: MakeTable) -> None:
    table = make(state())
    table.open(page)
    table.say("Sara", "hello")
    expect(page.locator("#tab-chat .tag")).to_have_text("1")


def longer(text: str) -> str:
    """Make words longer by two fifths, and leave places to be filled as they are."""
    return re.sub(
        r"(?<![{\w])[A-Za-z]{3,}(?![\w}])", lambda m: m[0] + m[0][: len(m[0]) * 2 // 5], text
    )


class Verbose(FakeTable):
    """A table in a language whose words are two fifths longer than the English ones."""

    def html(self) -> str:
        whole = super().html()
        found = re.search(
            r'(<script id="words" type="application/json">)(.*?)(</script>)', whole, re.DOTALL
        )
        assert found
        words = json.loads(found[2])
        words["plain"] = {key: longer(text) for key, text in words["plain"].items()}
        words["counted"] = {
            key: {form: longer(text) for form, text in forms.items()}
            for key, forms in words["counted"].items()
        }
        text = json.dumps(words).replace("<", "\\u003C")
        return whole[: found.start(2)] + text + whole[found.end(2) :]


@pytest.mark.parametrize(("width", "height"), [(360, 640), (320, 568), (844, 390), (1366, 768)])
def test_longer_words_fit(browser: Browser, site: str, width: int, height: int) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=True, reduced_motion="reduce"
    )
    page = context.new_page()
    table = Verbose(state(), site, deadline_ms=48_000)
    table.open(page)
    expect(page.locator("#turn-line")).to_have_text("YourY turnt")
    card(page, "9C").click()
    card(page, "4S").click()
    page.click("#new-group")
    page.click("#play")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth && scrollX === 0")
    for name in ("#draw", "#play"):
        at = box(page.locator(name))
        assert at["x"] >= 0
        assert at["x"] + at["width"] <= width
        assert at["y"] + at["height"] <= height
        for part in (".lab", "small"):
            cut = "(node) => node.scrollWidth > node.clientWidth + 1"
            assert not page.locator(f"{name} {part}").evaluate(cut), (name, part)
    assert group(page, "m1").is_visible()
    context.close()
