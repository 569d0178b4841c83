"""make test: what it finds, what it runs, and what its exit code says."""

import subprocess
from pathlib import Path

import pytest

from config import browser, services, suite


class Programs:
    """Stand in for a machine: which programs it has, and what running one brings about."""

    def __init__(self, *present: str, brings: str = "") -> None:
        self.present = set(present)
        self.brings = brings
        self.ran: list[list[str]] = []

    def which(self, name: str) -> str | None:
        return f"/usr/bin/{name}" if name in self.present else None

    def run(self, command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        self.ran.append(command)
        if self.brings in command:
            self.present.add(self.brings)
        return subprocess.CompletedProcess(command, 0)

    def stand_in(self, patch: pytest.MonkeyPatch, user: int) -> None:
        patch.setattr("config.browser.shutil.which", self.which)
        patch.setattr("config.browser.subprocess.run", self.run)
        patch.setattr("config.browser.os.geteuid", lambda: user)


def test_a_browser_of_the_machine_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Programs("google-chrome", "apt-get")
    machine.stand_in(monkeypatch, user=0)
    assert browser.find_or_install() == Path("/usr/bin/google-chrome")
    assert machine.ran == []


def test_where_there_is_none_it_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Programs("apt-get", brings="chromium")
    machine.stand_in(monkeypatch, user=0)
    assert browser.find_or_install() == Path("/usr/bin/chromium")
    assert [command[2] for command in machine.ran] == ["update", "install"]


@pytest.mark.parametrize(("present", "user"), [(("apt-get",), 1000), ((), 0)])
def test_where_it_cannot_be_installed_one_line_says_so(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    present: tuple[str, ...],
    user: int,
) -> None:
    machine = Programs(*present)
    machine.stand_in(monkeypatch, user)
    assert suite.main([]) == 2
    assert capsys.readouterr().err.strip() == browser.MISSING
    assert machine.ran == []


@pytest.mark.parametrize(
    ("codes", "verdict"),
    [((0, 0), 0), ((0, 5), 0), ((5, 5), 5), ((1, 0), 1), ((0, 1), 1), ((2, 5), 2)],
)
def test_both_halves_run_and_either_may_fail(
    monkeypatch: pytest.MonkeyPatch, codes: tuple[int, int], verdict: int
) -> None:
    left = list(codes)
    words: list[list[str]] = []
    stopped: list[bool] = []

    def pytest_run(run: list[str], surroundings: dict[str, str]) -> int:
        assert surroundings["DATABASE_URL"] == "postgresql://one"
        words.append(run)
        return left.pop(0)

    class Servers:
        def __init__(self, *_: object) -> None:
            pass

        def up(self) -> services.Services:
            return services.Services("postgresql://one", "redis://two")

        def leave(self) -> None:
            stopped.append(True)

    monkeypatch.setattr("config.suite.signal.signal", lambda *_: None)
    monkeypatch.setattr(suite, "Servers", Servers)
    monkeypatch.setattr(suite, "_pytest", pytest_run)
    monkeypatch.setattr(browser, "find_or_install", lambda: Path("/usr/bin/chromium"))
    assert suite.main(["-k", "one"]) == verdict
    assert stopped == [True]
    assert [run[-2:] for run in words] == [["-k", "one"]] * 2
    assert [run[1] for run in words] == ["not processes", "processes"]
