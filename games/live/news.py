"""What is told to others after a write, once it is committed."""

from games.live.bookkeeping import Outline
from games.live.publish import BotTurn, Bump, DealDue, Finished, RevealDue, TurnEnds
from games.live.store import MatchRow, Session
from games.models.match import Status


def announce(tx: Session, row: MatchRow, prepared: Outline) -> None:
    """Tell who has to look and who has to act. All of it may be lost: versions and the sweep make up for it."""
    change, version = prepared.change, prepared.after.version
    tx.tell(Bump(row.id, version, row.meta_version))
    if change.bot_due is not None:
        tx.tell(BotTurn(row.id, version, (change.bot_due - row.now).total_seconds()))
    elif change.deadline is not None:
        tx.tell(TurnEnds(row.id, version, (change.deadline - row.now).total_seconds()))
    if change.status in (Status.DEALING, Status.BETWEEN_ROUNDS):
        tx.tell(DealDue(row.id))
    if change.deal_end is not None:
        tx.tell(RevealDue(row.id))
    if change.finished is not None:
        tx.tell(Finished(row.id, change.status))
