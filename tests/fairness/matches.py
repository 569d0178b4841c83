"""Whole matches of Hand Russian, dealt by fairness and played by the engine, as the proof page gets them."""

import hashlib
import json
from functools import cache
from typing import Any

from games.engine.actions import Action, Deal, Layout
from games.engine.cards import Piece, face, parse
from games.engine.codec import action_json, actor_json
from games.engine.replay import Log, replay
from games.engine.rulesets import NEWEST
from games.engine.seats import CHANCE, Actor, Seat
from games.engine.state import State
from games.fairness import (
    CHAIN_LENGTH,
    DRAWN_DEALER,
    STANDARD,
    DealParams,
    JsonValue,
    Kind,
    Open,
    Outcome,
    Proof,
    Reveal,
    Scope,
    Seal,
    SealedSeat,
    deal,
    deal_key,
    history_hash,
    rules_hash,
    tip_of,
    to_json,
    value_at,
    with_result,
    without_contribution,
)

RULES = NEWEST["hand_russian"]
NAMES = ("Sara", "Layla", "Karim", "Zaatar")


def sealed(seats: int, seed: int) -> tuple[Open, Seal, bytes]:
    """Promise and seal one deal as the server does: what is dealt comes from the rule set's own pattern."""
    scope = Scope("jalsa.example/deals", hashlib.sha256(b"match%d" % seed).digest()[:16])
    top = hashlib.sha256(b"top%d" % seed).digest()
    options = RULES.options({})
    state = RULES.start(options, seats)
    pattern = RULES.deal_pattern(state)
    open_ = Open(
        scope, tip_of(scope, top), CHAIN_LENGTH, 1_790_000_000_000, rules_hash(RULES.key, 1, {})
    )
    params = DealParams(
        deck=STANDARD[RULES.deck(options).name],
        first_offset=pattern.first_offset,
        hand_size=pattern.hand_size,
        starter_extra=pattern.starter_extra,
        packet=pattern.packet,
        max_reshuffles=pattern.max_reshuffles,
    )
    kinds = [Kind.ABSENT, *[Kind.BOT] * (seats - 1)]
    seal = Seal(
        scope=scope,
        open_hash=open_.hash(),
        deal_no=1,
        round_no=1,
        dealer_in=DRAWN_DEALER if pattern.dealer is None else pattern.dealer,
        params=params,
        seats=tuple(SealedSeat(kind) for kind in kinds),
        sealed_ms=1_790_000_000_400,
        reveal_by_ms=1_790_021_600_000,
    )
    return open_, seal, value_at(scope, CHAIN_LENGTH, top, 1)


@cache
def played(seats: int, seed: int) -> tuple[Proof, tuple[tuple[Actor, Action], ...], State]:
    """Deal and play one match to its end: lay when something can be laid, else draw."""
    open_, seal, opened = sealed(seats, seed)
    revealed = without_contribution(seal.seats)
    dealt = deal(seal, deal_key(opened, seal.hash(), revealed))
    order = tuple(parse(name) for name in seal.params.deck.named(dealt.order))
    log: list[tuple[Actor, Action]] = [(CHANCE, Deal(Seat(dealt.dealer), order))]
    options = RULES.options({})
    state = replay(RULES, options, seats, log)
    while acting := RULES.to_act(state):
        (seat,) = acting
        assert isinstance(seat, int)
        layouts = [move for move in RULES.actions(state, seat) if isinstance(move, Layout)]
        action = layouts[-1] if layouts else RULES.fallback(state, seat)
        log.append((seat, action))
        state = RULES.apply(state, seat, action).state
    reveal = Reveal(
        scope=seal.scope,
        seal_hash=seal.hash(),
        deal_no=seal.deal_no,
        outcome=Outcome.COMPLETED,
        seed=opened,
        seats=revealed,
        piles=(),
        history_hash=history_hash(entries(log)),
        revealed_ms=1_790_000_300_000,
    )
    return with_result(open_, seal, reveal), tuple(log), state


def entries(log: Log) -> list[JsonValue]:
    """Write a log as the proof page and `history_hash` read it."""
    skin = RULES.start(RULES.options({}), 2).skin
    return [
        {"seq": seq, "actor": actor_json(actor), "action": action_json(action, skin)}
        for seq, (actor, action) in enumerate(log, start=1)
    ]


def page_data(seats: int, seed: int) -> dict[str, Any]:
    """Return the block "proof-data" of a proof page."""
    proof, log, _ = played(seats, seed)
    first = log[0][1]
    assert isinstance(first, Deal)
    record = {
        "deal": {
            "dealer": first.dealer,
            "order": [face(piece) for piece in first.order],
            "hands": [sorted(face(piece) for piece in hand) for hand in handed_out(log, seats)],
        },
        "actions": entries(log),
    }
    promised = {
        "tip": proof.open.tip.hex(),
        "open_hash": proof.open.hash().hex(),
        "seal_hash": proof.seal.hash().hex(),
    }
    names = list(NAMES[:seats])
    data = {
        "proof": to_json(proof),
        "record": record,
        "names": names,
        "you": 0,
        "promised": promised,
    }
    copy: dict[str, Any] = json.loads(json.dumps(data))
    return copy


def handed_out(log: Log, seats: int) -> tuple[tuple[Piece, ...], ...]:
    """Return the hands that the engine made of the Deal."""
    return replay(RULES, RULES.options({}), seats, list(log)[:1]).live_round().hands


def rebound(data: dict[str, Any]) -> dict[str, Any]:
    """Bind changed actions again, as a server that lies consistently would."""
    data["proof"]["reveal"]["history_hash"] = history_hash(data["record"]["actions"]).hex()
    return data
