"""Opening matches: what a plan may hold, and what is promised for it."""

from dataclasses import replace
from uuid import uuid4

import pytest

from games.engine.errors import Reason
from games.live.errors import RejectCode, Rejected
from games.live.memory import MemoryStore
from games.live.setup import MatchPlan, SeatPlan, open_match
from games.live.store import Contended, Session
from games.models import Match
from tests.live.tables import Ticking, begun, memory_match, person, plan, row_of, seats_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("change", "code", "detail"),
    [
        ({"ruleset": "snap"}, RejectCode.BAD_OPTION, {"key": "ruleset"}),
        ({"options": {"jokers": 3}}, RejectCode.BAD_OPTION, {"key": "jokers"}),
        (
            {"options": {"openingLapMelds": "two"}},
            RejectCode.BAD_OPTION,
            {"key": "openingLapMelds"},
        ),
        ({"seats": (SeatPlan(None, "Alone", bot_level="easy"),)}, Reason.BAD_PLAYER_COUNT, {}),
        ({"seats": (SeatPlan(None, "?"), SeatPlan(None, "?"))}, Reason.BAD_PLAYER_COUNT, {}),
        ({"seats": (SeatPlan(1, "A"), SeatPlan(1, "A"))}, Reason.BAD_PLAYER_COUNT, {}),
        ({"rematch_of": uuid4()}, RejectCode.NOT_FOUND, {}),
    ],
)
def test_a_plan_that_is_not_offered_is_refused(
    change: dict[str, object], code: RejectCode | Reason, detail: dict[str, object]
) -> None:
    wanted = replace(plan(bots=2), **change)  # type: ignore[arg-type]
    with pytest.raises(Rejected) as refusal:
        open_match(wanted)
    assert refusal.value.code is code
    assert dict(refusal.value.detail) == detail
    assert not Match.objects.exists()


def test_no_rematch_of_a_match_that_goes_on() -> None:
    match = begun(bots=2)
    with pytest.raises(Rejected) as refusal:
        open_match(replace(plan(bots=2), rematch_of=match))
    assert refusal.value.code is RejectCode.NOT_FOUND


def test_what_was_agreed_is_frozen_in_the_row() -> None:
    ann, table = person(), uuid4()
    seats = (SeatPlan(ann, "Ann", guest=True), SeatPlan(None, "Bot", bot_level="greedy"))
    options = {"openingLapMelds": "one"}
    wanted = MatchPlan("hand_russian", options, seats, 90, "practice", False, True, table)
    match = open_match(wanted)
    row = row_of(match)
    assert (row.ruleset, row.revision, row.seats, row.turn_seconds) == ("hand_russian", 1, 2, 90)
    assert row.options == {"openingLapMelds": "one", "rotateOpener": False}
    assert (row.public, row.rated, row.table_id, row.bot_pace) == (False, True, table, "practice")
    human, bot = seats_of(match)
    assert (human.user_id, human.name, human.guest, human.bot_level) == (ann, "Ann", True, "")
    assert (bot.user_id, bot.name, bot.bot_level, bot.present) == (None, "Bot", "greedy", False)


def test_the_twin_gives_up_as_postgres_does() -> None:
    store = MemoryStore(Ticking())
    match = memory_match(store, plan(bots=2))
    runs: list[int] = []

    def loses(tx: Session) -> None:
        tx.touch(match)
        runs.append(1)
        raise Contended

    with pytest.raises(Rejected) as refusal:
        store.transact(loses)
    assert refusal.value.code is RejectCode.TRY_AGAIN
    assert len(runs) == 5
    before = row_of(match, store).meta_version
    assert store.transact(lambda tx: tx.touch(match)) == (1, before + 1)
