"""Fair deals that a player can check: the format rummy-fair/v1, pure (hashing only, no clock, no randomness, no I/O).

Randomness and times come in as arguments. A deal, from promise to cards:

    open_ = Open(scope, tip_of(scope, top), CHAIN_LENGTH, now_ms, rules_hash(...))
    params = DealParams(STANDARD["fr104"], first_offset, hand_size, starter_extra, packet, 0)
    seal = Seal(scope, open_.hash(), deal_no, round_no, dealer, params, seats, now_ms, by_ms)
    seed = value_at(scope, CHAIN_LENGTH, top, deal_no)
    dealt = deal(seal, deal_key(seed, seal.hash(), without_contribution(seats)))
    names = params.deck.named(dealt.order)
"""

from .canonical import NO_HISTORY, JsonValue, canonical, history_hash, rules_hash
from .ceremony import Grade, commitment, deal_key, grade, key_check, without_contribution
from .chain import CHAIN_LENGTH, leads_to_tip, stored_values, tip_of, value_at
from .decks import FR104, FR106, STANDARD, TILE106, Deck
from .document import Proof, to_json, to_text, with_result
from .errors import Code, FairnessError
from .leaves import (
    DRAWN_DEALER,
    NO_MATCH,
    DealParams,
    Kind,
    Open,
    Outcome,
    Reveal,
    RevealedSeat,
    Scope,
    Seal,
    SealedSeat,
    Status,
)
from .proof import LogState, Refused, Step, Verdict, Verified, verify
from .shuffle import Dealt, deal, reshuffle

__all__ = [
    "CHAIN_LENGTH",
    "DRAWN_DEALER",
    "FR104",
    "FR106",
    "NO_HISTORY",
    "NO_MATCH",
    "STANDARD",
    "TILE106",
    "Code",
    "DealParams",
    "Dealt",
    "Deck",
    "FairnessError",
    "Grade",
    "JsonValue",
    "Kind",
    "LogState",
    "Open",
    "Outcome",
    "Proof",
    "Refused",
    "Reveal",
    "RevealedSeat",
    "Scope",
    "Seal",
    "SealedSeat",
    "Status",
    "Step",
    "Verdict",
    "Verified",
    "canonical",
    "commitment",
    "deal",
    "deal_key",
    "grade",
    "history_hash",
    "key_check",
    "leads_to_tip",
    "reshuffle",
    "rules_hash",
    "stored_values",
    "tip_of",
    "to_json",
    "to_text",
    "value_at",
    "verify",
    "with_result",
    "without_contribution",
]
