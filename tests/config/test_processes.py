"""Processes are known again by number and birth, and end when they are told to."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from config import processes


@pytest.fixture
def sleeper() -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(["sleep", "60"]) as child:
        yield child
        child.kill()


def test_a_note_holds_while_its_process_runs(
    tmp_path: Path, sleeper: subprocess.Popen[bytes]
) -> None:
    note = tmp_path / "run" / "note.json"
    processes.write_note(note, sleeper.pid, port=7)
    found = processes.read_note(note)
    assert found is not None
    assert found["port"] == 7
    assert note.stat().st_mode & 0o777 == 0o600
    processes.end(sleeper.pid, found["born"], first=signal.SIGTERM, patience=5)
    assert processes.read_note(note) is None


def test_a_number_given_again_to_another_process_is_not_taken_for_the_first(
    tmp_path: Path, sleeper: subprocess.Popen[bytes]
) -> None:
    note = tmp_path / "note.json"
    processes.write_note(note, sleeper.pid)
    facts = json.loads(note.read_text())
    note.write_text(json.dumps({**facts, "born": "1"}))
    assert processes.read_note(note) is None
    processes.end(sleeper.pid, "1", first=signal.SIGKILL, patience=1)
    assert sleeper.poll() is None


def test_one_that_does_not_obey_is_ended_by_force() -> None:
    deaf = (
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
        "print('deaf', flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", deaf], stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        child.stdout.readline()
        processes.end(child.pid, processes.born(child.pid), first=signal.SIGTERM, patience=0.2)
        assert not processes.born(child.pid)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"pid": 1}', "no json"])
def test_a_broken_note_is_no_note(tmp_path: Path, text: str) -> None:
    note = tmp_path / "note.json"
    note.write_text(text)
    assert processes.read_note(note) is None


def test_the_dead_have_no_birth() -> None:
    with subprocess.Popen(["true"]) as child:
        child.wait()
    assert processes.born(child.pid) == ""
    assert processes.born(os.getpid())
