"""The live table page in a browser, by tap, drag and keyboard, against the real rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import (
    Browser,
    BrowserContext,
    CDPSession,
    FloatRect,
    Locator,
    Page,
    expect,
)

from games.engine.actions import Draw
from tests.js.conftest import MakeTable
from tests.js.fake_table import FakeTable, position

pytestmark = pytest.mark.processes

TABLE = ["4H 5H 6H 7H 8H", "9S 9H 9D", "5S 5D 5C", "TS JS QS"]
HAND = "4S 4D 9C KC AH 2D"
OTHERS = ["2S 3S KD", "7S 8S", "JD QD"]


def state(**more: Any) -> Any:
    return position([HAND, *OTHERS], TABLE, stock=26, **more)


def card(page: Page, face: str) -> Locator:
    return page.locator(f'.card[data-face="{face}"]')


def group(page: Page, key: str) -> Locator:
    return page.locator(f'.group[data-group="{key}"]')


def box(node: Locator) -> FloatRect:
    found = node.bounding_box()
    assert found is not None
    return found


def rail(page: Page, key: str) -> None:
    group(page, key).locator(".rail").click(position={"x": 4, "y": 3})


def faces(where: Locator) -> list[str]:
    return [str(node.get_attribute("data-face")) for node in where.locator(".card").all()]


def laid(page: Page) -> list[list[str]]:
    return [faces(g) for g in page.locator(".melds .group").all()]


def fours(page: Page) -> None:
    """Lay 4S and 4D as a new group and bring 4H over from its run: on the table a second tap is the goal, so in two moves."""
    tap(page, "4S", "4D")
    page.click("#new-group")
    tap(page, "4H")
    rail(page, "n1")


def tap(page: Page, *targets: str) -> None:
    """Tap cards one after the other, slowly enough not to be double taps."""
    for face in targets:
        card(page, face).click()


@pytest.fixture
def table(page: Page, make: MakeTable) -> FakeTable:
    opened = make(state())
    opened.open(page)
    return opened


# --- the turn, three ways ---------------------------------------------------------------------


def test_a_rearrangement_by_tapping(page: Page, table: FakeTable) -> None:
    """Worked example 1 of the rules: the edge 4H leaves its run for a set of fours."""
    fours(page)
    assert faces(group(page, "n1")) == ["4S", "4H", "4D"]
    assert faces(group(page, "m1")) == ["5H", "6H", "7H", "8H"]
    expect(page.locator("#ride")).to_have_text("2 of your cards ride this table")
    expect(page.locator("#play")).to_have_class("act act-play ready")
    page.click("#play")
    expect(page.locator("#turn-line")).to_have_text("Sumac plays")
    assert table.acts() == [
        {
            "type": "layout",
            "groups": [
                {"cards": ["5H", "6H", "7H", "8H"], "kind": None},
                {"cards": ["9S", "9H", "9D"], "kind": None},
                {"cards": ["5S", "5D", "5C"], "kind": None},
                {"cards": ["TS", "JS", "QS"], "kind": None},
                {"cards": ["4S", "4H", "4D"], "kind": None},
            ],
        }
    ]
    assert faces(page.locator("#hand")) == ["AH", "2D", "9C", "KC"]


def drag(page: Page, face: str, to: Locator, dx: float = 0.5, dy: float = 0.5) -> None:
    start, end = card(page, face).bounding_box(), to.bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] * dx, end["y"] + end["height"] * dy, steps=6)
    page.mouse.up()


def test_the_same_by_dragging(page: Page, table: FakeTable) -> None:
    drag(page, "4S", page.locator("#new-group"))
    drag(page, "4D", group(page, "n1"))
    drag(page, "4H", group(page, "n1"))
    assert faces(group(page, "n1")) == ["4S", "4H", "4D"]
    drag(page, "4D", page.locator("#hand"))
    assert faces(group(page, "n1")) == ["4S", "4H"]
    drag(page, "4D", group(page, "n1"))
    page.click("#play")
    expect(page.locator("#turn-line")).to_have_text("Sumac plays")
    assert table.acts()[0]["groups"][-1]["cards"] == ["4S", "4H", "4D"]


def test_the_same_by_keyboard(page: Page, table: FakeTable) -> None:
    card(page, "4S").focus()
    page.keyboard.press("Space")
    card(page, "4D").focus()
    page.keyboard.press("Space")
    page.keyboard.press("n")
    assert faces(group(page, "n1")) == ["4S", "4D"]
    card(page, "4H").focus()
    page.keyboard.press("Enter")
    menu = page.locator("#choices")
    expect(menu).to_be_visible()
    choices = [c.inner_text() for c in menu.locator("[role=menuitem] .what").all()]
    assert choices[1] == "New group", choices
    page.keyboard.press("Enter")
    assert faces(group(page, "n1")) == ["4S", "4H", "4D"]
    page.keyboard.press("p")
    expect(page.locator("#turn-line")).to_have_text("Sumac plays")
    assert table.acts()[0]["type"] == "layout"


def by_tap(page: Page, action: str) -> None:
    page.click(f"#{action}")


def by_key(page: Page, action: str) -> None:
    page.locator("body").press(
        {"undo": "Control+z", "redo": "Control+y", "reset": "r", "draw": "d", "play": "p"}[action]
    )


@pytest.mark.parametrize("way", [by_tap, by_key])
def test_undo_redo_reset_draw(
    page: Page, table: FakeTable, way: Callable[[Page, str], None]
) -> None:
    start = laid(page)
    tap(page, "9C")
    rail(page, "m2")
    changed = laid(page)
    assert changed[1] == ["9S", "9H", "9D", "9C"]
    way(page, "undo")
    assert laid(page) == start
    way(page, "redo")
    assert laid(page) == changed
    way(page, "reset")
    assert laid(page) == changed, "reset asks for a second press"
    way(page, "reset")
    assert laid(page) == start
    way(page, "draw")
    expect(page.locator("#turn-line")).to_have_text("Sumac plays")
    assert table.acts() == [{"type": "draw"}]


def test_split_merge_and_give_back_from_the_menus(page: Page, table: FakeTable) -> None:
    tap(page, "9C")
    rail(page, "m2")
    rail(page, "m1")
    expect(group(page, "m1")).to_have_class("group ok open")
    group(page, "m1").locator(".slot[data-at='2']").click()
    assert laid(page)[:2] == [["4H", "5H"], ["6H", "7H", "8H"]]
    expect(group(page, "m1").locator(".why")).to_have_text("needs 1 more")
    group(page, "m1").locator("[data-do=more]").click()
    page.locator("#choices").get_by_text("Merge with another group").click()
    page.locator("#choices [role=menuitem]").first.click()
    assert ["4H", "5H", "6H", "7H", "8H"] in laid(page)
    rail(page, "m2")
    group(page, "m2").locator("[data-do=more]").click()
    page.locator("#choices").get_by_text("Give back my cards").click()
    assert "9C" in faces(page.locator("#hand"))


def test_a_card_into_a_gap_splits_the_run(page: Page, make: MakeTable) -> None:
    """6H of the other deck between 6 and 7: four five six | six seven eight."""
    table = make(position(["6H#2 KC", *OTHERS], TABLE, stock=9))
    table.open(page)
    rail(page, "m1")
    tap(page, "6H#2")
    group(page, "m1").locator(".slot[data-at='3']").click()
    assert ["4H", "5H", "6H"] in laid(page)
    assert ["6H#2", "7H", "8H"] in laid(page)
    page.click("#undo")
    assert laid(page)[0] == ["4H", "5H", "6H", "7H", "8H"], "one tap, one step"


def test_double_tap_plays_to_the_only_legal_place(page: Page, table: FakeTable) -> None:
    card(page, "9C").dblclick()
    assert laid(page)[1] == ["9S", "9H", "9D", "9C"]
    card(page, "AH").dblclick()
    expect(page.locator("#choices")).to_be_visible()


def test_second_tap_takes_the_selection_back(page: Page, table: FakeTable) -> None:
    tap(page, "KC")
    expect(card(page, "KC")).to_have_attribute("aria-pressed", "true")
    page.wait_for_timeout(400)
    tap(page, "KC")
    expect(card(page, "KC")).to_have_attribute("aria-pressed", "false")


# --- refusals and the draft -------------------------------------------------------------------


def test_play_tells_the_first_fault_and_keeps_the_draft(page: Page, table: FakeTable) -> None:
    tap(page, "6H")
    page.click("#new-group")
    before = laid(page)
    expect(page.locator("#play small")).to_have_text("fix 2 groups first")
    page.click("#play")
    assert laid(page) == before
    assert table.acts() == []
    expect(page.locator(".msg.bad")).to_contain_text("Not yet. The run has a gap: 6")
    expect(page.locator(".msg.bad")).to_contain_text("Your draft is safe.")
    expect(group(page, "m1")).to_be_focused()


def test_a_refusal_of_the_server_keeps_the_draft(page: Page, table: FakeTable) -> None:
    """The page thinks the table is open; the server says the go-around is not over."""
    tap(page, "9C")
    rail(page, "m2")
    before = laid(page)
    table.state = position([HAND, *OTHERS], TABLE, stock=26, turn=0)
    page.click("#play")
    expect(page.locator(".msg.bad")).to_contain_text(
        "The table opens after everyone has had one turn"
    )
    assert laid(page) == before
    expect(page.locator("#play")).to_have_attribute("data-can", "true")


def test_a_refused_group_is_shown(page: Page, table: FakeTable) -> None:
    tap(page, "4S", "4D")
    page.click("#new-group")
    tap(page, "4H")
    rail(page, "n1")
    page.evaluate("document.querySelector('#play').focus()")
    table.silent = True
    page.click("#play")
    expect(page.locator("#play")).to_have_class("act act-play busy")
    command = table.received[-1]["command_id"]
    table.send(
        {
            "type": "refused",
            "command_id": command,
            "code": "MELD_MIXED",
            "detail": {"group": 4},
            "version": 10,
        }
    )
    expect(page.locator(".msg.bad")).to_contain_text("one rank in different suits")
    expect(group(page, "n1")).to_be_focused()
    assert ["4S", "4H", "4D"] in laid(page)


def test_a_stale_command_is_told(page: Page, table: FakeTable) -> None:
    table.version += 1
    table.lossy = True
    page.click("#draw")
    expect(page.locator(".msg.bad")).to_contain_text("The table has changed meanwhile")


def test_a_reload_keeps_the_draft(page: Page, table: FakeTable) -> None:
    fours(page)
    tap(page, "9C")
    rail(page, "m2")
    before = laid(page)
    page.reload()
    page.wait_for_selector("#turn-line:not(:empty)")
    assert laid(page) == before
    for _ in range(3):
        page.click("#undo")
    assert laid(page) == [t.split() for t in TABLE]


def test_drawing_with_cards_laid_asks_first(page: Page, table: FakeTable) -> None:
    tap(page, "9C")
    rail(page, "m2")
    page.click("#draw")
    expect(page.locator("#draw small")).to_have_text("tap again: draft goes back")
    assert table.acts() == []
    page.click("#draw")
    expect(page.locator("#turn-line")).to_have_text("Sumac plays")
    assert laid(page)[1] == ["9S", "9H", "9D"]


@pytest.mark.parametrize("act", ["draw", "play"])
def test_a_double_click_sends_once(page: Page, table: FakeTable, act: str) -> None:
    if act == "play":
        tap(page, "9C")
        rail(page, "m2")
    table.silent = True
    page.locator(f"#{act}").dblclick()
    page.keyboard.press("d")
    page.keyboard.press("p")
    page.wait_for_timeout(100)
    assert len(table.acts()) == 1


def test_a_press_that_leaves_does_nothing(page: Page, table: FakeTable) -> None:
    for name in ("draw", "play"):
        box = page.locator(f"#{name}").bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + 20, box["y"] + 20)
        page.mouse.down()
        page.mouse.move(box["x"] + 20, box["y"] - 120)
        page.mouse.up()
    start = card(page, "9C").bounding_box()
    assert start is not None
    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(40, 400, steps=5)
    page.keyboard.press("Escape")
    page.mouse.up()
    assert table.acts() == []
    assert laid(page) == [t.split() for t in TABLE]
    expect(page.locator(".card.lifted")).to_have_count(0)


def test_table_cards_never_come_to_the_hand(page: Page, table: FakeTable) -> None:
    drag(page, "4H", page.locator("#hand"))
    assert "4H" not in faces(page.locator("#hand"))
    expect(page.locator("#notes")).to_contain_text("Table cards stay on the table")


# --- others play ------------------------------------------------------------------------------


def test_the_last_move_is_marked_and_told(page: Page, make: MakeTable) -> None:
    table = make(position([HAND, "9C#2 2S", *OTHERS[1:]], TABLE, stock=26, actor=1))
    table.open(page)
    table.lay("4H 5H 6H 7H 8H", "9S 9H 9D 9C#2", "5S 5D 5C", "TS JS QS")
    marked = group(page, "m2")
    expect(marked).to_have_class("group ok was")
    expect(marked.locator(".why")).to_have_text("9♣ from Sumac".replace("♣", "9 of clubs"))
    expect(page.locator("#log li.now p")).to_contain_text("Sumac added")
    expect(page.locator("#say-polite")).to_have_text("Sumac added 9 of clubs to the set of 9s")
    button = page.locator("#peek")
    button.dispatch_event("pointerdown")
    assert faces(page.locator(".group").nth(1)) == ["9S", "9H", "9D"]
    button.dispatch_event("pointerup")
    assert faces(marked) == ["9S", "9H", "9D", "9C#2"]


def test_a_rearrangement_is_told_in_words(page: Page, make: MakeTable) -> None:
    table = make(position([HAND, "4S#2 4C 2S", *OTHERS[1:]], TABLE, stock=26, actor=1))
    table.open(page)
    table.lay("5H 6H 7H 8H", "9S 9H 9D", "5S 5D 5C", "TS JS QS", "4H 4S#2 4C")
    expect(page.locator("#say-polite")).to_have_text(
        "Sumac moved 4 of hearts, laid 4 of spades and 4 of clubs"
    )


def test_planning_while_others_play(page: Page, make: MakeTable) -> None:
    table = make(position([HAND, "9C#2 2S", *OTHERS[1:]], TABLE, stock=26, actor=1))
    table.open(page)
    fours(page)
    expect(page.locator("#play small")).to_have_text("2 cards planned")
    table.lay("4H 5H 6H 7H 8H", "9S 9H 9D 9C#2", "5S 5D 5C", "TS JS QS")
    assert ["4S", "4H", "4D"] in laid(page)
    assert ["9S", "9H", "9D", "9C#2"] in laid(page)
    table.play(Draw())
    table.play(Draw())
    expect(page.locator("#turn-line")).to_have_text("Your turn")
    expect(page.locator("#say-loud")).to_have_text("Your turn")
    page.click("#play")
    expect(page.locator("#turn-line")).to_have_text("Sumac plays")


def test_an_idea_under_which_the_table_changed(page: Page, make: MakeTable) -> None:
    table = make(position(["9C 4S 4D", "3H 2S", *OTHERS[1:]], TABLE, stock=26, actor=1))
    table.open(page)
    fours(page)
    table.lay("3H 4H 5H 6H 7H 8H", "9S 9H 9D", "5S 5D 5C", "TS JS QS")
    clash = page.locator(".group.clash")
    expect(clash.first).to_contain_text("The table changed here.")
    clash.first.get_by_text("Reset group").click()
    while page.locator(".group.clash").count():
        page.locator(".group.clash").first.get_by_text("Reset group").click()
    assert ["3H", "4H", "5H", "6H", "7H", "8H"] in laid(page)
    assert set(faces(page.locator("#hand"))) == {"9C", "4S", "4D"}


def test_a_lost_frame_is_asked_for_again(page: Page, make: MakeTable) -> None:
    table = make(position([HAND, *OTHERS], TABLE, stock=26, actor=1))
    table.open(page)
    table.draw(tell=False)
    table.draw(tell=False)
    table.send(table.frame(table.version - 1))
    expect(page.locator("#log li")).to_have_count(2)
    assert [m["since"] for m in table.received if m["type"] == "resync"] == [10]
    expect(page.locator("#log li")).to_have_count(2)


def test_a_ping_finds_what_no_frame_told(page: Page, make: MakeTable) -> None:
    table = make(position([HAND, *OTHERS], TABLE, stock=26, actor=3))
    table.open(page)
    table.draw(tell=False)
    table.send(
        {"type": "pong", "server_ms": 0, "version": table.version, "meta_version": table.meta}
    )
    expect(page.locator("#turn-line")).to_have_text("Your turn")


# --- go-around, dry stock, end ----------------------------------------------------------------


def test_the_go_around_is_locked_and_says_so(page: Page, make: MakeTable) -> None:
    table = make(position(["4S 4D 4C 9C KC", *OTHERS], TABLE[:2], stock=26, turn=0))
    table.open(page)
    expect(page.locator(".group.locked .lock")).to_have_count(2)
    expect(page.locator("#verdict")).to_have_text("The table opens after everyone has had one turn")
    tap(page, "9C")
    rail(page, "m2")
    expect(page.locator("#notes")).to_contain_text(
        "The table opens after everyone has had one turn."
    )
    assert laid(page)[1] == ["9S", "9H", "9D"]
    page.keyboard.press("Escape")
    tap(page, "4S", "4D", "4C")
    page.click("#new-group")
    page.click("#play")
    expect(page.locator("#turn-line")).to_have_text("Sumac plays")


def test_a_dry_stock_turns_draw_into_pass(page: Page, make: MakeTable) -> None:
    table = make(position(["KS AH", *OTHERS], TABLE, stock=0))
    table.open(page)
    expect(page.locator("#draw .lab")).to_have_text("Pass")
    expect(page.locator("#draw small")).to_have_text("lay Kking of spades first")
    page.click("#draw")
    assert table.acts() == []


@pytest.mark.parametrize(
    ("hand", "due", "under"),
    [
        ("KS AH", ["KS"], "lay Kking of spades first"),
        ("KD KH KC 2H", ["KC", "KD", "KH"], "you must lay"),
    ],
)
def test_a_barred_pass_says_why_and_selects_what_must_be_laid(
    page: Page, make: MakeTable, hand: str, due: list[str], under: str
) -> None:
    others = ["2S 3S KD#2", *OTHERS[1:]]
    table = make(position([hand, *others], TABLE, stock=0))
    table.open(page)
    expect(page.locator("#verdict")).to_have_text("lay at least 1; no passing now")
    expect(page.locator("#draw small")).to_have_text(under)
    assert page.evaluate(
        "(() => { const s = document.querySelector('#draw small span'); return s.scrollWidth <= s.clientWidth + 1; })()"
    )
    page.click("#draw")
    expect(page.locator("#notes .msg.bad")).to_contain_text("You may not pass:")
    expect(page.locator("#notes .tok")).to_have_count(len(due))
    chosen = page.locator("#hand .card.sel")
    assert sorted(str(node.get_attribute("data-face")) for node in chosen.all()) == due
    assert table.acts() == []


def test_pass_where_nothing_can_be_laid(page: Page, make: MakeTable) -> None:
    table = make(position(["2H AH#2", *OTHERS], TABLE, stock=0))
    table.open(page)
    expect(page.locator("#draw small")).to_have_text("the stock is empty")
    page.click("#draw")
    expect(page.locator("#turn-line")).to_have_text("Sumac plays")
    assert table.acts() == [{"type": "pass"}]


def test_the_end(page: Page, make: MakeTable) -> None:
    table = make(position(["9C", *OTHERS], TABLE, stock=26))
    table.open(page)
    card(page, "9C").dblclick()
    page.click("#play")
    expect(page.locator("#result-title")).to_have_text("You won")
    expect(page.locator("#result form")).to_have_attribute("action", table.rematch_url)
    expect(page.locator("#draw small")).to_have_text("match over")


def test_resign_asks_in_the_page(page: Page, table: FakeTable) -> None:
    page.click("[data-open=menu] >> visible=true")
    page.click("#menu [data-open=ask-resign]")
    page.click("#ask-resign [data-do=resign]")
    page.wait_for_timeout(50)
    assert [m["type"] for m in table.received if m["type"] != "ping"] == ["resign"]


def test_the_last_ten_seconds_offer_a_legal_draft(page: Page, make: MakeTable) -> None:
    table = make(state(), deadline_ms=9_500)
    table.open(page)
    expect(page.locator("#say-loud")).to_have_text("Ten seconds left.")
    expect(page.locator("#clock")).to_have_class("clock low")
    expect(page.get_by_text("Play it now")).to_have_count(0)
    card(page, "9C").dblclick()
    page.get_by_text("Play it now").click()
    expect(page.locator("#turn-line")).to_have_text("Sumac plays")


def test_the_clock_follows_the_server(page: Page, make: MakeTable) -> None:
    table = make(state(), deadline_ms=48_000, ahead_ms=3_600_000)
    table.open(page)
    expect(page.locator("#clock bdi")).to_have_text("0:48")
    expect(page.locator("#rule-long")).to_have_text("At 0:00 your draft goes back and you draw")
    tap(page, "9C")
    rail(page, "m2")
    before = laid(page)
    table.send(
        {"type": "pong", "server_ms": 0, "version": table.version, "meta_version": table.meta}
    )
    assert laid(page) == before, "the clock never touches the draft"


def test_watching(page: Page, make: MakeTable) -> None:
    table = make(state(), you=None)
    table.open(page)
    expect(page.locator(".watchline")).to_be_visible()
    for hidden in ("#draw", "#play", "#hand", "#new-group", "#undo"):
        expect(page.locator(hidden)).to_be_hidden()
    card(page, "9S").click()
    page.keyboard.press("d")
    assert table.acts() == []


def test_a_watcher_is_offered_only_what_a_watcher_can_do(page: Page, make: MakeTable) -> None:
    table = make(state(), you=None)
    table.open(page)
    page.click("#tab-chat")
    expect(page.locator("#panel-chat .readers")).to_be_visible()
    for hidden in ("#chat-form", "#panel-chat .phrases"):
        expect(page.locator(hidden)).to_be_hidden()
    page.click("[data-open=menu] >> visible=true")
    for hidden in (".sortline", "[data-open=ask-leave]", "[data-open=ask-resign]"):
        expect(page.locator(f"#menu {hidden}")).to_be_hidden()
    expect(page.get_by_role("link", name="Leave the table")).to_have_attribute("href", "/")


def test_a_player_may_talk_and_leaves_with_a_question(page: Page, table: FakeTable) -> None:
    page.click("#tab-chat")
    expect(page.locator("#panel-chat .readers")).to_be_hidden()
    expect(page.locator("#chat-form")).to_be_visible()
    page.click("[data-open=menu] >> visible=true")
    expect(page.get_by_role("link", name="Leave the table")).to_have_count(0)
    page.click("#menu [data-open=ask-leave]")
    expect(page.locator("#ask-leave")).to_be_visible()


# --- the hand ---------------------------------------------------------------------------------


def test_the_hand_sorts_and_keeps_a_manual_order(page: Page, table: FakeTable) -> None:
    assert faces(page.locator("#hand")) == ["4S", "AH", "2D", "4D", "9C", "KC"]
    page.keyboard.press("s")
    assert faces(page.locator("#hand")) == ["AH", "2D", "4S", "4D", "9C", "KC"]
    drag(page, "KC", card(page, "AH"), dx=0.1)
    own = ["KC", "AH", "2D", "4S", "4D", "9C"]
    assert faces(page.locator("#hand")) == own
    page.click("#draw")
    expect(page.locator("#hand .card")).to_have_count(7)
    for _ in range(3):
        table.draw()
    new = faces(page.locator("#hand"))
    assert new[:6] == own
    expect(page.locator("#hand .card.fresh")).to_have_count(1)
    page.reload()
    page.wait_for_selector("#hand .card")
    assert faces(page.locator("#hand")) == new


# --- the line ---------------------------------------------------------------------------------


def test_an_unanswered_command_is_sent_again_with_the_same_id(page: Page, table: FakeTable) -> None:
    table.silent = True
    page.click("#draw")
    expect(page.locator("#draw")).to_have_class("act act-draw busy")
    table.silent = False
    table.hang_up()
    expect(page.locator("#notes")).to_contain_text("Connection lost.")
    expect(page.locator("#turn-line")).to_have_text("Sumac plays", timeout=15_000)
    sent = [m for m in table.received if m["type"] == "act"]
    assert len(sent) == 2
    assert sent[0] == sent[1]
    expect(page.locator("#notes .msg")).to_have_count(0)


def test_without_a_socket_the_page_polls(page: Page, make: MakeTable) -> None:
    table = make(position([HAND, *OTHERS], TABLE, stock=26), refuse_sockets=True)
    table.open(page)
    expect(page.locator("#notes")).to_contain_text("Slow line.", timeout=15_000)
    page.click("#draw")
    expect(page.locator("#turn-line")).to_have_text("Sumac plays")
    assert [m["type"] for m in table.posted] == ["act"]
    table.draw(tell=False)
    expect(page.locator("#turn-line")).to_have_text("Sara plays", timeout=10_000)


@pytest.mark.parametrize(
    ("code", "text"), [(4401, "You are signed out."), (4408, "open in other windows")]
)
def test_a_final_goodbye_is_not_answered_by_knocking(
    page: Page, table: FakeTable, code: int, text: str
) -> None:
    table.hang_up(code)
    expect(page.locator("#notes")).to_contain_text(text)
    page.wait_for_timeout(1_500)
    assert table._sockets == []


# --- chat -------------------------------------------------------------------------------------


def test_chat_keys_leave_the_draft_alone(page: Page, table: FakeTable) -> None:
    tap(page, "9C")
    rail(page, "m2")
    before = laid(page)
    page.click("#tab-chat")
    page.fill("#chat-text", "hello")
    page.locator("#chat-text").press("Control+z")
    for key in "drpnxs":
        page.locator("#chat-text").press(key)
    assert laid(page) == before
    assert table.acts() == []
    page.fill("#chat-text", "  good evening ")
    page.locator("#chat-text").press("Enter")
    page.click("[data-phrase=well_played]")
    page.wait_for_timeout(50)
    assert [m for m in table.received if m["type"] in {"chat", "phrase"}] == [
        {"type": "chat", "text": "good evening"},
        {"type": "phrase", "phrase": "well_played"},
    ]


def test_unread_lines_and_mute(page: Page, table: FakeTable) -> None:
    table.say("Sara", "one")
    page.wait_for_selector("#chat li", state="attached")
    table.say("Sara", "two")
    expect(page.locator("#tab-chat .tag")).to_have_text("2")
    page.click("#tab-chat")
    expect(page.locator("#tab-chat .tag")).to_be_hidden()
    expect(page.locator("#chat li")).to_have_count(2)
    page.get_by_text("Mute Sara").click()
    expect(page.locator("#chat li")).to_have_count(0)
    table.say("Sara", "three")
    page.reload()
    page.wait_for_selector("#turn-line:not(:empty)")
    table.say("Sara", "four")
    page.wait_for_timeout(100)
    expect(page.locator("#chat li")).to_have_count(0)


def test_letters_can_be_switched_off(page: Page, table: FakeTable) -> None:
    page.keyboard.press("?")
    page.locator("#letters").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("d")
    page.wait_for_timeout(50)
    assert table.acts() == []
    page.keyboard.press("Control+z")


# --- hostile words ----------------------------------------------------------------------------

PAYLOADS = [
    "<script>window.pwned=1</script>",
    "<img src=x onerror=window.pwned=1>",
    "<svg onload=window.pwned=1>",
    "<svg><script>window.pwned=1</script></svg>",
    '"><script>window.pwned=1</script>',
    "'><img src=x onerror=window.pwned=1>",
    "</script><script>window.pwned=1</script>",
    "</title><script>window.pwned=1</script>",
    "<iframe srcdoc='<script>parent.pwned=1</script>'>",
    "<iframe src=javascript:parent.pwned=1>",
    "<a href=javascript:window.pwned=1>x</a>",
    "javascript:window.pwned=1",
    "<body onload=window.pwned=1>",
    "<details open ontoggle=window.pwned=1>",
    "<input autofocus onfocus=window.pwned=1>",
    "<video><source onerror=window.pwned=1>",
    "<math><mi xlink:href=javascript:window.pwned=1>",
    "<object data=javascript:window.pwned=1>",
    "<embed src=javascript:window.pwned=1>",
    "<form action=javascript:window.pwned=1><button>",
    "<style>*{background:url(javascript:window.pwned=1)}</style>",
    "<link rel=stylesheet href=//evil.test>",
    "<meta http-equiv=refresh content=0;url=//evil.test>",
    "<base href=//evil.test/>",
    "{{constructor.constructor('window.pwned=1')()}}",
    "${window.pwned=1}",
    "{who}{card}{cards}{n}",
    "__proto__",
    "constructor",
    "<!--><img src=x onerror=window.pwned=1>-->",
    "&lt;img src=x onerror=window.pwned=1&gt;",
    "\u202e<img src=x onerror=window.pwned=1>",
    "<img\tsrc=x\nonerror=window.pwned=1>",
    "<IMG SRC=x ONERROR=window.pwned=1>",
    "<svg/onload=window.pwned=1>",
    "<marquee onstart=window.pwned=1>",
    "<template><script>window.pwned=1</script></template>",
    "<select autofocus onfocus=window.pwned=1>",
    '"onmouseover="window.pwned=1',
    "];window.pwned=1;//",
]


def test_names_and_chat_are_only_ever_text(page: Page, make: MakeTable) -> None:
    assert len(PAYLOADS) == 40
    table = make(
        position(["9C 2H", "9C#2 2S", *OTHERS[1:]], TABLE, stock=30, actor=1), names=PAYLOADS[:4]
    )
    table.open(page)
    table.lay("4H 5H 6H 7H 8H", "9S 9H 9D 9C#2", "5S 5D 5C", "TS JS QS")
    page.click("#tab-chat")
    for n, payload in enumerate(PAYLOADS):
        table.names = [PAYLOADS[(n + i) % 40] for i in range(4)]
        table.meta += 1
        table.send(table.frame(table.version))
        table.say(payload, PAYLOADS[-1 - n])
    expect(page.locator("#chat li")).to_have_count(40)
    shown = [node.inner_text() for node in page.locator("#chat li b bdi").all()]
    assert len(shown) == 40
    assert page.evaluate("window.pwned") is None
    assert (
        page.locator(
            "#table iframe, #table script:not([type='application/json']), #table img, #table object"
        ).count()
        == 0
    )
    assert page.evaluate("Object.prototype.pwned") is None


def test_holding_a_table_card_picks_up_the_block(page: Page, table: FakeTable) -> None:
    x, y = centre(card(page, "7H"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.wait_for_timeout(350)
    page.mouse.up()
    chosen = page.locator(".card[aria-pressed=true]")
    assert [node.get_attribute("data-face") for node in chosen.all()] == ["7H", "8H"]
    page.click("#new-group")
    assert ["7H", "8H"] in laid(page)
    assert ["4H", "5H", "6H"] in laid(page)


@pytest.mark.parametrize("lang", ["en", "ar"])
@pytest.mark.parametrize("width", [360, 1366])
def test_nothing_stands_in_the_way_of_assistive_tools(
    browser: Browser, make: MakeTable, lang: str, width: int
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 768}, reduced_motion="reduce", bypass_csp=True
    )
    page = context.new_page()
    table = make(state(), lang=lang, deadline_ms=48_000)
    table.open(page)
    card(page, "9C").dblclick()
    group(page, "m1").locator(".rail").click(position={"x": 4, "y": 3})
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    context.close()


# --- phones, directions, sizes ----------------------------------------------------------------


def phone(browser: Browser, **more: Any) -> BrowserContext:
    return browser.new_context(
        viewport={"width": 360, "height": 640},
        has_touch=True,
        is_mobile=True,
        reduced_motion="reduce",
        **more,
    )


MANY = [
    "AS AH AD", "AS#2 AH#2 AC", "2S 2H 2D", "2S#2 2H#2 2C", "3S 3D 3C", "4S 4H 4D", "4S#2 4D#2 4C", "AD#2 2D#2 3D#2",
    "AC#2 2C#2 3C#2", "4H#2 5H 6H", "6S 7S 8S 9S TS", "5C 6C 7C 8C 9C TC", "5C#2 6C#2 7C#2 8C#2 9C#2 TC#2", "QS QH QC",
    "QS#2 QH#2 QC#2", "6S#2 7S#2 8S#2 9S#2 TS#2 JS", "8H 9H TH JH", "5H#2 6H#2 7H 8H#2 9H#2 TH#2 JH#2", "KS KH KC",
    "KH#2 KD KC#2", "7D 8D 9D TD JD QD", "6D 7D#2 8D#2 9D#2 TD#2 JD#2 QD#2 KD#2",
]  # fmt: skip
LITTLE = ["5S 3H 3H#2 7H#2 5D", "KS#2 JC", "JC#2 5D#2", "JS#2 6D#2 4C#2"]

HIT = """(selector) => [...document.querySelectorAll(selector)].filter((card) => {
  card.scrollIntoView({ block: "nearest" });
  const box = card.getBoundingClientRect();
  const inside = box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight;
  const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return !inside || !(hit === card || card.contains(hit));
}).map((card) => card.dataset.face)"""


@pytest.mark.parametrize("lang", ["en", "ar"])
@pytest.mark.parametrize(
    ("width", "height"), [(360, 640), (320, 568), (390, 844), (844, 390), (768, 1024), (1024, 700)]
)
@pytest.mark.parametrize("cards", [5, 16])
def test_every_card_is_whole_and_within_reach(
    browser: Browser, lang: str, width: int, height: int, cards: int, make: MakeTable
) -> None:
    hand = "5S 3H 3H#2 7H#2 5D QS AC JD QC AD 2S 2C#2 3S 6H 8C 9C"
    if cards == 5:
        table = make(position(LITTLE, MANY, stock=2), lang=lang)
    else:
        table = make(position([hand, *LITTLE[1:]], MANY[15:19], stock=9), lang=lang)
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=True, reduced_motion="reduce"
    )
    page = context.new_page()
    table.open(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth && scrollX === 0")
    assert page.evaluate("document.scrollingElement.scrollHeight <= innerHeight")
    assert page.evaluate(HIT, "#hand .card") == []
    assert page.evaluate(HIT, "#melds .card") == []
    for name in ("#draw", "#play"):
        box = page.locator(name).bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["y"] + box["height"] <= height
    context.close()


CROWD = "AS 2S 3S 4S 6S 9S AH 2H 3H 3H#2 4H 5H 6H 7H 8H JH AD 2D 5D 5D#2 7D 9D JD JD#2 2C 3C 8C TC JC KC"


@pytest.mark.parametrize("lang", ["en", "ar"])
@pytest.mark.parametrize(
    ("width", "height"), [(640, 360), (844, 390), (568, 320), (932, 430), (360, 640)]
)
@pytest.mark.parametrize("cards", [18, 30])
def test_a_crowded_hand_leaves_the_acts_in_their_places(
    browser: Browser, lang: str, width: int, height: int, cards: int, make: MakeTable
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=True, reduced_motion="reduce"
    )
    page = context.new_page()
    hand = " ".join(CROWD.split()[:cards])
    make(position([hand, "QS", "QH", "QD"], ["KS KH KD"], stock=9), lang=lang).open(page)
    for name in ("#draw", "#play"):
        place = box(page.locator(name))
        assert place["height"] >= 44
        assert place["y"] >= 0
        assert place["y"] + place["height"] <= height
    assert page.evaluate(HIT, "#hand .card") == []
    assert page.evaluate(HIT, "#melds .card") == []
    assert page.evaluate("document.scrollingElement.scrollHeight <= innerHeight")
    context.close()


def test_a_finger_scrolls_a_hand_that_is_longer_than_its_box(
    browser: Browser, make: MakeTable
) -> None:
    context = browser.new_context(
        viewport={"width": 568, "height": 320},
        has_touch=True,
        is_mobile=True,
        reduced_motion="reduce",
    )
    page = context.new_page()
    make(position([CROWD, "QS", "QH", "QD"], ["KS KH KD"], stock=9)).open(page)
    cdp = context.new_cdp_session(page)
    x, y = centre(card(page, "AD"))
    touch(cdp, "touchStart", x, y)
    for step in range(1, 9):
        touch(cdp, "touchMove", x, y - 8 * step)
    touch(cdp, "touchEnd", x, y - 64)
    page.wait_for_function("document.querySelector('#handzone').scrollTop > 10")
    assert page.locator(".lifted").count() == 0
    context.close()


@pytest.mark.parametrize("width", [360, 1366])
def test_the_longest_names_stay_in_their_places(
    browser: Browser, width: int, make: MakeTable
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 700}, reduced_motion="reduce")
    page = context.new_page()
    table = make(state(actor=1), names=("W" * 20,) * 4)
    table.open(page)
    table.draw()
    for line in ("#turn-line", "#verdict", "#play small"):
        assert box(page.locator(line))["height"] < 40, line
    over = """(selector) => [...document.querySelectorAll(selector)].filter((node) => {
      const place = node.getBoundingClientRect();
      const around = node.closest(".log li, .seats").getBoundingClientRect();
      return place.left < around.left - 1 || place.right > around.right + 1;
    }).length"""
    expect(page.locator("#log li")).to_have_count(1)
    for seat in page.locator(".seat:visible").all():
        place, around = box(seat.locator(".nm")), box(seat)
        assert place["x"] >= around["x"] - 1
        assert place["x"] + place["width"] <= around["x"] + around["width"] + 1
    if width == 360:
        page.click("#chat-open")
        page.click("#tab-log")
    assert page.evaluate(over, "#log bdi") == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()


@pytest.mark.parametrize("lang", ["en", "ar"])
@pytest.mark.parametrize("width", [360, 1366])
def test_the_next_player_sits_at_the_right(
    browser: Browser, lang: str, width: int, make: MakeTable
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 700}, reduced_motion="reduce")
    page = context.new_page()
    for seats, you in ((4, 0), (4, 2), (3, 1), (2, 0)):
        hands = ["9C 2H", "3C 3H", "7C 7H#2", "QD KD"][:seats]
        table = make(position(hands, TABLE, stock=9, actor=you), you=you, lang=lang)
        table.open(page)
        left = {
            int(node.get_attribute("data-seat") or -1): box(node)["x"]
            for node in page.locator(".seat:visible").all()
        }
        assert set(left) == set(range(seats)) - {you}
        after = [(you + step) % seats for step in range(1, seats)]
        assert [left[seat] for seat in after] == sorted(left.values(), reverse=True), (
            "right to left in order of play"
        )
        next_seat = page.locator(f".seat[data-seat='{after[0]}']")
        if width > 360 or seats > 2:
            expect(next_seat.locator(".next")).to_be_visible()
        page.unroute_all()
    context.close()


def test_arrow_keys_follow_the_eye(browser: Browser, make: MakeTable) -> None:
    context = browser.new_context(viewport={"width": 1366, "height": 768}, reduced_motion="reduce")
    page = context.new_page()
    make(state(), lang="ar").open(page)
    cards = page.locator("#hand .card")
    first = cards.first
    second = str(cards.nth(1).get_attribute("data-face"))
    assert box(cards.nth(1))["x"] < box(first)["x"], "Arabic hands begin at the right"
    first.focus()
    page.keyboard.press("ArrowLeft")
    expect(card(page, second)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(first).to_be_focused()
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator("#hand .card[aria-pressed=true]")).to_have_count(2)
    context.close()


def test_one_tab_stop_a_zone(page: Page, table: FakeTable) -> None:
    stops = page.evaluate(
        "['#melds', '#hist', '#hand', '#tabs'].map((zone) => document.querySelectorAll(`${zone} [tabindex=\"0\"]`).length)"
    )
    assert stops == [1, 1, 1, 1]


def touch(cdp: CDPSession, kind: str, x: float, y: float) -> None:
    points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
    cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def centre(node: Locator) -> tuple[float, float]:
    box = node.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_finger_that_trembles_selects(browser: Browser, make: MakeTable) -> None:
    context = phone(browser)
    page = context.new_page()
    make(state()).open(page)
    cdp = context.new_cdp_session(page)
    x, y = centre(card(page, "9C"))
    touch(cdp, "touchStart", x, y)
    touch(cdp, "touchMove", x + 4, y - 3)
    touch(cdp, "touchMove", x + 6, y)
    touch(cdp, "touchEnd", x, y)
    expect(card(page, "9C")).to_have_attribute("aria-pressed", "true")
    context.close()


def test_a_finger_drags_a_card_and_scrolls_the_table(browser: Browser, make: MakeTable) -> None:
    context = phone(browser)
    page = context.new_page()
    table = make(position(LITTLE, MANY, stock=2))
    table.open(page)
    cdp = context.new_cdp_session(page)
    x, y = centre(card(page, "3H"))
    tx, ty = centre(page.locator("#new-group"))
    touch(cdp, "touchStart", x, y)
    for step in range(1, 9):
        touch(cdp, "touchMove", x + (tx - x) * step / 8, y + (ty - y) * step / 8)
    touch(cdp, "touchEnd", tx, ty)
    assert faces(page.locator(".group").last) == ["3H"]
    page.click("#undo")
    # Opened groups make the table longer than its place: then a finger scrolls it.
    page.locator('.group[data-group="m18"] .rail').click(position={"x": 3, "y": 2})
    room = page.evaluate(
        "(() => { const m = document.querySelector('#melds'); return m.scrollHeight - m.clientHeight; })()"
    )
    assert room > 20
    page.evaluate("document.querySelector('#melds').scrollTop = 0")
    x, y = 180, 300
    touch(cdp, "touchStart", x, y)
    for step in range(1, 9):
        touch(cdp, "touchMove", x, y - 15 * step)
    touch(cdp, "touchEnd", x, y - 120)
    page.wait_for_timeout(400)
    assert page.evaluate("document.querySelector('#melds').scrollTop") > 10
    context.close()


def test_a_phone_opens_a_group_in_place(browser: Browser, make: MakeTable) -> None:
    context = phone(browser)
    page = context.new_page()
    make(position(LITTLE, MANY, stock=2)).open(page)
    card(page, "8H").tap()
    opened = page.locator(".group.open")
    expect(opened).to_have_count(1)
    assert faces(opened) == ["8H", "9H", "TH", "JH"]
    box = opened.locator(".card").first.bounding_box()
    assert box is not None
    assert (round(box["width"]), round(box["height"])) == (44, 62)
    gap = opened.locator(".slot").first.bounding_box()
    assert gap is not None
    assert gap["width"] >= 24
    card(page, "TH").tap()
    expect(card(page, "TH")).to_have_attribute("aria-pressed", "true")
    page.locator(".group[data-group='m1'] .rail").click(position={"x": 3, "y": 2})
    assert "TH" in faces(group(page, "m1"))
    context.close()


def test_the_chat_sheet_leaves_hand_and_acts_free(browser: Browser, make: MakeTable) -> None:
    context = phone(browser)
    page = context.new_page()
    make(state()).open(page)
    page.tap("#chat-open")
    sheet = page.locator("#side").bounding_box()
    hand = page.locator(".handrow").bounding_box()
    assert sheet is not None
    assert hand is not None
    assert sheet["y"] + sheet["height"] <= hand["y"] + 1
    assert sheet == page.locator("#cloth").bounding_box(), "it lies over the cloth"
    expect(page.locator("#chat-text")).to_be_in_viewport(ratio=1)
    assert box(page.locator("#chat"))["height"] > 40
    expect(page.locator("#tab-chat")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#side")).to_be_hidden()
    context.close()


def test_a_long_log_does_not_make_the_page_longer(page: Page, make: MakeTable) -> None:
    table = make(position(["KC", "9S", "9H", "9D"], TABLE[2:], stock=None, actor=0))
    event = {
        "type": "laid_out",
        "seat": 1,
        "before": [],
        "after": [
            {"id": 9, "kind": "set", "cards": ["2S", "2H", "2D"], "jokers": {}, "owner": None}
        ],
        "shed": ["2S", "2H", "2D"],
    }
    table.log = [{"seq": n, "version": n, "actor": 1, "events": [event]} for n in range(1, 41)]
    table.version = 40
    table.open(page)
    expect(page.locator("#log li")).to_have_count(40)
    assert page.evaluate("document.scrollingElement.scrollHeight <= innerHeight")
    page.locator("#log li").last.scroll_into_view_if_needed()
    assert page.evaluate("scrollY + document.querySelector('#table').scrollTop") == 0


# --- for the ear ------------------------------------------------------------------------------


def test_what_is_read_aloud(page: Page, make: MakeTable) -> None:
    table = make(position(["4S 9C", *OTHERS], TABLE[:2], stock=26), deadline_ms=48_000)
    table.open(page)
    said = page.locator("#say-polite")
    for key, text in {
        "t": "group 1: run of hearts, 4 to 8, group 2: set of 9s",
        "y": "2 cards: 4 of spades and 9 of clubs",
        "o": "Sumac: 3 cards, Sara: 2 cards, Zaatar: 2 cards, stock: 26 cards",
        "l": "Nothing has happened yet.",
    }.items():
        page.keyboard.press(key)
        expect(said).to_have_text(text)
    page.keyboard.press("c")
    expect(said).to_contain_text("seconds left")
    expect(group(page, "m1")).to_have_attribute(
        "aria-label", "Group 1: run of hearts, 4 to 8, valid, 5 cards"
    )
    expect(card(page, "9C")).to_have_attribute("aria-label", "9 of clubs")
    card(page, "9C").dblclick()
    expect(card(page, "9C")).to_have_attribute("aria-label", "9 of clubs, yours")
    expect(said).to_have_text("1 of your cards rides this table")


def test_the_title_calls(page: Page, make: MakeTable) -> None:
    table = make(position([HAND, *OTHERS], TABLE, stock=26, actor=3))
    table.open(page)
    assert "Your turn" not in page.title()
    table.draw()
    expect(page).to_have_title("● Your turn · Hand Russian · Jalsa")
