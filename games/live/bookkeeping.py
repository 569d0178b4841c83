"""What the row of a match says after an action: status, whose turn, the clock, settled rounds. Pure."""

import hashlib
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from games.engine.actions import Action
from games.engine.codec import action_json, standing_json, state_json
from games.engine.ruleset import RuleSet
from games.engine.seats import CHANCE, Actor, Phase, Seatless
from games.engine.state import State
from games.fairness import Outcome
from games.live.folding import Folded, extend
from games.live.store import Change, DealEnd, LogRow, MatchRow, SeatRow, Settled
from games.models.log import By
from games.models.match import Pace, Status

ABSENT_AFTER: Final = timedelta(seconds=30)
COVERED_AFTER: Final = timedelta(seconds=45)
UNRATED_AFTER: Final = timedelta(minutes=10)
BOT_SILENCE: Final = timedelta(seconds=3)
"""How long after its moment a bot's move may be missing before the clock plays."""

CAP: Final = timedelta(days=7)
"""A match without a turn clock is played to its end by the clock after this, so that its deal can be revealed in time
(fairness spec, section 9)."""

_BOT_SHORTEST: Final = 0.8
_BOT_SPREAD: Final = 0.8
_BOT_PRACTICE: Final = 0.2


@dataclass(frozen=True, slots=True)
class Play:
    """One action to be logged."""

    actor: Actor
    action: Action
    by: str


@dataclass(frozen=True, slots=True, repr=False)
class Outline:
    """A write in preparation: the rows, what becomes of the match, and its state afterwards."""

    rows: tuple[LogRow, ...]
    change: Change
    after: Folded


def bot_delay(match_id: UUID, version: int, pace: str) -> timedelta:
    """Say how long a bot seems to think at a version: 0.8-1.6 s, whatever it holds; 0.2 s at practice tables."""
    if pace == Pace.PRACTICE:
        return timedelta(seconds=_BOT_PRACTICE)
    draw = hashlib.sha256(b"pace" + match_id.bytes + version.to_bytes(4, "big")).digest()
    return timedelta(seconds=_BOT_SHORTEST + _BOT_SPREAD * int.from_bytes(draw[:4], "big") / 2**32)


def log_rows(
    row: MatchRow, plays: tuple[Play, ...], state: State, command_id: UUID | None
) -> tuple[LogRow, ...]:
    """Make the rows of one command; the first carries its id, all carry the version that stands once they are written."""
    last = row.version + len(plays)
    return tuple(
        LogRow(
            seq=row.version + place,
            version=last,
            actor=play.actor.value if isinstance(play.actor, Seatless) else str(int(play.actor)),
            action=action_json(play.action, state.skin),
            by=play.by,
            command_id=command_id if place == 1 else None,
            created=row.now,
        )
        for place, play in enumerate(plays, start=1)
    )


def outline(
    row: MatchRow,
    seats: tuple[SeatRow, ...],
    rules: RuleSet,
    before: Folded,
    plays: tuple[Play, ...],
    command_id: UUID | None = None,
) -> Outline:
    """Prepare the write of some legal plays; raises IllegalAction at the first that is not."""
    rows = log_rows(row, plays, before.state, command_id)
    after = extend(before, rules, rows)
    back = {
        play.actor for play in plays if play.by == By.USER and not isinstance(play.actor, Seatless)
    }
    return Outline(rows, _change(row, seats, rules, before.state, after, back), after)


def on_turn(rules: RuleSet, state: State) -> int | None:
    """Give the seat that is to act, or None while CHANCE or nobody is."""
    acting = [int(actor) for actor in rules.to_act(state) if not isinstance(actor, Seatless)]
    return acting[0] if acting and CHANCE not in rules.to_act(state) else None


def turn_of(state: State) -> tuple[int, int, int] | None:
    """Name the turn under way: the deadline belongs to it, whatever happens inside it."""
    deal = state.round
    return None if deal is None else (deal.number, deal.turn, int(deal.actor))


def same_turn(before: State, after: State) -> bool:
    """Tell whether the turn under way is still the one it was."""
    return not after.standing.over and turn_of(before) == turn_of(after) is not None


def _status(rules: RuleSet, state: State) -> Status:
    if state.standing.over:
        return Status.ABORTED if state.standing.aborted else Status.FINISHED
    if CHANCE in rules.to_act(state):
        return Status.DEALING if state.phase is Phase.DEAL else Status.BETWEEN_ROUNDS
    return Status.PLAYING


def _change(
    row: MatchRow,
    seats: tuple[SeatRow, ...],
    rules: RuleSet,
    before: State,
    folded: Folded,
    back: AbstractSet[int],
) -> Change:
    after = folded.state
    status = _status(rules, after)
    seat = on_turn(rules, after) if status is Status.PLAYING else None
    new_turn = not same_turn(before, after)
    held = tuple(
        _held(old, after, row.now, back=old.seat in back, begins=new_turn and old.seat == seat)
        for old in seats
    )
    deadline, bot_due = (
        (None, None) if seat is None else _clock(row, held[seat], folded.version, new_turn=new_turn)
    )
    return Change(
        status=status,
        to_act=seat,
        deadline=deadline,
        bot_due=bot_due,
        started=row.started or (row.now if after.deals else None),
        finished=row.now if after.standing.over else None,
        standing=standing_json(after.standing) if after.standing.over else None,
        snapshot=state_json(after) if _is_boundary(before, after) else None,
        settled=_settled(before, after),
        seats=tuple(new for old, new in zip(seats, held, strict=True) if new != old),
        deal_end=_deal_end(before, folded),
    )


def _held(old: SeatRow, after: State, now: datetime, *, back: bool, begins: bool) -> SeatRow:
    """Give the chair afterwards: given up for good, or taken back by its player's own move or at its next own turn."""
    covered = old.covered and not back and not (begins and is_present(old, now))
    return replace(old, covered=covered, resigned=old.resigned or old.seat in after.forfeited)


def is_present(seat: SeatRow, now: datetime) -> bool:
    """Tell whether a player was seen within the last 30 s."""
    return seat.last_seen is not None and now - seat.last_seen < ABSENT_AFTER


def _clock(
    row: MatchRow, held: SeatRow, version: int, *, new_turn: bool
) -> tuple[datetime | None, datetime | None]:
    """Give the end of the turn and the moment of a bot's move; inside a turn both stay."""
    deadline = bot_due = None
    if row.turn_seconds and not held.bot_level and not held.resigned:
        new = row.now + timedelta(seconds=row.turn_seconds)
        deadline = new if new_turn else row.deadline
    if held.by_bot:
        due = row.now + bot_delay(row.id, version, row.bot_pace)
        # An action of another seat (a resignation) makes a new version, and the bot's task is fenced by it.
        bot_due = due if new_turn or row.bot_due is None else max(row.bot_due, row.now)
    return deadline, bot_due


def _is_boundary(before: State, after: State) -> bool:
    return after.deals != before.deals or after.standing != before.standing


def _settled(before: State, after: State) -> tuple[Settled, ...]:
    new = after.standing.records[len(before.standing.records) :]
    written = standing_json(after.standing)["records"]
    assert isinstance(written, list)
    records = written[len(written) - len(new) :] if new else []
    return tuple(
        Settled(record.number, record.finish.value, body)
        for record, body in zip(new, records, strict=True)
        if isinstance(body, dict)
    )


def _deal_end(before: State, folded: Folded) -> DealEnd | None:
    """Say how the open deal ended, if it did: played to its record, abandoned, or sealed and never dealt."""
    after = folded.state
    if len(after.standing.records) > len(before.standing.records):
        return DealEnd(Outcome.COMPLETED, folded.version)
    if not after.standing.over:
        return None
    if before.phase in (Phase.DEAL, Phase.BETWEEN):
        return DealEnd(Outcome.VOID, None)
    return DealEnd(Outcome.ABANDONED, folded.version)
