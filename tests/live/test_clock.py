"""The sweep: turns that run out, downtime given back, bots that stay silent, players who went away and came back."""

from datetime import datetime, timedelta
from uuid import UUID, uuid4

import pytest
from django.db import DatabaseError, connection
from django.db.models.functions import Now

from games.engine.actions import Action, Draw, Pass
from games.engine.seats import Seat
from games.live import bots, clock, deal, presence, publish
from games.live.bookkeeping import bot_delay
from games.live.commands import Act, ByBot, ByClock, ByUser, Expire, Resign
from games.live.errors import RejectCode, Rejected
from games.live.service import execute
from games.live.setup import open_match
from games.models import Deal, Heartbeat, Match, MatchAction, MatchSeat
from tests.live.conftest import KillAt, Killed, Told
from tests.live.tables import act, begun, later, person, plan, row_of, seats_of

pytestmark = pytest.mark.django_db


def beaten() -> None:
    """Let the heart have beaten just now, so that the next sweep finds no downtime."""
    Heartbeat.objects.update_or_create(id=1, defaults={"beat": Now()})


def swept() -> None:
    """Sweep as the clock worker does each second."""
    beaten()
    assert clock.sweep()


def last(match_id: UUID) -> tuple[str, str, str]:
    row = MatchAction.objects.filter(match_id=match_id).order_by("-seq")[0]
    return row.actor, row.by, row.action["type"]


def test_a_turn_that_runs_out_is_played_by_the_rules() -> None:
    ann, ben = person(), person()
    match = begun(ann, ben, turn_seconds=30)
    swept()
    assert row_of(match).version == 1
    later(match, 30)
    swept()
    assert last(match) == ("0", "clock", "draw")
    row = row_of(match)
    assert (row.version, row.to_act) == (2, 1)
    swept()
    assert row_of(match).version == 2, "the next turn has its own time"


def test_late_doubled_and_early_expiries_do_nothing() -> None:
    ann, ben = person(), person()
    match = begun(ann, ben, turn_seconds=30)
    assert not clock.expire(match, 1)
    later(match, 30)
    assert clock.expire(match, 1)
    assert not clock.expire(match, 1)
    act(match, ben, Draw())
    later(match, 60)
    assert not clock.expire(match, 2), "a task of an hour ago names another version"
    assert not clock.expire(uuid4(), 1)
    assert row_of(match).version == 3


def test_the_clock_of_a_finished_match_stands() -> None:
    ann, ben = person(), person()
    match = begun(ann, ben)
    execute(Resign(match, uuid4()), ByUser(ann))
    later(match, 1000)
    swept()
    assert row_of(match).version == 2
    assert Deal.objects.get(match_id=match).stage == "revealed", "the sweep reveals"


def test_downtime_is_given_back_once(kill_at: KillAt) -> None:
    ann, ben = person(), person()
    match = begun(ann, ben, bots=1, turn_seconds=30)
    before = row_of(match)
    assert clock.beat() == timedelta(), "the first beat"
    Heartbeat.objects.update(beat=Now() - timedelta(minutes=5))
    later(match, 300)
    kill_at("credited")
    with pytest.raises(Killed):
        clock.beat()
    added = clock.beat()
    assert 309 < added.total_seconds() < 312
    assert clock.beat() == timedelta()
    assert clock.sweep()
    row = row_of(match)
    assert row.version == 1, "nobody lost a turn to it"
    assert row.deadline is not None
    assert before.deadline is not None
    moved = (row.deadline - before.deadline).total_seconds()
    assert 9 < moved < 12, "the time of the fault, and ten seconds to find the table again"
    seat = seats_of(match)[0]
    assert (seat.present, seat.covered) == (True, False)
    assert seat.last_seen is not None
    assert seat.last_seen <= row.now


def test_bots_are_not_kept_waiting_for_people_to_come_back() -> None:
    match = begun(person(), bots=1)
    act(match, MatchSeat.objects.get(match_id=match, seat=0).user_id or 0, Draw())
    clock.beat()
    before = row_of(match).bot_due
    Heartbeat.objects.update(beat=Now() - timedelta(minutes=5))
    assert clock.beat() > timedelta(minutes=5, seconds=9)
    after = row_of(match).bot_due
    assert before is not None
    assert after is not None
    assert 299 < (after - before).total_seconds() < 302


@pytest.mark.parametrize(
    ("gap", "given"), [(0.5, 0), (1.9, 0), (-1.9, 0), (3, 3), (5, 5), (6, 16), (3600, 3610)]
)
def test_how_much_is_given_back(gap: float, given: float) -> None:
    assert clock.credit(timedelta(seconds=gap)).total_seconds() == given


def test_a_clock_set_back_takes_the_deadlines_with_it() -> None:
    match = begun(person(), person())
    deadline = row_of(match).deadline
    Heartbeat.objects.create(beat=row_of(match).now + timedelta(hours=1))
    clock.beat()
    moved = row_of(match).deadline
    assert deadline is not None
    assert moved is not None
    assert 3598 < (deadline - moved).total_seconds() <= 3600


def test_no_deadline_fires_when_downtime_could_not_be_credited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = begun(person(), person())
    later(match, 1000)

    def fails() -> None:
        raise DatabaseError

    monkeypatch.setattr(clock, "beat", fails)
    with pytest.raises(DatabaseError):
        clock.sweep()
    assert row_of(match).version == 1
    monkeypatch.undo()
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'")
        assert cursor.fetchone() == (0,)


def test_one_step_in_trouble_leaves_the_others_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    match = begun(person(), person())
    later(match, 40)

    def fails(match_id: UUID) -> None:
        raise RuntimeError

    monkeypatch.setattr(publish, "bump", lambda *_: fails(match))
    MatchSeat.objects.update(last_seen=Now())
    later(match, 40)
    swept()
    assert row_of(match).version == 2


# Bots


def test_a_bot_moves_after_its_time_and_the_task_is_a_hint(told: Told) -> None:
    ann = person()
    match = begun(ann, bots=1)
    act(match, ann, Draw())
    row = row_of(match)
    assert row.bot_due is not None
    assert row.deadline is None
    delay = (row.bot_due - row.now).total_seconds()
    assert 0.7 < delay < 1.6
    assert bots.play(match, 2)
    assert not bots.play(match, 2), "a doubled task"
    assert not bots.play(match, 1), "a late task"
    assert not bots.play(match, 3), "it is a person's turn"
    assert row_of(match).version == 3
    assert last(match)[:2] == ("1", "bot")


def test_how_long_a_bot_thinks_depends_on_the_place_in_the_match_alone() -> None:
    match = uuid4()
    delays = [bot_delay(match, version, "normal").total_seconds() for version in range(500)]
    assert all(0.8 <= delay <= 1.6 for delay in delays)
    assert len(set(delays)) > 490
    assert 1.15 < sum(delays) / len(delays) < 1.25
    assert delays == [bot_delay(match, v, "normal").total_seconds() for v in range(500)]
    assert bot_delay(match, 7, "practice").total_seconds() == 0.2


def test_a_lost_hint_is_sent_again_and_a_silent_bot_is_played_for(told: Told) -> None:
    ann = person()
    match = begun(ann, bots=1)
    act(match, ann, Draw())
    told.tasks.clear()
    swept()
    assert told.named(publish.PLAY_BOT_TURN) == []
    later(match, 3)
    swept()
    assert told.named(publish.PLAY_BOT_TURN) == [(str(match), 2)]
    assert row_of(match).version == 2
    later(match, 3)
    swept()
    assert last(match) == ("1", "clock", "draw")


@pytest.mark.parametrize("wrong", ["fails", "illegal", "unknown"])
def test_a_bot_that_fails_or_cheats_is_played_for_at_once(
    wrong: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ann = person()
    match = begun(ann, bots=1)
    act(match, ann, Draw())

    levels = {"fails": {"easy": failing}, "illegal": {"easy": passing}, "unknown": {}}
    monkeypatch.setattr(bots, "LEVELS", levels[wrong])
    assert bots.play(match, 2)
    assert last(match) == ("1", "bot", "draw")
    assert "4H" not in caplog.text


def failing(*_: object) -> Action:
    """Die with a card in the message."""
    raise KeyError("4H#2")


def passing(*_: object) -> Action:
    """Pass while there is a stock."""
    return Pass()


# Presence


def test_who_is_away_is_shown_covered_and_taken_back_at_the_next_own_turn(told: Told) -> None:
    ann, ben = person(), person()
    match = begun(ann, ben, turn_seconds=None)
    later(match, 29)
    presence.seen(match, ben)
    swept()
    assert [seat.present for seat in seats_of(match)] == [True, True]
    later(match, 2)
    presence.seen(match, ben)
    meta = row_of(match).meta_version
    swept()
    assert [(s.present, s.covered) for s in seats_of(match)] == [(False, False), (True, False)]
    assert row_of(match).meta_version == meta + 1
    assert told.groups[-1][1]["meta_version"] == meta + 1
    MatchSeat.objects.filter(match_id=match, seat=0).update(last_seen=Now() - timedelta(seconds=46))
    swept()
    assert [s.covered for s in seats_of(match)] == [True, False]
    row = row_of(match)
    assert row.bot_due is not None, "it was the turn of the one who went away"
    assert told.named(publish.PLAY_BOT_TURN)[-1] == (str(match), 1)
    assert bots.play(match, 1)
    assert last(match)[:2] == ("0", "bot")
    # Back, in the middle of somebody else's turn: covered until the own turn comes.
    presence.seen(match, ann)
    assert (seats_of(match)[0].present, seats_of(match)[0].covered) == (True, True)
    act(match, ben, Draw())
    assert not seats_of(match)[0].covered
    assert row_of(match).bot_due is None
    act(match, ann, Draw())


def test_who_moves_is_back() -> None:
    ann, ben = person(), person()
    match = begun(ann, ben)
    later(match, 50)
    clock.cover(match)
    assert [s.covered for s in seats_of(match)] == [True, True]
    act(match, ann, Draw())
    assert [s.covered for s in seats_of(match)] == [False, True]
    with pytest.raises(Rejected) as refusal:
        execute(Act(match, 2, None, Draw(), Seat(0)), ByBot())
    assert refusal.value.code is RejectCode.NOT_ALLOWED


def test_pings_are_noted_at_most_every_ten_seconds_and_of_seat_holders_only(
    django_assert_num_queries: object,
) -> None:
    ann, ben = person(), person()
    match = begun(ann, ben)
    before = seats_of(match)
    with django_assert_num_queries(1):  # type: ignore[operator]
        presence.seen(match, ann)
    presence.seen(match, person())
    presence.seen(uuid4(), ann)
    assert seats_of(match) == before
    later(match, 11)
    presence.seen(match, ann)
    seen: list[datetime | None] = [seat.last_seen for seat in seats_of(match)]
    assert seen[0] is not None
    assert seen[1] is not None
    assert (seen[0] - seen[1]).total_seconds() > 10


def test_with_no_worker_at_all_a_ping_moves_the_silent_bot() -> None:
    ann = person()
    match = begun(ann, bots=1)
    act(match, ann, Draw())
    presence.seen(match, ann)
    assert row_of(match).version == 2, "its time has not come"
    later(match, 4)
    presence.seen(match, person())
    assert row_of(match).version == 2, "a stranger's ping is nobody's"
    presence.seen(match, ann)
    assert last(match)[:2] == ("1", "bot")
    presence.seen(match, ann)
    assert row_of(match).version == 3


def test_a_match_that_everybody_left_is_finished_by_bots_unrated() -> None:
    ann, ben = person(), person()
    match = begun(ann, ben, rated=True, turn_seconds=None)
    later(match, 601)
    swept()
    assert Match.objects.get(pk=match).rated is False
    while (row := row_of(match)).status == "playing":
        assert bots.play(match, row.version)
    other = begun(ann, ben, rated=True)
    later(other, 601)
    presence.seen(other, ann)
    swept()
    assert Match.objects.get(pk=other).rated is True


def test_the_sweep_finishes_a_deal_that_was_left_lying(kill_at: KillAt) -> None:
    match = open_match(plan(person(), bots=1))
    kill_at("sealed")
    with pytest.raises(Killed):
        deal.walk(match)
    swept()
    assert row_of(match).status == "playing"


def test_a_match_in_trouble_does_not_stop_the_deals_of_others(
    monkeypatch: pytest.MonkeyPatch, kill_at: KillAt
) -> None:
    lost = open_match(plan(person(), bots=1))
    fine = open_match(plan(person(), bots=1))
    walk = deal.walk

    def trouble(match_id: UUID) -> None:
        if match_id == lost:
            raise RuntimeError
        walk(match_id)

    monkeypatch.setattr(deal, "walk", trouble)
    swept()
    assert (row_of(lost).status, row_of(fine).status) == ("dealing", "playing")


def test_a_match_without_a_clock_does_not_outlive_its_reveal() -> None:
    ann, ben = person(), person()
    match = begun(ann, ben, turn_seconds=None)
    week = 7 * 24 * 60 * 60
    later(match, week - 60)
    MatchSeat.objects.update(last_seen=Now())
    swept()
    assert row_of(match).version == 1, "whoever is there may think"
    later(match, 60)
    MatchSeat.objects.update(last_seen=Now())
    for _ in range(3):
        swept()
    assert row_of(match).version == 4
    assert last(match) == ("0", "clock", "draw")


def test_expiry_is_not_for_those_who_still_have_time() -> None:
    match = begun(person(), person())
    with pytest.raises(Rejected) as refusal:
        execute(Expire(match, 1), ByClock())
    assert refusal.value.code is RejectCode.NOT_DUE
