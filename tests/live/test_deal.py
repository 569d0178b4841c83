"""Deals: promised before the first card, walked step by step, revealed after the end, provable ever after."""

from dataclasses import replace
from uuid import UUID, uuid4

import pytest
from django.test import override_settings

from games.engine.actions import Deal as DealAction
from games.engine.cards import FR104, Skin
from games.engine.codec import action_from_json
from games.fairness import Verified, history_hash, to_text, verify, with_result
from games.live import deal, reveal, seeds
from games.live.commands import AbortMatch, ByModerator, ByUser, Resign
from games.live.folding import MEMORY
from games.live.memory import MemoryStore
from games.live.postgres import POSTGRES
from games.live.service import execute
from games.live.setup import fair_origin, open_in, open_match
from games.live.store import Store
from games.models import Deal, FairLog, Match, MatchAction
from games.models.entries import history_of, open_entry, reveal_entry, seal_entry
from tests.live.conftest import KillAt, Killed, Told
from tests.live.tables import (
    ORIGIN,
    Ticking,
    begun,
    folded,
    memory_match,
    person,
    plan,
    row_of,
)

pytestmark = pytest.mark.django_db


def deal_of(match_id: UUID) -> Deal:
    return Deal.objects.get(match_id=match_id)


def test_tip_and_open_leaf_stand_before_the_first_card(told: Told) -> None:
    match = open_match(plan(person(), bots=1))
    kept = Match.objects.get(pk=match)
    assert kept.status == "dealing"
    assert kept.version == 0
    assert not MatchAction.objects.exists()
    assert len(kept.tip) == len(kept.open_hash) == 64
    opened = open_entry(kept.id, kept, None)
    assert opened.hash().hex() == kept.open_hash
    assert kept.origin == fair_origin()
    assert told.groups == []


def test_a_walk_seals_and_deals_and_may_be_repeated() -> None:
    match = open_match(plan(person(), person(), bots=2))
    for _ in range(3):
        deal.walk(match)
    kept = deal_of(match)
    assert (kept.deal_no, kept.round_no, kept.stage, kept.dealer_in) == (1, 1, "dealt", 3)
    assert kept.seats == [{"kind": 2}, {"kind": 2}, {"kind": 0}, {"kind": 0}]
    assert kept.statuses == [{"status": 2}, {"status": 2}, {"status": 0}, {"status": 0}]
    assert (kept.first_seq, kept.seed, kept.revealed_ms) == (1, "", None)
    assert MatchAction.objects.get(match_id=match).actor == "chance"
    row = row_of(match)
    assert (row.status, row.version, row.to_act) == ("playing", 1, 0)
    assert row.started is not None
    assert kept.reveal_by_ms - kept.sealed_ms == 6 * 60 * 60 * 1000


def test_a_match_without_a_clock_has_a_week_to_reveal() -> None:
    match = begun(person(), bots=1, turn_seconds=None)
    kept = deal_of(match)
    assert kept.reveal_by_ms - kept.sealed_ms == (7 * 24 + 1) * 60 * 60 * 1000


@pytest.mark.parametrize("place", ["sealed", "deal_written", "dealt"])
@pytest.mark.parametrize("where", ["postgres", "memory"])
def test_a_walk_that_died_anywhere_is_finished_by_the_next(
    place: str, where: str, kill_at: KillAt
) -> None:
    store: Store = POSTGRES if where == "postgres" else MemoryStore(Ticking())
    kill_at(place)
    match = store.transact(lambda tx: open_in(tx, plan(bots=2), ORIGIN))
    with pytest.raises(Killed):
        deal.walk(match, store)
    before = store.read(lambda tx: tx.last_deal(match))
    assert before is not None
    deal.walk(match, store)
    after = store.read(lambda tx: tx.last_deal(match))
    assert after is not None
    assert (after.deal_no, after.stage, after.seal_hash) == (1, "dealt", before.seal_hash)
    assert row_of(match, store).version == 1


def finished() -> UUID:
    """Give a match that has just ended by a resignation."""
    ann = person()
    match = begun(ann, person())
    execute(Resign(match, uuid4()), ByUser(ann))
    return match


def proof_text(match_id: UUID) -> str:
    match, kept = Match.objects.get(pk=match_id), deal_of(match_id)
    opened = open_entry(match.id, match, match.rematch_of_id)
    seal = seal_entry(opened, kept)
    return to_text(with_result(opened, seal, reveal_entry(seal, kept)))


def test_a_reveal_opens_what_was_promised(told: Told) -> None:
    match = finished()
    ended = deal_of(match)
    assert (ended.stage, ended.outcome, ended.last_seq, ended.seed) == ("ended", 2, 2, "")
    assert [reveal.reveal(match) for _ in range(3)] == [1, 0, 0]
    kept = deal_of(match)
    verdict = verify(proof_text(match))
    assert isinstance(verdict, Verified)
    assert (verdict.grade.value, verdict.late) == ("C", False)
    rows = MatchAction.objects.filter(match_id=match).order_by("seq")
    assert [item["seq"] for item in history_of(rows)] == [1, 2]
    assert history_hash(history_of(rows)).hex() == kept.history_hash
    dealt = action_from_json(rows[0].action, Skin.CARDS)
    assert isinstance(dealt, DealAction)
    assert verdict.dealt.order == tuple(FR104.pieces.index(piece) for piece in dealt.order)


def test_the_order_dealt_follows_from_seed_and_seal_alone() -> None:
    match = finished()
    order = MatchAction.objects.get(match_id=match, seq=1).action["order"]
    reveal.reveal(match)
    forged = Deal.objects.get(match_id=match)
    forged.seed = f"{int(forged.seed, 16) ^ 1:064x}"
    forged.save()
    assert not isinstance(verify(proof_text(match)), Verified)
    assert sorted(order) != order


@pytest.mark.parametrize("place", ["reveal_written", "revealed"])
def test_a_reveal_that_died_is_made_good(place: str, kill_at: KillAt) -> None:
    match = finished()
    kill_at(place)
    with pytest.raises(Killed):
        reveal.reveal(match)
    reveal.reveal(match)
    assert deal_of(match).stage == "revealed"
    assert isinstance(verify(proof_text(match)), Verified)


def test_nothing_is_revealed_while_a_card_can_matter() -> None:
    match = begun(person(), bots=1)
    assert reveal.reveal(match) == 0
    assert deal_of(match).seed == ""
    assert reveal.reveal(uuid4()) == 0


def test_a_match_broken_off_before_the_cards_opens_its_seal_all_the_same(kill_at: KillAt) -> None:
    match = open_match(plan(person(), bots=1))
    kill_at("sealed")
    with pytest.raises(Killed):
        deal.walk(match)
    execute(AbortMatch(match), ByModerator(1))
    deal.walk(match)
    assert reveal.reveal(match) == 1
    kept = deal_of(match)
    assert (kept.outcome, kept.history_hash) == (3, "0" * 64)
    assert isinstance(verify(proof_text(match)), Verified)


def test_seeds_are_unreadable_and_bound_to_their_match() -> None:
    match, other = begun(person(), bots=1), begun(person(), bots=1)
    row = row_of(match)
    seed = deal.seed_of(row, 1)
    top = seeds.unseal(match, row.promise.sealed_seed)
    everything = repr(list(Match.objects.values())) + repr(list(Deal.objects.values()))
    for secret in (seed, top):
        assert secret.hex() not in everything
        assert secret not in bytes(Match.objects.get(pk=match).sealed_seed)
    with pytest.raises(seeds.SeedLost):
        seeds.unseal(other, row.promise.sealed_seed)
    with pytest.raises(seeds.SeedLost):
        seeds.unseal(match, b"")
    assert "sealed_seed" not in repr(row)
    assert seed.hex() not in repr(row)


def test_keys_may_be_changed_while_matches_go_on() -> None:
    match = uuid4()
    with override_settings(SECRET_KEY="old"):
        sealed = seeds.seal(match, b"s" * 32)
    with override_settings(SECRET_KEY="new", SECRET_KEY_FALLBACKS=["older", "old"]):
        assert seeds.unseal(match, sealed) == b"s" * 32
    with override_settings(SECRET_KEY="new"), pytest.raises(seeds.SeedLost):
        seeds.unseal(match, sealed)
    with override_settings(SECRET_KEY="new", FAIR_KEY="own"):
        own = seeds.seal(match, b"t" * 32)
    with override_settings(SECRET_KEY="other", FAIR_KEY="own"):
        assert seeds.unseal(match, own) == b"t" * 32


def test_a_match_whose_seed_is_lost_is_void(kill_at: KillAt) -> None:
    match = open_match(plan(person(), bots=1))
    kill_at("sealed")
    with pytest.raises(Killed):
        deal.walk(match)
    with override_settings(SECRET_KEY="another"):
        deal.walk(match)
        assert row_of(match).status == "void"
        with pytest.raises(seeds.SeedLost):
            reveal.reveal(match)
    assert deal_of(match).stage == "ended", "overdue for ever, and everybody sees it"


def test_the_name_of_the_deals_is_made_once() -> None:
    with override_settings(SITE_URL="http://first.example.org:8000"):
        assert fair_origin() == "first.example.org:8000/deals"
    with override_settings(SITE_URL="https://second.example.org"):
        assert fair_origin() == "first.example.org:8000/deals"
    assert FairLog.objects.count() == 1


def test_a_rematch_points_back_and_rotates_nothing_by_itself() -> None:
    first = finished()
    second = open_match(replace(plan(person(), bots=1), rematch_of=first))
    kept = Match.objects.get(pk=second)
    assert (kept.sitting, kept.rematch_of_id) == (1, first)
    assert open_entry(kept.id, kept, first).prev_match_id == first.bytes
    assert open_entry(kept.id, kept, first).hash().hex() == kept.open_hash


def test_memory_and_origin() -> None:
    store = MemoryStore(Ticking())
    match = memory_match(store, plan(bots=2))
    assert row_of(match, store).promise.origin == ORIGIN
    MEMORY.clear()
    assert folded(match, store).version == 1
