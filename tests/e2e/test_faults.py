"""What a machine can do to a match under way: no move is lost and none is played twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.people import Person, wait_until
from tests.e2e.test_two_people import sit_down

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.e2e.conftest import Windows
    from tests.e2e.site import Site

pytestmark = pytest.mark.processes


def test_processes_die_and_the_match_goes_on(
    site: Site, windows: Windows, person: Callable[..., Person]
) -> None:
    windows.expect_losses()
    ziad, mona = person("Ziad"), person("Mona")
    sit_down(ziad, mona, seats="4", bots="90", clock="90")
    assert ziad.await_turn()

    # The web process dies in the middle of the match, which lives on.
    ziad.take_turn()
    assert mona.await_turn()
    version = mona.frame()["version"]
    site.kill("web")
    site.await_answer()
    assert mona.frame()["version"] == version
    mona.take_turn()
    wait_until(lambda: told(ziad) > version, 20, "Ziad's page does not come back")

    # The bots' worker dies on a bot's turn; the supervisor brings it back, and the clock plays meanwhile.
    site.kill("bots")
    assert ziad.await_turn(45)

    # Valkey dies: nobody is told anything, so the pages ask.
    site.kill_valkey()
    ziad.take_turn()
    assert mona.await_turn(20)
    mona.take_turn()
    version = mona.frame()["version"]
    wait_until(lambda: told(ziad) >= version, 20, "Ziad's page does not poll")
    site.start_valkey()
    assert ziad.await_turn(45)
    ziad.take_turn()
    assert mona.await_turn(20)
    log = mona.frame()["log"]
    assert [entry["seq"] for entry in log] == sorted({entry["seq"] for entry in log})
    expect(mona.page.locator("#notes .msg")).to_have_count(0)


def told(someone: Person) -> int:
    """The newest entry of the log that stands on the page."""
    return max(map(int, someone.page.locator("#log .ply").all_text_contents()), default=0)
