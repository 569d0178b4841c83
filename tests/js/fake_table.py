"""A table without a server: the real page and the real rules, with a scripted socket between them.

The page comes from its template, static files from a tiny server of their own, and the socket is answered by `FakeTable`, which
holds a state of the engine. Tests put cards where they need them, play other seats, lose frames, and read
what the page sent.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import parse_qs

from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation
from playwright.sync_api import Page, Route, WebSocketRoute

from games.engine.actions import Action, Draw, Forfeit, Layout, Pass, Proposed
from games.engine.cards import FR104, Piece, in_order, parse
from games.engine.codec import action_from_json, event_json, view_json
from games.engine.errors import IllegalAction
from games.engine.events import Event
from games.engine.melds import MeldRules, classify
from games.engine.rulesets import NEWEST
from games.engine.seats import SPECTATOR, Onlooker, Phase, Seat, Viewer
from games.engine.state import Meld, Piles, RoundState, State
from games.engine.views import build_view

MATCH = "7d1f8f0e-2f33-4c55-9a55-0c6f3a1d2b44"
RULES = NEWEST["hand_russian"]
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self' ws:; "
    "form-action 'self'; base-uri 'none'"
)


def pieces(text: str) -> tuple[Piece, ...]:
    """Read faces with spaces between them."""
    return tuple(parse(face) for face in text.split())


def position(
    hands: Sequence[str],
    table: Sequence[str] = (),
    *,
    stock: int | None = None,
    actor: int = 0,
    turn: int | None = None,
) -> State:
    """Put cards where a test needs them; the rest of the deck is the stock (cut to `stock` cards, the others out of play).

    Hands may be shorter than seven cards. `turn` defaults to the first open turn of `actor`.
    """
    seats = len(hands)
    held = tuple(in_order(pieces(hand)) for hand in hands)
    melds = tuple(
        Meld(number, classify(pieces(group), MeldRules())) for number, group in enumerate(table, 1)
    )
    used = {piece for hand in held for piece in hand} | {p for meld in melds for p in meld.cards}
    assert len(used) == sum(map(len, held)) + sum(len(meld.cards) for meld in melds), "twice used"
    left = tuple(piece for piece in FR104.pieces if piece not in used)
    count = turn if turn is not None else seats + actor
    deal = RoundState(
        number=1,
        dealer=Seat(seats - 1),
        actor=Seat(actor),
        phase=Phase.LAP if count < seats else Phase.OPEN,
        hands=held,
        piles=Piles(stock=left if stock is None else left[:stock]),
        melds=melds,
        next_meld=len(melds) + 1,
        turn=count,
        opened=(False,) * seats,
    )
    state = RULES.start(RULES.options({}), seats)
    return replace(state, round=deal, deals=1)


@dataclass
class FakeTable:
    """One match and one viewer's page of it."""

    state: State
    origin: str
    you: int | None = 0
    names: Sequence[str] = ("Layla", "Sumac", "Sara", "Zaatar")
    kinds: Sequence[str] = ("human", "bot", "human", "bot")
    lang: str = "en"
    theme: str = "noon"
    deadline_ms: int | None = None
    rematch_url: str = "/table/1/rematch"
    version: int = 10
    meta: int = 3
    status: str = "playing"
    log: list[dict[str, Any]] = field(default_factory=list)
    received: list[dict[str, Any]] = field(default_factory=list)
    posted: list[dict[str, Any]] = field(default_factory=list)
    lossy: bool = False
    silent: bool = False
    refuse_sockets: bool = False
    ahead_ms: int = 0
    _sockets: list[WebSocketRoute] = field(default_factory=list)
    _answers: dict[str, dict[str, Any]] = field(default_factory=dict)
    _chat: int = 0

    # --- what the test does ---------------------------------------------------------------

    def open(self, page: Page) -> None:
        """Serve this table to `page` and wait until it is drawn."""
        page.route("**/match/**", self._serve)
        page.route_web_socket("**/ws/**", self._socket)
        page.goto(f"{self.origin}/match/{MATCH}/")
        page.wait_for_selector("#turn-line:not(:empty)")

    def play(self, action: Action, *, tell: bool = True) -> None:
        """Let the seat on turn act; `tell=False` loses the frame."""
        actor = self.state.live_round().actor
        self._apply(actor, action)
        if tell:
            self.send(self.frame(self.version - 1))

    def lay(self, *groups: str, tell: bool = True) -> None:
        """Let the seat on turn propose a whole table."""
        self.play(Layout(tuple(Proposed(pieces(group)) for group in groups)), tell=tell)

    def draw(self, *, tell: bool = True) -> None:
        """Let the seat on turn draw."""
        self.play(Draw(), tell=tell)

    def send(self, message: dict[str, Any]) -> None:
        """Send one message down every open socket."""
        for socket in self._sockets:
            socket.send(json.dumps(message))

    def say(self, name: str, text: str, seat: int | None = 2) -> None:
        """Let somebody write a line."""
        self._chat += 1
        line = {
            "id": self._chat,
            "seat": seat,
            "name": name,
            "text": text,
            "phrase": None,
            "at_ms": _now(),
        }
        self.send({"type": "chat", "items": [line]})

    def hang_up(self, code: int = 1012) -> None:
        """Close every socket from the server's side."""
        for socket in self._sockets:
            socket.close(code=code)
        self._sockets.clear()

    def acts(self) -> list[dict[str, Any]]:
        """Give the game actions that arrived, in order."""
        return [m["action"] for m in self.received if m["type"] == "act"]

    # --- what the page sees ---------------------------------------------------------------

    def frame(self, since: int = -1) -> dict[str, Any]:
        """Build the viewer's frame with the log after `since`."""
        viewer: Viewer = SPECTATOR if self.you is None else Seat(self.you)
        view = build_view(self.state, viewer)
        now = _now() + self.ahead_ms
        return {
            "type": "frame",
            "match": MATCH,
            "version": self.version,
            "meta_version": self.meta,
            "status": "finished" if self.state.standing.over else self.status,
            "server_ms": now,
            "deadline_ms": None if self.deadline_ms is None else now + self.deadline_ms,
            "turn_seconds": None if self.deadline_ms is None else 60,
            "you": self.you,
            "seats": [self._seat(seat) for seat in range(self.state.seats)],
            "view": view_json(view),
            "log": [row for row in self.log if row["version"] > since],
            "can": self._can(),
            "can_detail": self._can_detail(),
            "deal": {
                "tip": "0" * 64,
                "open_hash": "c4" * 32,
                "deal_no": 1,
                "seal_hash": None,
                "key_check": None,
                "revealed": False,
            },
        }

    def _seat(self, seat: int) -> dict[str, Any]:
        bot = self.kinds[seat] == "bot"
        return {
            "seat": seat,
            "name": self.names[seat],
            "kind": self.kinds[seat],
            "level": "easy" if bot else None,
            "present": True,
            "covered": False,
            "resigned": seat in self.state.forfeited,
        }

    def _why(self, action: Action) -> str | None:
        try:
            RULES.check(self.state, Seat(self.you or 0), action)
        except IllegalAction as refused:
            return refused.reason.value
        return None

    def _can(self) -> dict[str, str | None] | None:
        if self.you is None:
            return None
        turn = self._why(Draw())
        bar = None if turn in {None, "STOCK_EMPTY"} else turn
        return {"draw": turn, "layout": bar, "pass": self._why(Pass())}

    def _can_detail(self) -> dict[str, Any] | None:
        if self.you is None:
            return None
        try:
            RULES.check(self.state, Seat(self.you), Pass())
        except IllegalAction as refused:
            return {"pass": _plain(refused)}
        return {"pass": None}

    # --- the server's side ----------------------------------------------------------------

    def _serve(self, route: Route) -> None:
        path, _, query = route.request.url.removeprefix(self.origin).partition("?")
        if path.endswith("/frame"):
            since = int(parse_qs(query)["since"][0])
            route.fulfill(json=[self.frame(since)])
        elif path.endswith("/act"):
            message = json.loads(route.request.post_data or "{}")
            self.posted.append(message)
            route.fulfill(json=self._answer(message))
        elif path == f"/match/{MATCH}/":
            route.fulfill(
                body=self.html(),
                content_type="text/html; charset=utf-8",
                headers={"Content-Security-Policy": CSP},
            )
        else:
            route.fulfill(status=404, body="")

    def html(self) -> str:
        """Render the page as the site does."""
        request = RequestFactory().get(f"/match/{MATCH}/")
        request.COOKIES["theme"] = self.theme
        request.user = AnonymousUser()
        context = {
            "match_id": MATCH,
            "title": "هاند روسي" if self.lang == "ar" else "Hand Russian",
            "place": "طاولة 214" if self.lang == "ar" else "table 214",
            "frame": self.frame(),
            "rematch_url": self.rematch_url,
            "phrases": None,
        }
        with translation.override(self.lang):
            return render_to_string("games/table.html", context, request)

    def _socket(self, socket: WebSocketRoute) -> None:
        if self.refuse_sockets:
            socket.close(code=1013)
            return
        self._sockets.append(socket)
        socket.on_message(lambda text: self._heard(socket, json.loads(text)))
        socket.on_close(lambda code, reason: self._gone(socket))
        socket.send(json.dumps(self.frame()))

    def _gone(self, socket: WebSocketRoute) -> None:
        if socket in self._sockets:
            self._sockets.remove(socket)

    def _heard(self, socket: WebSocketRoute, message: dict[str, Any]) -> None:
        self.received.append(message)
        if self.silent:
            return
        for reply in self._answer(message):
            socket.send(json.dumps(reply))

    def _answer(self, message: dict[str, Any]) -> list[dict[str, Any]]:
        match message["type"]:
            case "ping":
                pong = {
                    "type": "pong",
                    "server_ms": _now() + self.ahead_ms,
                    "version": self.version,
                    "meta_version": self.meta,
                }
                behind = message["version"] < self.version and not self.lossy
                return [pong, self.frame(message["version"])] if behind else [pong]
            case "resync":
                return [self.frame(message["since"])]
            case "act" | "resign":
                return self._command(message)
            case _:
                return []

    def _command(self, message: dict[str, Any]) -> list[dict[str, Any]]:
        done = self._answers.get(message["command_id"])
        if done is None:
            done = self._execute(message)
            self._answers[message["command_id"]] = done
        return [done] if done["type"] == "refused" else [done, self.frame(self.version - 1)]

    def _execute(self, message: dict[str, Any]) -> dict[str, Any]:
        answer = {"command_id": message["command_id"]}
        if message["type"] == "act" and message["version"] != self.version:
            return {
                "type": "refused",
                **answer,
                "code": "STALE",
                "detail": {},
                "version": self.version,
            }
        action = (
            Forfeit()
            if message["type"] == "resign"
            else action_from_json(message["action"], self.state.skin)
        )
        try:
            self._apply(Seat(self.you or 0), action)
        except IllegalAction as refused:
            code = refused.reason.value
            return {
                "type": "refused",
                **answer,
                "code": code,
                "detail": _plain(refused),
                "version": self.version,
            }
        return {"type": "accepted", **answer, "version": self.version}

    def _apply(self, actor: Seat, action: Action) -> None:
        step = RULES.apply(self.state, actor, action)
        self.state = step.state
        self.version += 1
        self.log.append(self._row(int(actor), step.events))

    def _row(self, actor: int, events: Sequence[Event]) -> dict[str, Any]:
        viewer: Viewer = Onlooker.SPECTATOR if self.you is None else Seat(self.you)
        return {
            "seq": self.version,
            "version": self.version,
            "actor": actor,
            "events": [event_json(e.for_viewer(viewer), self.state.skin) for e in events],
        }


def _plain(refused: IllegalAction) -> dict[str, Any]:
    return {k: list(v) if isinstance(v, tuple) else v for k, v in refused.detail.items()}


def _now() -> int:
    return time.time_ns() // 1_000_000
