"""Read JSON as a verifier must (SPEC 11): nothing is guessed, nothing is ignored, nothing is converted."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from .errors import Code, FairnessError

MAX_MS = 2**53
"""Largest integer of the format: every browser holds it exactly."""

_LONGEST = len(f"-{MAX_MS}")


def load(text: str) -> object:
    """Return the value of a JSON text.

    Raises FairnessError NOT_JSON, DUPLICATE_KEY, OUT_OF_RANGE for an integer beyond MAX_MS, and NOT_AN_INTEGER for any number
    that is not written as an integer, even where its value is one ("1.0", "1e3").
    """
    try:
        value: object = json.loads(
            text,
            object_pairs_hook=_unique,
            parse_int=_integer,
            parse_float=_no_float,
            parse_constant=_no_float,
        )
    except (ValueError, RecursionError) as error:
        raise FairnessError(Code.NOT_JSON, "the whole text") from error
    return value


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise FairnessError(Code.DUPLICATE_KEY, key)
        found[key] = value
    return found


def _integer(text: str) -> int:
    # Read before it is long: Python refuses very long numbers with an error of its own
    if len(text) > _LONGEST or abs(int(text)) > MAX_MS:
        raise FairnessError(Code.OUT_OF_RANGE, text[:20])
    return int(text)


def _no_float(text: str) -> object:
    raise FairnessError(Code.NOT_AN_INTEGER, text[:20])


@dataclass(frozen=True, slots=True)
class Node:
    """A JSON value and the path that leads to it; each method reads it as one kind of thing or refuses it by name."""

    value: object
    path: str

    def refuse(self, code: Code) -> FairnessError:
        """Return the error for this place."""
        return FairnessError(code, self.path)

    def fields(self, required: Sequence[str], optional: Sequence[str] = ()) -> dict[str, "Node"]:
        """Read an object with exactly these keys: WRONG_TYPE, EXTRA_FIELD, MISSING_FIELD."""
        if not isinstance(self.value, dict):
            raise self.refuse(Code.WRONG_TYPE)
        for key in self.value:
            if key not in required and key not in optional:
                raise self.at(key).refuse(Code.EXTRA_FIELD)
        for key in required:
            if key not in self.value:
                raise self.at(key).refuse(Code.MISSING_FIELD)
        return {key: Node(value, self.at(key).path) for key, value in self.value.items()}

    def at(self, key: str | int) -> "Node":
        """Return an empty node one step further down, for naming a place."""
        return Node(None, f"{self.path}.{key}" if self.path else str(key))

    def items(self, low: int, high: int) -> list["Node"]:
        """Read a list of `low` to `high` values: WRONG_TYPE, WRONG_LENGTH."""
        if not isinstance(self.value, list):
            raise self.refuse(Code.WRONG_TYPE)
        if not low <= len(self.value) <= high:
            raise self.refuse(Code.WRONG_LENGTH)
        return [Node(item, self.at(index).path) for index, item in enumerate(self.value)]

    def integer(self, low: int, high: int) -> int:
        """Read an integer: WRONG_TYPE (true and false are no numbers), OUT_OF_RANGE."""
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self.refuse(Code.WRONG_TYPE)
        if not low <= self.value <= high:
            raise self.refuse(Code.OUT_OF_RANGE)
        return self.value

    def text(self, pattern: str = r"[\s\S]*") -> str:
        """Read text that matches the whole pattern: WRONG_TYPE, WRONG_TEXT."""
        if not isinstance(self.value, str):
            raise self.refuse(Code.WRONG_TYPE)
        if re.fullmatch(pattern, self.value) is None:
            raise self.refuse(Code.WRONG_TEXT)
        return self.value

    def hex(self, length: int) -> bytes:
        """Read `length` bytes of lower-case hex: WRONG_TYPE, WRONG_LENGTH, NOT_LOWER_HEX."""
        if not isinstance(self.value, str):
            raise self.refuse(Code.WRONG_TYPE)
        if len(self.value) != 2 * length:
            raise self.refuse(Code.WRONG_LENGTH)
        if re.fullmatch(r"[0-9a-f]*", self.value) is None:
            raise self.refuse(Code.NOT_LOWER_HEX)
        return bytes.fromhex(self.value)

    def cards(self, low: int = 0, high: int = 256) -> tuple[int, ...]:
        """Read a list of card indexes, one byte each."""
        return tuple(item.integer(0, 255) for item in self.items(low, high))
