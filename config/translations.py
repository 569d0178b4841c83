"""Compile the translations with Babel, so that no gettext tools are needed and no ``.mo`` is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from config.place import BASE

if TYPE_CHECKING:
    from pathlib import Path


def compile_all(root: Path) -> list[Path]:
    """Compile every catalogue under ``root`` that is newer than what was made of it; give those."""
    made = []
    for source in sorted(root.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime_ns >= source.stat().st_mtime_ns:
            continue
        language = source.parent.parent.name
        with source.open("rb") as file:
            catalogue = read_po(file, locale=language, domain=source.stem, abort_invalid=True)
        draft = target.with_suffix(".mo.draft")
        with draft.open("wb") as file:
            write_mo(file, catalogue)
        draft.replace(target)
        made.append(target)
    return made


if __name__ == "__main__":
    for path in compile_all(BASE / "locale"):
        print(f"Compiled {path.relative_to(BASE)}")
    print("The environment is ready.")
