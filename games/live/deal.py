"""Walk a deal from the promise to the cards: open, sealed, dealt, each step one transaction (fairness spec, section 4).

A deal is never made inside the door: between these steps the browsers will be asked for their share. As long as no seat
contributes, the walk passes at once. Every step may be run again, and the sweep runs them again where a process died.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

import structlog

from games.engine.actions import Abort, Deal
from games.engine.cards import DECKS
from games.engine.codec import Json
from games.engine.ruleset import DealPattern, RuleSet, deal_out
from games.engine.seats import CHANCE, TABLE, Seat
from games.engine.state import State
from games.fairness import (
    DRAWN_DEALER,
    STANDARD,
    DealParams,
    Kind,
    RevealedSeat,
    Scope,
    Seal,
    SealedSeat,
    deal_key,
    key_check,
    value_at,
    without_contribution,
)
from games.fairness import Dealt as FairDeal
from games.fairness import deal as fair_deal
from games.live import foreseen, seeds
from games.live.bookkeeping import Outline, Play, outline
from games.live.faults import fault
from games.live.folding import MEMORY, fold, rules_of
from games.live.news import announce
from games.live.postgres import EPOCH, POSTGRES
from games.live.publish import Bump
from games.live.store import Contended, DealRow, MatchRow, SeatRow, Session, Store
from games.models.entries import open_entry, seal_entry
from games.models.fair import Stage
from games.models.log import By
from games.models.match import Status

log = structlog.get_logger(__name__)

_WAITS_FOR_DEAL: Final = (Status.DEALING, Status.BETWEEN_ROUNDS)
_REVEAL_WITHIN: Final = timedelta(hours=6)
_REVEAL_WITHOUT_CLOCK: Final = timedelta(days=7, hours=1)


def walk(match_id: UUID, store: Store = POSTGRES) -> None:
    """Take a waiting match through all steps of its deal that can be taken now; harmless where nothing waits."""
    if store.transact(lambda tx: _seal(tx, match_id)):
        fault("sealed")
    try:
        prepared = store.transact(lambda tx: _deal(tx, match_id))
    except seeds.SeedLost:
        log.critical("seed lost, match void", match=str(match_id))
        prepared = store.transact(lambda tx: _void(tx, match_id))
    if prepared is not None:
        fault("dealt")
        MEMORY.put(match_id, prepared.after)


def _seal(tx: Session, match_id: UUID) -> bool:
    """OPEN -> SEALED: fix the seats and the time of the next deal; True if this call did it."""
    row = tx.match(match_id, lock=True)
    if row is None or row.status not in _WAITS_FOR_DEAL:
        return False
    last = tx.last_deal(match_id)
    if last is not None and last.stage == Stage.SEALED:
        return False
    state, rules = fold(tx, row).state, rules_of(row)
    deal_no = last.deal_no + 1 if last else 1
    seal = draft_seal(row, tx.seats(match_id), rules, state, deal_no)
    tx.add_deal(match_id, _sealed_row(seal))
    tx.tell(Bump(match_id, *tx.touch(match_id)))
    return True


def _deal(tx: Session, match_id: UUID) -> Outline | None:
    """SEALED -> DEALT: compute the key and log the Deal in the same transaction; None if nothing was to be dealt."""
    row = tx.match(match_id, lock=True)
    if row is None or row.status not in _WAITS_FOR_DEAL:
        return None
    sealed = tx.last_deal(match_id)
    if sealed is None or sealed.stage != Stage.SEALED:
        return None
    seal = seal_entry(open_entry(row.id, row.promise, row.promise.rematch_of), sealed)
    assert seal.hash().hex() == sealed.seal_hash, "the seal is not what was sealed"
    gave = without_contribution(seal.seats)
    key = deal_key(seed_of(row, seal.deal_no), seal.hash(), gave)
    before, rules = fold(tx, row), rules_of(row)
    action = as_action(fair_deal(seal, key), rules, before.state)
    play = Play(CHANCE, action, By.DEAL)
    prepared = outline(row, tx.seats(match_id), rules, before, (play,))
    if not tx.advance(match_id, row.version, prepared.rows, prepared.change):
        raise Contended
    dealt = replace(
        sealed,
        stage=Stage.DEALT,
        statuses=tuple(statuses_json(gave)),
        key_check=key_check(key).hex(),
        first_seq=prepared.after.version,
    )
    tx.set_deal(match_id, dealt, Stage.SEALED)
    fault("deal_written")
    announce(tx, row, prepared)
    return prepared


def _void(tx: Session, match_id: UUID) -> Outline | None:
    """End a match that cannot be dealt: the site's fault, so nobody has lost. Its seal stays overdue for everybody to see."""
    row = tx.match(match_id, lock=True)
    if row is None or row.status not in _WAITS_FOR_DEAL:
        return None
    rules, before = rules_of(row), fold(tx, row)
    prepared = outline(row, tx.seats(match_id), rules, before, (Play(TABLE, Abort(), By.DEAL),))
    prepared = replace(prepared, change=replace(prepared.change, status=Status.VOID))
    if not tx.advance(match_id, row.version, prepared.rows, prepared.change):
        raise Contended
    announce(tx, row, prepared)
    return prepared


def as_action(dealt: FairDeal, rules: RuleSet, state: State) -> Deal:
    """Turn the proof's indexes into the engine's pieces; both must deal the same hands and the same stock."""
    pieces = DECKS[state.deck].pieces
    order = tuple(pieces[index] for index in dealt.order)
    hands, stock = deal_out(order, rules.deal_pattern(state), Seat(dealt.dealer), state.seats)
    same_hands = hands == tuple(tuple(pieces[index] for index in hand) for hand in dealt.hands)
    assert same_hands, "engine and proof deal different hands"
    assert stock == tuple(pieces[index] for index in dealt.stock), "engine and proof differ"
    return Deal(Seat(dealt.dealer), order)


def seed_of(row: MatchRow, deal_no: int) -> bytes:
    """Open S[deal_no] of the match's chain: a secret until its deal is revealed. Raises seeds.SeedLost."""
    top = seeds.unseal(row.id, row.promise.sealed_seed)
    return value_at(scope_of(row), row.promise.chain_len, top, deal_no)


def scope_of(row: MatchRow) -> Scope:
    """Give what every value of the match's deals is bound to."""
    return Scope(row.promise.origin, row.id.bytes)


def draft_seal(
    row: MatchRow, seats: tuple[SeatRow, ...], rules: RuleSet, state: State, deal_no: int
) -> Seal:
    """Fix everything about one deal. Seats of people count as absent until the ceremony asks them."""
    pattern = rules.deal_pattern(state)
    sealed_ms = sealing_moment(row)
    within = _REVEAL_WITHIN if row.turn_seconds else _REVEAL_WITHOUT_CLOCK
    return Seal(
        scope=scope_of(row),
        open_hash=bytes.fromhex(row.promise.open_hash),
        deal_no=deal_no,
        round_no=state.deals + 1,
        dealer_in=DRAWN_DEALER if pattern.dealer is None else int(pattern.dealer),
        params=_params(pattern, rules.deck(state.options).name),
        seats=tuple(SealedSeat(Kind.BOT if seat.bot_level else Kind.ABSENT) for seat in seats),
        sealed_ms=sealed_ms,
        reveal_by_ms=sealed_ms + within // timedelta(milliseconds=1),
    )


def sealing_moment(row: MatchRow) -> int:
    """Give the time written into the seal: the database's, except where a test foresees the deal."""
    known = foreseen.moment_of(row.id)
    return in_ms(row.now) if known is None else known


def in_ms(moment: datetime) -> int:
    """Give a moment in ms since 1970."""
    return (moment - EPOCH) // timedelta(milliseconds=1)


def _params(pattern: DealPattern, deck: str) -> DealParams:
    return DealParams(
        deck=STANDARD[deck],
        first_offset=pattern.first_offset,
        hand_size=pattern.hand_size,
        starter_extra=pattern.starter_extra,
        packet=pattern.packet,
        max_reshuffles=pattern.max_reshuffles,
    )


def _sealed_row(seal: Seal) -> DealRow:
    params = seal.params
    return DealRow(
        deal_no=seal.deal_no,
        round_no=seal.round_no,
        stage=Stage.SEALED,
        dealer_in=seal.dealer_in,
        params={
            "deck": params.deck.name,
            "first_offset": params.first_offset,
            "hand_size": params.hand_size,
            "starter_extra": params.starter_extra,
            "packet": params.packet,
            "max_reshuffles": params.max_reshuffles,
        },
        seats=tuple({"kind": int(seat.kind)} for seat in seal.seats),
        sealed_ms=seal.sealed_ms,
        reveal_by_ms=seal.reveal_by_ms,
        seal_hash=seal.hash().hex(),
    )


def statuses_json(seats: tuple[RevealedSeat, ...]) -> list[Mapping[str, Json]]:
    """Write what the seats gave as the proof document does."""
    return [{"status": int(seat.status)} for seat in seats]
