"""Open the seeds of deals that have ended: the last step of a deal, idempotent, rebuilt by the sweep (fairness spec, section 9)."""

from dataclasses import replace
from uuid import UUID

from games.fairness import NO_HISTORY, Outcome, history_hash, without_contribution
from games.live.deal import in_ms, seed_of, statuses_json
from games.live.faults import fault
from games.live.postgres import POSTGRES
from games.live.publish import Bump
from games.live.store import DealRow, MatchRow, Session, Store
from games.models.entries import history_of, open_entry, seal_entry
from games.models.fair import Stage


def reveal(match_id: UUID, store: Store = POSTGRES) -> int:
    """Reveal every ended deal of a match that is not revealed yet; gives how many this call revealed."""
    revealed = store.transact(lambda tx: _reveal(tx, match_id))
    fault("revealed")
    return revealed


def _reveal(tx: Session, match_id: UUID) -> int:
    row = tx.match(match_id, lock=True)
    if row is None:
        return 0
    done = 0
    for deal in tx.ended_deals(match_id):
        if tx.set_deal(match_id, opened(tx, row, deal), Stage.ENDED):
            done += 1
    if done:
        fault("reveal_written")
        tx.tell(Bump(match_id, *tx.touch(match_id)))
    return done


def opened(tx: Session, row: MatchRow, deal: DealRow) -> DealRow:
    """Give the deal with its seed and its history, as it is to be kept."""
    seal = seal_entry(open_entry(row.id, row.promise, row.promise.rematch_of), deal)
    statuses = deal.statuses or tuple(statuses_json(without_contribution(seal.seats)))
    return replace(
        deal,
        stage=Stage.REVEALED,
        seed=seed_of(row, deal.deal_no).hex(),
        statuses=statuses,
        history_hash=_history(tx, row, deal).hex(),
        revealed_ms=max(in_ms(row.now), deal.sealed_ms),
    )


def _history(tx: Session, row: MatchRow, deal: DealRow) -> bytes:
    if deal.outcome == Outcome.VOID or deal.first_seq is None or deal.last_seq is None:
        return NO_HISTORY
    return history_hash(history_of(tx.log(row.id, deal.first_seq - 1, deal.last_seq)))
