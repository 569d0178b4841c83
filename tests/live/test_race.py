"""Races on the real PostgreSQL: threads with connections of their own, started together."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from uuid import UUID, uuid4

import pytest
from django.db import OperationalError, connection, connections, transaction
from psycopg import errors as pg

from games.engine.actions import Draw
from games.live import clock, deal, postgres, reveal
from games.live.commands import Accepted, Act, By, ByClock, ByUser, Command, Expire, Resign
from games.live.errors import RejectCode, Rejected
from games.live.folding import MEMORY
from games.live.service import execute
from games.live.store import Session
from games.models import Deal, Match, MatchAction
from tests.live.tables import begun, later, person, row_of

pytestmark = pytest.mark.django_db(transaction=True)

Answer = Accepted | RejectCode | str


def attempt(command: Command, by: By) -> Answer:
    """Give the answer or the code of the refusal."""
    try:
        return execute(command, by)
    except Rejected as refusal:
        return refusal.code


def together(*tries: Callable[[], Answer]) -> list[Answer]:
    """Run all at the same moment, each on its own connection."""
    start = Barrier(len(tries))

    def run(attempt: Callable[[], Answer]) -> Answer:
        try:
            connection.ensure_connection()
            start.wait(10)
            return attempt()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(tries)) as pool:
        return [task.result(30) for task in [pool.submit(run, each) for each in tries]]


def test_of_fifty_pairs_exactly_one_wins_each_and_retries_get_the_first_answer() -> None:
    ann, ben = person(), person()
    match = begun(ann, ben, turn_seconds=None)
    for turn in range(50):
        version, user = turn + 1, (ann, ben)[turn % 2]
        # Two tabs of one player, or a player and a stranger's guess, both at the same version.
        commands = [Act(match, version, uuid4(), Draw()) for _ in range(2)]
        if turn % 3 == 0:
            MEMORY.clear()
        answers = together(*(partial(attempt, command, ByUser(user)) for command in commands))
        won = [answer for answer in answers if isinstance(answer, Accepted)]
        assert len(won) == 1, (turn, answers)
        assert RejectCode.STALE in answers, (turn, answers)
        assert won[0].version == version + 1
        winner = next(c for c in commands if c.command_id == won[0].command_id)
        loser = next(c for c in commands if c is not winner)
        assert attempt(winner, ByUser(user)) == won[0]
        assert attempt(loser, ByUser(user)) is RejectCode.STALE
    rows = MatchAction.objects.filter(match_id=match).order_by("seq")
    assert list(rows.values_list("seq", flat=True)) == list(range(1, 52))
    assert row_of(match).version == 51


def test_one_command_sent_five_times_at_once_is_played_once() -> None:
    ann, ben = person(), person()
    match = begun(ann, ben)
    for version, user in ((1, ann), (2, ben), (3, ann), (4, ben)):
        command = Act(match, version, uuid4(), Draw())
        answers = together(*[partial(attempt, command, ByUser(user))] * 5)
        assert answers == [Accepted(match, version + 1, command.command_id)] * 5
    assert row_of(match).version == 5


def test_a_resignation_and_a_move_both_stand() -> None:
    people = [person() for _ in range(4)]
    match = begun(*people)
    move = Act(match, 1, uuid4(), Draw())
    answers = together(
        lambda: attempt(move, ByUser(people[0])),
        lambda: attempt(Resign(match, uuid4()), ByUser(people[1])),
        lambda: attempt(Resign(match, uuid4()), ByUser(people[2])),
    )
    # The move may have lost its version to a resignation; the resignations name none and never lose.
    assert all(isinstance(answer, Accepted) for answer in answers[1:]), answers
    assert isinstance(answers[0], Accepted) or answers[0] is RejectCode.STALE
    assert row_of(match).version == 1 + sum(isinstance(a, Accepted) for a in answers)


def test_a_late_move_and_the_clock_never_both_win() -> None:
    ann, ben = person(), person()
    match = begun(ann, ben)
    for version, user in ((1, ann), (2, ben), (3, ann), (4, ben), (5, ann), (6, ben)):
        later(match, 100)
        answers = together(
            partial(attempt, Act(match, version, uuid4(), Draw()), ByUser(user)),
            partial(attempt, Expire(match, version), ByClock()),
        )
        assert sum(isinstance(answer, Accepted) for answer in answers) == 1, answers
        assert row_of(match).version == version + 1


def walked(match: UUID) -> str:
    deal.walk(match)
    return "walked"


def test_deals_and_reveals_at_once_happen_once() -> None:
    ann, ben = person(), person()
    match = begun(ann, ben)
    Deal.objects.all().delete()
    MatchAction.objects.all().delete()
    MEMORY.clear()
    row = row_of(match)
    Match.objects.filter(pk=match).update(version=0, status="dealing", to_act=None, deadline=None)
    together(*[partial(walked, match)] * 4)
    assert Deal.objects.filter(match_id=match).count() == 1
    assert MatchAction.objects.filter(match_id=match).count() == 1
    assert row_of(match).status == row.status
    execute(Resign(match, uuid4()), ByUser(ann))
    counts = together(*[lambda: str(reveal.reveal(match))] * 4)
    assert sorted(map(str, counts)) == ["0", "0", "0", "1"]


def test_of_two_sweeps_at_once_one_stands_back() -> None:
    ann, ben = person(), person()
    match = begun(ann, ben)
    later(match, 100)
    done: list[bool] = []

    def swept() -> str:
        done.append(clock.sweep())
        return ""

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [clock.SWEEP_LOCK])
        together(swept, swept)
        assert done == [False, False]
        assert row_of(match).version == 1
        cursor.execute("SELECT pg_advisory_unlock(%s)", [clock.SWEEP_LOCK])
    together(swept, swept, swept)
    assert True in done
    assert row_of(match).version == 2, "the turn has run out once"
    # The lock is free again.
    assert clock.sweep()


@pytest.mark.parametrize("trouble", [pg.DeadlockDetected, pg.SerializationFailure])
def test_deadlocks_and_serialization_failures_are_tried_again(
    trouble: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "_PAUSE", 0.0)
    ann, ben = person(), person()
    match = begun(ann, ben)
    left = [postgres.TRIES - 1]

    def flaky(execute: Callable[..., object], sql: str, *more: object) -> object:
        if sql.startswith("UPDATE") and left[0]:
            left[0] -= 1
            raise OperationalError("busy") from trouble("busy")
        return execute(sql, *more)

    with connection.execute_wrapper(flaky):
        assert isinstance(attempt(Act(match, 1, uuid4(), Draw()), ByUser(ann)), Accepted)
        left[0] = postgres.TRIES
        assert attempt(Act(match, 2, uuid4(), Draw()), ByUser(ben)) is RejectCode.TRY_AGAIN
    assert left == [0]
    assert row_of(match).version == 2


def test_a_real_deadlock_is_survived() -> None:
    """Two transactions take two matches crosswise; PostgreSQL shoots one, which is run again."""
    ann, ben = person(), person()
    first, second = begun(ann, ben), begun(ann, ben)
    meet = Barrier(2)
    runs: list[UUID] = []

    def crosswise(one: UUID, two: UUID) -> Callable[[], Answer]:
        def work(tx: Session) -> str:
            runs.append(one)
            tx.match(one, lock=True)
            if len(runs) <= 2:
                meet.wait(10)
            tx.match(two, lock=True)
            tx.touch(one)
            tx.touch(two)
            return "done"

        return lambda: postgres.POSTGRES.transact(work)

    assert together(crosswise(first, second), crosswise(second, first)) == ["done", "done"]
    assert len(runs) == 3
    assert row_of(first).meta_version == row_of(second).meta_version


def test_a_database_that_is_away_asks_to_try_again(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben = person(), person()
    match = begun(ann, ben)

    def gone(*_: object) -> object:
        raise OperationalError("server closed the connection") from pg.AdminShutdown()

    with connection.execute_wrapper(gone):
        assert attempt(Act(match, 1, uuid4(), Draw()), ByUser(ann)) is RejectCode.TRY_AGAIN
    assert isinstance(attempt(Act(match, 1, uuid4(), Draw()), ByUser(ann)), Accepted)


def test_a_lost_answer_to_commit_is_made_good_by_the_retry(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The commit reached the database and its answer did not reach us: the same command is sent again."""
    ann, ben = person(), person()
    match = begun(ann, ben)
    command = Act(match, 1, uuid4(), Draw())

    def cut(*_: object) -> None:
        transaction.on_commit(fail)

    def fail() -> None:
        raise ConnectionError

    with monkeypatch.context() as patched:
        patched.setattr(postgres.PostgresSession, "tell", cut)
        with pytest.raises(ConnectionError):
            execute(command, ByUser(ann))
    assert row_of(match).version == 2
    assert attempt(command, ByUser(ann)) == Accepted(match, 2, command.command_id)


def test_the_door_does_not_open_inside_a_transaction_of_others() -> None:
    ann, ben = person(), person()
    match = begun(ann, ben)
    with pytest.raises(RuntimeError, match="durable"), transaction.atomic():
        execute(Act(match, 1, uuid4(), Draw()), ByUser(ann))
    assert row_of(match).version == 1
