"""People at their browsers: how they sign up, open a table, and lay cards by tap, by drag or by keyboard."""

from __future__ import annotations

import json
import re
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from playwright.sync_api import Locator, Page, expect

from games.engine.cards import face
from tests.e2e.player import Plan, plan

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.engine.rearrange import Move

PASSWORD = "seven stones and a keystone"
PATIENCE = 30.0  # seconds
YOUR_TURN = "\u25cf"
"""A page's title begins with it when its player is on turn."""

Way = Literal["tap", "drag", "keys"]


class Chromium(Exception):
    """A page does not do what its player means to do."""


@dataclass
class Person:
    """Somebody with a window of their own; `match` is the id of the match they sit at or watch."""

    page: Page
    name: str = ""
    match: str = ""
    played: list[Plan] = field(default_factory=list)

    # --- the site ---------------------------------------------------------------------------

    def sign_up(self) -> None:
        """Sign up by the form, and go on past the recovery code."""
        self.page.goto("/accounts/signup/")
        self.page.fill("input[name=username]", self.name)
        self.page.fill("input[name=password1]", PASSWORD)
        self.page.click("form.form button.btn-primary")
        self.page.wait_for_selector("#recovery-code")
        self.page.click("a.btn-primary")

    def open_table(self, **choices: str) -> None:
        """Open a table by the form: seats, clock, visibility, bots, level by their values."""
        self.page.goto("/tables/new/")
        for name, value in choices.items():
            self.page.locator(f"label:has(input[name='{name}'][value='{value}'])").click()
        self.page.click("main button.btn-strong")

    def at_match(self) -> str:
        """Wait until the page is a table in play; give the match's id."""
        self.page.wait_for_url(re.compile(r"/match/[0-9a-f-]{36}/$"))
        self.match = self.page.url.rstrip("/").rpartition("/")[2]
        self.page.wait_for_selector("#turn-line:not(:empty)")
        return self.match

    # --- the table ----------------------------------------------------------------------------

    def frame(self) -> dict[str, Any]:
        """Ask the server for the match as this person may know it."""
        answer = self.page.context.request.get(f"/match/{self.match}/frame?since=0")
        assert answer.ok, answer.text()
        told = answer.json()
        messages = told if isinstance(told, list) else [told]
        frame: dict[str, Any] = next(each for each in messages if each["type"] == "frame")
        return frame

    def on_turn(self) -> bool:
        """Whether the page says that it is this person's turn."""
        return self.page.title().startswith(YOUR_TURN)

    def over(self) -> bool:
        """Whether the page shows a result."""
        return self.page.locator("#result").is_visible()

    def await_turn(self, seconds: float = PATIENCE) -> bool:
        """Wait for this person's turn; False where the match is over instead."""
        wait_until(lambda: self.on_turn() or self.over(), seconds, f"{self.name} is not on turn")
        return not self.over()

    def plan(self) -> Plan:
        """Choose what to play."""
        return plan(self.frame()["view"])

    def take_turn(self, way: Way = "tap") -> Plan:
        """Play one whole turn, and wait until it is over."""
        view = self.frame()["view"]
        chosen = plan(view)
        self.prepare(chosen, view, way)
        self.finish(chosen, way)
        return chosen

    def prepare(self, chosen: Plan, view: dict[str, Any], way: Way = "tap") -> None:
        """Make the moves of a plan on the draft, and see that the draft is what was planned."""
        keys = Keys([f"m{meld['id']}" for meld in view["melds"]])
        for move in chosen.moves:
            getattr(self, f"_{way}")(move, keys)
        if chosen.lays:
            drafted = {frozenset(group) for group in self.drafted()}
            assert drafted == {frozenset(group) for group in chosen.table}

    def finish(self, chosen: Plan, way: Way = "tap") -> None:
        """Press what ends the turn."""
        if way == "keys":
            self.page.keyboard.press("p" if chosen.lays else "d")
        else:
            self._press(self.page.locator("#play" if chosen.lays else "#draw"))
        self.played.append(chosen)
        wait_until(lambda: not self.on_turn(), PATIENCE, f"{self.name}'s turn does not end")

    def drafted(self) -> list[list[str]]:
        """Read the groups on the page."""
        return [faces(group) for group in self.page.locator("#melds .group").all()]

    def hand(self) -> list[str]:
        """Read the hand on the page."""
        return faces(self.page.locator("#hand"))

    # --- one move, three ways -----------------------------------------------------------------

    def _press(self, where: Locator, **how: Any) -> None:
        """A finger on a phone, a click elsewhere."""
        if self.page.evaluate("navigator.maxTouchPoints > 0"):
            where.tap(**how)
        else:
            where.click(**how)

    def _card(self, name: str) -> Locator:
        return self.page.locator(f'.card[data-face="{name}"]')

    def _group(self, key: str) -> Locator:
        return self.page.locator(f'.group[data-group="{key}"]')

    def _tap(self, move: Move, keys: Keys) -> None:
        card = self._card(face(move.piece))
        self._press(card)
        if card.get_attribute("aria-pressed") != "true":  # the group had to be opened first
            self._press(card)
        expect(card).to_have_attribute("aria-pressed", "true")
        target = keys.of(move.target)
        if target is None:
            self._press(self.page.locator("#new-group"))
        else:
            self._press(self._group(target).locator(".rail"), position={"x": 4, "y": 3})

    def _drag(self, move: Move, keys: Keys) -> None:
        target = keys.of(move.target)
        to = self.page.locator("#new-group") if target is None else self._group(target)
        start, end = self._card(face(move.piece)).bounding_box(), to.bounding_box()
        assert start is not None
        assert end is not None
        mouse = self.page.mouse
        mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
        mouse.down()
        mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=6)
        mouse.up()

    def _keys(self, move: Move, keys: Keys) -> None:
        press = self.page.keyboard.press
        self.go_to(face(move.piece))
        target = keys.of(move.target)
        if target is None:
            press("Space")
            press("n")
            return
        press("Enter")
        place = {"type": "drop", "faces": [face(move.piece)], "place": {"group": target}}
        for _ in range(40):
            if json.loads(self._active("node.dataset.intent ?? 'null'")) == place:
                press("Enter")
                return
            press("ArrowDown")
        raise Chromium(f"the menu does not offer {place}")

    def go_to(self, card: str) -> None:
        """Bring the focus to a card by Tab and arrows alone."""
        zone = self.page.evaluate(
            "(face) => document.querySelector(`.card[data-face='${face}']`).closest('#hand, #melds').id",
            card,
        )
        for _ in range(60):
            if self._active("node.closest('#hand, #melds')?.id ?? ''") == zone:
                break
            self.page.keyboard.press("Tab")
        for _ in range(120):
            if self._active("node.dataset.face ?? ''") == card:
                return
            self.page.keyboard.press(self._arrow(card))
        raise Chromium(f"no arrow leads to {card}")

    def _active(self, expression: str) -> str:
        return str(
            self.page.evaluate(
                f"(() => {{ const node = document.activeElement; return {expression}; }})()"
            )
        )

    def _arrow(self, card: str) -> str:
        """The arrow that a person who sees the page would press: along the line, else to the other line."""
        return str(
            self.page.evaluate(
                """(face) => {
                  const box = (n) => n.getBoundingClientRect();
                  const a = box(document.activeElement), b = box(document.querySelector(`.card[data-face='${face}']`));
                  const dy = b.top + b.height / 2 - (a.top + a.height / 2);
                  const dx = b.left + b.width / 2 - (a.left + a.width / 2);
                  if (Math.abs(dy) > Math.min(a.height, b.height) / 2) return dy > 0 ? "ArrowDown" : "ArrowUp";
                  return dx > 0 ? "ArrowRight" : "ArrowLeft";
                }""",
                card,
            )
        )


@dataclass
class Keys:
    """The names that the draft gives to the groups of a plan: those of the table, then n1, n2 as they are begun."""

    table: list[str]
    begun: int = 0

    def of(self, number: int) -> str | None:
        """Give the name of a group; None for one that is to be begun now."""
        if number < len(self.table):
            return self.table[number]
        fresh = number - len(self.table) + 1
        if fresh > self.begun:
            self.begun = fresh
            return None
        return f"n{fresh}"


def faces(where: Locator) -> list[str]:
    """Read the cards of a part of a page."""
    found: list[str] = where.evaluate(
        "(node) => [...node.querySelectorAll('.card[data-face]')].map((card) => card.dataset.face)"
    )
    return found


def wait_until(done: Callable[[], bool], seconds: float, trouble: str) -> None:
    """Look again and again until something has happened; fails with what did not."""
    until = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < until, trouble
        time.sleep(0.05)
