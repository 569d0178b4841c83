"""THE DOOR: every change of a match comes through `execute` (architecture, section "The door, step by step").

Who may, is it a retry, is it stale, do the rules allow it; then one fenced write, the commit, the answer, and only then
the news of it.
"""

from typing import Final, assert_never
from uuid import UUID

from games.engine.actions import Abort, Action, Deal, Forfeit, Reshuffle
from games.engine.errors import IllegalAction, Reason
from games.engine.ruleset import RuleSet
from games.engine.seats import TABLE, Actor, Seat
from games.engine.state import State
from games.live.bookkeeping import BOT_SILENCE, CAP, Outline, Play, on_turn, outline, same_turn
from games.live.commands import (
    AbortMatch,
    Accepted,
    Act,
    By,
    ByBot,
    ByClock,
    ByModerator,
    ByUser,
    Command,
    Expire,
    ForfeitSeat,
    Resign,
)
from games.live.errors import RejectCode, Rejected
from games.live.faults import fault
from games.live.folding import MEMORY, Folded, fold, rules_of
from games.live.news import announce
from games.live.postgres import POSTGRES
from games.live.store import CommandReused, Contended, MatchRow, SeatRow, Session, Store
from games.models.log import By as Hand
from games.models.match import LIVE

_HOUSE_ONLY: Final = (Forfeit, Abort, Deal, Reshuffle)
"""Actions that no seat plays: giving up has a command of its own, the others are chance's and the keepers'."""

_LONGEST_EXPIRY: Final = 64
"""Fallbacks in one turn; a rule set that needs more is at fault."""


def execute(command: Command, by: By, store: Store = POSTGRES) -> Accepted:
    """Make `command` happen on behalf of `by` and answer after the commit; raises Rejected, and then nothing has changed."""
    try:
        accepted, after = store.transact(lambda tx: _once(tx, command, by))
    except CommandReused:
        return store.read(lambda tx: _first_answer(tx, command, by))
    fault("after_commit")
    if after is not None:
        MEMORY.put(accepted.match_id, after)
    return accepted


def _once(tx: Session, command: Command, by: By) -> tuple[Accepted, Folded | None]:
    row = tx.match(command.match_id)
    if row is None:
        raise Rejected(RejectCode.NOT_FOUND)
    seats = tx.seats(row.id)
    actor = _who(row, seats, command, by)
    if answer := _retried(tx, row, command, actor):
        return answer, None
    if row.status not in LIVE:
        raise Rejected(RejectCode.MATCH_OVER, version=row.version)
    if isinstance(command, Act | Expire) and command.version != row.version:
        raise Rejected(RejectCode.STALE, version=row.version)
    before, rules = fold(tx, row), rules_of(row)
    try:
        prepared = outline(
            row,
            seats,
            rules,
            before,
            _plays(row, rules, before.state, command, by, actor),
            _command_id(command),
        )
    except IllegalAction as refusal:
        if answer := _answered(tx, row, command, actor):
            return answer, None
        raise Rejected(refusal.reason, refusal.detail, row.version) from None
    _write(tx, row, prepared)
    return Accepted(row.id, prepared.after.version, _command_id(command)), prepared.after


# Step 1: who


def _who(row: MatchRow, seats: tuple[SeatRow, ...], command: Command, by: By) -> Actor:
    """Give the actor that `by` may move with this command; raises NOT_SEATED or NOT_ALLOWED."""
    match by, command:
        case ByUser(user_id), Act(seat=None) | Resign():
            held = next((seat for seat in seats if seat.user_id == user_id), None)
            if held is None:
                raise Rejected(RejectCode.NOT_SEATED)
            if held.resigned and isinstance(command, Act):
                raise Rejected(RejectCode.NOT_ALLOWED, version=row.version)
            return Seat(held.seat)
        case ByBot(), Act(seat=seat) if seat is not None and 0 <= seat < row.seats:
            if seats[seat].by_bot:
                return seat
        case ByClock(), Expire():
            if row.to_act is not None and is_due(row):
                return Seat(row.to_act)
            raise Rejected(RejectCode.NOT_DUE, version=row.version)
        case ByModerator(), ForfeitSeat(seat=seat) if 0 <= seat < row.seats:
            return seat
        case ByModerator(), AbortMatch():
            return TABLE
    raise Rejected(RejectCode.NOT_ALLOWED, version=row.version)


def is_due(row: MatchRow) -> bool:
    """Tell whether the clock may play: the turn has run out, a bot is silent, or a match without a clock goes on for ever."""
    silent = row.bot_due is not None and row.bot_due + BOT_SILENCE <= row.now
    endless = row.turn_seconds is None and row.started is not None and row.started + CAP <= row.now
    return silent or endless or (row.deadline is not None and row.deadline <= row.now)


# Steps 2 and 3: retries


def _command_id(command: Command) -> UUID | None:
    return command.command_id if isinstance(command, Act | Resign) else None


def _retried(tx: Session, row: MatchRow, command: Command, actor: Actor) -> Accepted | None:
    """Give the first answer again. A first try of an Act is at the present version, so it costs no look into the log.

    An id that is used again at the present version is found when it is written, or when the rules refuse it.
    """
    if isinstance(command, Act) and command.version == row.version and row.status in LIVE:
        return None
    return _answered(tx, row, command, actor)


def _first_answer(tx: Session, command: Command, by: By) -> Accepted:
    """Answer a command whose id is in the log; another's id is refused (NOT_ALLOWED)."""
    row = tx.match(command.match_id)
    assert row is not None, "the match was there when the id was found"
    answer = _answered(tx, row, command, _who(row, tx.seats(row.id), command, by))
    if answer is None:
        raise Rejected(RejectCode.NOT_ALLOWED, version=row.version)
    return answer


def _answered(tx: Session, row: MatchRow, command: Command, actor: Actor) -> Accepted | None:
    """Give what this actor's command was answered with when it was logged, if it was."""
    command_id = _command_id(command)
    if command_id is None:
        return None
    answer = tx.answer(row.id, command_id)
    if answer is None or answer.actor != str(actor):
        return None
    return Accepted(row.id, answer.version, command_id)


# Steps 4 and 5: the rules


def _plays(
    row: MatchRow, rules: RuleSet, state: State, command: Command, by: By, actor: Actor
) -> tuple[Play, ...]:
    match command:
        case Act(action=action):
            if isinstance(action, _HOUSE_ONLY):
                raise Rejected(Reason.UNKNOWN_ACTION, version=row.version)
            return (Play(actor, action, Hand.BOT if isinstance(by, ByBot) else Hand.USER),)
        case Resign():
            return (Play(actor, Forfeit(), Hand.USER),)
        case ForfeitSeat():
            return (Play(actor, Forfeit(), Hand.MODERATOR),)
        case AbortMatch():
            return (Play(actor, Abort(), Hand.MODERATOR),)
        case Expire():
            return _fallbacks(rules, state)
        case _:
            assert_never(command)


def _fallbacks(rules: RuleSet, state: State) -> tuple[Play, ...]:
    """Play on for the seat on turn until its turn is over."""
    plays: list[Play] = []
    now = state
    seat = on_turn(rules, state)
    while seat is not None and (now is state or same_turn(state, now)):
        assert len(plays) < _LONGEST_EXPIRY, "the fallback does not end the turn"
        action: Action = rules.fallback(now, Seat(seat))
        plays.append(Play(Seat(seat), action, Hand.CLOCK))
        now = rules.apply(now, Seat(seat), action).state
    return tuple(plays)


# Steps 6 and 7: the write and the news


def _write(tx: Session, row: MatchRow, prepared: Outline) -> None:
    """Write behind the fence. Whoever loses looks at the whole again: it may have lost to its own twin."""
    fault("before_write")
    if not tx.advance(row.id, row.version, prepared.rows, prepared.change):
        raise Contended
    fault("after_write")
    announce(tx, row, prepared)
