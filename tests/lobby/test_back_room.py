"""Tables in the back room: found, looked at, closed, and never opened, changed or deleted by hand."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts.models import User
from lobby import seating
from lobby.models import Chair, Status, Table
from tests.lobby.test_seating import opened

pytestmark = pytest.mark.django_db(transaction=True)

LIST = "/admin/lobby/table/"


@pytest.fixture
def office(people: list[User]) -> Client:
    """Sign in somebody who may look at tables and close them, and nothing else."""
    keeper = people[5]
    keeper.is_staff = True
    keeper.save()
    keeper.user_permissions.set(
        Permission.objects.filter(codename__in=("view_table", "change_table", "view_chair"))
    )
    client = Client()
    client.force_login(keeper)
    return client


def close(office: Client, *tables: Table) -> str:
    chosen = [str(table.pk) for table in tables]
    data = {"action": "close_tables", "_selected_action": chosen}
    return office.post(LIST, data, follow=True).content.decode()


def test_tables_are_found_by_the_people_who_sit_there(office: Client, people: list[User]) -> None:
    mine, other = opened(people[0]), opened(people[1])
    seating.join(mine.pk, people[2])
    for asked in ("Sara", "Layla", str(mine.pk)[:8]):
        page = office.get(LIST, {"q": asked}).content.decode()
        assert str(mine.pk) in page, asked
        assert str(other.pk) not in page, asked


def test_a_table_is_looked_at_and_not_changed(office: Client, people: list[User]) -> None:
    table = opened(people[0])
    address = f"{LIST}{table.pk}/change/"
    page = office.get(address)
    assert page.status_code == 200
    assert "Sara" in page.content.decode()
    assert 'name="seats"' not in page.content.decode()
    assert office.post(address, {"seats": "2", "status": "closed"}).status_code == 403
    assert office.get(f"{LIST}add/").status_code == 403
    assert office.post(f"{LIST}{table.pk}/delete/").status_code == 403
    table.refresh_from_db()
    assert (table.seats, table.status) == (3, Status.WAITING)


def test_closing_sends_people_home_and_leaves_a_match_alone(
    office: Client, people: list[User]
) -> None:
    waiting, playing = opened(people[0]), opened(people[1], bots_after=0)
    page = close(office, waiting, playing)
    assert "Closed: 1" in page
    assert str(playing.pk) in page, "the one that goes on is named"
    waiting.refresh_from_db()
    playing.refresh_from_db()
    assert (waiting.status, playing.status) == (Status.CLOSED, Status.PLAYING)
    assert not Chair.objects.filter(table=waiting).exists()
    guest = Client()
    guest.force_login(people[0])
    assert guest.get(reverse("lobby:room", args=[waiting.pk]))["HX-Redirect"] == "/"


def test_who_may_only_look_closes_nothing(office: Client, people: list[User]) -> None:
    people[5].user_permissions.set(Permission.objects.filter(codename="view_table"))
    table = opened(people[0])
    close(office, table)
    table.refresh_from_db()
    assert table.status == Status.WAITING
    people[5].is_staff = False
    people[5].save()
    assert office.get(LIST).status_code in {302, 403}
