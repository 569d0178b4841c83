"""SPEC 11: strict reading, the steps in their order, and a NO by name for every tampered field."""

import json
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import fields, replace
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.fairness import (
    FR106,
    Code,
    Grade,
    LogState,
    Refused,
    Step,
    Verified,
    to_json,
    to_text,
    verify,
)
from games.fairness.document import Result, parse
from tests.fairness.vectors import GOOD, SCHEMA, house_proof, without_log

BASE: dict[str, Any] = json.loads(to_text(house_proof()))
RICH: dict[str, Any] = without_log(GOOD[1]["proof"])

ONLY_THE_LOG_BINDS = {"reveal.outcome", "reveal.history_hash", "reveal.revealed_ms"}
"""Without the log nothing but the signed leaf holds these; the history also by the recorded actions."""


def refused(document: object) -> Refused:
    verdict = verify(document if isinstance(document, str) else json.dumps(document))
    assert isinstance(verdict, Refused), document
    return verdict


def changed(path: str, value: object, base: dict[str, Any] = BASE) -> dict[str, Any]:
    """Return a copy with one field set, or taken away when the value is `...`."""
    document = deepcopy(base)
    *way, last = path.split(".")
    place: Any = document
    for key in way:
        place = place[int(key)] if isinstance(place, list) else place[key]
    if value is ...:
        del place[last]
    elif isinstance(place, list):
        place[int(last)] = value
    else:
        place[last] = value
    return document


# The product's own proofs


def test_a_proof_as_the_product_makes_it() -> None:
    for bots in range(4):
        proof = house_proof(deal_no=1 + bots, bots=bots, absent=4 - bots)
        verdict = verify(to_text(proof))
        assert isinstance(verdict, Verified)
        assert (verdict.grade, verdict.log, verdict.late) == (Grade.NONE, LogState.ABSENT, False)
        assert verdict.proof == proof
        jsonschema.validate(to_json(proof), SCHEMA)


def test_a_late_reveal_holds_but_is_said() -> None:
    proof = house_proof()
    late = replace(proof, reveal=replace(proof.reveal, revealed_ms=proof.seal.reveal_by_ms + 1))
    verdict = verify(to_text(late))
    assert isinstance(verdict, Verified)
    assert verdict.late


def test_a_proof_without_result_is_computed_all_the_same() -> None:
    verdict = verify(json.dumps(changed("result", ...)))
    assert isinstance(verdict, Verified)
    assert list(verdict.dealt.order) == BASE["result"]["order"]


# Strict reading

BAD_TEXTS = {
    "": Code.NOT_JSON,
    "{": Code.NOT_JSON,
    "\ufeff{}": Code.NOT_JSON,
    "[" * 100_000: Code.NOT_JSON,
    "9" * 5_000: Code.NOT_JSON,
    "[]": Code.WRONG_TYPE,
    '"rummy-fair/v1"': Code.WRONG_TYPE,
    "{}": Code.UNKNOWN_FORMAT,
    '{"format": "rummy-fair/v2"}': Code.UNKNOWN_FORMAT,
    '{"format": "rummy-fair/v1", "format": "rummy-fair/v1"}': Code.DUPLICATE_KEY,
    '{"format": 1.0}': Code.NOT_AN_INTEGER,
    '{"format": 1e3}': Code.NOT_AN_INTEGER,
    '{"format": NaN}': Code.NOT_AN_INTEGER,
    '{"format": -Infinity}': Code.NOT_AN_INTEGER,
}


@pytest.mark.parametrize("text", BAD_TEXTS, ids=range(len(BAD_TEXTS)))
def test_texts_that_are_no_proof(text: str) -> None:
    verdict = refused(text)
    assert (verdict.step, verdict.code) == (Step.PARSE, BAD_TEXTS[text])


def test_a_duplicate_key_deep_inside() -> None:
    text = json.dumps(BASE).replace('"outcome": 1', '"outcome": 1, "outcome": 1')
    assert refused(text) == Refused(Step.PARSE, Code.DUPLICATE_KEY, "outcome")


def test_a_float_that_equals_its_integer() -> None:
    text = json.dumps(BASE).replace('"outcome": 1', '"outcome": 1.0')
    assert refused(text).code is Code.NOT_AN_INTEGER


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
    ("open.created_ms", 2**53 + 1, Code.OUT_OF_RANGE),
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


@pytest.mark.parametrize(("path", "value", "code"), STRICT)
def test_strict_reading_names_the_field(path: str, value: object, code: Code) -> None:
    verdict = refused(changed(path, value))
    assert (verdict.step, verdict.code) == (Step.PARSE, code)
    assert verdict.where.startswith(path)


# Python's "$" looks past a last newline; the format's patterns are meant without it
FOR_THE_SCHEMA = [(path, value) for path, value, _ in STRICT if not str(value).endswith("\n")]


@pytest.mark.parametrize(("path", "value"), FOR_THE_SCHEMA)
def test_the_schema_refuses_the_same(path: str, value: object) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(changed(path, value), SCHEMA)


def test_log_paths_are_base64_hashes() -> None:
    entries = {name: {"index": 3, "path": ["A" * 43 + "="]} for name in ("open", "seal", "reveal")}
    log = {"checkpoint": "any text\n", "entries": entries}
    assert isinstance(verify(json.dumps(changed("log", log))), Verified)
    for path, value in (
        ("log.entries.seal.path.0", "A" * 44),
        ("log.entries.seal.path", ["A" * 43 + "="] * 64),
        ("log.entries.seal.index", -1),
    ):
        assert refused(changed(path, value, changed("log", log))).where.startswith(path)


# Steps after reading

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


@pytest.mark.parametrize(("path", "value", "step", "code"), LATER)
def test_the_failing_step_is_named(path: str, value: object, step: Step, code: Code) -> None:
    verdict = refused(changed(path, value, json.loads(to_text(house_proof(deal_no=2)))))
    assert (verdict.step, verdict.code) == (step, code)


def test_the_first_failing_step_is_final() -> None:
    document = changed("result.dealer", 0)
    steps = []
    for path, value in (
        ("seal.hand_size", 27),
        ("reveal.revealed_ms", 0),
        ("reveal.seats", [{"status": 0}] * 4),
        ("reveal.seed", "00" * 32),
        ("seal.deck.name", "fr106"),
        ("format", "rummy-fair/v0"),
    ):
        steps.append(refused(document).step)
        document = changed(path, value, document)
    steps.append(refused(document).step)
    assert steps == list(reversed(Step))


@pytest.mark.parametrize("name", [field.name for field in fields(Result)])
def test_each_part_of_the_result_is_compared(name: str) -> None:
    stated = RICH["result"][name]
    other = (stated + 1) % 4 if isinstance(stated, int) else [*stated, stated[0] if stated else 1]
    verdict = refused(changed(f"result.{name}", other, RICH))
    assert (verdict.step, verdict.code) == (Step.RESULT, Code.RESULT_DIFFERS)
    assert verdict.where == f"result.{name}"


# Any field


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


def test_no_tampered_field_passes_but_those_that_only_the_log_binds() -> None:
    passed = set()
    for path, value in places(RICH):
        other = nudged(value, path)
        assert other != value
        if isinstance(verify(json.dumps(changed(path, other, RICH))), Verified):
            passed.add(path)
    assert passed == ONLY_THE_LOG_BINDS


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_a_random_change_of_a_bound_field_is_refused_by_name(data: st.DataObject) -> None:
    bound = [path for path, _ in places(BASE) if path not in ONLY_THE_LOG_BINDS]
    path = data.draw(st.sampled_from(bound))
    value = data.draw(st.none() | st.booleans() | st.integers(-5, 2**54) | st.text(max_size=70))
    document = changed(path, value)
    if document != BASE or repr(document) != repr(BASE):
        verdict = refused(document)
        assert verdict.code in Code
        assert verdict.where


def swap(sequence: list[Any], one: int, other: int) -> None:
    sequence[one], sequence[other] = sequence[other], sequence[one]


@pytest.mark.parametrize(
    "lists", [["result.stock"], ["result.hands"], ["seal.seats", "reveal.seats"]]
)
def test_swaps_are_refused(lists: list[str]) -> None:
    document = deepcopy(BASE)
    for path in lists:
        section, name = path.split(".")
        swap(document[section][name], 0, 3)
    assert refused(document).step is Step.RESULT


def test_reading_gives_back_what_was_written() -> None:
    proof = house_proof()
    assert parse(to_text(proof)) == proof
    bare = replace(proof, result=None)
    assert parse(to_text(bare)) == bare
