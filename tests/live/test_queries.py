"""The read side: lists, match pages, replays and proofs; nothing of a live hand and nothing before its reveal."""

import hashlib
import json
from dataclasses import asdict
from datetime import timedelta
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from django.db.models.functions import Now
from jsonschema import Draft202012Validator

from games import queries
from games.engine.actions import Draw
from games.engine.cards import face
from games.fairness import Verified, canonical, verify
from games.live import reveal
from games.live.commands import AbortMatch, ByModerator, ByUser, Resign
from games.live.service import execute
from games.models import Deal, Match
from tests.live.tables import act, begun, folded, person, play_out

pytestmark = pytest.mark.django_db

SCHEMA = Path(__file__).parent.parent / "fairness" / "data" / "proof.schema.json"


def resigned(loser: int, winner: int) -> UUID:
    match = begun(winner, loser)
    execute(Resign(match, uuid4()), ByUser(loser))
    return match


def test_a_history_is_paged_newest_first_with_its_results() -> None:
    ann, ben = person(), person()
    lost = resigned(ann, ben)
    won = resigned(ben, ann)
    broken = begun(ann, ben)
    execute(AbortMatch(broken), ByModerator(1))
    going = begun(ann, bots=1)
    page = queries.matches_of(ann)
    assert [(line.id, line.result) for line in page.matches] == [
        (going, ""),
        (broken, ""),
        (won, "won"),
        (lost, "lost"),
    ]
    assert (page.number, page.pages, page.total) == (1, 1, 4)
    assert page.matches[2].title == "Hand Russian"
    assert [seat.rank for seat in page.matches[2].seats] == [1, 2]
    assert queries.matches_of(ann, 2).matches == ()
    assert queries.matches_of(person()).total == 0
    for _ in range(queries.PAGE):
        begun(ann, bots=1)
    assert (queries.matches_of(ann).pages, len(queries.matches_of(ann, 2).matches)) == (2, 4)


def test_a_list_costs_the_same_however_long_it_is(django_assert_num_queries: object) -> None:
    ann = person()
    for _ in range(5):
        begun(ann, bots=1)
    with django_assert_num_queries(3):  # type: ignore[operator]
        queries.matches_of(ann)
    with django_assert_num_queries(2):  # type: ignore[operator]
        queries.live_public_matches()


def test_a_live_match_page_shows_its_promise_and_no_card_of_others() -> None:
    ann, ben = person(), person()
    match = begun(ann, ben, bots=1)
    act(match, ann, Draw())
    state = folded(match).state.live_round()
    for user, seat in ((ann, 0), (ben, 1), (None, None), (person(), None)):
        page = queries.match_page(match, user)
        assert page is not None
        assert (page.you, page.over, page.standing) == (seat, False, None)
        assert [deal.stage for deal in page.deals] == ["dealt"]
        assert len(page.tip) == len(page.open_hash) == 64
        text = json.dumps(asdict(page), default=str)
        hidden = [*state.piles.stock]
        for holder, hand in enumerate(state.hands):
            hidden += hand if holder != seat else ()
        assert [face(card) for card in hidden if f'"{face(card)}"' in text] == []
        assert "seed" not in text
    assert queries.match_page(uuid4(), ann) is None


def test_a_replay_waits_for_the_end_and_the_reveal() -> None:
    match = begun(bots=3)
    assert queries.replay_of(match) is None
    assert queries.proof_of(match, 1) is None
    moves = play_out(match)
    replay = queries.replay_of(match)
    assert replay is not None
    assert [step.seq for step in replay.steps] == list(range(1, moves + 2))
    first, last = replay.steps[0].view["hands"], replay.steps[-1].view["hands"]
    assert isinstance(first, list)
    assert isinstance(last, list)
    assert [len(hand) for hand in first if isinstance(hand, list)] == [7, 7, 7]
    live = folded(match).state.live_round()
    assert [set(hand) for hand in last if isinstance(hand, list)] == [
        set(map(face, hand)) for hand in live.hands
    ]
    page = queries.match_page(match, None)
    assert page is not None
    assert page.over
    assert [seat.cards for seat in page.line.seats] == [len(hand) for hand in live.hands]
    assert all(seat.pips is not None and seat.rank is not None for seat in page.line.seats)
    Deal.objects.update(stage="ended")
    assert queries.replay_of(match) is None
    assert queries.proof_of(match, 1) is None
    assert queries.replay_of(uuid4()) is None


def test_a_proof_is_of_the_schema_verifies_and_binds_the_recorded_actions() -> None:
    match = begun(bots=2)
    play_out(match)
    proof = queries.proof_of(match, 1)
    assert proof is not None
    Draft202012Validator(json.loads(SCHEMA.read_text())).validate(proof.document)
    verdict = verify(json.dumps(proof.document))
    assert isinstance(verdict, Verified)
    assert verdict.grade.value == "C"
    covered = proof.document["reveal"]["history_hash"]  # type: ignore[index]
    history = list(proof.history)
    assert hashlib.sha256(canonical(history)).hexdigest() == covered
    assert (history[0]["seq"], history[0]["actor"]) == (1, "chance")
    dealt = history[0]["action"]
    assert isinstance(dealt, dict)
    order = dealt["order"]
    assert isinstance(order, list)
    assert [*proof.hands_dealt[0]] == order[0:14:2]
    assert queries.proof_of(match, 2) is None
    assert queries.proof_of(uuid4(), 1) is None


def test_a_deal_that_is_not_opened_in_time_is_on_the_list() -> None:
    match = begun(person(), bots=1)
    assert queries.overdue_deals() == ()
    Deal.objects.update(reveal_by=Now() - timedelta(seconds=1))
    assert queries.overdue_deals() == ((match, 1),)
    page = queries.match_page(match, None)
    assert page is not None
    assert page.deals[0].overdue
    execute(AbortMatch(match), ByModerator(1))
    reveal.reveal(match)
    assert queries.overdue_deals() == ()


def test_the_lobby_sees_public_matches_that_go_on() -> None:
    ann, ben = person(), person()
    shown = begun(ann, ben)
    begun(ann, ben, public=False)
    resigned(ann, ben)
    (line,) = queries.live_public_matches()
    assert (line.id, line.names, line.version) == (shown, (f"Person {ann}", f"Person {ben}"), 1)
    assert queries.live_match_of(person()) is None
    newest = begun(ann, ben)
    assert queries.live_match_of(ann) == newest
    execute(Resign(newest, uuid4()), ByUser(ann))
    assert queries.live_match_of(ann) != newest


def test_a_rematch_asks_who_sat_where() -> None:
    ann = person()
    match = begun(ann, bots=1)
    assert queries.rematch_seats(match) == ()
    execute(Resign(match, uuid4()), ByUser(ann))
    seats = queries.rematch_seats(match)
    assert [(seat.user_id, seat.bot_level) for seat in seats] == [(ann, ""), (None, "easy")]
    assert Match.objects.get(pk=match).status == "finished"
