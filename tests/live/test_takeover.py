"""A seat has one player at a time: bots that hang, bots that are overtaken, people who come back while a bot thinks."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import UUID, uuid4

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.db import connections
from django.db.models.functions import Now

from games.bots.registry import LEVELS
from games.engine.actions import Action, Draw
from games.live import bots, clock, presence, publish
from games.live.bookkeeping import BOT_SILENCE
from games.live.commands import Act, ByUser, Resign
from games.live.errors import RejectCode, Rejected
from games.live.faults import arm
from games.live.service import execute
from games.models import Heartbeat, MatchAction, MatchSeat
from games.tasks.turns import play_bot_turn
from tests.live.conftest import Told
from tests.live.tables import act, begun, later, person, row_of, seats_of


def by_whom(match_id: UUID) -> list[tuple[str, str]]:
    rows = MatchAction.objects.filter(match_id=match_id).order_by("seq")
    return [(row.actor, row.by) for row in rows]


def while_thinking(monkeypatch: pytest.MonkeyPatch, do: Callable[[], object]) -> None:
    """Let something happen once, between the moment a bot looks and the moment it answers."""
    waiting = [do]

    def slow(*asked: object) -> Action:
        if waiting:
            waiting.pop()()
        return LEVELS["easy"](*asked)  # type: ignore[arg-type]

    monkeypatch.setattr(bots, "LEVELS", {"easy": slow, "greedy": slow})


@pytest.mark.django_db
def test_a_bot_that_never_answers_is_played_for_and_its_late_move_is_dropped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ann = person()
    match = begun(ann, bots=1)
    act(match, ann, Draw())

    def clock_plays() -> None:
        later(match, 5)
        assert clock.expire(match, 2)

    while_thinking(monkeypatch, clock_plays)
    assert bots.play(match, 2), "nothing is left to do for it"
    assert by_whom(match)[1:] == [("0", "user"), ("1", "clock")]
    assert row_of(match).to_act == 0


@pytest.mark.django_db
def test_the_limit_on_thinking_falls_into_the_bot_and_the_rules_play(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ann = person()
    match = begun(ann, bots=1)
    act(match, ann, Draw())

    def too_long(*_: object) -> Action:
        raise SoftTimeLimitExceeded

    monkeypatch.setattr(bots, "LEVELS", {"easy": too_long})
    assert bots.play(match, 2)
    assert by_whom(match)[-1] == ("1", "bot")
    assert 0 < play_bot_turn.soft_time_limit < BOT_SILENCE.total_seconds()
    assert play_bot_turn.time_limit > play_bot_turn.soft_time_limit


@pytest.mark.django_db
def test_a_bot_that_died_once_plays_its_next_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    ann = person()
    match = begun(ann, bots=1)
    act(match, ann, Draw())

    def dies() -> None:
        raise ArithmeticError

    while_thinking(monkeypatch, dies)
    assert bots.play(match, 2)
    act(match, ann, Draw())
    assert bots.play(match, 4)
    assert [by for _, by in by_whom(match)] == ["deal", "user", "bot", "user", "bot"]


@pytest.mark.django_db(transaction=True)
def test_a_bot_that_is_overtaken_is_asked_again_at_the_new_version(
    monkeypatch: pytest.MonkeyPatch, told: Told
) -> None:
    ann, ben = person(), person()
    match = begun(ann, ben, bots=1)
    act(match, ann, Draw())
    act(match, ben, Draw())
    while_thinking(monkeypatch, lambda: execute(Resign(match, uuid4()), ByUser(ann)))
    assert bots.play(match, 3)
    row = row_of(match)
    assert (row.version, row.to_act) == (4, 2), "the bot's move was for another state"
    assert told.tasks[-1][1] == (str(match), 4), "and it is asked again"
    assert bots.play(match, 4)
    assert row_of(match).to_act == 0


@pytest.mark.django_db
def test_who_moves_while_a_bot_thinks_for_them_has_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben = person(), person()
    match = begun(ann, ben, turn_seconds=None)
    later(match, 50)
    clock.cover(match)
    assert seats_of(match)[0].covered
    while_thinking(monkeypatch, lambda: act(match, ann, Draw()))
    presence.seen(match, ann)
    assert bots.play(match, 1)
    assert by_whom(match)[1:] == [("0", "user")]
    seat = seats_of(match)[0]
    assert (seat.covered, seat.present) == (False, True)
    presence.seen(match, ben)
    assert bots.play(match, 2), "the other one was away as well"
    act(match, ann, Draw())
    assert by_whom(match)[1:] == [("0", "user"), ("1", "bot"), ("0", "user")]


@pytest.mark.django_db(transaction=True)
def test_a_covering_bot_and_the_player_at_the_same_moment_make_one_move() -> None:
    for _ in range(5):
        ann, ben = person(), person()
        match = begun(ann, ben, turn_seconds=None)
        later(match, 50)
        clock.cover(match)
        gate = Barrier(2)

        def player(match: UUID = match, ann: int = ann, gate: Barrier = gate) -> str:
            try:
                gate.wait(timeout=10)
                execute(Act(match, 1, uuid4(), Draw()), ByUser(ann))
            except Rejected as no:
                return no.code.value
            finally:
                connections.close_all()
            return "moved"

        def bot(match: UUID = match, gate: Barrier = gate) -> str:
            try:
                gate.wait(timeout=10)
                bots.play(match, 1)
            finally:
                connections.close_all()
            return ""

        with ThreadPoolExecutor(2) as pool:
            mine, other = pool.submit(player), pool.submit(bot)
            other.result()
            answer = mine.result()
        assert answer in {"moved", RejectCode.STALE.value}
        assert by_whom(match)[1:] == [("0", "user" if answer == "moved" else "bot")]
        assert row_of(match).version == 2
        presence.seen(match, ben)


@pytest.mark.django_db
def test_of_four_one_who_leaves_holds_nobody_up() -> None:
    ann, ben, carl, dora = (person() for _ in range(4))
    match = begun(ann, ben, carl, dora, turn_seconds=None)
    execute(Resign(match, uuid4()), ByUser(ann))
    row = row_of(match)
    assert row.bot_due is not None
    assert (row.bot_due - row.now).total_seconds() < 2
    assert bots.play(match, row.version)
    act(match, ben, Draw())
    assert row_of(match).to_act == 2


@pytest.mark.django_db
@pytest.mark.parametrize("how", ["goes away", "gives up"])
def test_a_seat_that_a_bot_gets_during_the_move_before_it_is_not_forgotten(
    how: str, told: Told
) -> None:
    """The move is prepared while the next player is there, and written when a bot has the seat."""
    ann, ben = person(), person()
    match = begun(ann, ben, bots=1, turn_seconds=None)

    def strike(place: str) -> None:
        if place != "before_write":
            return
        disarm()
        if how == "gives up":
            MatchSeat.objects.filter(match_id=match, user_id=ben).update(resigned=True)
            return
        later(match, 50)
        presence.seen(match, ann)
        clock.cover(match)

    disarm = arm(strike)
    act(match, ann, Draw())
    row = row_of(match)
    assert (row.version, row.to_act) == (2, 1)
    assert seats_of(match)[1].by_bot
    assert row.bot_due is None, "nobody was asked to play"
    Heartbeat.objects.update_or_create(id=1, defaults={"beat": Now()})
    assert clock.sweep()
    assert row_of(match).bot_due is not None
    assert told.named(publish.PLAY_BOT_TURN)[-1] == (str(match), 2)
    assert bots.play(match, 2)
    assert row_of(match).to_act == 2
