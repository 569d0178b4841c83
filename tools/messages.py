"""Bring `locale/*/LC_MESSAGES/django.po` up to what the code says, without the gettext tools.

    python -m tools.messages            write the catalogues
    python -m tools.messages --check    only say what is out of date, exit 1 if anything is

Kept are the translations whose English still stands in the code; what nobody says any more is dropped, what is new comes in empty
and is named. Python is read by Babel, templates by Django's own `templatize` and then Babel. The same sources give the same file:
no dates, no line numbers, places in the order of their paths.
"""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

if TYPE_CHECKING:
    from collections.abc import Iterator

    from babel.messages.catalog import Message

BASE: Final = Path(__file__).resolve().parent.parent
ROOMS: Final = ("config", "games", "accounts", "lobby")
TEMPLATES: Final = "templates"
KEYWORDS: Final = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop"), None),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ((1, "c"), 2)),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), ((1, "c"), 2, 3)),
}
HEAD: Final = r"""msgid ""
msgstr ""
"Language: {language}\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: nplurals={number}; plural={formula};\n"
"""
PLURALS: Final = {
    "ar": (
        6,
        "n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 && n%100<=99 ? 4 : 5",
    )
}
"""For each language the number of plural forms, and which one a number takes: as Django's own catalogues have it."""


@dataclass(frozen=True, slots=True)
class Said:
    """One thing the code says: context ("" for none), singular, plural ("" where nothing is counted)."""

    context: str
    singular: str
    plural: str


def said_in_python(source: str) -> list[Said]:
    """Give what a Python module marks for translation, in its order."""
    found = extract("python", io.BytesIO(source.encode()), keywords=KEYWORDS)
    return [_said(message, context) for _, message, _, context in found]


def said_in_template(source: str) -> list[Said]:
    """Give what a template marks for translation, in its order.

    `templatize` leaves calls of gettext among rubble; inside one pair of brackets it may be indented as it likes.
    """
    return said_in_python(f"(\n{templatize(source)}\n)\n")


def _said(message: str | tuple[str, ...], context: str | None) -> Said:
    singular, *plural = (message,) if isinstance(message, str) else message
    return Said(context or "", singular, plural[0] if plural else "")


def everything_said(base: Path = BASE) -> dict[Said, list[str]]:
    """Give all that pages and modules say, each with the files that say it.

    Raises ValueError where one sentence is counted in one place and not in another: a catalogue has room for one of them.
    """
    places: dict[Said, list[str]] = {}
    for path, found in _files(base):
        for said in found:
            where = places.setdefault(said, [])
            if path not in where:
                where.append(path)
    first: dict[tuple[str, str], Said] = {}
    for said in places:
        other = first.setdefault((said.context, said.singular), said)
        if other.plural and said.plural and other.plural != said.plural:
            raise ValueError(f"two plurals of {said.singular!r}: {other.plural!r}, {said.plural!r}")
    return places


def _files(base: Path) -> Iterator[tuple[str, list[Said]]]:
    for room in ROOMS:
        for path in sorted((base / room).rglob("*.py")):
            yield path.relative_to(base).as_posix(), said_in_python(path.read_text("utf-8"))
    for path in sorted(p for p in (base / TEMPLATES).rglob("*") if p.suffix in {".html", ".txt"}):
        yield path.relative_to(base).as_posix(), said_in_template(path.read_text("utf-8"))


def renewed(old: Catalog, said: dict[Said, list[str]], language: str) -> Catalog:
    """Give a catalogue of what is said, with the translations that the old one has for it."""
    new = Catalog(locale=language)
    for one, places in said.items():
        known = old.get(one.singular, one.context or None)
        listed = new.get(one.singular, one.context or None)
        counted = one.plural or (listed is not None and listed.pluralizable)
        number = PLURALS[language][0]
        new.add(
            (one.singular, one.plural) if one.plural else one.singular,
            _kept(known, number, counted=bool(counted)),
            locations=[(place, 0) for place in places],
            context=one.context or None,
        )
    return new


def _kept(known: Message | None, number: int, *, counted: bool) -> str | tuple[str, ...]:
    if known is None or known.fuzzy or known.pluralizable != counted:
        return ("",) * number if counted else ""
    return known.string if isinstance(known.string, str) else tuple(known.string or ())


def written(catalogue: Catalog, language: str) -> bytes:
    """Give the file of a catalogue."""
    number, formula = PLURALS[language]
    body = io.BytesIO()
    write_po(body, catalogue, width=0, omit_header=True, include_lineno=False, ignore_obsolete=True)
    head = HEAD.format(language=language, number=number, formula=formula)
    return head.encode() + b"\n" + body.getvalue().strip() + b"\n"


def read(path: Path, language: str) -> Catalog:
    """Read a catalogue; where there is none yet, give an empty one. Raises PoFileError for a file that is none."""
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def missing(catalogue: Catalog) -> list[str]:
    """Give the English of what has no translation yet."""
    lacking = [m for m in catalogue if m.id and not all(_strings(m))]
    return [m.id if isinstance(m.id, str) else m.id[0] for m in lacking]


def _strings(message: Message) -> tuple[str, ...]:
    text = message.string
    return (text,) if isinstance(text, str) else tuple(text or ("",))


def main(arguments: list[str]) -> int:
    """Write the catalogues, or with `--check` compare them; say what has changed and what is missing."""
    check = "--check" in arguments
    if not settings.configured:
        settings.configure(USE_I18N=True)
    said = everything_said()
    stale = False
    for language in PLURALS:
        path = BASE / "locale" / language / "LC_MESSAGES" / "django.po"
        catalogue = renewed(read(path, language), said, language)
        content = written(catalogue, language)
        if not path.exists() or path.read_bytes() != content:
            stale = True
            print(f"{path.relative_to(BASE)} {'is out of date' if check else 'written'}")
            if not check:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
        for text in missing(catalogue):
            print(f"no {language} for: {text}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
