"""Deals that tests foresee: the same cards every time, once, and never outside the tests."""

from uuid import UUID

import pytest
from pytest_django.fixtures import Settings

from games.engine.cards import face
from games.live import deal
from games.live.setup import MatchPlan, SeatPlan, open_match
from games.models import FairLog
from tests.live.tables import folded, person

KNOWN = "6f9c1204-c8df-40c0-a012-052c7fef640a"
MOMENT = 4_102_444_800_000


def opened(name: str) -> UUID:
    seats = (SeatPlan(person(), name), SeatPlan(None, "Zaatar", bot_level="easy"))
    match_id = open_match(MatchPlan("hand_russian", {}, seats))
    deal.walk(match_id)
    return match_id


@pytest.mark.django_db
def test_a_foreseen_match_is_dealt_as_foreseen_and_the_next_is_not(settings: Settings) -> None:
    FairLog.objects.create(id=1, origin="jalsa.test/deals")
    settings.FORESEEN_MATCHES = {"Foreseen": (KNOWN, "ab" * 32, MOMENT)}
    first, second, other = opened("Foreseen"), opened("Foreseen"), opened("Somebody")
    assert str(first) == KNOWN
    assert KNOWN not in {str(second), str(other)}
    hand = folded(first).state.live_round().hands[0]
    assert " ".join(map(face, hand)) == "6H 4C#2 8S JD#2 2H#2 8H 2D#2"
