"""The project's vectors of rummy-fair/v1, read once, and a proof of our own to tamper with."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

from games.fairness import (
    CHAIN_LENGTH,
    FR104,
    DealParams,
    Kind,
    Open,
    Outcome,
    Proof,
    Reveal,
    Scope,
    Seal,
    SealedSeat,
    history_hash,
    rules_hash,
    tip_of,
    value_at,
    with_result,
    without_contribution,
)

DATA = Path(__file__).parent / "data"
VECTORS: dict[str, Any] = json.loads((DATA / "vectors.json").read_text())
SCHEMA: dict[str, Any] = json.loads((DATA / "proof.schema.json").read_text())
GOOD: list[dict[str, Any]] = VECTORS["vectors"]
NEGATIVE: list[dict[str, Any]] = VECTORS["negative"]


def label(vector: dict[str, Any]) -> str:
    """Name a vector in the test's id."""
    return str(vector.get("name", vector.get("label")))


def without_log(document: dict[str, Any]) -> dict[str, Any]:
    """Return a copy of a proof document that leaves out what the public log would show."""
    bare = deepcopy(document)
    bare.pop("log", None)
    return bare


HAND_RUSSIAN = DealParams(
    deck=FR104, first_offset=1, hand_size=7, starter_extra=0, packet=1, max_reshuffles=0
)
"""SPEC 7, first row; seat 0 opens because the dealer is the last seat."""

SCOPE = Scope("jalsa.example/deals", bytes(range(16)))
TOP = bytes.fromhex("ab" * 32)


def house_proof(deal_no: int = 1, bots: int = 2, absent: int = 2) -> Proof:
    """Return a proof as the product makes it today: Hand Russian, no seat contributes."""
    seats = (SealedSeat(Kind.ABSENT),) * absent + (SealedSeat(Kind.BOT),) * bots
    open_ = Open(
        SCOPE,
        tip_of(SCOPE, TOP),
        CHAIN_LENGTH,
        1_790_000_000_000,
        rules_hash("hand_russian", 1, {"rotateOpener": False}),
    )
    seal = Seal(
        scope=SCOPE,
        open_hash=open_.hash(),
        deal_no=deal_no,
        round_no=1,
        dealer_in=len(seats) - 1,
        params=HAND_RUSSIAN,
        seats=seats,
        sealed_ms=1_790_000_000_400,
        reveal_by_ms=1_790_021_600_000,
    )
    reveal = Reveal(
        scope=SCOPE,
        seal_hash=seal.hash(),
        deal_no=deal_no,
        outcome=Outcome.COMPLETED,
        seed=value_at(SCOPE, CHAIN_LENGTH, TOP, deal_no),
        seats=without_contribution(seats),
        piles=(),
        history_hash=history_hash([{"seq": 1, "actor": 0, "action": {"type": "draw"}}]),
        revealed_ms=1_790_000_300_000,
    )
    return with_result(open_, seal, reveal)
