"""Doubled presses, two windows, comings and goings at the same moment: nobody sits twice and nothing breaks."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from django.db.models.functions import Now
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Match
from lobby import seating
from lobby.errors import Refused
from lobby.models import Chair, Status, Table
from lobby.tasks import sweep_tables
from tests.lobby.test_pages import FORM
from tests.lobby.test_seating import opened

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*calls: Callable[[], Any]) -> list[str]:
    """Do all of it at the same moment, in threads of their own; gives what each came to, sorted."""
    gate = Barrier(len(calls))

    def one(call: Callable[[], Any]) -> str:
        try:
            connection.ensure_connection()
            gate.wait(timeout=20)
            call()
        except Refused as no:
            return no.why.value
        finally:
            connection.close()
        return "done"

    with ThreadPoolExecutor(len(calls)) as pool:
        return sorted(pool.map(one, calls))


def where(person: User) -> Table:
    return Chair.objects.get(user=person).table


def waiting() -> int:
    return Table.objects.filter(status=Status.WAITING).count()


def test_quick_match_pressed_in_many_windows_at_once_is_one_seek(people: list[User]) -> None:
    for _ in range(4):
        seen = at_once(*[lambda: seating.quick_match(people[0], "hand_russian")] * 5)
        assert seen == ["done"] * 5
        assert waiting() == 1
        assert Chair.objects.filter(user=people[0]).count() == 1
        seating.leave(where(people[0]).pk, people[0])


def test_a_table_opened_twice_at_once_is_one_table(people: list[User]) -> None:
    for _ in range(4):
        assert at_once(*[lambda: opened(people[0])] * 3) == ["done"] * 3
        assert waiting() == 1
        seating.leave(where(people[0]).pk, people[0])


def test_a_table_with_bots_opened_twice_at_once_is_one_match(people: list[User]) -> None:
    seen = at_once(*[lambda: opened(people[0], bots_after=0)] * 3)
    assert seen == ["SEATED_ELSEWHERE", "SEATED_ELSEWHERE", "done"]
    assert Match.objects.count() == 1


def test_one_person_who_joins_two_tables_at_once_sits_at_one(people: list[User]) -> None:
    first, second = opened(people[0]), opened(people[1])
    for _ in range(4):
        seen = at_once(
            lambda: seating.join(first.pk, people[2]),
            lambda: seating.join(second.pk, people[2]),
            lambda: seating.join(first.pk, people[2]),
        )
        assert seen == ["done"] * 3
        assert Chair.objects.filter(user=people[2]).count() == 1
        seating.leave(where(people[2]).pk, people[2])


def test_two_who_change_places_at_the_same_moment_both_arrive(people: list[User]) -> None:
    first, second = opened(people[0]), opened(people[1])
    seating.join(first.pk, people[2])
    seating.join(second.pk, people[3])
    for turn in range(8):
        here, there = (first, second) if turn % 2 == 0 else (second, first)
        seen = at_once(
            lambda there=there: seating.join(there.pk, people[2]),  # type: ignore[misc]
            lambda here=here: seating.join(here.pk, people[3]),  # type: ignore[misc]
        )
        assert seen == ["done", "done"]
        assert (where(people[2]).pk, where(people[3]).pk) == (there.pk, here.pk)


def test_a_rematch_asked_for_by_all_at_once_is_one_match(people: list[User]) -> None:
    table = opened(people[0], bots_after=None, seats=2)
    seating.join(table.pk, people[1])
    at_once(*(lambda p=p: seating.set_ready(table.pk, p) for p in people[:2]))
    table.refresh_from_db()
    first = table.match_id
    assert first is not None
    Match.objects.filter(pk=first).update(status="aborted")
    seating.match_over(first)
    again = [lambda p=p: seating.rematch(first, p) for p in people[:2]] * 2
    seen = at_once(*again)
    assert set(seen) <= {"done", "UNDER_WAY"}
    assert Match.objects.count() == 2
    table.refresh_from_db()
    assert (table.status, table.sitting) == (Status.PLAYING, 1)


def test_a_seek_lives_as_long_as_one_window_looks(
    people: list[User], sign_in: Callable[[User], Client]
) -> None:
    table = seating.quick_match(people[0], "hand_russian")
    Table.objects.filter(pk=table.pk).update(fill_at=Now() + timedelta(hours=1))
    room = reverse("lobby:room", args=[table.pk])
    here, there = sign_in(people[0]), sign_in(people[0])
    for window in (here, there):
        assert window.get(room).status_code == 200
    long_ago = Now() - timedelta(seconds=130)
    Chair.objects.update(seen=long_ago)
    Table.objects.update(host_seen=long_ago)
    there.get(room)  # the other window was closed
    sweep_tables()
    assert waiting() == 1
    Chair.objects.update(seen=long_ago)
    Table.objects.update(host_seen=long_ago)
    sweep_tables()
    assert waiting() == 0


def test_reloading_the_waiting_room_makes_no_second_table(
    people: list[User], sign_in: Callable[[User], Client]
) -> None:
    window = sign_in(people[0])
    for _ in range(5):
        landed = window.post(reverse("lobby:quick"), {"game": "hand_russian"}, follow=True)
        assert landed.status_code == 200
        window.get(landed.redirect_chain[-1][0])
    assert Table.objects.count() == 1


def test_who_comes_and_goes_does_not_hold_up_the_start(people: list[User]) -> None:
    table = opened(people[0])
    begins = table.fill_at
    for _ in range(5):
        seating.join(table.pk, people[1])
        seating.leave(table.pk, people[1])
    table.refresh_from_db()
    assert table.fill_at == begins
    assert table.status == Status.WAITING


def test_who_comes_and_goes_too_often_must_wait_and_the_table_stands(
    people: list[User], sign_in: Callable[[User], Client]
) -> None:
    table = opened(people[0])
    window = sign_in(people[1])
    for _ in range(12):
        window.post(reverse("lobby:join", args=[table.pk]))
        window.post(reverse("lobby:leave", args=[table.pk]))
    page = window.post(reverse("lobby:join", args=[table.pk]), follow=True).content.decode()
    assert "You come and go too quickly" in page
    table.refresh_from_db()
    assert table.status == Status.WAITING
    assert sign_in(people[2]).post(reverse("lobby:create"), FORM).status_code == 302


def test_strangers_who_seek_company_are_not_put_into_a_rematch(people: list[User]) -> None:
    table = seating.quick_match(people[0], "hand_russian")
    seating.join(table.pk, people[1])
    seating.start(table.pk, people[0])
    table.refresh_from_db()
    first = table.match_id
    assert first is not None
    Match.objects.filter(pk=first).update(status="aborted")
    seating.match_over(first)
    assert seating.rematch(first, people[0]).status == Status.WAITING
    elsewhere = seating.quick_match(people[2], "hand_russian")
    assert elsewhere.pk != table.pk
    again = seating.rematch(first, people[1])
    assert again.status == Status.PLAYING
    assert sorted(again.chairs.values_list("user__username", flat=True)) == ["Omar", "Sara"]
