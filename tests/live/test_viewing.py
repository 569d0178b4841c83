"""Frames: each viewer gets the own view, the log as that viewer may know it, and nothing else."""

import json
from dataclasses import asdict
from uuid import UUID, uuid4

import pytest

from games.engine.actions import Draw
from games.engine.cards import face
from games.live import bots, presence, reveal
from games.live.commands import ByUser, Resign
from games.live.errors import RejectCode, Rejected
from games.live.folding import MEMORY, TOLD
from games.live.service import execute
from games.live.viewing import FrameData, frame, versions
from games.models import Deal, MatchSeat
from tests.live.tables import act, begun, folded, later, person, play_out, row_of

pytestmark = pytest.mark.django_db


def text_of(data: FrameData) -> str:
    return json.dumps(asdict(data), default=str)


def hands(match_id: UUID) -> list[set[str]]:
    return [set(map(face, hand)) for hand in folded(match_id).state.live_round().hands]


def hidden(match_id: UUID, seat: int | None) -> set[str]:
    """Give every face that a viewer may not know."""
    deal = folded(match_id).state.live_round()
    faces = set(map(face, deal.piles.stock))
    for holder, hand in enumerate(hands(match_id)):
        if holder != seat:
            faces |= hand
    return faces


def test_a_frame_holds_no_card_its_viewer_may_not_know() -> None:
    ann, ben = person(), person()
    match = begun(ann, ben, bots=2)
    for _ in range(60):
        row = row_of(match)
        if row.status != "playing":
            break
        for seat, user in ((0, ann), (1, ben), (None, None), (None, person())):
            shown = text_of(frame(match, user))
            leaked = [card for card in hidden(match, seat) if f'"{card}"' in shown]
            assert leaked == [], (row.version, seat)
            if seat is not None:
                assert all(f'"{card}"' in shown for card in hands(match)[seat])
        if row.to_act in (0, 1):
            act(match, (ann, ben)[row.to_act], Draw())
        else:
            assert bots.play(match, row.version)


def test_hands_lie_open_only_after_the_reveal() -> None:
    ann, ben = person(), person()
    match = begun(ann, ben)
    act(match, ann, Draw())
    execute(Resign(match, uuid4()), ByUser(ben))
    seen = frame(match, ann)
    assert (seen.status, seen.view["hands"], seen.deal.revealed) == ("finished", None, False)
    watcher = text_of(frame(match, None))
    assert not any(f'"{card}"' in watcher for card in hidden(match, None))
    meta = seen.meta_version
    reveal.reveal(match)
    for user in (ann, ben, None):
        after = frame(match, user)
        assert after.meta_version == meta + 1
        assert after.deal.revealed
        assert [set(hand) for hand in after.view["hands"]] == hands(match)  # type: ignore[arg-type, union-attr]
    assert frame(match, ann).view["hand"] != []


def test_the_log_begins_where_the_client_stands() -> None:
    ann, ben = person(), person()
    match = begun(ann, ben)
    for turn in range(6):
        act(match, (ann, ben)[turn % 2], Draw())
    assert [entry.seq for entry in frame(match, ann).log] == [1, 2, 3, 4, 5, 6, 7]
    assert [entry.seq for entry in frame(match, ann, since=5).log] == [6, 7]
    assert frame(match, ann, since=7).log == ()
    entry = frame(match, ann, since=6).log[0]
    assert (entry.seq, entry.version, entry.actor) == (7, 7, 1)
    assert entry.events == ({"type": "drew", "seat": 1, "card": None},)
    assert frame(match, ben, since=6).log[0].events[0]["card"] is not None


def test_a_long_match_tells_its_last_fifty_actions_with_and_without_memory() -> None:
    match = begun(bots=4)
    play_out(match)
    first = frame(match, None)
    assert len(first.log) == TOLD
    MEMORY.clear()
    again = frame(match, None)
    assert again.view == first.view
    assert again.log == first.log


def test_what_the_viewer_can_do() -> None:
    ann, ben = person(), person()
    match = begun(ann, ben)
    can = frame(match, ann).can
    assert can is not None
    assert (can.draw, can.layout, can.pass_) == (None, None, "PASS_STOCK_NOT_DRY")
    waits = frame(match, ben).can
    assert waits is not None
    assert {waits.draw, waits.layout, waits.pass_} == {"NOT_YOUR_TURN"}
    assert frame(match, None).can is None
    execute(Resign(match, uuid4()), ByUser(ben))
    over = frame(match, ann).can
    assert over is not None
    assert {over.draw, over.layout, over.pass_} == {"ROUND_OVER"}
    assert frame(match, ben).can is None, "who gave up can do nothing"


def test_chairs_clock_and_promise() -> None:
    ann = person()
    match = begun(ann, bots=1, turn_seconds=30)
    seen = frame(match, ann)
    assert seen.you == 0
    assert [(s.kind, s.level, s.present, s.covered) for s in seen.seats] == [
        ("human", "", True, False),
        ("bot", "easy", True, False),
    ]
    assert seen.deadline_ms is not None
    assert 0 < seen.deadline_ms - seen.server_ms <= 30_000
    kept = Deal.objects.get(match_id=match)
    assert (seen.deal.deal_no, seen.deal.seal_hash) == (1, kept.seal_hash)
    assert seen.deal.key_check == kept.key_check
    assert len(seen.deal.tip) == 64


def test_a_frame_from_memory_costs_one_query(django_assert_num_queries: object) -> None:
    ann, ben = person(), person()
    match = begun(ann, ben)
    act(match, ann, Draw())
    frame(match, ann)
    for user in (ann, ben, None):
        with django_assert_num_queries(1):  # type: ignore[operator]
            frame(match, user)


def test_presence_is_seen_at_once_although_frames_are_remembered() -> None:
    ann, ben = person(), person()
    match = begun(ann, ben)
    frame(match, ann)
    later(match, 20)
    MatchSeat.objects.filter(match_id=match, seat=1).update(present=False)
    presence.seen(match, ben)
    assert frame(match, ann).seats[1].present


def test_unknown_matches_are_not_found() -> None:
    for ask in (lambda: frame(uuid4(), None), lambda: versions(uuid4())):
        with pytest.raises(Rejected) as refusal:
            ask()
        assert refusal.value.code is RejectCode.NOT_FOUND
    match = begun(person(), person())
    assert versions(match) == (1, 1)
