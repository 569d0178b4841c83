"""The style sheets keep their promises: one place for colours, logical properties, nothing malformed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CSS = sorted((ROOT / "static" / "css").glob("*.css"))
PHYSICAL = re.compile(
    r"(?<![\w-])(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right|top|bottom)\b"
    r"|(?<![\w-])(?:left|right|top|bottom)\s*:|(?:text-align|float|clear)\s*:\s*(?:left|right)"
)
# Seats sit where the play goes round, whatever the language; card faces and piles are pictures.
ALLOWED = re.compile(r"\.(?:seat|seats|card|tile|pile|dot)\b|\.seat-")


def rules(text: str) -> list[tuple[str, str]]:
    """Give (selector, declarations) of every rule, those inside @media as well."""
    bare = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    found = re.findall(r"([^{}]+)\{([^{}]*)\}", bare)
    return [(" ".join(selector.split()), body) for selector, body in found]


@pytest.mark.parametrize("path", CSS, ids=lambda path: path.name)
def test_sides_are_logical(path: Path) -> None:
    wrong = [
        selector
        for selector, body in rules(path.read_text(encoding="utf-8"))
        if PHYSICAL.search(body) and not ALLOWED.search(selector)
    ]
    assert wrong == []


def test_the_search_for_physical_sides_finds_them() -> None:
    assert PHYSICAL.search("margin-left: 2px")
    assert PHYSICAL.search("inset: 0; right: 3px")
    assert PHYSICAL.search("text-align: left")
    assert not PHYSICAL.search(
        "border-start-start-radius: 2px; padding-inline: 3px; text-align: start"
    )


@pytest.mark.parametrize("path", CSS, ids=lambda path: path.name)
def test_every_rule_is_whole(path: Path) -> None:
    text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert text.count("{") == text.count("}")
    for selector, body in rules(text):
        assert not re.search(r"\S@|;\s*[^;:{}]+;", body), (selector, body)
        at = selector.rfind("@")
        assert at <= 0, f"something stands before an at-rule: {selector}"


@pytest.mark.parametrize("path", [p for p in CSS if p.name != "tokens.css"], ids=lambda p: p.name)
def test_every_variable_is_defined(path: Path) -> None:
    defined = {
        name
        for sheet in CSS
        for name in re.findall(r"--([\w-]+)\s*:", sheet.read_text(encoding="utf-8"))
    }
    used = re.findall(r"var\(--([\w-]+)\s*(,)?", path.read_text(encoding="utf-8"))
    assert {name for name, fallback in used if not fallback} <= defined


@pytest.mark.parametrize("path", CSS, ids=lambda path: path.name)
def test_every_file_that_is_named_exists(path: Path) -> None:
    for name in re.findall(r'url\("([^"]+)"\)', path.read_text(encoding="utf-8")):
        assert (path.parent / name).is_file()


def test_fonts_are_light_and_licensed() -> None:
    fonts = sorted((ROOT / "static" / "fonts").glob("*.woff2"))
    assert len(fonts) == 4
    assert all(font.stat().st_size <= 40 * 1024 for font in fonts)
    assert "SIL OPEN FONT LICENSE" in (ROOT / "static" / "fonts" / "OFL.txt").read_text(
        encoding="utf-8"
    )
