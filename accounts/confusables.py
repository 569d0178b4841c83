"""Which single characters look alike, as two tables made once from the data of UTS 39.

The package ``confusable-homoglyphs`` holds the Unicode list as pairs in both directions. Only two
parts of it are wanted: what looks like a letter or digit of ASCII, and which Arabic letters look
like one another (its Arabic entries also say that alef is an l, which no name needs).
"""

from __future__ import annotations

import json
import unicodedata
from importlib.resources import files
from typing import Final

DIRECTION_MARK: Final = "\u200e"
"""The data wraps right-to-left characters in it for display."""

ARABIC_FIRST: Final = 0x0620
ARABIC_LAST: Final = 0x077F

# Letters whose lower case looks like a small capital, and Greek letters that are told from Latin
# ones in lower case but not in capitals: a name may be typed in either.
SAME_IN_CAPITALS: Final = {
    "в": "b", "к": "k", "м": "m", "н": "h", "т": "t", "з": "3",
    "β": "b", "ε": "e", "ζ": "z", "η": "h", "ι": "l", "κ": "k", "μ": "m", "ν": "n", "τ": "t",
    "υ": "y", "χ": "x",
}  # fmt: skip

# Forms of one letter that keyboards of different countries give; what a person hears is one name.
# The hamza and madda forms of alef, waw and yeh fall together by losing their marks.
SAME_ARABIC: Final = ("اٱٲٳٵ", "وۊۏ", "يىیېۍےۓ", "كکڪ", "هةەہۂۃۀھۿ")


def _pairs() -> dict[str, set[str]]:
    """Read the list: each character with all it is paired with, both without display marks."""
    source = files("confusable_homoglyphs").joinpath("confusables.json")
    data: dict[str, list[dict[str, str]]] = json.loads(source.read_text(encoding="utf-8"))
    pairs: dict[str, set[str]] = {}
    for left, rights in data.items():
        for right in rights:
            pairs.setdefault(left.replace(DIRECTION_MARK, ""), set()).add(
                right["c"].replace(DIRECTION_MARK, "")
            )
    return pairs


def _bare(text: str) -> str:
    """Take accents and strokes off: the list writes ``ø`` as an o with a stroke over it."""
    return "".join(
        char for char in unicodedata.normalize("NFD", text) if unicodedata.category(char) != "Mn"
    )


def _looks_like(pairs: dict[str, set[str]]) -> dict[str, str]:
    """Map every character that looks like plain ASCII letters or digits to their lower case."""
    table: dict[str, str] = {}
    for char, alike in pairs.items():
        if len(char) != 1 or char.isascii() or _is_arabic(char):
            continue
        plain = sorted(
            bare.lower() for text in alike if (bare := _bare(text)).isascii() and bare.isalnum()
        )
        if plain:
            table[char] = plain[0]
    return table | SAME_IN_CAPITALS | {"i": "l", "1": "l", "0": "o", "m": "rn"}


def _arabic_alike(pairs: dict[str, set[str]]) -> dict[str, str]:
    """Map every Arabic letter to the first of those that look like it."""
    groups = [set(group) for group in SAME_ARABIC]
    for char, alike in pairs.items():
        if len(char) == 1 and _is_arabic(char):
            group = {char} | {other for other in alike if len(other) == 1 and _is_arabic(other)}
            touching = [known for known in groups if known & group]
            groups = [known for known in groups if not known & group]
            groups.append(group.union(*touching))
    return {char: min(group) for group in groups for char in group}


def _is_arabic(char: str) -> bool:
    return ARABIC_FIRST <= ord(char) <= ARABIC_LAST and unicodedata.category(char) == "Lo"


_PAIRS: Final = _pairs()
LOOKS_LIKE: Final = _looks_like(_PAIRS)
"""Character -> lower-case ASCII it can be taken for (one or two characters: ``m`` is ``rn``)."""
ARABIC_ALIKE: Final = _arabic_alike(_PAIRS)
"""Arabic letter -> the one that stands for all that look like it."""
