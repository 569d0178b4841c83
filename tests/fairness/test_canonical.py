"""RFC 8785 against an independent implementation."""

import hashlib
from typing import cast

import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from games.fairness.canonical import JsonValue, canonical, history_hash, rules_hash

texts = st.text(st.characters(codec="utf-8"), max_size=8)
leaves = st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | texts
values = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=5),
    max_leaves=20,
)


@settings(deadline=None, max_examples=60)
@given(values)
def test_equal_to_the_reference(value: JsonValue) -> None:
    assert canonical(value) == rfc8785.dumps(value)


def test_keys_are_sorted_by_utf16_units_not_by_code_points() -> None:
    # U+1F600 is D83D DE00 in UTF-16, so it comes before U+FB33 although its code point is larger
    value = {"\ufb33": 1, "\U0001f600": 2, "\u20ac": 3, "\r": 4, "1": 5}
    written = canonical(value).decode()
    assert written == '{"\\r":4,"1":5,"\u20ac":3,"\U0001f600":2,"\ufb33":1}'
    assert max(value) == "\U0001f600"


def test_control_characters_and_line_separators() -> None:
    assert canonical('\b\t\n\f\r"\\/\x00\x1f\x7f\u2028') == (
        b'"\\b\\t\\n\\f\\r\\"\\\\/\\u0000\\u001f\x7f\xe2\x80\xa8"'
    )


@pytest.mark.parametrize("value", [2**53, -(2**53), "\ud800", {"a": "\udc00"}])
def test_what_a_browser_cannot_hold_is_refused(value: JsonValue) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  # UnicodeEncodeError is one
        canonical(value)


@pytest.mark.parametrize("value", [1.0, float("nan"), b"x", {1: 2}, {"a": {3}}])
def test_fractions_and_foreign_types_are_refused(value: object) -> None:
    with pytest.raises(TypeError):
        canonical(cast("JsonValue", value))


def test_tuples_are_lists() -> None:
    assert canonical(("a", (1,))) == canonical(["a", [1]])


def test_rules_hash_binds_each_part_and_ignores_key_order() -> None:
    base = rules_hash("hand_russian", 1, {"a": 1, "b": True})
    assert base == rules_hash("hand_russian", 1, {"b": True, "a": 1})
    assert (
        base
        == hashlib.sha256(
            b'{"game":"hand_russian","options":{"a":1,"b":true},"revision":1}'
        ).digest()
    )
    others = {
        rules_hash("hand", 1, {"a": 1, "b": True}),
        rules_hash("hand_russian", 2, {"a": 1, "b": True}),
        rules_hash("hand_russian", 1, {"a": 1, "b": False}),
    }
    assert base not in others
    assert len(others) == 3


def test_history_hash_binds_the_order_of_actions() -> None:
    draw: JsonValue = {"seq": 2, "actor": 0, "action": {"type": "draw"}}
    lay: JsonValue = {"seq": 3, "actor": 1, "action": {"type": "pass"}}
    assert history_hash([draw, lay]) != history_hash([lay, draw])
    assert history_hash([]) == hashlib.sha256(b"[]").digest()
