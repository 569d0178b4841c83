"""Whole bot matches through the door, on both stores: 450 in memory and 50 on PostgreSQL, looked at after every action."""

from dataclasses import dataclass, replace
from itertools import cycle, islice
from uuid import UUID

import pytest

from games.engine.codec import state_json
from games.engine.events import LaidOut
from games.engine.state import Finish
from games.fairness import Verified, to_text, verify, with_result
from games.live import bots, deal, reveal
from games.live.audit import audit, conserved
from games.live.bookkeeping import on_turn
from games.live.folding import MEMORY, rules_of
from games.live.memory import MemoryStore
from games.live.postgres import POSTGRES
from games.live.setup import MatchPlan, open_match
from games.live.store import Store
from games.models.entries import open_entry, reveal_entry, seal_entry
from tests.live.tables import Ticking, folded, memory_match, plan, row_of

CHUNKS = 15
"""In memory; each is a test of its own, so that the workers of pytest-xdist share them."""

EACH = 30
LEVELS = ("greedy", "easy", "mixed")
CROWDS = (2, 3, 4)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a match was like."""

    moves: int
    rearranged: bool
    dry: bool


def seating(number: int) -> MatchPlan:
    """Seat 2, 3 or 4 bots of one level or of both."""
    level = LEVELS[number // len(CROWDS) % len(LEVELS)]
    wanted = plan(bots=CROWDS[number % len(CROWDS)], level=level)
    if level != "mixed":
        return wanted
    levels = islice(cycle(("easy", "greedy")), len(wanted.seats))
    seats = tuple(
        replace(seat, bot_level=level) for seat, level in zip(wanted.seats, levels, strict=True)
    )
    return replace(wanted, seats=seats)


def watch(match_id: UUID, store: Store) -> Outcome:
    """Let a match be played and look at it after every action."""
    rearranged, moves = False, 0
    while (row := row_of(match_id, store)).to_act is not None:
        assert bots.play(match_id, row.version, store)
        after = row_of(match_id, store)
        found = folded(match_id, store)
        assert after.version == row.version + 1 == found.version
        assert conserved(found.state)
        assert after.to_act == on_turn(rules_of(after), found.state)
        told = found.told[-1]
        assert told.actor == row.to_act, "the bot on turn has moved, and not the clock for it"
        rearranged |= any(moved(event) for event in told.events if isinstance(event, LaidOut))
        moves += 1
        assert moves < 1500, "no end"
    assert row.status == "finished"
    assert reveal.reveal(match_id, store) == 1
    same_as_its_log(match_id, store)
    records = folded(match_id, store).state.standing.records
    return Outcome(moves, rearranged, records[-1].finish is Finish.DEAD)


def moved(event: LaidOut) -> bool:
    """Tell whether a card that lay on the table went to another meld."""
    was = {card: meld.id for meld in event.before for card in meld.cards}
    return any(was.get(card, meld.id) != meld.id for meld in event.after for card in meld.cards)


def same_as_its_log(match_id: UUID, store: Store) -> None:
    """The log, played again, is the live state and the snapshot, and the proof of its deal verifies."""
    row = row_of(match_id, store)
    assert audit(match_id, store) == (), "the snapshot is the log"
    kept = store.read(lambda tx: tx.snapshot(match_id))
    assert kept == (row.version, state_json(folded(match_id, store).state))
    deal = store.read(lambda tx: tx.last_deal(match_id))
    assert deal is not None
    assert (deal.stage, deal.first_seq, deal.last_seq) == ("revealed", 1, row.version)
    opened = open_entry(row.id, row.promise, None)
    seal = seal_entry(opened, deal)
    verdict = verify(to_text(with_result(opened, seal, reveal_entry(seal, deal))))
    assert isinstance(verdict, Verified)
    assert verdict.grade.value == "C"


def many(numbers: range, outcomes: list[Outcome]) -> None:
    """Judge a heap of matches: at least a fifth rearrange, and some end on a dry stock."""
    assert len(outcomes) == len(numbers)
    assert sum(o.rearranged for o in outcomes) * 5 >= len(outcomes), "too few rearrangements"
    assert any(o.dry for o in outcomes), "none ended on a dry stock"


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_matches_in_memory(chunk: int) -> None:
    numbers = range(chunk * EACH, (chunk + 1) * EACH)
    outcomes = []
    for number in numbers:
        store = MemoryStore(Ticking())
        outcomes.append(watch(memory_match(store, seating(number)), store))
    many(numbers, outcomes)


@pytest.mark.django_db
@pytest.mark.parametrize("chunk", range(5))
def test_matches_on_postgres(chunk: int) -> None:
    numbers = range(chunk * 10, (chunk + 1) * 10)
    outcomes = []
    for number in numbers:
        match = begun_as(seating(number))
        outcomes.append(watch(match, POSTGRES))
        live = folded(match).state
        MEMORY.clear()
        assert folded(match).state == live, "another process sees the same match"
    many(numbers, outcomes)


def begun_as(wanted: MatchPlan) -> UUID:
    """Open and deal a planned match."""
    match_id = open_match(wanted)
    deal.walk(match_id)
    return match_id
