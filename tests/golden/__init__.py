"""Whole matches written out, and move-tree counts: files that pin a revision of a rule set for ever."""

import json
from itertools import islice
from pathlib import Path
from typing import Final

from games.engine.replay import perft, playthrough
from games.engine.ruleset import RuleSet
from games.engine.state import State
from tests.matches import turns

HERE: Final = Path(__file__).parent
MATCHES: Final = ((2, 101), (3, 102), (4, 103))
"""Seats and seed of the matches written out."""

POSITIONS: Final = ((2, 1, 1, 16), (2, 2, 60, 12), (3, 3, 90, 8), (4, 4, 120, 5), (2, 5, 140, 8))
"""Seats, seed, actions already made, and depth of the move trees counted."""


def golden_file(rules: RuleSet, seats: int, seed: int) -> Path:
    return HERE / f"{rules.key}-{rules.revision}-{seats}p-{seed}.txt"


def perft_file(rules: RuleSet) -> Path:
    return HERE.parent / "perft" / f"{rules.key}-{rules.revision}.json"


def golden_text(rules: RuleSet, seats: int, seed: int) -> str:
    match = list(turns(rules, seats, seed))
    return playthrough(rules, match[0].before, [(turn.actor, turn.action) for turn in match])


def position(rules: RuleSet, seats: int, seed: int, made: int) -> State:
    *_, last = islice(turns(rules, seats, seed), made)
    return last.step.state


def perft_text(rules: RuleSet) -> str:
    rows = [
        {"seats": seats, "seed": seed, "made": made, "depth": depth,
         "nodes": perft(rules, position(rules, seats, seed, made), depth)}
        for seats, seed, made, depth in POSITIONS
    ]  # fmt: skip
    return json.dumps(rows, indent=1) + "\n"
