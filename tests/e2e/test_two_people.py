"""Two people at one table: two tabs, giving up, and the same seats again."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.people import Person, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.e2e.conftest import Windows

pytestmark = pytest.mark.processes


def sit_down(one: Person, two: Person, **choices: str) -> None:
    """Let the first open a table for both and begin."""
    one.open_table(**{"seats": "2", "clock": "never", "bots": "never"} | choices)
    one.page.wait_for_url(re.compile("/table/"))
    two.page.goto(one.page.url)
    two.page.click("#sit")
    one.page.click("#start")
    one.at_match()
    two.at_match()


def test_two_tabs_never_play_twice(windows: Windows, person: Callable[..., Person]) -> None:
    sami, hala = person("Sami"), person("Hala")
    sit_down(sami, hala)
    tab = Person(sami.page.context.new_page(), "Sami", sami.match)
    windows.watch(tab.page)
    tab.page.goto(sami.page.url)
    tab.at_match()
    assert tab.await_turn()
    assert sami.on_turn()
    before = sami.frame()
    for each in (sami, tab):  # both have pressed before either has heard the answer
        each.page.evaluate("void document.getElementById('draw').click()")
    for each in (sami, tab):
        wait_until(partial(holds, each, 8), 10, "the drawn card does not arrive")
    after = sami.frame()
    assert after["version"] == before["version"] + 1
    assert after["view"]["counts"] == [8, 7]
    assert sami.hand() == tab.hand()
    assert hala.await_turn()
    hala.take_turn()
    assert sami.await_turn()
    tab.take_turn()
    wait_until(lambda: not sami.on_turn(), 10, "the other tab does not hear of it")


def holds(someone: Person, cards: int) -> bool:
    """Whether the page shows a hand of so many cards."""
    return len(someone.hand()) == cards


def test_giving_up_and_the_same_seats_again(person: Callable[..., Person]) -> None:
    rami, dina = person("Rami"), person("Dina")
    sit_down(rami, dina)
    seats = [seat["name"] for seat in rami.frame()["seats"]]
    assert seats == ["Rami", "Dina"]
    first = rami.match
    dina.page.locator("[data-open=menu]:visible").click()
    dina.page.click("[data-open=ask-resign]")
    dina.page.click("[data-do=resign]")
    for each in (rami, dina):
        expect(each.page.locator("#result")).to_be_visible()
    assert rami.frame()["view"]["standing"]["winners"] == [0]
    for each in (dina, rami):  # the host does not have to be the first to ask
        each.page.locator("#result form button").click()
    for each in (rami, dina):
        each.at_match()
        assert each.match != first
    assert [seat["name"] for seat in dina.frame()["seats"]] == seats
    assert rami.frame()["you"] == 0
