"""The page's verdicts are the engine's: on every vector that lays a group, and on ten thousand random groups."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from games.engine.cards import FR106, TILE106, Joker, Skin, face, parse
from games.engine.errors import IllegalAction
from games.engine.melds import MeldKind, MeldRules, classify

pytestmark = pytest.mark.processes

VECTORS = json.loads(Path("tests/data/rules/vectors.json").read_text(encoding="utf-8"))["vectors"]
CLASSIFY = """async (cases) => {
  const { classify } = await import("/static/js/table/melds.js");
  return cases.map(({ cards, rules, kind }) => classify(cards, rules, kind));
}"""

RULES = {
    "hand_russian": MeldRules(),
    "hand_tonj": MeldRules(ace_high=True, max_jokers=2, min_naturals=2),
    "conkan": MeldRules(ace_high=True, max_jokers=2, min_naturals=2),
    "tile_rummy": MeldRules(max_jokers=2, skin=Skin.TILES),
}
ERAM = MeldRules(ace_high=True, max_jokers=1, min_naturals=2)


def rules_of(vector: dict[str, Any]) -> MeldRules:
    base = RULES.get(vector["ruleset"], ERAM)
    options = vector.get("options") or {}
    return MeldRules(
        ace_high=base.ace_high,
        max_jokers=options.get("maxJokersPerMeld", base.max_jokers),
        min_naturals=options.get("minNaturals", base.min_naturals),
        max_run=options.get("maxRunLen", base.max_run),
        skin=base.skin,
    )


def js_rules(rules: MeldRules) -> dict[str, Any]:
    return {
        "aceHigh": rules.ace_high,
        "maxJokers": rules.max_jokers,
        "minNaturals": rules.min_naturals,
        "maxRun": rules.max_run,
        "tiles": rules.skin is Skin.TILES,
    }


def engine_says(cards: list[str], rules: MeldRules, kind: str | None) -> dict[str, Any]:
    try:
        shape = classify(
            [parse(c, rules.skin) for c in cards], rules, MeldKind(kind) if kind else None
        )
    except IllegalAction as refused:
        detail = {k: list(v) if isinstance(v, tuple) else v for k, v in refused.detail.items()}
        return {"ok": False, "code": refused.reason.value, "detail": detail}
    return {
        "ok": True,
        "kind": shape.kind.value,
        "cards": [face(piece, rules.skin) for piece in shape.cards],
        "jokers": {
            face(joker, rules.skin): [face(card, rules.skin) for card in cards_]
            for joker, cards_ in shape.jokers
        },
    }


def groups_of(vector: dict[str, Any]) -> list[dict[str, Any]]:
    """The groups a vector lays or asks about, each as {cards, kind}."""
    actions = vector["action"].get("steps", [vector["action"]])
    found: list[dict[str, Any]] = []
    for action in actions:
        match action.get("type"):
            case "layout":
                raw = action["table"]
            case "lay":
                raw = action["melds"]
            case "validate_meld":
                raw = [action["meld"]]
            case _:
                continue
        found += [g if isinstance(g, dict) else {"cards": g, "kind": None} for g in raw]
    return [{"cards": g["cards"], "kind": g.get("kind")} for g in found]


def test_every_vector_that_lays_a_group(blank: Page) -> None:
    cases = [
        (vector["id"], group, rules_of(vector)) for vector in VECTORS for group in groups_of(vector)
    ]
    assert len(cases) > 150
    said = blank.evaluate(CLASSIFY, [{**g, "rules": js_rules(r)} for _, g, r in cases])
    for (name, group, rules), found in zip(cases, said, strict=True):
        assert found == engine_says(group["cards"], rules, group["kind"]), name


def test_what_the_vectors_expect(blank: Page) -> None:
    """Not only the same as the engine: what the vectors themselves say of single groups and of whole tables."""
    checked = 0
    for vector in VECTORS:
        action, expect = vector["action"], vector["expect"]
        if action.get("type") not in {"validate_meld", "layout"}:
            continue
        cases = [{**g, "rules": js_rules(rules_of(vector))} for g in groups_of(vector)]
        said = blank.evaluate(CLASSIFY, cases)
        codes = [v["code"] for v in said if not v["ok"]]
        if expect["result"] == "accept":
            assert codes == [], vector["id"]
        elif action["type"] == "validate_meld" or expect["code"] in {*MELD_CODES}:
            assert codes[0] == expect["code"], vector["id"]
        if "kind" in expect:
            assert said[0]["kind"] == expect["kind"], vector["id"]
        if "jokers" in expect:
            assert said[0]["jokers"] == expect["jokers"], vector["id"]
        checked += 1
    assert checked > 60


MELD_CODES = [
    "MELD_TOO_SHORT",
    "TOO_MANY_JOKERS",
    "TOO_FEW_NATURALS",
    "KIND_REQUIRED",
    "MELD_MIXED",
    "SET_DUP_SUIT",
    "SET_TOO_LONG",
    "RUN_DUP_RANK",
    "RUN_TOO_LONG",
    "RUN_ACE_HIGH",
    "RUN_WRAP",
    "RUN_GAP",
]


def random_group(rng: random.Random, rules: MeldRules) -> dict[str, Any]:
    """A group that is often a meld or nearly one."""
    deck = TILE106 if rules.skin is Skin.TILES else FR106
    naturals = [piece for piece in deck.pieces if not isinstance(piece, Joker)]
    jokers = [piece for piece in deck.pieces if isinstance(piece, Joker)]
    size = rng.choice((1, 2, 3, 3, 3, 4, 4, 5, 6, 13, 14))
    one = rng.choice(naturals)
    match rng.randrange(4):
        case 0:
            pool = [p for p in naturals if p.rank == one.rank]
        case 1:
            pool = [p for p in naturals if p.suit == one.suit]
        case 2:
            first = rng.randrange(1, 14)
            wanted = {(first + i - 1) % 13 + 1 for i in range(size)}
            pool = [p for p in naturals if p.suit == one.suit and p.copy == 1 and p.rank in wanted]
        case _:
            pool = naturals
    chosen: list[Any] = rng.sample(pool, min(size, len(pool)))
    if rng.random() < 0.5:
        chosen.sort(key=lambda piece: piece.rank)
    for joker in jokers[: rng.choice((0, 0, 0, 1, 2, 2))]:
        if chosen and rng.random() < 0.5:
            chosen.pop(rng.randrange(len(chosen)))
        chosen.insert(rng.randrange(len(chosen) + 1), joker)
    kind = rng.choice((None, None, None, "set", "run"))
    return {"cards": [face(piece, rules.skin) for piece in chosen], "kind": kind}


def test_ten_thousand_random_groups(blank: Page) -> None:
    rng = random.Random(20260921)
    several = (*RULES.values(), ERAM, MeldRules(ace_high=True, max_jokers=2, max_run=5))
    cases = [(random_group(rng, rules), rules) for rules in rng.choices(several, k=10_000)]
    said = blank.evaluate(CLASSIFY, [{**g, "rules": js_rules(r)} for g, r in cases])
    seen: dict[str, int] = {}
    for (group, rules), found in zip(cases, said, strict=True):
        wanted = engine_says(group["cards"], rules, group["kind"])
        assert found == wanted, (group, rules)
        key = "ok" if found["ok"] else found["code"]
        seen[key] = seen.get(key, 0) + 1
    assert set(seen) == {"ok", *MELD_CODES}, seen
    assert min(seen.values()) >= 5, seen
