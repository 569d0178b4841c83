"""The browser of these tests, and pages that hold nothing but a module to be tried."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.js.fake_table import ORIGIN, FakeTable, position


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


@pytest.fixture(scope="session")
def blank(browser: Browser) -> Iterator[Page]:
    """A page from which modules can be imported."""
    opened = browser.new_page()
    table = FakeTable(position(["7H 8H", "9H"]))
    opened.route("**/*", table._serve)
    opened.route(f"{ORIGIN}/blank", lambda route: route.fulfill(body="<!doctype html>"))
    opened.goto(f"{ORIGIN}/blank")
    yield opened
    opened.close()
