"""What moderators do in the admin, and what they never see there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.people import Person, wait_until
from tests.e2e.site import MODERATOR, MODERATOR_PASSWORD
from tests.e2e.test_two_people import sit_down

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.e2e.conftest import Windows

pytestmark = pytest.mark.processes

FACE = re.compile(r"\b(?:[A2-9TJQK][SHDC](?:#2)?|JK[12])\b")
SECRET = re.compile(r"\b[0-9a-f]{64}\b")


@pytest.fixture
def office(windows: Windows) -> Page:
    """The admin, with a moderator in it."""
    page = windows.open()
    page.goto("/admin/")
    page.fill("input[name=login]", MODERATOR)
    page.fill("input[name=password]", MODERATOR_PASSWORD)
    page.click("form.form button.btn-primary")
    page.wait_for_url(re.compile("/admin/"))
    return page


def choose(office: Page, match: str, action: str) -> None:
    """Do something to one match from the list."""
    office.goto(f"/admin/games/match/?q={match}")
    office.check(f"input[name=_selected_action][value='{match}']")
    office.select_option("select[name=action]", action)
    office.click("button[name=index]")


def test_a_moderator_forfeits_breaks_off_and_suspends(
    office: Page, person: Callable[..., Person]
) -> None:
    adel, basma = person("Adel"), person("Basma")
    sit_down(adel, basma, seats="4", bots="90", clock="90")
    assert adel.await_turn()

    for path in (f"?q={adel.match}", f"{adel.match}/change/"):
        office.goto(f"/admin/games/match/{path}")
        expect(office.locator("#content")).to_contain_text("Adel")
        html = office.content()
        assert not FACE.search(re.sub(r"<script.*?</script>", "", html, flags=re.DOTALL))
        assert not SECRET.search(html)
    office.goto("/admin/")
    for name in ("deal", "matchaction", "fairlog"):
        assert f"/admin/games/{name}/" not in office.content()

    choose(office, adel.match, "forfeit_seat_1")
    wait_until(lambda: adel.frame()["seats"][1]["resigned"], 10, "the seat is not forfeited")
    expect(adel.page.locator("#log")).to_contain_text("Basma")

    office.goto("/admin/accounts/user/?q=Basma")
    office.locator("#result_list a").filter(has_text="Basma").first.click()
    office.get_by_role("link", name="Suspend", exact=True).click()
    office.fill("[name=reason]", "shouting")
    office.click("input[name=_save]")
    expect(basma.page.locator("#notes .msg")).to_be_visible(timeout=5000)
    basma.page.goto("/history/")
    expect(basma.page).to_have_url(re.compile("/accounts/login/"))

    choose(office, adel.match, "abort")
    expect(adel.page.locator("#result")).to_be_visible()
    adel.page.goto(f"/match/{adel.match}/?page=match")
    expect(adel.page.locator("main")).to_contain_text("moderator")
