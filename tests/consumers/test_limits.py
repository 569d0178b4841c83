"""The limits of one socket, by a clock of the test's own."""

from __future__ import annotations

import doctest

from games.wire import limits
from games.wire.limits import BURST, FLOOD, OUTBOX, RATE, Bucket, Outbox, Verdict


def test_examples() -> None:
    assert doctest.testmod(limits).failed == 0


def test_ten_a_second_never_meet_the_limit() -> None:
    bucket = Bucket(0.0)
    assert all(bucket.take(i / RATE) is Verdict.FINE for i in range(1000))


def test_a_burst_is_taken_and_what_follows_is_refused_until_time_has_passed() -> None:
    bucket = Bucket(0.0)
    verdicts = [bucket.take(0.0) for _ in range(int(BURST) + 1)]
    assert verdicts == [Verdict.FINE] * int(BURST) + [Verdict.LIMITED]
    assert bucket.take(0.1) is Verdict.LIMITED
    assert bucket.take(0.5) is Verdict.FINE


def test_two_hundred_a_second_are_a_flood_within_two_seconds() -> None:
    bucket = Bucket(0.0)
    verdicts = [bucket.take(i / 200) for i in range(400)]
    assert verdicts.index(Verdict.FLOOD) <= BURST + FLOOD + 10


def test_a_bucket_is_in_debt_until_time_has_passed() -> None:
    bucket = Bucket(0.0)
    for _ in range(int(BURST)):
        bucket.take(0.0)
    assert not bucket.in_debt()
    bucket.take(0.0)
    assert bucket.in_debt()
    bucket.take(1.0)
    assert not bucket.in_debt()


def test_an_idle_hour_saves_no_more_than_one_burst() -> None:
    bucket = Bucket(0.0)
    verdicts = [bucket.take(3600.0) for _ in range(int(BURST) + 1)]
    assert verdicts[-1] is Verdict.LIMITED


def test_an_outbox_that_nobody_empties_overflows() -> None:
    outbox = Outbox()
    assert all(outbox.sent(i, 0) for i in range(OUTBOX))
    assert not outbox.sent(OUTBOX, 0)


def test_a_ping_shows_what_was_read() -> None:
    outbox = Outbox()
    for version in range(OUTBOX):
        outbox.sent(version, 0)
    outbox.seen(OUTBOX - 3, 0)
    assert list(outbox.unseen) == [(OUTBOX - 2, 0), (OUTBOX - 1, 0)]


def test_a_ping_of_a_page_that_lags_shows_nothing_newer() -> None:
    outbox = Outbox()
    outbox.sent(4, 7)
    outbox.seen(9, 6)
    outbox.seen(3, 9)
    assert len(outbox.unseen) == 1


def test_a_move_shows_that_what_came_before_its_frame_was_read() -> None:
    outbox = Outbox()
    for version in (4, 4, 5, 5, 6):
        outbox.sent(version, 0)
    outbox.acted(5)
    assert [version for version, _ in outbox.unseen] == [5, 5, 6]
