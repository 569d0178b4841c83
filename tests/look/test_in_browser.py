"""The pages in Chromium under the site's content policy: they fit, they can be pressed, they keep the look one chose."""

from __future__ import annotations

import mimetypes
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from csp.middleware import CSPMiddleware
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from playwright.sync_api import Browser, BrowserContext, Page, Route

from tests.look.conftest import Render
from tests.look.contexts import LOG, PAGES, PERSON, STEP

pytestmark = pytest.mark.processes
ORIGIN = "https://jalsa.test"
# the error pages are one template with other words
WHOLE = [
    name for name in PAGES if "/_" not in name and (name == "404.html" or not name[0].isdigit())
]
SIZES = [(320, 568), (360, 640), (1366, 768)]
# Buttons, chips of choice and links that stand alone are at least 44 by 44; links inside a sentence are not judged.
SMALL = """() => {
  const small = [];
  for (const each of document.querySelectorAll("a, button, summary, label:has(input)")) {
    if (each.closest("p, .foot, .sec-h, .sr, .skip, .check") || each.matches(".sr, .skip, .field > label, .rlog a")) continue;
    const box = each.getBoundingClientRect();
    if (box.width && (box.width < 43.5 || box.height < 43.5)) small.push(each.outerHTML.slice(0, 120));
  }
  return small;
}"""


def policy() -> str:
    """Give the content policy that the site's own middleware sends."""

    def answer(request: HttpRequest) -> HttpResponse:
        return HttpResponse()

    answered = CSPMiddleware(answer)(RequestFactory().get("/"))
    assert isinstance(answered, HttpResponse)
    return answered["Content-Security-Policy"]


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    opened = browser.new_context(viewport={"width": 360, "height": 640}, reduced_motion="reduce")
    yield opened
    opened.close()


@pytest.fixture
def page(context: BrowserContext, render: Render) -> Iterator[Page]:
    """A page whose every address is answered from here: /<language>/<template>, and the static files."""
    opened = context.new_page()
    trouble: list[str] = []
    opened.on("console", lambda told: trouble.append(told.text) if told.type == "error" else None)
    opened.on("pageerror", lambda error: trouble.append(str(error)))
    headers = {"Content-Security-Policy": policy()}

    def answer(route: Route) -> None:
        address = urlsplit(route.request.url)
        if address.path.startswith("/static/"):
            file = finders.find(address.path.removeprefix("/static/"))
            assert isinstance(file, str), address.path
            kind = mimetypes.guess_type(file)[0] or "font/woff2"
            route.fulfill(body=Path(file).read_bytes(), content_type=kind)
            return
        _, language, name = address.path.split("/", 2)
        words = dict(PAGES[name][0])
        step = int(parse_qs(address.query).get("step", ["9"])[0])
        if name == "games/replay.html":
            words["step"] = {**STEP, "now": step, "before": step - 1, "after": step + 1}
            words["match"] = {**words["match"], "replay_url": f"/{language}/{name}"}
            words["step"]["entry"] = LOG[step - 1]
        cookies = dict(re.findall(r"(\w+)=(\w+)", route.request.headers.get("cookie", "")))
        text = render(name, words, user=PERSON, language=language, cookies=cookies)
        route.fulfill(body=text, content_type="text/html; charset=utf-8", headers=headers)

    opened.route("**/*", answer)
    yield opened
    assert trouble == []


@pytest.mark.parametrize("language", ["en", "ar"])
@pytest.mark.parametrize("name", WHOLE)
def test_a_page_fits_and_can_be_pressed(page: Page, name: str, language: str) -> None:
    page.goto(f"{ORIGIN}/{language}/{name}")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, width
        assert page.evaluate(SMALL) == [], width


@pytest.mark.parametrize("language", ["en", "ar"])
@pytest.mark.parametrize("name", WHOLE)
def test_axe_finds_nothing(page: Page, name: str, language: str) -> None:
    page.goto(f"{ORIGIN}/{language}/{name}")
    report = Axe().run(page).response
    assert len(report["passes"]) > 10, "axe has looked at nothing"
    found = report["violations"]
    assert [(rule["id"], node["html"][:200]) for rule in found for node in rule["nodes"]] == []


def test_our_fonts_and_drawings_are_what_shows(page: Page) -> None:
    page.goto(f"{ORIGIN}/ar/home.html")
    page.evaluate("document.fonts.ready")
    loaded = page.evaluate(
        "[...document.fonts].filter((f) => f.status === 'loaded').map((f) => f.family.replaceAll('\"', ''))"
    )
    assert {"Jalsa Sans", "Jalsa Kufi"} <= set(loaded)
    # an outside drawing that is refused or missing has no box of its own
    box = "document.querySelector('.brand use').getBBox().width"
    page.wait_for_function(f"{box} > 0")


def test_the_way_past_the_header_comes_first(page: Page) -> None:
    page.goto(f"{ORIGIN}/en/games/fairness.html")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


def test_day_and_night_are_chosen_and_kept(page: Page) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    page.emulate_media(color_scheme="dark")
    page.goto(f"{ORIGIN}/en/home.html")
    assert page.evaluate(ground) == "rgb(22, 24, 23)"
    page.get_by_role("button", name="Day or night").click()
    assert page.evaluate(ground) == "rgb(243, 237, 224)"
    page.goto(f"{ORIGIN}/en/games/fairness.html")
    assert page.evaluate(ground) == "rgb(243, 237, 224)"


def test_the_menu_opens_and_escape_closes_it(page: Page) -> None:
    page.goto(f"{ORIGIN}/en/home.html")
    page.locator("summary.me").click()
    assert page.get_by_role("button", name="Log out").is_visible()
    page.keyboard.press("Escape")
    assert not page.get_by_role("button", name="Log out").is_visible()
    assert page.evaluate("document.activeElement.className") == "me"


@pytest.mark.parametrize("name", ["home.html", "lobby/create.html", "lobby/table.html"])
def test_a_form_that_is_sent_twice_goes_out_once(page: Page, name: str) -> None:
    page.goto(f"{ORIGIN}/en/{name}")
    sent: list[str] = []

    def swallow(route: Route) -> None:
        sent.append(route.request.method)
        route.fulfill(status=204)

    form = page.locator("main form[method=post]").last
    form.evaluate("(form) => { form.action = '/sent'; form.noValidate = true; }")
    page.route("**/sent", swallow)
    button = form.locator("button:not([type=button])").last
    button.dblclick()
    button.click()
    page.wait_for_timeout(300)
    assert sent == ["POST"]
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow'))")
    button.click()
    page.wait_for_timeout(300)
    assert sent == ["POST", "POST"], "a page one comes back to may be sent again"


def test_a_replay_goes_on_by_press_key_and_slider(page: Page) -> None:
    page.goto(f"{ORIGIN}/ar/games/replay.html")
    step = page.locator(".turnline > b")
    assert "9" in step.inner_text()
    page.locator("[data-step=next]").click()
    page.wait_for_url("**step=10")
    # time runs from left to right, in Arabic as well
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**step=9")
    page.locator(".slider").fill("3")
    page.wait_for_url("**step=3")
    page.locator("[data-play]").click()
    page.wait_for_url("**step=4")
    assert page.locator("[data-play]").get_attribute("aria-pressed") == "true"
