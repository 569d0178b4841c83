"""The rule vectors are tests; the runner is a command, and a command that cannot fail would be worthless."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests import vectors

FILE = Path(__file__).parents[1] / "data" / "rules" / "vectors.json"
DOCUMENT = json.loads(FILE.read_text(encoding="utf-8"))
OURS = [vector for vector in DOCUMENT["vectors"] if vector["ruleset"] in vectors.ADAPTERS]


@pytest.mark.parametrize("vector", OURS, ids=lambda vector: vector["id"])
def test_vector(vector: dict[str, Any]) -> None:
    assert vectors.check(vector) is None


def test_all_vectors_of_the_games_that_exist_are_run() -> None:
    assert len(OURS) >= 46


def test_runner_reports_failures_and_skips(tmp_path: Path) -> None:
    wrong = json.loads(json.dumps(OURS[0]))
    wrong["expect"]["shed"] = 99
    unknown = dict(OURS[1], ruleset="game_to_come")
    unreadable = dict(OURS[2], action={"type": "juggle"})
    path = tmp_path / "some.json"
    path.write_text(
        json.dumps({"vectors": [OURS[3], wrong, unknown, unreadable]}), encoding="utf-8"
    )
    run = subprocess.run(
        [sys.executable, "-m", "tests.vectors", str(path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1
    lines = run.stdout.splitlines()
    assert lines[-1] == "1 passed, 2 failed, 1 skipped"
    assert any("shed: expected 99" in line for line in lines)
    assert run.stderr == ""


def test_runner_refuses_a_file_that_holds_no_vectors(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "other.json"
    path.write_text("[1, 2]", encoding="utf-8")
    assert vectors.main([str(path)]) == 2
    assert "not a vectors file" in capsys.readouterr().err


# Cases of the rule card that the shared file leaves out, written down here from its text.
CARD = [
    ("the go-around holds several melds by default", {
        "given": {"phase": "LAP", "table": [], "hand": ["2D", "3D", "4D", "9S", "9C", "9H", "KC"], "stock": 40, "players": 3},
        "action": {"type": "layout", "table": [["2D", "3D", "4D"], ["9S", "9C", "9H"]]},
        "expect": {"result": "accept", "shed": 6, "hand": ["KC"], "turn_over": True},
    }),
    ("no build in the go-around", {
        "given": {"phase": "LAP", "table": [["5H", "6H", "7H"]], "hand": ["8H", "KC"], "stock": 40, "players": 3},
        "action": {"type": "layout", "table": [["5H", "6H", "7H", "8H"]]},
        "expect": {"result": "reject", "code": "LAP_LOCKED"},
    }),
    ("passing while the stock holds cards", {
        "given": {"phase": "OPEN", "table": [], "hand": ["KC"], "stock": 1, "players": 2},
        "action": {"type": "pass"},
        "expect": {"result": "reject", "code": "PASS_STOCK_NOT_DRY"},
    }),
    ("a complete meld in hand bars the pass", {
        "given": {"phase": "OPEN", "table": [], "hand": ["KC", "KD", "KH", "2S"], "stock": 0, "players": 2},
        "action": {"type": "pass"},
        "expect": {"result": "reject", "code": "PASS_HAS_PLAY"},
    }),
    ("two cards that only join together do not bar the pass", {
        "given": {"phase": "OPEN", "table": [["5H", "6H", "7H"]], "hand": ["9H", "TH", "2S"], "stock": 0, "players": 2},
        "action": {"type": "pass"},
        "expect": {"result": "accept", "passes": 1},
    }),
    ("at 0:00 the clock draws", {
        "given": {"phase": "OPEN", "table": [], "hand": ["KC", "KD", "KH"], "stock": 3, "players": 2},
        "action": {"type": "timeout"},
        "expect": {"result": "accept", "stock": 2, "hand_size": 4, "turn_over": True},
    }),
    ("at 0:00 on a dry stock the clock passes where it may", {
        "given": {"phase": "OPEN", "table": [], "hand": ["KC", "2D"], "stock": 0, "players": 2},
        "action": {"type": "timeout"},
        "expect": {"result": "accept", "passes": 1, "hand_size": 2},
    }),
    ("at 0:00 the clock lays the longest meld, a set before a run", {
        "given": {"phase": "OPEN", "table": [], "hand": ["4C", "5C", "6C", "KC", "KD", "KH"], "stock": 0, "players": 2},
        "action": {"type": "timeout"},
        "expect": {"result": "accept", "hand": ["4C", "5C", "6C"], "table": [["KC", "KD", "KH"]]},
    }),
    ("at 0:00 the clock joins the lowest card to the first meld that takes it", {
        "given": {"phase": "OPEN", "table": [["JS", "QS", "KS"], ["5H", "6H", "7H"]], "hand": ["TS", "8H"], "stock": 0, "players": 2},
        "action": {"type": "timeout"},
        "expect": {"result": "accept", "hand": ["TS"], "table": [["JS", "QS", "KS"], ["5H", "6H", "7H", "8H"]]},
    }),
    ("fewest cards win a dead deal before pips are counted", {
        "given": {"hands": [["KS", "KH"], ["2C", "3C", "4D"]]},
        "action": {"type": "settle_dead_deal"},
        "expect": {"result": "win", "winners": [0]},
    }),
]  # fmt: skip


@pytest.mark.parametrize(("title", "vector"), CARD, ids=[title for title, _ in CARD])
def test_rule_card(title: str, vector: dict[str, Any]) -> None:
    assert vectors.check({"id": title, "ruleset": "hand_russian", **vector}) is None
