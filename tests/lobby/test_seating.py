"""Tables fill, begin, rest, come again and never strand anybody."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.db.models.functions import Now

from accounts.models import User
from games.live.commands import AbortMatch, ByModerator, ByUser, Resign
from games.live.service import execute
from games.live.setup import BOT_NAMES
from games.queries import live_public_matches, match_page
from lobby import seating
from lobby.errors import Refused, Why
from lobby.models import Chair, Status, Table
from lobby.tasks import sweep_tables
from lobby.words import assert_complete

pytestmark = pytest.mark.django_db(transaction=True)

PLAN: dict[str, Any] = {
    "ruleset": "hand_russian",
    "seats": 3,
    "turn_seconds": 60,
    "public": True,
    "bots_after": 30,
    "bot_level": "easy",
}


def opened(host: User, **changes: Any) -> Table:
    return seating.open_table(host, **{**PLAN, **changes})


def names(table: Table) -> list[str]:
    assert table.match_id is not None
    page = match_page(table.match_id, None)
    assert page is not None
    return [seat.name for seat in page.line.seats]


def refused(why: Why, *call: Any) -> None:
    act, *args = call
    with pytest.raises(Refused) as caught:
        act(*args)
    assert caught.value.why is why


def make_due(table: Table) -> None:
    Table.objects.filter(pk=table.pk).update(fill_at=Now() - timedelta(seconds=1))


def test_every_game_has_its_words() -> None:
    assert_complete()


def test_a_host_starts_and_bots_take_the_free_chairs(people: list[User]) -> None:
    table = opened(people[0])
    seating.join(table.pk, people[1])
    refused(Why.NOT_HOST, seating.start, table.pk, people[1])
    table = seating.start(table.pk, people[0])
    assert table.status == Status.PLAYING
    assert names(table) == ["Sara", "Omar", "Zaatar"]
    assert seating.start(table.pk, people[0]).match_id == table.match_id, (
        "a second press is not a second match"
    )


def test_bots_at_once_begin_the_match_at_once(people: list[User]) -> None:
    table = opened(people[0], bots_after=0, seats=4)
    assert table.status == Status.PLAYING
    assert names(table) == ["Sara", "Zaatar", "Sumac", "Qirfa"]
    page = match_page(table.match_id, None) if table.match_id else None
    assert page is not None
    assert page.bot_pace == "practice"


def test_the_sweep_fills_the_table_when_its_wait_is_over(people: list[User]) -> None:
    table = opened(people[0])
    sweep_tables()
    table.refresh_from_db()
    assert table.status == Status.WAITING
    make_due(table)
    sweep_tables()
    sweep_tables()
    table.refresh_from_db()
    assert table.status == Status.PLAYING
    assert len(live_public_matches()) == 1


def test_people_only_tables_begin_when_all_are_there_and_ready(people: list[User]) -> None:
    table = opened(people[0], bots_after=None)
    seating.join(table.pk, people[1])
    refused(Why.FREE_CHAIRS, seating.start, table.pk, people[0])
    seating.join(table.pk, people[2])
    refused(Why.FULL, seating.join, table.pk, people[3])
    for person in people[:2]:
        assert seating.set_ready(table.pk, person).status == Status.WAITING
    assert seating.set_ready(table.pk, people[2]).status == Status.PLAYING
    assert names(Table.objects.get(pk=table.pk)) == ["Sara", "Omar", "Layla"]
    refused(Why.UNDER_WAY, seating.join, table.pk, people[3])


def test_a_private_match_is_not_listed(people: list[User]) -> None:
    opened(people[0], public=False, bots_after=0)
    assert live_public_matches() == ()


def test_the_last_chair_is_taken_once(people: list[User]) -> None:
    table = opened(people[0], seats=2)

    def sit(person: User) -> str:
        try:
            seating.join(table.pk, person)
        except Refused as no:
            return no.why.value
        finally:
            connection.close()
        return "seated"

    with ThreadPoolExecutor(5) as pool:
        results = sorted(pool.map(sit, people[1:6]))
    assert results == ["FULL"] * 4 + ["seated"]


def test_quick_match_brings_people_together_and_begins_when_full(people: list[User]) -> None:
    first = seating.quick_match(people[0], "hand_russian")
    assert seating.quick_match(people[0], "hand_russian").pk == first.pk, "two tabs, one seek"
    for person in people[1:4]:
        assert seating.quick_match(person, "hand_russian").pk == first.pk
    first.refresh_from_db()
    assert first.status == Status.PLAYING
    assert names(first) == ["Sara", "Omar", "Layla", "Karim"]
    assert seating.quick_match(people[4], "hand_russian").pk != first.pk


def test_who_seeks_at_the_same_moment_sits_at_the_same_table(people: list[User]) -> None:
    together = Barrier(4)

    def seek(person: User) -> None:
        try:
            together.wait(10)
            seating.quick_match(person, "hand_russian")
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(seek, people[:4]))
    assert Table.objects.count() == 1
    assert set(names(Table.objects.get())) == {person.username for person in people[:4]}


def test_quick_match_alone_begins_with_bots_within_fifteen_seconds(people: list[User]) -> None:
    table = seating.quick_match(people[0], "hand_russian")
    assert timedelta(seconds=14) > seating.QUICK_WAIT
    make_due(table)
    seating.look_after_if_due(
        table.pk
    )  # what the waiting page does by itself, should the sweep be down
    table.refresh_from_db()
    assert table.status == Status.PLAYING
    assert names(table)[1:] == list(BOT_NAMES)


def test_quick_match_does_not_take_a_person_out_of_a_live_match(people: list[User]) -> None:
    opened(people[0], bots_after=0)
    refused(Why.SEATED_ELSEWHERE, seating.quick_match, people[0], "hand_russian")
    refused(Why.NO_GAME, seating.quick_match, people[1], "no_such_game")


def test_who_resigns_is_free_to_sit_elsewhere(people: list[User]) -> None:
    table = opened(people[0], bots_after=0)
    assert table.match_id is not None
    execute(Resign(table.match_id, uuid4()), ByUser(people[0].pk))
    assert opened(people[0]).status == Status.WAITING


def test_sitting_down_elsewhere_gives_up_the_first_chair(people: list[User]) -> None:
    first, second = opened(people[0]), opened(people[1])
    seating.join(second.pk, people[0])
    first.refresh_from_db()
    assert first.status == Status.CLOSED
    assert Chair.objects.get(user=people[0]).table_id == second.pk


def test_the_host_who_leaves_passes_the_table_on(people: list[User]) -> None:
    table = opened(people[0])
    seating.join(table.pk, people[1])
    seating.leave(table.pk, people[0])
    table.refresh_from_db()
    assert table.host == people[1]
    seating.leave(table.pk, people[1])
    table.refresh_from_db()
    assert table.status == Status.CLOSED
    refused(Why.NOT_SEATED, seating.leave, table.pk, people[1])
    refused(Why.NO_TABLE, seating.join, table.pk, people[2])
    refused(Why.NO_TABLE, seating.join, uuid4(), people[2])


def test_a_waiting_table_is_dropped_when_its_host_was_not_seen_for_two_minutes(
    people: list[User],
) -> None:
    table = opened(people[0], bots_after=None)
    Table.objects.filter(pk=table.pk).update(host_seen=Now() - timedelta(seconds=119))
    sweep_tables()
    table.refresh_from_db()
    assert table.status == Status.WAITING
    seating.seen(table.pk, people[0])
    Table.objects.filter(pk=table.pk).update(host_seen=Now() - timedelta(seconds=121))
    sweep_tables()
    table.refresh_from_db()
    assert table.status == Status.CLOSED
    assert not Chair.objects.exists()


def test_who_does_not_look_any_more_has_got_up(people: list[User]) -> None:
    table = opened(people[0], bots_after=None)
    seating.join(table.pk, people[1])
    Chair.objects.filter(user=people[1]).update(seen=Now() - timedelta(seconds=61))
    sweep_tables()
    assert list(table.chairs.values_list("user__username", flat=True)) == ["Sara"]


def finished(people: list[User], **changes: Any) -> Table:
    table = opened(people[0], **changes)
    seating.join(table.pk, people[1])
    table = seating.start(table.pk, people[0])
    assert table.match_id is not None
    execute(AbortMatch(table.match_id), ByModerator(people[5].pk))
    table.refresh_from_db()
    assert table.status == Status.RESTING
    return table


def test_a_rematch_keeps_seats_rules_and_visibility(people: list[User]) -> None:
    table = finished(people, public=False)
    assert table.match_id is not None
    first = table.match_id
    refused(Why.NOT_SEATED, seating.rematch, first, people[2])
    assert seating.rematch(first, people[1]).status == Status.WAITING
    again = seating.rematch(first, people[0])
    assert again.status == Status.PLAYING
    assert again.match_id != first
    assert not again.public
    assert names(again) == ["Sara", "Omar", "Zaatar"]
    page = match_page(again.match_id, None) if again.match_id else None
    assert page is not None
    assert page.rematch_of == first
    assert live_public_matches() == ()
    refused(Why.NO_REMATCH, seating.rematch, uuid4(), people[0])


def test_a_rematch_does_not_wait_for_ever_for_who_does_not_come(people: list[User]) -> None:
    table = finished(people)
    assert table.match_id is not None
    again = seating.rematch(table.match_id, people[1])
    make_due(again)
    for chair in again.chairs.all():
        seating.seen(again.pk, chair.user)
    sweep_tables()
    again.refresh_from_db()
    assert again.status == Status.PLAYING
    assert names(again) == ["Zaatar", "Omar", "Sumac"]


def test_a_moderator_closes_a_waiting_table_but_not_one_in_play(people: list[User]) -> None:
    waiting, playing = opened(people[0]), opened(people[1], bots_after=0)
    seating.close(waiting.pk)
    waiting.refresh_from_db()
    assert waiting.status == Status.CLOSED
    refused(Why.UNDER_WAY, seating.close, playing.pk)
