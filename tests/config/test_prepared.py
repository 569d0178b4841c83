"""A start asks whether there is anything to prepare; whatever changed must be seen."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from config import prepared


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in (
        "games/migrations/0001_initial.py",
        "locale/ar/LC_MESSAGES/django.po",
        "locale/ar/LC_MESSAGES/django.mo",
        "static/js/table/main.js",
        "requirements.txt",
        "var/run/other",
        "var/static/staticfiles.json",
        "var/postgres/PG_VERSION",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("as it was")
    monkeypatch.setattr(prepared, "BASE", tmp_path)
    return tmp_path


def test_what_was_done_is_not_done_again(clone: Path) -> None:
    assert not prepared.is_done(clone / "var")
    prepared.mark_done(clone / "var")
    assert prepared.is_done(clone / "var")
    (clone / "games" / "views.py").write_text("code needs no preparing")
    assert prepared.is_done(clone / "var")


def touch(path: Path) -> None:
    os.utime(path, (1, 1))


def make_anew(path: Path) -> None:
    facts = path.stat()
    other = path.with_name("other")
    other.write_text(path.read_text())
    path.unlink()
    other.rename(path)
    os.utime(path, ns=(facts.st_mtime_ns, facts.st_mtime_ns))


@pytest.mark.parametrize("change", [Path.unlink, touch, make_anew])
@pytest.mark.parametrize(
    "name",
    [
        "games/migrations/0001_initial.py",
        "locale/ar/LC_MESSAGES/django.po",
        "locale/ar/LC_MESSAGES/django.mo",
        "static/js/table/main.js",
        "requirements.txt",
        "var/static/staticfiles.json",
        "var/postgres/PG_VERSION",
    ],
)
def test_a_change_of_anything_it_reads_or_makes_is_seen(
    clone: Path, name: str, change: Callable[[Path], None]
) -> None:
    prepared.mark_done(clone / "var")
    change(clone / name)
    assert not prepared.is_done(clone / "var")


def test_a_new_migration_is_seen(clone: Path) -> None:
    prepared.mark_done(clone / "var")
    (clone / "games" / "migrations" / "0002_more.py").write_text("new")
    assert not prepared.is_done(clone / "var")
