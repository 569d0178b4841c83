"""Run rule vectors against the rule sets that exist: ``python -m tests.vectors FILE [FILE ...]``.

A vector is one situation, one action (or several steps) and what must follow (the schema is in the file's own head). Needs no
database. Prints each failure, closes with ``N passed, M failed, K skipped`` (skipped: games that do not exist yet), exits 1 if M > 0.
"""

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

from games.engine.actions import Action, Draw, Layout, Pass, Proposed
from games.engine.cards import FR104, Piece, in_order, parse, pips
from games.engine.errors import IllegalAction
from games.engine.events import LaidOut
from games.engine.melds import MeldKind, Shape, classify
from games.engine.ruleset import BadOption, Step, deal_out
from games.engine.rulesets import NEWEST
from games.engine.rulesets.hand_russian import rank_hands
from games.engine.seats import Phase, Seat
from games.engine.state import Meld, Piles, RoundState, State

Vector = Mapping[str, Any]


@dataclass
class Tally:
    """What a run came to."""

    passed: int = 0
    failures: list[str] = field(default_factory=list)
    skipped: int = 0

    def __str__(self) -> str:
        return f"{self.passed} passed, {len(self.failures)} failed, {self.skipped} skipped"


class Adapter(Protocol):
    """Plays the vectors of one rule set; gives what was observed under the keys that a vector may expect."""

    def observe(self, vector: Vector) -> dict[str, Any]: ...


def _pieces(texts: list[str]) -> tuple[Piece, ...]:
    return tuple(parse(text) for text in texts)


def _group(raw: list[str] | Mapping[str, Any]) -> Proposed:
    if isinstance(raw, Mapping):
        return Proposed(_pieces(raw["cards"]), MeldKind(raw["kind"]) if raw.get("kind") else None)
    return Proposed(_pieces(raw))


def refused(error: IllegalAction, **more: Any) -> dict[str, Any]:
    return {"result": "reject", "code": error.reason.value, **more}


class HandRussianAdapter:
    """Hand Russian: whole-table layouts, the go-around, the dry stock."""

    rules = NEWEST["hand_russian"]

    def observe(self, vector: Vector) -> dict[str, Any]:
        given, action = vector.get("given", {}), vector["action"]
        kind = action.get("type", "steps")
        match kind:
            case "settle_dead_deal":
                return self._dead_deal(given)
            case "deal_counts":
                return self._deal_counts(vector)
            case "phase_of_turn":
                return self._phase_of_turn(vector)
            case "validate_meld":
                return self._meld(action["meld"])
            case "create_table":
                return self._create(vector)
            case _:
                return self._play(vector)

    def _options(self, vector: Vector) -> Any:
        return self.rules.options(vector.get("options", {}))

    def _dead_deal(self, given: Mapping[str, Any]) -> dict[str, Any]:
        hands = tuple(_pieces(hand) for hand in given["hands"])
        ranks = rank_hands(hands)
        winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
        return {
            "result": "win" if len(winners) == 1 else "draw",
            "winners": winners,
            "pips": [sum(map(pips, hand)) for hand in hands],
        }

    def _deal_counts(self, vector: Vector) -> dict[str, Any]:
        state = self.rules.start(self._options(vector), vector["given"]["players"])
        pattern = self.rules.deal_pattern(state)
        deck = self.rules.deck(state.options).pieces
        hands, stock = deal_out(deck, pattern, Seat(0), state.seats)
        (size,) = {len(hand) for hand in hands}
        return {"result": "accept", "deck": len(deck), "hand": size, "stock": len(stock)}

    def _phase_of_turn(self, vector: Vector) -> dict[str, Any]:
        given = vector["given"]
        options = self._options(vector)
        start = self.rules.start(options, given["players"], given.get("deal_index", 0))
        pattern = self.rules.deal_pattern(start)
        assert pattern.dealer is not None
        opener = (pattern.dealer + pattern.first_offset) % start.seats
        state = self.state(
            {
                "players": given["players"],
                "seat": opener,
                "phase": "LAP",
                "hand": ["2S"],
                "stock": 90,
            },
            options,
        )
        for _ in range(given["turn_index"]):
            (actor,) = self.rules.to_act(state)
            state = self.rules.apply(state, actor, Draw()).state
        deal = state.live_round()
        return {"result": "accept", "phase": deal.phase.value.upper(), "seat": deal.actor}

    def _meld(self, raw: list[str] | Mapping[str, Any]) -> dict[str, Any]:
        group = _group(raw)
        try:
            shape = classify(group.cards, self.rules.melds(self.rules.options({})), group.kind)
        except IllegalAction as error:
            return refused(error)
        return {"result": "accept", "kind": shape.kind.value, "length": len(shape.cards)}

    def _create(self, vector: Vector) -> dict[str, Any]:
        try:
            self.rules.start(
                self._options(vector),
                vector["given"].get("players", vector["action"].get("players")),
            )
        except IllegalAction as error:
            return refused(error)
        except BadOption:
            return {"result": "reject", "code": "BAD_OPTION"}
        return {"result": "accept"}

    def state(self, given: Mapping[str, Any], options: Any) -> State:
        seats, seat = given["players"], Seat(given.get("seat", 0))
        phase = Phase(given.get("phase", "OPEN").lower())
        melds = tuple(
            Meld(i, self._kept(group)) for i, group in enumerate(given.get("table", []), 1)
        )
        hand = _pieces(given["hand"])
        used = {*hand, *(piece for meld in melds for piece in meld.cards)}
        rest = [piece for piece in FR104.pieces if piece not in used]
        stock = (*_pieces(given.get("stock_next", [])), *rest)[: given.get("stock", 0)]
        others = [piece for piece in rest if piece not in stock]
        hands = [tuple(others[i :: seats - 1]) for i in range(seats - 1)]
        hands.insert(seat, hand)
        deal = RoundState(
            number=1,
            dealer=Seat((seat - 1) % seats),
            actor=seat,
            phase=phase,
            hands=tuple(hands),
            piles=Piles(stock=stock),
            melds=melds,
            next_meld=100,
            turn=0 if phase is Phase.LAP else seats,
            passes=given.get("passes", 0),
            opened=(False,) * seats,
        )
        return replace(self.rules.start(options, seats), round=deal, deals=1)

    def _kept(self, group: list[str]) -> Shape:
        return classify(_pieces(group), self.rules.melds(self.rules.options({})))

    def _action(self, step: Mapping[str, Any], state: State) -> Action:
        match step["type"]:
            case "draw":
                return Draw()
            case "pass":
                return Pass()
            case "layout":
                return Layout(tuple(_group(group) for group in step["table"]))
            case "timeout":
                return self.rules.fallback(state, state.live_round().actor)
            case other:
                message = f"no such action in Hand Russian vectors: {other}"
                raise ValueError(message)

    def _play(self, vector: Vector) -> dict[str, Any]:
        state = self.state(vector["given"], self._options(vector))
        seat = state.live_round().actor
        steps = vector["action"].get("steps", [vector["action"]])
        done = Step(state, ())
        for at, step in enumerate(steps):
            try:
                done = self.rules.apply(done.state, seat, self._action(step, done.state))
            except IllegalAction as error:
                if step.get("refused") == error.reason.value:
                    continue
                at_if_several = {"at": at} if len(steps) > 1 else {}
                return refused(error, **at_if_several) | self._seen(done, seat)
            if "refused" in step:
                return {"result": "accept", "at": at}
        return {"result": "accept"} | self._seen(done, seat)

    def _seen(self, done: Step, seat: Seat) -> dict[str, Any]:
        state, deal = done.state, done.state.live_round()
        won = (
            state.standing.over
            and bool(state.standing.records)
            and state.standing.records[0].out == seat
        )
        shed = next((len(event.shed) for event in done.events if isinstance(event, LaidOut)), 0)
        return {
            "shed": shed,
            "hand": in_order(deal.hands[seat]),
            "hand_size": len(deal.hands[seat]),
            "win": won,
            "turn_over": deal.actor != seat,
            "stock": len(deal.piles.stock),
            "passes": deal.passes,
            "deal_over": state.standing.over,
            "finish": state.standing.records[0].finish.value if state.standing.records else None,
            "winners": list(state.standing.winners),
            "melds": len(deal.melds),
            "table": {str(meld.id): frozenset(meld.cards) for meld in deal.melds},
            "phase": deal.phase.value.upper(),
            "seat": deal.actor,
        }


ADAPTERS: Mapping[str, Adapter] = {"hand_russian": HandRussianAdapter()}


def _wanted(key: str, value: Any) -> Any:
    """Bring an expected value into the form in which it is observed."""
    if key == "hand" and isinstance(value, list):
        return in_order(_pieces(value))
    if key == "table" and isinstance(value, list):
        return {frozenset(_pieces(group)) for group in value}
    if key == "table":
        return {name: frozenset(_pieces(group)) for name, group in value.items()}
    return value


def mismatch(vector: Vector, seen: Mapping[str, Any]) -> str | None:
    """Name the first expectation that was not met."""
    for key, value in vector["expect"].items():
        if key not in seen:
            return f"{key}: expected {value!r}, nothing observed"
        want, got = _wanted(key, value), seen[key]
        if key == "table" and isinstance(want, set):
            got = set(got.values())
        elif key == "table":
            got = {name: got.get(name) for name in want}
        if got != want:
            return f"{key}: expected {value!r}, got {seen[key]!r}"
    return None


def check(vector: Vector) -> str | None:
    """Run one vector of a game that exists; give what is wrong, or None."""
    try:
        return mismatch(vector, ADAPTERS[vector["ruleset"]].observe(vector))
    except (ValueError, KeyError, TypeError, AssertionError) as error:
        return f"could not be played: {type(error).__name__}: {error}"


def run(document: Mapping[str, Any], tally: Tally) -> None:
    """Run all vectors of a file into `tally`."""
    for vector in document["vectors"]:
        if vector["ruleset"] not in ADAPTERS:
            tally.skipped += 1
        elif wrong := check(vector):
            tally.failures.append(f"{vector['id']} {vector.get('title', '')}: {wrong}")
        else:
            tally.passed += 1


def main(paths: list[str]) -> int:
    if not paths:
        print("usage: python -m tests.vectors FILE [FILE ...]", file=sys.stderr)
        return 2
    tally = Tally()
    for path in paths:
        try:
            document = json.loads(Path(path).read_text(encoding="utf-8"))
            vectors = document["vectors"]
            assert all({"ruleset", "action", "expect", "id"} <= vector.keys() for vector in vectors)
        except (OSError, ValueError, KeyError, TypeError, AttributeError, AssertionError) as error:
            print(f"{path}: not a vectors file ({type(error).__name__})", file=sys.stderr)
            return 2
        run(document, tally)
    for failure in tally.failures:
        print(f"FAILED {failure}")
    print(tally)
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
