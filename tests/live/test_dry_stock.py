"""The last card of the stock and what comes after it, on each way a card is drawn: by a person, a bot, and the clock."""

from dataclasses import replace
from uuid import UUID, uuid4

import pytest

from games.engine.actions import Action, Draw, Layout, Pass
from games.engine.errors import Reason
from games.engine.seats import Seat
from games.engine.state import Finish, RoundState
from games.live import bots, clock
from games.live.audit import audit, conserved
from games.live.commands import Act, ByUser
from games.live.errors import Rejected
from games.live.folding import rules_of
from games.live.memory import MemoryStore
from games.live.service import execute
from games.live.setup import SeatPlan
from games.live.store import MatchRow
from games.live.viewing import frame
from tests.live.tables import Ticking, folded, memory_match, person, plan, row_of

pytestmark = pytest.mark.django_db

SEATS = 3
STOCK = 104 - 7 * SEATS
WAYS = ("person", "bot", "clock")
every_way = pytest.mark.parametrize("way", WAYS)


def always_draws(*_: object) -> Action:
    """Draw, also where there is nothing to draw."""
    return Draw()


class Match:
    """A match of a person and two bots on the twin store, in which everybody draws until so many cards are left."""

    def __init__(self, way: str, left: int) -> None:
        self.ticking = Ticking()
        self.store = MemoryStore(self.ticking)
        self.user = person()
        self.seat = (STOCK - left) % SEATS
        chair = self.seat if way != "bot" else (self.seat + 1) % SEATS
        seats = [SeatPlan(None, f"Bot {n}", bot_level="easy") for n in range(SEATS)]
        seats[chair] = SeatPlan(self.user, "Layla")
        self.id: UUID = memory_match(
            self.store, replace(plan(self.user, bots=2, turn_seconds=30), seats=tuple(seats))
        )
        while len(self.deal.piles.stock) > left:
            self.go("person" if self.row.to_act == chair else "bot")
        assert self.row.to_act == self.seat

    @property
    def row(self) -> MatchRow:
        return row_of(self.id, self.store)

    @property
    def deal(self) -> RoundState:
        return folded(self.id, self.store).state.live_round()

    def counts(self) -> list[int]:
        return [len(hand) for hand in self.deal.hands]

    def act(self, action: Action) -> None:
        execute(Act(self.id, self.row.version, uuid4(), action), ByUser(self.user), self.store)

    def go(self, way: str) -> None:
        """Let the seat on turn act: its person draws, its bot wants to draw, or its time runs out."""
        if way == "person":
            self.act(Draw())
        elif way == "bot":
            assert bots.play(self.id, self.row.version, self.store)
        else:
            self.ticking.pass_(60)
            assert clock.expire(self.id, self.row.version, self.store)


@pytest.fixture(autouse=True)
def drawing_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "LEVELS", {"easy": always_draws, "greedy": always_draws})


@every_way
def test_the_last_card_is_drawn_like_any_other(way: str) -> None:
    match = Match(way, left=1)
    hands = match.counts()
    match.go(way)
    hands[match.seat] += 1
    assert (match.counts(), match.deal.piles.stock) == (hands, ())
    shown = frame(match.id, None, 0, match.store)
    assert (shown.view["stock"], shown.view["counts"]) == (0, hands)
    assert match.row.to_act == (match.seat + 1) % SEATS


@every_way
def test_on_a_dry_stock_nobody_draws_and_nobody_is_stuck(way: str) -> None:
    match = Match(way, left=0)
    row, hands = match.row, match.counts()
    if way == "person":
        with pytest.raises(Rejected) as refusal:
            match.go("person")
        assert refusal.value.code is Reason.STOCK_EMPTY
        assert match.row == row, "a refusal changes nothing"
    state = folded(match.id, match.store).state
    open_way = rules_of(row).fallback(state, Seat(match.seat))
    assert isinstance(open_way, Pass | Layout)
    if way == "person":
        match.act(open_way)
    else:
        match.go(way)
    assert match.row.version == row.version + 1
    laid = hands[match.seat] - match.counts()[match.seat]
    assert (laid > 0) is isinstance(open_way, Layout)
    assert match.deal.piles.stock == ()


@every_way
def test_a_match_that_only_draws_ends_by_the_rules_of_the_dry_stock(way: str) -> None:
    match = Match(way, left=0)
    turns = 0
    while match.row.to_act is not None:
        seat = match.row.to_act
        held = match.store.read(lambda tx: tx.seats(match.id))[seat]
        match.go("bot" if held.by_bot else "clock")
        assert conserved(folded(match.id, match.store).state)
        turns += 1
        assert turns < 300
    record = folded(match.id, match.store).state.standing.records[-1]
    assert record.finish in {Finish.DEAD, Finish.NORMAL}
    fewest = min(seat.cards for seat in record.seats)
    assert all(record.seats[winner].cards == fewest for winner in record.winners)
    assert audit(match.id, match.store) == ()
