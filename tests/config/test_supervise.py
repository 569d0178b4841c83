"""Children are started again when they die, later each time, and end together."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from config import processes, supervise


def child(tmp_path: Path, code: str, **more: object) -> supervise.Child:
    command = [sys.executable, "-c", code]
    return supervise.Child("test", command, dict(os.environ), tmp_path / "log", **more)  # type: ignore[arg-type]


def until(true, seconds: float = 10) -> None:  # type: ignore[no-untyped-def]
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)


def test_a_child_that_dies_starts_again(tmp_path: Path) -> None:
    one = child(tmp_path, "import time; time.sleep(60)")
    one.start()
    assert one.process is not None
    first = one.process.pid
    one.process.kill()
    one.process.wait()
    line = one.look()
    assert "SIGKILL" in line
    assert "\n" not in line

    def stands_again() -> bool:
        assert one.look() == ""
        return one.process is not None and one.process.pid != first

    until(stands_again)
    supervise.end_all([one], patience=5)
    assert one.process is not None
    assert one.process.poll() is not None


def test_a_child_that_never_stands_is_given_up(tmp_path: Path) -> None:
    one = child(tmp_path, "raise SystemExit('no luck')")
    one.start()
    said = []

    def given_up() -> bool:
        said.append(one.look())
        return one.failing()

    until(given_up, 20)
    lines = [line for line in said if line]
    assert len(lines) == 3
    assert all("code 1 (no luck)" in line for line in lines)


def test_a_child_that_waits_goes_on_when_released(tmp_path: Path) -> None:
    code = "import sys, pathlib; pathlib.Path(sys.argv[1]).write_text(sys.stdin.readline() + sys.argv[2])"
    one = child(tmp_path, code, waits=True)
    one.command.append(str(tmp_path / "heard"))
    one.start()
    assert one.process is not None
    with pytest.raises(subprocess.TimeoutExpired):
        one.process.wait(0.3)
    one.release()
    one.process.wait(10)
    assert (tmp_path / "heard").read_text() == "go\n--wait"


def test_what_is_left_behind_is_found_by_its_mark(tmp_path: Path) -> None:
    mark = str(tmp_path)
    surroundings = {**os.environ, supervise.MARK: mark}
    # A child of a child, whose parent is gone: nobody holds its number.
    code = (
        "import subprocess as s; "
        "print(s.Popen(['sleep', '60'], stdout=s.DEVNULL, stderr=s.DEVNULL).pid)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=surroundings, capture_output=True, text=True, check=True
    )
    orphan = int(done.stdout)
    assert [pid for pid, _ in supervise.marked(mark)] == [orphan]
    assert supervise.end_orphans(mark) == 1
    assert not processes.born(orphan)
    assert supervise.end_orphans(mark) == 0
