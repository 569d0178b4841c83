"""The proof page as a visitor meets it: the real template, the real modules, a real browser."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation
from playwright.sync_api import Browser, Page, expect

from tests.fairness.matches import NAMES, page_data
from tests.js.static_site import serving

pytestmark = pytest.mark.processes

DONE = "main[data-verdict]"


def rendered(data: dict[str, Any], language: str = "en") -> str:
    """Render the page as the view does."""
    context = {
        "proof_data": data,
        "download_url": "/match/1/proof/1.json",
        "match_url": "/match/1/",
    }
    with translation.override(language):
        request = RequestFactory().get("/match/1/proof/1/")
        return render_to_string("games/proof.html", context, request=request)


@contextmanager
def opened(
    browser: Browser, data: dict[str, Any], language: str = "en", before: str = ""
) -> Iterator[Page]:
    """Open the page and wait until it has spoken; nothing may go wrong in its scripts."""
    troubles: list[str] = []
    page = browser.new_page(viewport={"width": 1366, "height": 768}, reduced_motion="reduce")
    page.on("pageerror", lambda error: troubles.append(str(error)))
    if before:
        page.add_init_script(before)
    with serving({"/": rendered(data, language)}) as address:
        page.goto(address)
        expect(page.locator(DONE)).to_be_attached()
        yield page
        page.close()
    assert troubles == []


def states(page: Page) -> list[str | None]:
    return [line.get_attribute("data-state") for line in page.locator("[data-step]").all()]


def test_a_deal_that_holds(browser: Browser) -> None:
    data = page_data(4, 2)
    with opened(browser, data) as page:
        assert states(page) == ["ok"] * 6 + ["open"]
        stones = [stone.get_attribute("data-state") for stone in page.locator("[data-stone]").all()]
        assert stones == ["ok"] * 6 + ["open"]
        expect(page.locator("[data-proof=title]")).to_have_text("Dealt as it was promised")
        expect(page.locator("[data-proof=lede]")).to_contain_text("not independently random")
        expect(page.locator("[data-step=log]")).to_contain_text("Not in a public log yet")
        expect(page.locator("[data-proof=letter]")).to_have_text("C")
        expect(page.locator("[data-proof=grade]")).to_have_class("grade gc")
        tip = data["proof"]["open"]["tip"]
        expect(page.locator(f"[data-step=chain] [title='{tip}']")).to_have_count(1)


def test_hands_first_seat_and_the_fate_of_every_stock_card(browser: Browser) -> None:
    data = page_data(4, 2)
    with opened(browser, data) as page:
        expect(page.locator("[data-proof=first]")).to_have_text("First to play: Sara")
        rows = page.locator("[data-proof=hands] .row")
        expect(rows).to_have_count(4)
        for row, name in zip(rows.all(), NAMES, strict=True):
            expect(row.locator("bdi")).to_have_text(name)
            expect(row.locator(".card")).to_have_count(7)
        expect(rows.first).to_contain_text("you")
        faces = data["proof"]["seal"]["deck"]["faces"]
        hand = [faces[card] for card in data["proof"]["result"]["hands"][1]]
        drawings = rows.nth(1).locator("use").all()
        ids = [str(use.get_attribute("href")).partition("#")[2] for use in drawings]
        assert ids == [f"c-m-{face}" for face in hand]
        draws = [e for e in data["record"]["actions"] if e["action"]["type"] == "draw"]
        fates = page.locator("[data-proof=drawn] li")
        expect(fates).to_have_count(len(draws))
        for at in (0, len(draws) - 1):
            expect(fates.nth(at)).to_contain_text(NAMES[draws[at]["actor"]])
            expect(fates.nth(at)).to_contain_text(f"action {draws[at]['seq']}")
        left = len(data["proof"]["result"]["stock"]) - len(draws)
        expect(page.locator("[data-proof=left] .card")).to_have_count(left)


def test_every_drawing_exists_in_the_sprite(browser: Browser) -> None:
    with opened(browser, page_data(2, 0)) as page:
        missing = page.evaluate(
            """async () => {
                const hrefs = [...document.querySelectorAll("use")].map((use) => use.getAttribute("href"));
                const sprite = await (await fetch(hrefs[0].split("#")[0])).text();
                return hrefs.filter((href) => !sprite.includes(`id="${href.split("#")[1]}"`));
            }"""
        )
        assert missing == []


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ("chain", "does not lead to it"),
        ("chain", "another opening entry"),
        ("seal", "another seal"),
        ("seats", "Another number of seats: 2 sealed, 1 at the table"),
        ("deal", "record.deal.order.5"),
        ("play", "The recorded actions were changed"),
    ],
)
def test_a_no_is_said_by_name(browser: Browser, step: str, words: str) -> None:
    data = page_data(2, 0)
    if "opening" in words:
        data["promised"]["open_hash"] = "22" * 32
    elif step == "seal":
        data["promised"]["seal_hash"] = "22" * 32
    elif step == "chain":
        data["proof"]["reveal"]["seed"] = "22" * 32
    elif step == "seats":
        data["names"].pop()
    elif step == "deal":
        order = data["record"]["deal"]["order"]
        order[5], order[70] = order[70], order[5]
    else:
        data["record"]["actions"].pop()
    with opened(browser, data) as page:
        at = states(page).index("no")
        line = page.locator("[data-step]").nth(at)
        assert line.get_attribute("data-step") == step
        assert set(states(page)[at + 1 :]) <= {"open"}
        expect(line).to_contain_text(words)
        expect(page.locator("[data-proof=title]")).to_have_text("This deal does not check out")
        expect(page.locator("[data-proof=letter]")).to_be_empty()
        assert page.locator(f"[data-stone={step}]").get_attribute("data-state") == "no"
        expect(page.locator("[data-proof=drawn-row]")).to_be_hidden()
        shown = step in {"deal", "play"}
        expect(page.locator("[data-proof=deal-title]")).to_be_visible(visible=shown)
        if shown:
            title = "The deal as your browser computed it"
            expect(page.locator("[data-proof=deal-title]")).to_have_text(title)
            expect(page.locator("[data-proof=left] .card")).to_have_count(90)


def test_a_deal_that_was_never_played(browser: Browser) -> None:
    data = page_data(2, 0)
    data["record"] = None
    with opened(browser, data) as page:
        assert states(page) == ["ok"] * 5 + ["open"] * 2
        expect(page.locator("[data-step=play]")).to_contain_text("Nothing was recorded")
        expect(page.locator("[data-proof=drawn-row]")).to_be_hidden()
        expect(page.locator("[data-proof=left] .card")).to_have_count(90)


def test_without_webcrypto_nothing_is_claimed(browser: Browser) -> None:
    gone = 'Object.defineProperty(globalThis.crypto, "subtle", { value: undefined });'
    with opened(browser, page_data(2, 0), before=gone) as page:
        assert set(states(page)) == {"wait"}
        expect(page.locator("[data-proof=title]")).to_have_text("This browser cannot check here")
        expect(page.locator("[data-proof=deal]")).to_be_hidden()
        expect(page.get_by_role("link", name="Proof")).to_have_attribute(
            "href", "/match/1/proof/1.json"
        )
        assert "python" not in page.content()


def test_names_are_text_and_isolated(browser: Browser) -> None:
    data = page_data(2, 0)
    data["names"] = ["</script><b>x", "سارة {tip}"]
    with opened(browser, data) as page:
        assert page.locator("[data-proof=hands] bdi").all_inner_texts() == data["names"]


def test_words_hold_no_open_place_and_every_step_has_its_three(browser: Browser) -> None:
    text = rendered(page_data(2, 0))
    words = json.loads(text.partition('id="proof-words">')[2].partition("</script>")[0])
    for step in ("form", "chain", "seats", "seal", "deal", "play", "log"):
        assert all(words[f"{step}.{state}"] for state in ("ok", "no", "open"))
    assert words["card.AS"] == "ace of spades"
    with opened(browser, page_data(3, 1)) as page:
        assert "{" not in page.locator("main").inner_text()


@pytest.mark.parametrize("language", ["en", "ar"])
@pytest.mark.parametrize(("width", "height"), [(360, 640), (1366, 768)])
def test_nothing_overflows_and_everybody_can_read_it(
    browser: Browser, language: str, width: int, height: int
) -> None:
    data = page_data(4, 2)
    with opened(browser, data, language) as page:
        page.set_viewport_size({"width": width, "height": height})
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0
        band, steps = (page.locator(at).bounding_box() for at in (".band", ".pleft"))
        assert band is not None
        assert steps is not None
        assert band["width"] >= width - 1
        assert steps["y"] >= band["y"] + band["height"]
        # a Latin name on an Arabic page begins where the line under it begins
        starts = page.locator("[data-proof=drawn] li").first.evaluate(
            """(item) => {
                const side = getComputedStyle(item).direction === "rtl" ? "right" : "left";
                return ["bdi", "small"].map((at) => {
                    const range = document.createRange();
                    range.selectNodeContents(item.querySelector(at));
                    return range.getBoundingClientRect()[side];
                });
            }"""
        )
        assert abs(starts[0] - starts[1]) < 2
        found = Axe().run(page, context="main")
        assert found.violations_count == 0, found.generate_report()
