"""The environment: made once, made anew when its lists change, and whose it is."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from config import install, place


class Shell:
    """Stand in for the programs that build: remember each, and succeed where told to."""

    def __init__(self, *failing: str) -> None:
        self.failing = failing
        self.ran: list[str] = []

    def run(self, command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        words = " ".join(map(str, command))
        for name in ("venv", "uv pip sync", "pip"):
            if name in words.replace("/uv pip", " uv pip"):
                self.ran.append(name)
                break
        if "-m venv" in words:
            python = Path(command[-1]) / "bin" / "python"
            python.parent.mkdir(parents=True, exist_ok=True)
            python.unlink(missing_ok=True)
            python.symlink_to(sys.executable)
        return subprocess.CompletedProcess(command, int(self.ran[-1:] == list(self.failing)[:1]))


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch) -> Shell:
    found = Shell()
    monkeypatch.setattr("config.install.subprocess.run", found.run)
    return found


def test_a_second_start_builds_nothing(tmp_path: Path, shell: Shell) -> None:
    folder = tmp_path / "env"
    install.build(folder)
    assert shell.ran[0] == "venv"
    assert (folder / "jalsa.stamp").exists()
    shell.ran.clear()
    install.build(folder)
    assert shell.ran == []


def test_changed_lists_are_installed_into_what_stands(
    tmp_path: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "env"
    install.build(folder)
    shell.ran.clear()
    monkeypatch.setattr(install, "fingerprint", lambda: "another list")
    install.build(folder)
    assert shell.ran
    assert "venv" not in shell.ran


def test_an_environment_that_was_moved_or_cut_off_is_made_anew(
    tmp_path: Path, shell: Shell
) -> None:
    folder = tmp_path / "env"
    install.build(folder)
    moved = folder.rename(tmp_path / "moved")
    shell.ran.clear()
    install.build(moved)
    assert shell.ran[0] == "venv"
    (moved / "jalsa.stamp").unlink()
    shell.ran.clear()
    install.build(moved)
    assert shell.ran[0] == "venv"


def test_pip_takes_over_where_uv_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shell = Shell("uv pip sync")
    monkeypatch.setattr("config.install.subprocess.run", shell.run)
    install.build(tmp_path / "env")
    assert shell.ran[-2:] == ["uv pip sync", "pip"]
    assert "pip takes over" in capsys.readouterr().out


def test_an_old_python_is_refused_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("config.install.sys.argv", ["install", "play"])
    monkeypatch.setattr(install, "OLDEST", (99, 0))
    with pytest.raises(SystemExit) as refusal:
        install.main()
    assert refusal.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_the_owner_of_the_clone_keeps_data_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(place, "BASE", tmp_path)
    assert place.var() == tmp_path / "var"
    assert place.venv() == tmp_path / ".venv"
    assert place.owner() == os.geteuid()


def test_another_user_keeps_data_at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clone = tmp_path / "clone"
    (clone / "var").mkdir(parents=True)
    monkeypatch.setattr(place, "BASE", clone)
    monkeypatch.setattr("config.place.os.geteuid", lambda: os.getuid() + 4321)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    found = place.var()
    assert found.is_relative_to(tmp_path / "home" / ".local" / "share" / "jalsa")
    assert found.name == "var"


class Became(BaseException):
    """The process would be another program now."""


@pytest.mark.parametrize("python", [None, "/usr/bin/python3"])
def test_root_becomes_the_owner_where_the_owner_has_a_python(
    monkeypatch: pytest.MonkeyPatch, python: str | None
) -> None:
    steps: list[str] = []

    def execv(*_: object) -> None:
        raise Became

    monkeypatch.setattr("config.install.os.geteuid", lambda: 0)
    monkeypatch.setattr("config.install.os.setgroups", lambda _: steps.append("groups"))
    monkeypatch.setattr("config.install.os.setgid", lambda number: steps.append(f"group {number}"))
    monkeypatch.setattr("config.install.os.setuid", lambda number: steps.append(f"user {number}"))
    monkeypatch.setattr("config.install.os.execv", execv)
    monkeypatch.setattr("config.install.os.environ", {})
    monkeypatch.setattr(place, "owner", lambda: 65534)
    monkeypatch.setattr(install, "usable_python", lambda *_: python)
    if python is None:
        install.as_owner()
        assert steps == []
    else:
        with pytest.raises(Became):
            install.as_owner()
        assert steps == ["groups", "group 65534", "user 65534"]
