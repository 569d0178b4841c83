"""Every byte sent to every socket in a hundred matches, read for cards that the viewer may not know."""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

from games.engine.cards import Skin, face, order_key, parse
from games.engine.codec import action_from_json, actor_from_json
from games.engine.replay import steps
from games.engine.seats import SPECTATOR, Onlooker, Seat, Viewer
from games.engine.views import build_view
from games.live import bots, viewing
from games.live.commands import Act, ByUser
from games.live.folding import rules_of
from games.live.postgres import POSTGRES
from games.live.reveal import reveal
from games.live.service import execute
from games.models.entries import written_actor
from tests.pages import Page, aside, choose, cookie, now, person, sit_down

if TYPE_CHECKING:
    from uuid import UUID

    from accounts.models import User
    from games.engine.state import State
    from games.live.store import MatchRow

pytestmark = pytest.mark.django_db(transaction=True)

MATCHES = 100
PARTS = 10
FACE = re.compile(r"(?<![A-Za-z0-9])(?:[A2-9TJQK][SHDC]|JK[12])(?:#2)?(?![A-Za-z0-9#])")
REVEALED = '"revealed":true'


@dataclass(frozen=True)
class Truth:
    """What happened, by version: which cards lay open, and what each hand held."""

    open: list[set[str]]
    hands: list[list[set[str]]]
    over: bool

    def known(self, viewer: Viewer, version: int, *, revealed: bool) -> set[str]:
        """Give the cards a viewer may know: what lay open, and whatever was ever in the own hand."""
        cards = set().union(*self.open[: version + 1])
        if not isinstance(viewer, Onlooker):
            cards |= set().union(*(hands[viewer] for hands in self.hands[: version + 1]))
        if revealed:
            cards |= set().union(*self.hands[-1])
        return cards


def truth_of(match_id: UUID) -> Truth:
    """Fold the whole log, hidden cards and all."""
    row, _ = now(match_id)
    rows = POSTGRES.read(lambda tx: tx.log(match_id, 0, row.version))
    rules = rules_of(row)
    state = rules.start(rules.options(row.options), row.seats, row.sitting)
    log = [
        (
            actor_from_json(written_actor(entry.actor)),
            action_from_json(entry.action, state.skin),
        )
        for entry in rows
    ]
    states = [state, *(step.state for step in steps(rules, state, log))]
    return Truth([lying(s) for s in states], [held(s) for s in states], state.standing.over)


def lying(state: State) -> set[str]:
    melds = state.round.melds if state.round else ()
    return {face(piece, state.skin) for meld in melds for piece in meld.cards}


def held(state: State) -> list[set[str]]:
    hands = state.round.hands if state.round else ((),) * state.seats
    return [{face(piece, state.skin) for piece in hand} for hand in hands]


def leaks(page: Page, viewer: Viewer, truth: Truth) -> list[str]:
    """List what the page was told and may not know."""
    found = []
    version, revealed = -1, False
    said = set(FACE.findall(" ".join(page.sent)))
    for text in page.texts:
        message = json.loads(text)
        if message["type"] == "frame":
            version, revealed = message["version"], message["deal"]["revealed"]
            hand = [parse(card) for card in message["view"]["hand"]]
            if hand != sorted(hand, key=order_key):
                found.append(f"the hand of {viewer} is not sorted at {version}")
            if message["view"]["hands"] and not revealed:
                found.append(f"hands before the reveal, for {viewer} at {version}")
        known = truth.known(viewer, max(version, 0), revealed=revealed)
        if message["type"] == "refused":
            known |= said  # a refusal may name what the page itself proposed
        secret = set(FACE.findall(text)) - known
        if secret:
            found.append(f"{sorted(secret)} to {viewer} at {version} in {message['type']}")
    return found


class Walk:
    """One match with its people, its watchers and their pages."""

    def __init__(self, number: int, people: list[User], sessions: list[str]) -> None:
        seats = 2 + number % 3
        most = seats if number % 5 == 0 else 2
        self.people = people[: 1 + number % most]
        self.level = "easy" if number % 5 == 0 else "greedy"
        chairs: list[User | str] = [*self.people, *[self.level] * (seats - len(self.people))]
        self.match_id = sit_down(*chairs, turn_seconds=60 if number % 2 else None)
        self.pages: list[tuple[Viewer, Page]] = [
            (Seat(seat), Page(self.match_id, sessions[seat])) for seat in range(len(self.people))
        ]
        stranger = sessions[-1] if number % 2 else ""
        self.pages.append((SPECTATOR, Page(self.match_id, stranger)))

    async def run(self) -> None:
        """Play to the end, with everybody looking on."""
        for _, page in self.pages:
            assert await page.open()
        await self.pages[0][1].send({"type": "phrase", "phrase": "hello"})
        turn = 0
        while await self.move(turn):
            turn += 1
            if turn % 10 == 0:
                await self.gather()
        await aside(reveal, self.match_id)
        for _ in range(20):  # a frame may come after the pong that told of it
            await self.gather()
            if all(any(REVEALED in text for text in page.texts) for _, page in self.pages):
                break
        for _, page in self.pages:
            await page.leave()

    async def move(self, turn: int) -> bool:
        """Let the seat on turn move: people now by their socket and now by the door, sometimes with nonsense first."""
        row, move = await aside(next_move, self.match_id, self.level, len(self.people))
        if row.to_act is None:
            return False
        if move is None:
            await aside(bots.play, self.match_id, row.version)
            return True
        page = self.pages[row.to_act][1]
        if turn % 5 == 0:
            nonsense = {"type": "layout", "groups": [{"cards": ["7H", "8H", "9H#2"]}]}
            await page.act(row, nonsense)
            await page.until(lambda m: m["type"] in {"refused", "accepted"})
        if turn % 3 == 0:
            await page.act(row, move)
            await page.until(lambda m: m["type"] in {"refused", "accepted"})
        else:
            await aside(play_by_door, self.match_id, row.version, move, self.people[row.to_act].pk)
        return True

    async def gather(self) -> None:
        """Have every page ping, as pages do, and read all that has come."""
        for _, page in self.pages:
            while await page.hear():
                pass
            await page.ping()
            await page.until_type("pong")


def next_move(match_id: UUID, level: str, people: int) -> tuple[MatchRow, dict[str, Any] | None]:
    """Read whose turn it is and, for a person, choose a move; people sit in the first seats."""
    row, state = now(match_id)
    if row.to_act is None or row.to_act >= people:
        return row, None
    return row, choose(row, state, level)


def play_by_door(match_id: UUID, version: int, move: dict[str, Any], user_id: int) -> None:
    action = action_from_json(move, Skin.CARDS)
    execute(Act(match_id, version, uuid4(), action), ByUser(user_id))


async def walked(number: int, people: list[User], sessions: list[str]) -> tuple[Walk, list[str]]:
    walk = await aside(Walk, number, people, sessions)
    await walk.run()
    truth = await aside(truth_of, walk.match_id)
    found = [leak for viewer, page in walk.pages for leak in leaks(page, viewer, truth)]
    return walk, found


def guests() -> tuple[list[User], list[str]]:
    people = [person(name) for name in ("Layla", "Karim", "Sara", "Zayd", "Huda")]
    return people, [cookie(user) for user in people]


@pytest.mark.parametrize("part", range(PARTS))
def test_no_socket_is_told_a_card_its_viewer_may_not_know(part: int) -> None:
    people, sessions = guests()
    frames = cards = ended = 0

    async def scenario() -> None:
        nonlocal frames, cards, ended
        for number in range(part, MATCHES, PARTS):
            walk, found = await walked(number, people, sessions)
            assert not found, (number, found[:5])
            for _, page in walk.pages:
                texts = [text for text in page.texts if text.startswith('{"type":"frame"')]
                frames += len(texts)
                cards += sum(len(FACE.findall(text)) for text in texts)
                ended += any(REVEALED in text for text in texts)

    asyncio.run(scenario())
    assert frames > MATCHES // PARTS * 80, "hardly anything was sent, so hardly anything was read"
    assert cards > frames
    assert ended >= MATCHES // PARTS * 2


def test_the_walk_sees_a_planted_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next card of the stock in a field that exists: the schema cannot see it, the walk does."""
    people, sessions = guests()
    real = build_view

    def leaky(state: State, viewer: Viewer) -> Any:
        view = real(state, viewer)
        stock = state.round.piles.stock if state.round else ()
        return replace(view, fire=stock[:1]) if viewer is SPECTATOR else view

    monkeypatch.setattr(viewing, "build_view", leaky)

    async def scenario() -> list[str]:
        return (await walked(0, people, sessions))[1]

    assert any("spectator" in leak.lower() for leak in asyncio.run(scenario()))
