"""A bot's turn: what the bot is shown is a view, what it answers goes through the door like everybody's move."""

import hashlib
from typing import Final
from uuid import UUID

import structlog

from games.bots.base import Bot
from games.bots.registry import LEVELS
from games.engine.actions import Action
from games.engine.rng import CounterRng
from games.engine.ruleset import RuleSet
from games.engine.sampling import any_world
from games.engine.seats import Seat
from games.engine.state import State
from games.engine.views import PlayerView, build_view
from games.live.commands import Act, ByBot
from games.live.errors import RejectCode, Rejected
from games.live.folding import fold, rules_of
from games.live.postgres import POSTGRES
from games.live.service import execute
from games.live.store import MatchRow, SeatRow, Session, Store

log = structlog.get_logger(__name__)

COVER_LEVEL: Final = "greedy"
"""Who plays for the absent and for those who gave up."""


def play(match_id: UUID, version: int, store: Store = POSTGRES) -> bool:
    """Move the bot that is on turn at `version`; False where there is nothing to do any more.

    A bot that fails or answers with an illegal move is replaced by the rule set's fallback.
    """
    found = store.read(lambda tx: _turn(tx, match_id, version))
    if found is None:
        return False
    row, held, state = found
    seat, rules = Seat(held.seat), rules_of(row)
    view = build_view(state, seat)
    action = _choose(LEVELS.get(held.bot_level or COVER_LEVEL), row, view, rules, seat)
    if action is not None and _send(row, seat, action, store):
        return True
    return _send(row, seat, rules.fallback(any_world(view), seat), store)


def _turn(tx: Session, match_id: UUID, version: int) -> tuple[MatchRow, SeatRow, State] | None:
    row = tx.match(match_id)
    if row is None or row.version != version or row.to_act is None:
        return None
    held = tx.seats(match_id)[row.to_act]
    return (row, held, fold(tx, row).state) if held.by_bot else None


def _choose(
    bot: Bot | None, row: MatchRow, view: PlayerView, rules: RuleSet, seat: Seat
) -> Action | None:
    """Ask the bot. Whatever it dies of is logged without a card, and the table goes on."""
    if bot is None:
        log.error("no such bot", match=str(row.id), seat=int(seat))
        return None
    try:
        return bot(view, rules, CounterRng(_luck(row, seat)))
    except Exception as error:  # noqa: BLE001  # a bot may be wrong in any way; its traceback may name cards
        log.warning("bot failed", match=str(row.id), version=row.version, why=type(error).__name__)
        return None


def _luck(row: MatchRow, seat: Seat) -> int:
    """Seed a bot's chance from the place in the match alone, so that a match can be played again."""
    place = b"bot" + row.id.bytes + row.version.to_bytes(4, "big") + bytes([seat])
    return int.from_bytes(hashlib.sha256(place).digest()[:8], "big")


def _send(row: MatchRow, seat: Seat, action: Action, store: Store) -> bool:
    """Send a bot's move through the door; False if it is illegal, True if it stands or is not wanted any more."""
    try:
        execute(Act(row.id, row.version, None, action, seat), ByBot(), store)
    except Rejected as refusal:
        if isinstance(refusal.code, RejectCode):
            return True
        log.warning(
            "bot played illegally",
            match=str(row.id),
            version=row.version,
            code=refusal.code.value,
        )
        return False
    return True
