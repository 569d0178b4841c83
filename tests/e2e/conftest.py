"""One site and many people in windows of their own; whatever a page complains about fails its test."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest
from django.conf import settings
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
)

from config import env, postgres
from config.translations import compile_all
from tests.conftest import START
from tests.e2e.people import Person
from tests.e2e.site import Site

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from pathlib import Path

PATIENCE = 20_000  # ms; the machine may be busy
expect.set_options(timeout=PATIENCE)
BROWSER_LOST = re.compile(r"WebSocket connection to|net::ERR_|503 \(Service Unavailable\)")
"""What Chromium itself writes to the console when a server is killed under it."""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The whole site, in processes of its own."""
    url = settings.SERVICES.database_url
    trouble = postgres.answers(url)
    if trouble:
        pytest.exit(f"PostgreSQL does not answer: {trouble}. {START}", returncode=2)
    compile_all(env.BASE / "locale")
    with Site(tmp_path_factory.mktemp("site"), url) as running:
        yield running


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show the end of the site's logs beside a failure."""
    report = yield
    site = getattr(item, "funcargs", {}).get("site")
    if report.failed and isinstance(site, Site):
        report.sections += [(f"{name}.log", text) for name, text in site.tails()]
    return report


@dataclass
class Windows:
    """The windows of one test and what their pages complained about."""

    browser: Browser
    site: Site
    opened: list[BrowserContext] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    expected: re.Pattern[str] | None = None

    def expect_losses(self) -> None:
        """Forgive what Chromium writes when this test kills a server."""
        self.expected = BROWSER_LOST

    def open(
        self,
        *,
        width: int = 1366,
        height: int = 768,
        lang: str = "en",
        touch: bool = False,
        theme: str = "",
    ) -> Page:
        """Open a window of its own, with no cookies of the others."""
        context = self.browser.new_context(
            base_url=self.site.address,
            viewport={"width": width, "height": height},
            locale={"en": "en-GB", "ar": "ar-SY"}[lang],
            reduced_motion="reduce",
            has_touch=touch,
            is_mobile=touch,
        )
        context.set_default_timeout(PATIENCE)
        if theme:
            context.add_cookies([{"name": "theme", "value": theme, "url": self.site.address}])
        self.opened.append(context)
        page = context.new_page()
        self.watch(page)
        return page

    def watch(self, page: Page) -> None:
        """Collect what a page complains about."""
        page.on("pageerror", lambda error: self.complaints.append(f"{page.url}: {error}"))
        page.on("console", self._heard)

    def _heard(self, message: ConsoleMessage) -> None:
        text = f"{message.location['url']}: {message.text}"
        if message.type == "error" and not (self.expected and self.expected.search(text)):
            self.complaints.append(text)

    def close(self) -> None:
        """Close them all."""
        for context in self.opened:
            context.close()


@pytest.fixture
def windows(browser: Browser, site: Site) -> Iterator[Windows]:
    """Windows on the site; none of their pages may complain."""
    made = Windows(browser, site)
    yield made
    made.close()
    assert made.complaints == []


@dataclass(frozen=True)
class Shots:
    """Takes pictures of a page, small and large, by day and by night, where the run was asked for pictures."""

    folder: Path | None

    def __call__(self, page: Page, name: str) -> None:
        """Take them all; the page is afterwards as it was."""
        before = page.viewport_size
        if self.folder is None or before is None:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        for width, height in ((360, 640), (1366, 768)):
            page.set_viewport_size({"width": width, "height": height})
            for theme in ("noon", "night"):
                page.evaluate(
                    "(theme) => { document.documentElement.dataset.theme = theme; }", theme
                )
                page.wait_for_timeout(250)
                page.screenshot(path=self.folder / f"{name}-{width}-{theme}.png")
        page.evaluate("delete document.documentElement.dataset.theme")
        page.set_viewport_size(before)


@pytest.fixture(scope="session")
def shot(request: pytest.FixtureRequest) -> Shots:
    """Take pictures where `--shots FOLDER` asks for them."""
    return Shots(request.config.getoption("--shots"))


@pytest.fixture
def person(windows: Windows) -> Callable[..., Person]:
    """Sign somebody up in a window of its own: `person("Lina", lang="ar", width=360, ...)`."""

    def make(name: str, **window: object) -> Person:
        someone = Person(windows.open(**window), name)  # type: ignore[arg-type]
        someone.sign_up()
        return someone

    return make
