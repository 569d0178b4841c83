"""Written-out matches and move-tree counts must come out as they stand in their files."""

import json

import pytest

from games.engine.replay import divide, perft
from games.engine.ruleset import RuleSet
from games.engine.rulesets import RULESETS
from tests.golden import MATCHES, golden_file, golden_text, perft_file, position

every = pytest.mark.parametrize(
    "rules", RULESETS.values(), ids=[f"{key}-{revision}" for key, revision in RULESETS]
)


@every
@pytest.mark.parametrize(("seats", "seed"), MATCHES)
def test_golden_match(rules: RuleSet, seats: int, seed: int) -> None:
    assert golden_text(rules, seats, seed) == golden_file(rules, seats, seed).read_text(
        encoding="utf-8"
    )


@every
def test_perft(rules: RuleSet) -> None:
    rows = json.loads(perft_file(rules).read_text(encoding="utf-8"))
    assert len(rows) >= 3
    for row in rows:
        state = position(rules, row["seats"], row["seed"], row["made"])
        nodes = perft(rules, state, row["depth"])
        assert nodes == row["nodes"], f"{row}: divide {divide(rules, state, row['depth'])}"
