"""A server of static files for these tests, a table on it, and a page that holds nothing but a module to be tried."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from games.engine.state import State
from tests.js.fake_table import FakeTable
from tests.js.static_site import BLANK, serving

MakeTable = Callable[..., FakeTable]


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """The address of the static files, and of an empty page."""
    with serving({"/blank": BLANK}) as address:
        yield address


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A desktop window that keeps still."""
    opened = browser.new_context(viewport={"width": 1366, "height": 768}, reduced_motion="reduce")
    yield opened
    opened.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """One page; an error in its scripts fails the test."""
    made = context.new_page()
    errors: list[str] = []
    made.on("pageerror", lambda error: errors.append(str(error)))
    yield made
    assert errors == []


@pytest.fixture
def make(site: str) -> MakeTable:
    """Make a table that is served at the address of the static files."""

    def made(state: State, **more: Any) -> FakeTable:
        return FakeTable(state, site, **more)

    return made


@pytest.fixture(scope="session")
def blank(browser: Browser, site: str) -> Iterator[Page]:
    """A page from which modules can be imported."""
    opened = browser.new_page()
    opened.goto(f"{site}/blank")
    yield opened
    opened.close()
