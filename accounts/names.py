"""Names of people: what is allowed, and which two names look alike.

A name is shown to strangers beside a score, so it must not reorder the line, hide a character,
or pass for another person's. Pure: no Django, no database (THREATS rows 25 and 26).

>>> normalise("  Layla ")
'Layla'
>>> skeleton("Layla") == skeleton("LAYIA")
True
"""

from __future__ import annotations

import unicodedata
from enum import StrEnum
from typing import Final

from accounts.confusables import ARABIC_ALIKE, LOOKS_LIKE

MIN_GRAPHEMES: Final = 3
MAX_GRAPHEMES: Final = 20
MAX_MARKS: Final = 2
"""At most so many combining marks on one letter; more is a flood, not a word."""
MAX_CODE_POINTS: Final = 64
"""Room in the database: 20 letters with two marks each, and a joiner or two."""

ZWNJ: Final = "\u200c"
TATWEEL: Final = "\u0640"
FORBIDDEN: Final = frozenset({"Cc", "Cf", "Co", "Cn", "Cs"})
DROPPED: Final = FORBIDDEN | {"Mn", "Me", "Mc"}
SEPARATORS: Final = frozenset(" _-.")
"""Allowed one at a time between two letters or digits; they do not make a name another one."""


class Script(StrEnum):
    """The writing systems a name may be in; exactly one of them per name."""

    LATIN = "latin"
    ARABIC = "arabic"
    CYRILLIC = "cyrillic"
    GREEK = "greek"


class Fault(StrEnum):
    """Why a name is refused; the forms have a sentence for each."""

    FORBIDDEN_CHARACTER = "forbidden_character"
    TOO_SHORT = "too_short"
    TOO_LONG = "too_long"
    TOO_MANY_MARKS = "too_many_marks"
    SEPARATOR = "separator"
    NO_LETTER = "no_letter"
    MIXED_SCRIPTS = "mixed_scripts"
    MIXED_DIGITS = "mixed_digits"


class InvalidName(ValueError):
    """A name cannot be used; ``fault`` says why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.value)
        self.fault = fault


# Blocks in everyday use. Phonetic, archaic and decorative letters of the same scripts lie
# elsewhere and are left out: they exist in names only to imitate.
BLOCKS: Final = (
    (0x0041, 0x005A, Script.LATIN),
    (0x0061, 0x007A, Script.LATIN),
    (0x00C0, 0x024F, Script.LATIN),
    (0x1E00, 0x1EFF, Script.LATIN),
    (0x0370, 0x03E1, Script.GREEK),
    (0x03F0, 0x03FF, Script.GREEK),
    (0x1F00, 0x1FFF, Script.GREEK),
    (0x0400, 0x052F, Script.CYRILLIC),
    (0x0620, 0x06FF, Script.ARABIC),
    (0x0750, 0x077F, Script.ARABIC),
)
LETTERS: Final = frozenset({"Lu", "Ll", "Lt"})
DIGITS: Final = {0x30: Script.LATIN, 0x660: Script.ARABIC, 0x6F0: Script.ARABIC}
"""First code point of each system of digits, and the script it may stand with: Latin digits go
with every script, the two Arabic systems with Arabic letters only."""

ARABIC_MARKS: Final = "".join(map(chr, (*range(0x064B, 0x0656), 0x0670)))
OTHER_MARKS: Final = "".join(map(chr, range(0x0300, 0x0343)))
"""Accents of Latin, Greek and Cyrillic; variation selectors and joiners are marks too, and unseen."""

_RESERVED_WORDS: Final = """
admin administrator root system server site official staff team support help helpdesk moderator mod
referee judge dealer host owner operator security abuse postmaster webmaster bot robot computer cpu
guest anonymous spectator everyone nobody somebody unknown deleted null none undefined jalsa you
yourself table chance
مدير المدير إدارة الإدارة مشرف المشرف الدعم دعم نظام النظام خادم الخادم الموقع رسمي الحكم موزع الموزع
بوت روبوت الروبوت آلي حاسوب الحاسوب ضيف الضيف مجهول متفرج الجميع جلسة أنت الطاولة
"""
RESERVED: Final = tuple(_RESERVED_WORDS.split())
"""Names that would pass for the house, its staff, a bot or a guest."""


def normalise(raw: str) -> str:
    """Give the form of ``raw`` that is stored and shown, or raise :class:`InvalidName`.

    The form is NFKC with the outer spaces gone; letter case stays as it was typed. Both the raw
    text and the form are searched for forbidden characters, because normalising hides some.
    """
    text = unicodedata.normalize("NFKC", raw.strip(" "))
    if len(raw) > 4 * MAX_CODE_POINTS or len(text) > MAX_CODE_POINTS:
        raise InvalidName(Fault.TOO_LONG)
    for candidate in (raw, text):
        _refuse_forbidden(candidate)
    _refuse_loose_separators(text)
    _refuse_mark_floods(text)
    _refuse_mixtures(text)
    count = graphemes(text)
    if count < MIN_GRAPHEMES:
        raise InvalidName(Fault.TOO_SHORT)
    if count > MAX_GRAPHEMES:
        raise InvalidName(Fault.TOO_LONG)
    return text


def skeleton(text: str) -> str:
    """Give the key that two names share where a person could take one for the other.

    Case folding, Arabic folding (alef, waw, yeh, kaf and heh forms, tatweel, vowel marks, digits)
    and the confusables of UTS 39, repeated until nothing changes, so that
    ``skeleton(skeleton(x)) == skeleton(x)``. Total: any text has a skeleton, allowed or not.
    ``i``, ``l`` and ``1`` are one letter here, since a capital I is an l; so are ``rn`` and ``m``.
    """
    seen: set[str] = set()
    while text not in seen:
        seen.add(text)
        text = _fold(text)
    return text


def is_reserved(name: str) -> bool:
    """Tell whether a name passes for the house: a reserved word, perhaps with digits behind it."""
    return skeleton(name) in RESERVED_SKELETONS or (
        skeleton(name.rstrip("0123456789٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹ _-.")) in RESERVED_SKELETONS
    )


def graphemes(text: str) -> int:
    """Count what a reader would call characters; marks and joiners belong to the one before."""
    return sum(1 for char in text if char != ZWNJ and not _is_mark(char))


def script_of(char: str) -> Script | None:
    """Give the script of a letter a name may hold; None for every other character."""
    if char == TATWEEL:
        return Script.ARABIC
    point, category = ord(char), unicodedata.category(char)
    for first, last, script in BLOCKS:
        if first <= point <= last:
            wanted = {"Lo"} if script is Script.ARABIC else LETTERS
            return script if category in wanted else None
    return None


def _refuse_forbidden(text: str) -> None:
    """Refuse controls, formats, private, unassigned and lone surrogates, and unknown characters."""
    for index, char in enumerate(text):
        if char == ZWNJ and _joins_arabic(text, index):
            continue
        if unicodedata.category(char) in FORBIDDEN:
            raise InvalidName(Fault.FORBIDDEN_CHARACTER)


def _joins_arabic(text: str, index: int) -> bool:
    """Tell whether the character at ``index`` stands between two Arabic letters."""
    before = text[:index].rstrip(ARABIC_MARKS)
    return (
        bool(before)
        and script_of(before[-1]) is Script.ARABIC
        and text[index + 1 : index + 2] != ""
        and script_of(text[index + 1]) is Script.ARABIC
    )


def _refuse_loose_separators(text: str) -> None:
    """Refuse a separator at an end or beside another one."""
    for index, char in enumerate(text):
        if char not in SEPARATORS:
            continue
        beside = {text[index - 1] if index else "", text[index + 1 : index + 2]}
        if "" in beside or beside & SEPARATORS:
            raise InvalidName(Fault.SEPARATOR)


def _refuse_mark_floods(text: str) -> None:
    """Refuse a mark without a letter under it, or more than two on one letter."""
    run = MAX_MARKS + 1
    for char in unicodedata.normalize("NFD", text):
        if _is_mark(char):
            run += 1
            if run > MAX_MARKS:
                raise InvalidName(Fault.TOO_MANY_MARKS)
        else:
            run = 0 if script_of(char) else MAX_MARKS + 1


def _refuse_mixtures(text: str) -> None:
    """Refuse letters of two scripts, digits of two systems, and what is neither."""
    scripts: set[Script] = set()
    systems: set[int] = set()
    arabic_marks = other_marks = False
    for char in text:
        if script := script_of(char):
            scripts.add(script)
        elif (system := _digit_system(char)) is not None:
            systems.add(system)
        elif _is_mark(char):
            arabic_marks |= char in ARABIC_MARKS
            other_marks |= char not in ARABIC_MARKS
        elif char not in SEPARATORS and char != ZWNJ:
            raise InvalidName(Fault.FORBIDDEN_CHARACTER)
    if not scripts:
        raise InvalidName(Fault.NO_LETTER)
    arabic = Script.ARABIC in scripts
    if len(scripts) > 1 or (arabic_marks and not arabic) or (other_marks and arabic):
        raise InvalidName(Fault.MIXED_SCRIPTS)
    arabic_digits = any(DIGITS[system] is Script.ARABIC for system in systems)
    if len(systems) > 1 or (arabic_digits and not arabic):
        raise InvalidName(Fault.MIXED_DIGITS)


def _is_mark(char: str) -> bool:
    """Tell whether a character is a combining mark that letters of names carry."""
    return char in ARABIC_MARKS or char in OTHER_MARKS


def _digit_system(char: str) -> int | None:
    """Give the first code point of a digit's system, None for what is no digit of ours."""
    return next((zero for zero in DIGITS if zero <= ord(char) <= zero + 9), None)


def _fold(text: str) -> str:
    """Make one pass of :func:`skeleton`."""
    text = unicodedata.normalize("NFKC", text).casefold()
    kept = []
    for char in unicodedata.normalize("NFD", text):
        if char in SEPARATORS or char == TATWEEL or unicodedata.category(char) in DROPPED:
            continue
        system = _digit_system(char)
        plain = char if system is None else chr(ord(char) - system + 0x30)
        kept.append(LOOKS_LIKE.get(plain) or ARABIC_ALIKE.get(plain, plain))
    return "".join(kept).replace("vv", "w")


RESERVED_SKELETONS: Final = frozenset(skeleton(word) for word in RESERVED)
