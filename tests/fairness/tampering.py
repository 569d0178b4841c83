"""Ways to spoil a proof document, for both verifiers: the server's and the browser's."""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from games.fairness import FR106, Code, Step, to_text
from tests.fairness.vectors import GOOD, house_proof, without_log

BASE: dict[str, Any] = json.loads(to_text(house_proof()))
RICH: dict[str, Any] = without_log(GOOD[1]["proof"])

ONLY_THE_LOG_BINDS = {"reveal.outcome", "reveal.history_hash", "reveal.revealed_ms"}
"""Without the log nothing but the signed leaf holds these; the history also by the recorded actions."""


def changed(path: str, value: object, base: dict[str, Any] = BASE) -> dict[str, Any]:
    """Return a copy with one field set, or taken away when the value is `...`."""
    document = deepcopy(base)
    *way, last = path.split(".")
    place: Any = document
    for key in way:
        place = place[int(key)] if isinstance(place, list) else place[key]
    at: Any = int(last) if isinstance(place, list) else last
    if value is ...:
        del place[at]
    else:
        place[at] = value
    return document


BAD_TEXTS = {
    "": Code.NOT_JSON,
    "{": Code.NOT_JSON,
    "\ufeff{}": Code.NOT_JSON,
    "[" * 100_000: Code.NOT_JSON,
    "9" * 5_000: Code.OUT_OF_RANGE,
    "[]": Code.WRONG_TYPE,
    '"rummy-fair/v1"': Code.WRONG_TYPE,
    "{}": Code.UNKNOWN_FORMAT,
    '{"format": "rummy-fair/v2"}': Code.UNKNOWN_FORMAT,
    '{"format": "rummy-fair/v1", "format": "rummy-fair/v1"}': Code.DUPLICATE_KEY,
    '{"format": 1.0}': Code.NOT_AN_INTEGER,
    '{"format": 1e3}': Code.NOT_AN_INTEGER,
    '{"format": 9007199254740993}': Code.OUT_OF_RANGE,
    '{"format": NaN}': Code.NOT_AN_INTEGER,
    '{"format": -Infinity}': Code.NOT_AN_INTEGER,
}


STRICT: list[tuple[str, object, Code]] = [
    ("origin", "two words", Code.WRONG_TEXT),
    ("origin", "plus+sign", Code.WRONG_TEXT),
    ("origin", "", Code.WRONG_TEXT),
    ("origin", "newline\n", Code.WRONG_TEXT),
    ("origin", 7, Code.WRONG_TYPE),
    ("match_id", "00" * 15, Code.WRONG_LENGTH),
    ("match_id", "AB" * 16, Code.NOT_LOWER_HEX),
    ("match_id", "\u0661" * 32, Code.NOT_LOWER_HEX),
    ("match_id", 5, Code.WRONG_TYPE),
    ("open", [], Code.WRONG_TYPE),
    ("open.tip", BASE["open"]["tip"].upper(), Code.NOT_LOWER_HEX),
    ("open.tip", BASE["open"]["tip"] + "\n", Code.WRONG_LENGTH),
    ("open.chain_len", 0, Code.OUT_OF_RANGE),
    ("open.chain_len", 1025, Code.OUT_OF_RANGE),
    ("open.chain_len", True, Code.WRONG_TYPE),
    ("open.created_ms", -1, Code.OUT_OF_RANGE),
    ("open.created_ms", "1790000000000", Code.WRONG_TYPE),
    ("open.created_ms", None, Code.WRONG_TYPE),
    ("open.note", "hello", Code.EXTRA_FIELD),
    ("extra", 1, Code.EXTRA_FIELD),
    ("seal", ..., Code.MISSING_FIELD),
    ("seal.deal_no", 0, Code.OUT_OF_RANGE),
    ("seal.round_no", 65536, Code.OUT_OF_RANGE),
    ("seal.dealer_in", 256, Code.OUT_OF_RANGE),
    ("seal.deck.name", "FR104", Code.WRONG_TEXT),
    ("seal.deck.faces", ["AS"], Code.WRONG_LENGTH),
    ("seal.deck.faces", ["AS"] * 257, Code.WRONG_LENGTH),
    ("seal.deck.faces.0", "A♠", Code.WRONG_TEXT),
    ("seal.deck.faces.0", "AS#2", Code.WRONG_TEXT),
    ("seal.first_offset", 8, Code.OUT_OF_RANGE),
    ("seal.hand_size", 0, Code.OUT_OF_RANGE),
    ("seal.hand_size", 61, Code.OUT_OF_RANGE),
    ("seal.starter_extra", 3, Code.OUT_OF_RANGE),
    ("seal.upcards", 5, Code.OUT_OF_RANGE),
    ("seal.packet", 0, Code.OUT_OF_RANGE),
    ("seal.max_reshuffles", 17, Code.OUT_OF_RANGE),
    ("seal.seats", [], Code.WRONG_LENGTH),
    ("seal.seats", [{"kind": 0}] * 9, Code.WRONG_LENGTH),
    ("seal.seats.0", {"kind": 4}, Code.OUT_OF_RANGE),
    ("seal.seats.0", {"kind": 1}, Code.MISSING_FIELD),
    ("seal.seats.0", {"kind": 0, "commit": "00" * 32}, Code.EXTRA_FIELD),
    ("seal.seats.0", {"kind": 1, "commit": "00"}, Code.WRONG_LENGTH),
    ("reveal.outcome", 0, Code.OUT_OF_RANGE),
    ("reveal.outcome", 4, Code.OUT_OF_RANGE),
    ("reveal.seed", BASE["reveal"]["seed"].upper(), Code.NOT_LOWER_HEX),
    ("reveal.seats.0", {"status": 1}, Code.MISSING_FIELD),
    ("reveal.seats.0", {"status": 3, "entropy": "00" * 32}, Code.EXTRA_FIELD),
    ("reveal.seats.0", {"status": 4}, Code.OUT_OF_RANGE),
    ("reveal.reshuffles", [[]], Code.WRONG_LENGTH),
    ("reveal.reshuffles", [[1]] * 17, Code.WRONG_LENGTH),
    ("reveal.reshuffles", [[1, 2, 1]], Code.REPEATED_CARD),
    ("reveal.reshuffles", [[256]], Code.OUT_OF_RANGE),
    ("result.dealer", 8, Code.OUT_OF_RANGE),
    ("result.hands", "none", Code.WRONG_TYPE),
    ("result.order.0", 256, Code.OUT_OF_RANGE),
    ("log", {"checkpoint": "x"}, Code.MISSING_FIELD),
    ("log", {"checkpoint": 1, "entries": {"open": {}, "seal": {}, "reveal": {}}}, Code.WRONG_TYPE),
]


SECOND: dict[str, Any] = json.loads(to_text(house_proof(deal_no=2)))
"""A second deal of a match: its chain has a step above and a step below."""

LATER: list[tuple[str, object, Step, Code]] = [
    ("seal.deck.name", "fr106", Step.DECK, Code.NOT_A_STANDARD_DECK),
    ("seal.deck.name", "mine", Step.DECK, Code.NOT_A_STANDARD_DECK),
    ("seal.deck.faces", list(FR106.faces), Step.DECK, Code.NOT_A_STANDARD_DECK),
    ("open.chain_len", 1, Step.CHAIN, Code.BEYOND_CHAIN),
    ("seal.deal_no", 1, Step.CHAIN, Code.SEED_NOT_PROMISED),
    ("seal.seats", [{"kind": 2}] * 3, Step.SEATS, Code.SEAT_COUNT),
    ("seal.seats.0", {"kind": 0}, Step.SEATS, Code.STATUS_NOT_OF_KIND),
    ("open.created_ms", 1_790_000_000_401, Step.TIMES, Code.TIMES_OUT_OF_ORDER),
    ("seal.sealed_ms", 1_790_000_300_001, Step.TIMES, Code.TIMES_OUT_OF_ORDER),
    ("seal.reveal_by_ms", 1_790_000_000_399, Step.TIMES, Code.TIMES_OUT_OF_ORDER),
    ("seal.dealer_in", 4, Step.DEAL, Code.DEALER_NOT_SEATED),
    ("seal.hand_size", 27, Step.DEAL, Code.TOO_FEW_CARDS),
    ("reveal.reshuffles", [[1, 2]], Step.DEAL, Code.TOO_MANY_RESHUFFLES),
]


def places(value: object, path: str = "") -> Iterator[tuple[str, object]]:
    """Every leaf of a document with its path."""
    pairs: list[tuple[object, object]] = []
    if isinstance(value, dict):
        pairs = list(value.items())
    elif isinstance(value, list):
        pairs = list(enumerate(value))
    else:
        yield path, value
    for key, inner in pairs:
        yield from places(inner, f"{path}.{key}" if path else str(key))


def nudged(value: object, path: str) -> object:
    """Another value of the same kind, still well-formed for its field."""
    if isinstance(value, int):
        up = path.endswith(("_ms", "outcome")) or value == 0
        return value + 1 if up else value - 1
    text = str(value)
    if path.endswith("faces") or ".faces." in path:
        return "AS" if text != "AS" else "KS"
    return text[:-1] + ("0" if text[-1] != "0" else "1")
