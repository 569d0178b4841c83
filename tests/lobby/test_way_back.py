"""Who comes back finds their table again: after a reload, on another device, after logging in anew."""

from collections.abc import Callable
from datetime import timedelta
from html import unescape
from uuid import uuid4

import pytest
from django.db.models.functions import Now
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.live.commands import ByUser, Resign
from games.live.service import execute
from games.models import Match
from lobby import seating
from lobby.models import Status, Table
from tests.lobby.test_pages import FORM
from tests.lobby.test_seating import opened

pytestmark = pytest.mark.django_db(transaction=True)

SignIn = Callable[[User], Client]
BACK = "Back to your table"


def links_of(client: Client) -> str:
    return unescape(client.get("/").content.decode())


def test_a_match_is_one_press_away_on_every_device(people: list[User], sign_in: SignIn) -> None:
    table = opened(people[0], bots_after=0)
    assert table.match_id is not None
    match = reverse("match", args=[table.match_id])
    here, there = sign_in(people[0]), sign_in(people[0])
    for device in (here, there):
        assert match in links_of(device)
        assert BACK in links_of(device)
    here.logout()
    assert BACK not in links_of(here)
    here.force_login(people[0])
    assert match in links_of(here)
    frame = here.get(reverse("match_frame", args=[table.match_id])).json()[0]
    assert (frame["you"], len(frame["view"]["hand"])) == (0, 7)
    assert there.get(match).status_code == 200
    refused = here.post(reverse("lobby:quick"), {"game": "hand_russian"})
    assert refused["Location"] == match, "and whoever seeks another one is led back"


def test_a_waiting_table_is_one_press_away_and_a_lost_seat_is_not(
    people: list[User], sign_in: SignIn
) -> None:
    table = opened(people[0])
    client = sign_in(people[0])
    assert reverse("lobby:table", args=[table.pk]) in links_of(client)
    client.post(reverse("lobby:start", args=[table.pk]))
    table.refresh_from_db()
    assert table.match_id is not None
    execute(Resign(table.match_id, uuid4()), ByUser(people[0].pk))
    assert BACK not in links_of(client)


@pytest.mark.parametrize(
    ("clock", "seconds"), [("30", 30), ("60", 60), ("90", 90), ("never", None)]
)
def test_the_clock_that_was_chosen_is_the_clock_of_the_match(
    people: list[User], sign_in: SignIn, clock: str, seconds: int | None
) -> None:
    client = sign_in(people[0])
    client.post(reverse("lobby:create"), {**FORM, "clock": clock, "bots": "0"})
    match = Match.objects.get()
    frame = client.get(reverse("match_frame", args=[match.pk])).json()[0]
    assert match.turn_seconds == frame["turn_seconds"] == seconds
    left = None if seconds is None else (frame["deadline_ms"] - frame["server_ms"]) / 1000
    assert left is None or seconds is None or seconds - 20 < left <= seconds


def test_a_waiting_room_cannot_be_taken_for_a_table_in_play(
    people: list[User], sign_in: SignIn
) -> None:
    host, client = sign_in(people[0]), sign_in(people[1])
    host.post(reverse("lobby:create"), FORM)
    table = Table.objects.get()
    client.post(reverse("lobby:join", args=[table.pk]))
    page = client.get(reverse("lobby:table", args=[table.pk])).content.decode()
    for part in ('id="hand"', 'id="draw"', 'id="play"', 'id="melds"'):
        assert part not in page
    assert "Sara" in page
    assert "Omar" in page
    assert page.count('class="seat') >= table.seats or page.count("<li>") >= table.seats
    assert reverse("lobby:table", args=[table.pk]) in page, "the link to send to friends"
    assert 'id="leave"' in page
    assert table.status == Status.WAITING


def test_a_private_table_is_found_by_its_link_alone(people: list[User], sign_in: SignIn) -> None:
    host, client = sign_in(people[0]), sign_in(people[1])
    host.post(reverse("lobby:create"), {**FORM, "visibility": "link"})
    table = Table.objects.get()
    for address in ("/", reverse("lobby:tables"), f"/people/{people[0].username}/"):
        assert str(table.pk) not in client.get(address).content.decode(), address
    assert client.get(reverse("lobby:table", args=[table.pk])).status_code == 200
    assert client.post(reverse("lobby:join", args=[table.pk])).status_code == 302
    host.post(reverse("lobby:start", args=[table.pk]))
    table.refresh_from_db()
    for visitor in (Client(), sign_in(people[2])):
        assert str(table.match_id) not in visitor.get("/").content.decode()


def test_time_spent_waiting_is_no_time_of_the_match(people: list[User]) -> None:
    table = opened(people[0])
    Table.objects.filter(pk=table.pk).update(created=Now() - timedelta(minutes=5))
    seating.start(table.pk, people[0])
    table.refresh_from_db()
    match = Match.objects.get(table_id=table.pk)
    assert match.started is not None
    assert match.started - table.created > timedelta(minutes=5)
    assert match.started - match.created < timedelta(minutes=1)
