"""Death at every named place, on both stores: no acknowledged move is lost, none is played twice, every match ends."""

import random
from uuid import UUID, uuid4

import pytest

from games.engine.actions import Draw
from games.live import bots, clock, deal, publish, reveal
from games.live.audit import audit
from games.live.commands import Accepted, Act, ByUser, Resign
from games.live.errors import RejectCode, Rejected
from games.live.folding import MEMORY
from games.live.memory import MemoryStore
from games.live.postgres import POSTGRES
from games.live.service import execute
from games.live.setup import open_in
from games.live.store import Store
from games.models import Match, MatchAction
from tests.live.conftest import KillAt, Killed
from tests.live.tables import ORIGIN, Ticking, person, plan, row_of

pytestmark = pytest.mark.django_db

PLACES = ("before_write", "after_write", "after_commit")


def new_match(store: Store, *people: int, bots: int = 0) -> UUID:
    match_id = store.transact(lambda tx: open_in(tx, plan(*people, bots=bots), ORIGIN))
    deal.walk(match_id, store)
    return match_id


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("where", ["postgres", "memory"])
def test_a_move_is_played_once_wherever_the_process_dies(
    place: str, where: str, kill_at: KillAt
) -> None:
    store: Store = POSTGRES if where == "postgres" else MemoryStore(Ticking())
    ann, ben = person(), person()
    match = new_match(store, ann, ben)
    command = Act(match, 1, uuid4(), Draw())
    kill_at(place)
    with pytest.raises(Killed):
        execute(command, ByUser(ann), store)
    MEMORY.clear()
    written = row_of(match, store).version
    assert written == (2 if place == "after_commit" else 1)
    again = [execute(command, ByUser(ann), store) for _ in range(2)]
    assert again == [Accepted(match, 2, command.command_id)] * 2
    assert row_of(match, store).version == 2
    assert audit(match, store) == ()


@pytest.mark.parametrize("seed", range(12))
def test_matches_end_whatever_is_lost_doubled_late_or_killed(seed: int, kill_at: KillAt) -> None:
    """Bots on the memory twin: notes are lost, doubled and delivered late, processes die, and only the sweep's rules help."""
    chance = random.Random(seed)  # a repeatable test
    ticking = Ticking()
    store = MemoryStore(ticking)
    match = store.transact(lambda tx: open_in(tx, plan(bots=2 + seed % 3), ORIGIN))
    late: list[publish.Note] = []
    died = 0
    for _ in range(4000):
        if row_of(match, store).status == "finished":
            break
        ticking.pass_(chance.choice((0.1, 0.5, 1.0, 4.0)))
        if chance.random() < 0.1:
            kill_at(chance.choice((*PLACES, "sealed", "deal_written", "dealt")))
        try:
            deliver(store, late, chance)
            rebuild(match, store)
        except Killed:
            died += 1
            MEMORY.clear()
    kill_at("")
    row = row_of(match, store)
    assert row.status == "finished", f"stuck at {row.version} (seed {seed})"
    assert died > 3
    reveal.reveal(match, store)
    # What comes an hour late finds nothing to do.
    before = row_of(match, store).version
    for note in [*late, *store.notes]:
        handle(note, store)
    assert row_of(match, store).version == before
    assert audit(match, store) == ()
    dealt = store.read(lambda tx: tx.last_deal(match))
    assert dealt is not None
    assert (dealt.deal_no, dealt.stage) == (1, "revealed")


def deliver(store: MemoryStore, late: list[publish.Note], chance: random.Random) -> None:
    """Deliver what was told: a third is lost, some comes twice, some later than what was told after it."""
    told, store.notes = store.notes, []
    for note in told:
        luck = chance.random()
        if luck < 0.3:
            continue
        if luck < 0.5:
            late.append(note)
            continue
        for _ in range(1 + (luck > 0.8)):
            handle(note, store)
    if late and chance.random() < 0.3:
        handle(late.pop(chance.randrange(len(late))), store)


def handle(note: publish.Note, store: MemoryStore) -> None:
    """Do what the task of a note does."""
    match note:
        case publish.BotTurn(match_id, version):
            bots.play(match_id, version, store)
        case publish.TurnEnds(match_id, version):
            clock.expire(match_id, version, store)
        case publish.DealDue(match_id):
            deal.walk(match_id, store)
        case publish.RevealDue(match_id):
            reveal.reveal(match_id, store)
        case _:
            pass


def rebuild(match: UUID, store: MemoryStore) -> None:
    """Do what the sweep does, by the same rules."""
    row = row_of(match, store)
    if row.status == "dealing":
        deal.walk(match, store)
    elif row.bot_due is not None:
        clock.expire(match, row.version, store)


@pytest.mark.parametrize("place", PLACES)
def test_a_resignation_is_made_once(place: str, kill_at: KillAt) -> None:
    ann, ben = person(), person()
    match = new_match(POSTGRES, ann, ben)
    command = Resign(match, uuid4())
    kill_at(place)
    with pytest.raises(Killed):
        execute(command, ByUser(ann))
    assert execute(command, ByUser(ann)).version == 2
    assert MatchAction.objects.filter(match_id=match, action__type="forfeit").count() == 1
    with pytest.raises(Rejected) as refusal:
        execute(Act(match, 2, uuid4(), Draw()), ByUser(ben))
    assert refusal.value.code is RejectCode.MATCH_OVER


def test_the_audit_finds_a_flipped_byte() -> None:
    store = POSTGRES
    match = new_match(store, bots=2)
    kept = Match.objects.get(pk=match)
    assert audit(match) == ()
    assert kept.snapshot is not None
    hands = kept.snapshot["round"]["hands"]
    hands[0], hands[1] = hands[1], hands[0]
    kept.save(update_fields=["snapshot"])
    assert audit(match) == ("the snapshot differs",)
    Match.objects.filter(pk=match).update(to_act=1)
    assert "the wrong seat is on turn" in audit(match)
    assert audit(uuid4()) == ("no such match",)
