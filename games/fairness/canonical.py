"""Write JSON in the one form of RFC 8785 (JCS), for the two hashes over JSON that leaves carry (SPEC 8.1).

Numbers are integers only: what the codec writes holds no fraction, and without fractions JCS needs no number formatting.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from .encoding import HASH_BYTES

JsonValue: TypeAlias = "bool | int | str | Sequence[JsonValue] | Mapping[str, JsonValue] | None"

MAX_INTEGER = 2**53 - 1
"""Beyond this a browser's numbers are not exact (RFC 7493)."""

NO_HISTORY = bytes(HASH_BYTES)
"""Stands for the action list of a deal that was never played (SPEC 8.1)."""


def canonical(value: JsonValue) -> bytes:
    """Return the RFC 8785 bytes of a value made of objects, lists, text, integers, true, false and null.

    Keys are sorted by their UTF-16 code units. Raises ValueError for an integer a browser cannot hold and for text that is
    no valid Unicode, TypeError for anything else (fractions included).

    >>> canonical({"b": [1, True, None], "a": "سبعة"}).decode()
    '{"a":"سبعة","b":[1,true,null]}'
    """
    return _write(value).encode("utf-8")


def _write(value: object) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int():
            if abs(value) > MAX_INTEGER:
                message = "integer out of the exact range"
                raise ValueError(message)
            return str(value)
        case str():
            return json.dumps(value, ensure_ascii=False)
        case list() | tuple():
            return "[" + ",".join(_write(item) for item in value) + "]"
        case dict():
            keys = sorted(value, key=_utf16)
            return "{" + ",".join(f"{_write(key)}:{_write(value[key])}" for key in keys) + "}"
        case _:
            message = f"no canonical form for {type(value).__name__}"
            raise TypeError(message)


def _utf16(key: object) -> bytes:
    if not isinstance(key, str):
        message = f"a key must be text, not {type(key).__name__}"
        raise TypeError(message)
    return key.encode("utf-16-be", "surrogatepass")


def rules_hash(game: str, revision: int, options: Mapping[str, JsonValue]) -> bytes:
    """Bind a match to its rule set, its revision and its options (SPEC 8.1, `rules_hash`)."""
    return hashlib.sha256(
        canonical({"game": game, "revision": revision, "options": dict(options)})
    ).digest()


def history_hash(actions: Sequence[JsonValue]) -> bytes:
    """Bind a deal to the round's actions, exactly as the codec writes them, the Deal included (SPEC 8.1)."""
    return hashlib.sha256(canonical(list(actions))).digest()
