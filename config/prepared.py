"""Whether ``manage.py prepare`` has anything to do: asked at every start, so answered without Django."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from config.place import BASE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SOURCES = ("*/migrations/*.py", "locale/*/LC_MESSAGES/*.[mp]o", "static/**/*", "requirements*.txt")
MADE = ("static/staticfiles.json", "postgres/PG_VERSION")


def is_done(var: Path) -> bool:
    """Tell whether nothing has changed since the last time: neither what it reads nor what it made."""
    stamp = _stamp(var)
    return stamp.exists() and stamp.read_text() == _state(var)


def mark_done(var: Path) -> None:
    """Remember what there is now as prepared."""
    _stamp(var).write_text(_state(var))


def _stamp(var: Path) -> Path:
    return var / "run" / "prepared"


def _state(var: Path) -> str:
    digest = hashlib.sha256()
    for path in _files(var):
        try:
            facts = path.stat()
        except OSError:
            digest.update(f"{path} is missing\n".encode())
        else:
            # the inode tells a data folder that was made anew within the same second
            digest.update(f"{path} {facts.st_size} {facts.st_mtime_ns} {facts.st_ino}\n".encode())
    return digest.hexdigest()


def _files(var: Path) -> Iterator[Path]:
    for pattern in SOURCES:
        yield from sorted(BASE.glob(pattern))
    for name in MADE:
        yield var / name
