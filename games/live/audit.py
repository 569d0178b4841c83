"""Check what is kept of a match against its log: the log, played again, is the match."""

from collections import Counter
from uuid import UUID

import structlog

from games.engine.cards import DECKS
from games.engine.codec import state_json
from games.engine.state import State
from games.live.bookkeeping import on_turn
from games.live.folding import Folded, extend, rules_of
from games.live.postgres import POSTGRES
from games.live.store import Session, Store

log = structlog.get_logger(__name__)


def audit(match_id: UUID, store: Store = POSTGRES) -> tuple[str, ...]:
    """Give the names of what does not agree, each logged as an error; empty is good."""
    faults = store.read(lambda tx: _faults(tx, match_id))
    for name in faults:
        log.error("audit", match=str(match_id), fault=name)
    return faults


def _faults(tx: Session, match_id: UUID) -> tuple[str, ...]:
    row = tx.match(match_id)
    if row is None:
        return ("no such match",)
    rules = rules_of(row)
    at = Folded(0, rules.start(rules.options(row.options), row.seats, row.sitting), ())
    kept = tx.snapshot(match_id)
    faults = []
    rows = tx.log(match_id, 0, row.version)
    if [entry.seq for entry in rows] != list(range(1, row.version + 1)):
        faults.append("the log has gaps")
    for entry in rows:
        at = extend(at, rules, (entry,))
        if not conserved(at.state):
            faults.append(f"cards lost or doubled at {at.version}")
        if kept is not None and kept[0] == at.version and kept[1] != state_json(at.state):
            faults.append("the snapshot differs")
    if row.to_act != on_turn(rules, at.state):
        faults.append("the wrong seat is on turn")
    return tuple(faults)


def conserved(state: State) -> bool:
    """Tell whether every piece of the deck lies in exactly one place."""
    deal = state.round
    if deal is None:
        return True
    places = Counter(deal.piles.stock) + Counter(deal.piles.fire)
    for hand in deal.hands:
        places.update(hand)
    for meld in deal.melds:
        places.update(meld.cards)
    return places == Counter(DECKS[state.deck].pieces)
