"""What a person reads or hears on a page: its texts and the attributes that are spoken."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Final

SPOKEN: Final = frozenset({"aria-label", "alt", "title", "placeholder", "aria-description"})
SILENT: Final = frozenset({"script", "style"})
VOID: Final = frozenset({"br", "hr", "img", "input", "link", "meta", "use", "path", "wbr"})
LATIN: Final = re.compile(r"[A-Za-z][A-Za-z'’]+")

SAME_EVERYWHERE: Final = frozenset(
    {"English", "JavaScript", "http", "https", "Shift", "Enter", "Esc"}
)
"""Words that stand so in every language: the switch to English, technical names, keys of a keyboard."""

_ADDRESS: Final = re.compile(r"https?://\S+|[\w.+-]+@[\w.-]+|rummy-fair/v1|\S+\.json")
_HASH: Final = re.compile(r"\b(?:[0-9a-f]{4,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b…?")
_CODE: Final = re.compile(r"\b[A-Z0-9]{4}(?:-[A-Z0-9]{4})+\b")


class Page(HTMLParser):
    """Collect the texts; what stands in `<bdi>` is a name, in `.tok` and `<kbd>` a card or a key, and in `<code>` a code."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.lang = self.dir = ""
        self._open: list[tuple[str, bool]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "html":
            self.lang, self.dir = given.get("lang", ""), given.get("dir", "")
        self.texts += [given[name] for name in given if name in SPOKEN]
        if tag == "meta" and given.get("name") == "description":
            self.texts.append(given.get("content", ""))
        quiet = tag in SILENT | {"bdi", "kbd", "code"} or "tok" in given.get("class", "").split()
        quiet = quiet or given.get("lang", "ar") != "ar"
        if tag not in VOID:
            self._open.append((tag, quiet))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Read the attributes of an empty element; it holds no text."""
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        while self._open and tag not in VOID:
            if self._open.pop()[0] == tag:
                break

    def handle_data(self, data: str) -> None:
        if data.strip() and not any(quiet for _, quiet in self._open):
            self.texts.append(data.strip())


def english(text: str) -> list[str]:
    """Give the Latin words of a text that are no address, hash or code, and do not stand so everywhere."""
    bare = text
    for pattern in (_ADDRESS, _CODE, _HASH):
        bare = pattern.sub(" ", bare)
    return [word for word in LATIN.findall(bare) if word not in SAME_EVERYWHERE]


def left_in_english(html: str) -> list[str]:
    """Give the texts of a page in which English is left."""
    return [text for text in Page(html).texts if english(text)]
