"""SPEC 11: strict reading, the steps in their order, and a NO by name for every tampered field."""

import json
from copy import deepcopy
from dataclasses import fields, replace
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.fairness import (
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
from tests.fairness.tampering import (
    BAD_TEXTS,
    BASE,
    LATER,
    ONLY_THE_LOG_BINDS,
    RICH,
    SECOND,
    STRICT,
    changed,
    nudged,
    places,
)
from tests.fairness.vectors import SCHEMA, house_proof


def refused(document: object) -> Refused:
    verdict = verify(document if isinstance(document, str) else json.dumps(document))
    assert isinstance(verdict, Refused), document
    return verdict


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


@pytest.mark.parametrize(("path", "value", "step", "code"), LATER)
def test_the_failing_step_is_named(path: str, value: object, step: Step, code: Code) -> None:
    verdict = refused(changed(path, value, SECOND))
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
