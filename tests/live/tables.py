"""Tables for the tests of the live rooms: people, bots, and matches under way on either store."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from uuid import UUID, uuid4

from django.contrib.auth import get_user_model
from django.db.models import F

from games.engine.actions import Action
from games.live import bots, deal, reveal
from games.live.commands import Accepted, Act, ByUser
from games.live.folding import Folded, fold
from games.live.memory import MemoryStore
from games.live.postgres import POSTGRES
from games.live.service import execute
from games.live.setup import MatchPlan, SeatPlan, open_in, open_match
from games.live.store import MatchRow, SeatRow, Store
from games.models import Match

ORIGIN = "fair.example.org/deals"
_names = count(1)


def person() -> int:
    """Sign somebody up."""
    return get_user_model().objects.create_user(f"person{next(_names)}").pk


def plan(
    *people: int, bots: int = 0, level: str = "easy", ruleset: str = "hand_russian", **more: object
) -> MatchPlan:
    """Seat people first, then bots."""
    seats = [SeatPlan(user, f"Person {user}") for user in people]
    seats += [SeatPlan(None, f"Bot {n}", bot_level=level) for n in range(1, bots + 1)]
    return replace(MatchPlan(ruleset, {}, tuple(seats)), **more)  # type: ignore[arg-type]


def begun(*people: int, bots: int = 0, **more: object) -> UUID:
    """Open a match in PostgreSQL and have it dealt."""
    match_id = open_match(plan(*people, bots=bots, **more))  # type: ignore[arg-type]
    deal.walk(match_id)
    return match_id


def row_of(match_id: UUID, store: Store | None = None) -> MatchRow:
    """Read the row of a match."""
    found = _store(store).read(lambda tx: tx.match(match_id))
    assert found is not None
    return found


def seats_of(match_id: UUID, store: Store | None = None) -> tuple[SeatRow, ...]:
    """Read the chairs of a match."""
    return _store(store).read(lambda tx: tx.seats(match_id))


def folded(match_id: UUID, store: Store | None = None) -> Folded:
    """Give the state of a match at its present version."""
    row = row_of(match_id, store)
    return _store(store).read(lambda tx: fold(tx, row))


def act(
    match_id: UUID,
    user: int,
    action: Action,
    version: int | None = None,
    command: UUID | None = None,
) -> Accepted:
    """Play an action for a person, at the present version if none is named."""
    if version is None:
        version = row_of(match_id).version
    return execute(Act(match_id, version, command or uuid4(), action), ByUser(user))


def later(match_id: UUID, seconds: float) -> None:
    """Let time pass for one match: its moments move into the past."""
    match = Match.objects.get(pk=match_id)
    for name in ("deadline", "bot_due", "started"):
        if (moment := getattr(match, name)) is not None:
            setattr(match, name, moment - timedelta(seconds=seconds))
    match.save(update_fields=["deadline", "bot_due", "started"])
    match.seat_rows.update(last_seen=F("last_seen") - timedelta(seconds=seconds))


class Ticking:
    """A clock that a simulation winds."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def pass_(self, seconds: float) -> None:
        """Let time pass."""
        self.now += timedelta(seconds=seconds)


def memory_match(store: MemoryStore, wanted: MatchPlan) -> UUID:
    """Open a match on the twin and have it dealt."""
    match_id = store.transact(lambda tx: open_in(tx, wanted, ORIGIN))
    deal.walk(match_id, store)
    return match_id


def play_out(match_id: UUID, store: Store | None = None) -> int:
    """Let the bots play a match to its end and reveal it; gives the number of moves."""
    moves = 0
    while (row := row_of(match_id, store)).to_act is not None:
        assert bots.play(match_id, row.version, _store(store))
        moves += 1
        assert moves < 2000, "the match does not end"
    reveal.reveal(match_id, _store(store))
    return moves


def _store(store: Store | None) -> Store:
    return store or POSTGRES
