"""The door: who may, retries, staleness, refusals that write nothing, resignations, moderators."""

from dataclasses import replace
from uuid import UUID, uuid4

import pytest

from games.bots.registry import LEVELS
from games.engine.actions import (
    Abort,
    Action,
    Deal,
    Draw,
    Forfeit,
    Layout,
    Pass,
    Proposed,
    Reshuffle,
)
from games.engine.cards import FR104
from games.engine.errors import Reason
from games.engine.rng import Rng
from games.engine.ruleset import RuleSet
from games.engine.seats import Seat
from games.engine.views import PlayerView
from games.live import bots, deal, service
from games.live.commands import (
    AbortMatch,
    Accepted,
    Act,
    By,
    ByBot,
    ByClock,
    ByModerator,
    ByUser,
    Command,
    Expire,
    ForfeitSeat,
    Resign,
)
from games.live.errors import RejectCode, Rejected
from games.live.folding import Folded
from games.live.memory import MemoryStore
from games.live.postgres import PostgresSession, PostgresStore
from games.live.service import execute
from games.live.setup import open_match
from games.live.store import Session
from games.models import Match, MatchAction, MatchSeat, RoundResult
from tests.live.conftest import Told
from tests.live.tables import (
    Ticking,
    act,
    begun,
    folded,
    later,
    memory_match,
    person,
    plan,
    row_of,
    seats_of,
)

pytestmark = pytest.mark.django_db


def refused(command: Command, by: By) -> Rejected:
    """Give the refusal of a command, which must write nothing."""
    before = (
        (Match.objects.values().get(pk=command.match_id), list(MatchAction.objects.values()))
        if (Match.objects.filter(pk=command.match_id).exists())
        else None
    )
    with pytest.raises(Rejected) as caught:
        execute(command, by)
    if before is not None:
        assert before == (
            Match.objects.values().get(pk=command.match_id),
            list(MatchAction.objects.values()),
        )
    return caught.value


def draw(match_id: UUID, version: int = 1, seat: int | None = None) -> Act:
    return Act(match_id, version, uuid4(), Draw(), None if seat is None else Seat(seat))


def test_a_person_on_turn_plays_and_the_log_holds_it() -> None:
    ann, ben = person(), person()
    match = begun(ann, ben)
    command = uuid4()
    accepted = act(match, ann, Draw(), command=command)
    assert (accepted.version, accepted.command_id) == (2, command)
    logged = MatchAction.objects.get(match_id=match, seq=2)
    assert (logged.actor, logged.action, logged.by, logged.command_id) == (
        *("0", {"type": "draw"}, "user"),
        command,
    )
    row = row_of(match)
    assert (row.version, row.to_act, row.status) == (2, 1, "playing")
    assert len(folded(match).state.live_round().hands[0]) == 8


def test_who_may_act() -> None:
    ann, ben, carl = person(), person(), person()
    match = begun(ann, ben, bots=1)
    cases: list[tuple[Command, By, RejectCode | Reason]] = [
        (draw(uuid4()), ByUser(ann), RejectCode.NOT_FOUND),
        (draw(match), ByUser(carl), RejectCode.NOT_SEATED),
        (Resign(match, uuid4()), ByUser(carl), RejectCode.NOT_SEATED),
        (draw(match), ByUser(ben), Reason.NOT_YOUR_TURN),
        # A person names no seat, so nobody plays another's.
        (draw(match, seat=0), ByUser(ben), RejectCode.NOT_ALLOWED),
        (draw(match, seat=0), ByUser(ann), RejectCode.NOT_ALLOWED),
        # Bots play for bots only.
        (draw(match, seat=0), ByBot(), RejectCode.NOT_ALLOWED),
        (draw(match, seat=2), ByBot(), Reason.NOT_YOUR_TURN),
        (draw(match, seat=7), ByBot(), RejectCode.NOT_ALLOWED),
        (draw(match), ByBot(), RejectCode.NOT_ALLOWED),
        # The clock plays when time is up, and only what the rules say.
        (Expire(match, 1), ByClock(), RejectCode.NOT_DUE),
        (draw(match, seat=0), ByClock(), RejectCode.NOT_ALLOWED),
        (Expire(match, 1), ByUser(ann), RejectCode.NOT_ALLOWED),
        # Keepers keep, and never play.
        (draw(match, seat=0), ByModerator(carl), RejectCode.NOT_ALLOWED),
        (Resign(match, uuid4()), ByModerator(carl), RejectCode.NOT_ALLOWED),
        (AbortMatch(match), ByUser(ann), RejectCode.NOT_ALLOWED),
        (AbortMatch(match), ByBot(), RejectCode.NOT_ALLOWED),
        (ForfeitSeat(match, Seat(0)), ByUser(ben), RejectCode.NOT_ALLOWED),
        (ForfeitSeat(match, Seat(9)), ByModerator(carl), RejectCode.NOT_ALLOWED),
    ]
    for command, by, code in cases:
        assert refused(command, by).code is code, (command, by)


@pytest.mark.parametrize(
    "action", [Forfeit(), Abort(), Deal(Seat(1), FR104.pieces), Reshuffle(FR104.pieces)]
)
def test_no_seat_plays_what_belongs_to_chance_and_keepers(action: Action) -> None:
    ann = person()
    match = begun(ann, bots=1)
    command = Act(match, 1, uuid4(), action)
    assert refused(command, ByUser(ann)).code is Reason.UNKNOWN_ACTION
    assert refused(Act(match, 1, None, action, Seat(1)), ByBot()).code is Reason.UNKNOWN_ACTION


def test_a_retry_is_given_the_first_answer() -> None:
    ann, ben = person(), person()
    match = begun(ann, ben)
    command = draw(match)
    first = execute(command, ByUser(ann))
    act(match, ben, Draw())
    assert [execute(command, ByUser(ann)) for _ in range(3)] == [first] * 3
    # Also with another version, and with other contents: the id names the command.
    again = Act(match, row_of(match).version - 1, command.command_id, Pass())
    assert execute(again, ByUser(ann)) == first
    assert row_of(match).version == 3
    # Whoever guesses an id learns nothing by it.
    assert refused(command, ByUser(ben)).code is RejectCode.STALE


def on_either_store(store: MemoryStore | PostgresStore, *people: int) -> UUID:
    wanted = plan(*people)
    return memory_match(store, wanted) if isinstance(store, MemoryStore) else begun(*people)


@pytest.mark.parametrize("kept_by", ["memory", "postgres"])
def test_an_id_used_again_at_the_present_version_is_given_the_first_answer(
    kept_by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = MemoryStore(Ticking()) if kept_by == "memory" else PostgresStore()
    ann, ben = person(), person()
    match = on_either_store(store, ann, ben)
    command = draw(match)
    first = execute(command, ByUser(ann), store)
    # Out of turn: the rules would refuse it, but it is no new command.
    assert execute(replace(command, version=2), ByUser(ann), store) == first
    second = execute(draw(match, 2), ByUser(ben), store)
    runs: list[int] = []
    whole = service._once

    def counted(tx: Session, command: Command, by: By) -> tuple[Accepted, Folded | None]:
        runs.append(1)
        return whole(tx, command, by)

    monkeypatch.setattr(service, "_once", counted)
    again = replace(command, version=second.version)
    assert execute(again, ByUser(ann), store) == first
    assert len(runs) == 1, "nothing is run again in vain"
    # Another's id is no way in, and no loop either.
    execute(draw(match, second.version), ByUser(ann), store)
    stolen = replace(command, version=row_of(match, store).version)
    with pytest.raises(Rejected) as refusal:
        execute(stolen, ByUser(ben), store)
    assert (refusal.value.code, len(runs)) == (RejectCode.NOT_ALLOWED, 3)
    assert row_of(match, store).version == 4


def test_an_id_used_again_after_the_end_is_given_the_first_answer() -> None:
    ann, ben, keeper = person(), person(), person()
    match = begun(ann, ben)
    command = draw(match)
    first = execute(command, ByUser(ann))
    execute(AbortMatch(match), ByModerator(keeper))
    again = replace(command, version=row_of(match).version)
    assert execute(again, ByUser(ann)) == first


def test_a_first_try_looks_for_no_earlier_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben = person(), person()
    match = begun(ann, ben)
    asked: list[UUID] = []

    def answer(_: PostgresSession, match_id: UUID, command_id: UUID) -> None:
        del match_id
        asked.append(command_id)

    monkeypatch.setattr(PostgresSession, "answer", answer)
    execute(draw(match), ByUser(ann))
    assert asked == []


def test_a_retry_of_the_last_move_is_answered_after_the_end() -> None:
    ann, ben = person(), person()
    match = begun(ann, ben)
    command = Resign(match, uuid4())
    first = execute(command, ByUser(ben))
    assert row_of(match).status == "finished"
    assert execute(command, ByUser(ben)) == first
    assert refused(draw(match, 2), ByUser(ann)).code is RejectCode.MATCH_OVER


def test_a_stale_command_is_told_the_present_version() -> None:
    ann, ben = person(), person()
    match = begun(ann, ben)
    act(match, ann, Draw())
    for version in (0, 1, 3, 99):
        refusal = refused(draw(match, version), ByUser(ben))
        assert (refusal.code, refusal.version) == (RejectCode.STALE, 2)


def test_a_refusal_by_the_rules_tells_why_and_changes_nothing() -> None:
    ann, ben = person(), person()
    match = begun(ann, ben)
    hand = folded(match).state.live_round().hands[0]
    other = folded(match).state.live_round().hands[1]
    stolen = Layout((Proposed(other[:3]),))
    refusal = refused(Act(match, 1, uuid4(), stolen), ByUser(ann))
    assert (refusal.code, refusal.version) == (Reason.CARD_NOT_OWNED, 1)
    refusal = refused(Act(match, 1, uuid4(), Layout((Proposed(hand[:2]),))), ByUser(ann))
    assert (refusal.code, refusal.detail) == (Reason.MELD_TOO_SHORT, {"group": 0, "at_least": 3})
    assert refused(Act(match, 1, uuid4(), Pass()), ByUser(ann)).code is Reason.PASS_STOCK_NOT_DRY


def test_nothing_is_played_before_the_deal(told: Told) -> None:
    ann, ben = person(), person()
    match = begun(ann, ben)
    Match.objects.filter(pk=match).update(version=0, status="dealing", to_act=None)
    MatchAction.objects.filter(match_id=match).delete()
    refusal = refused(draw(match, 0), ByUser(ann))
    assert refusal.code is Reason.WRONG_PHASE


def test_resigning_from_two_ends_the_match_at_once(told: Told) -> None:
    ann, ben = person(), person()
    match = begun(ann, ben)
    execute(Resign(match, uuid4()), ByUser(ann))
    kept = Match.objects.get(pk=match)
    assert (kept.status, kept.to_act, kept.deadline) == ("finished", None, None)
    assert kept.standing is not None
    assert kept.standing["winners"] == [1]
    assert kept.finished is not None
    assert not RoundResult.objects.filter(match_id=match).exists()


def test_a_bot_plays_on_for_a_seat_that_gave_up() -> None:
    ann, ben = person(), person()
    match = begun(ann, ben, bots=1)
    execute(Resign(match, uuid4()), ByUser(ann))
    row = row_of(match)
    assert (row.status, row.to_act, row.deadline) == ("playing", 0, None)
    assert row.bot_due is not None
    assert seats_of(match)[0].resigned
    assert refused(draw(match, 2), ByUser(ann)).code is RejectCode.NOT_ALLOWED
    execute(Act(match, 2, None, Draw(), Seat(0)), ByBot())
    assert row_of(match).to_act == 1


def test_resigning_out_of_turn_leaves_the_turn_and_its_clock_alone() -> None:
    ann, ben = person(), person()
    match = begun(ann, ben, bots=1)
    deadline = row_of(match).deadline
    execute(Resign(match, uuid4()), ByUser(ben))
    row = row_of(match)
    assert (row.to_act, row.deadline, row.bot_due) == (0, deadline, None)
    act(match, ann, Draw())
    assert row_of(match).bot_due is not None, "the seat that gave up is played by a bot"


def test_a_moderator_breaks_off_and_forfeits() -> None:
    ann, ben, keeper = person(), person(), person()
    match = begun(ann, ben, bots=2)
    execute(ForfeitSeat(match, Seat(1)), ByModerator(keeper))
    assert seats_of(match)[1].resigned
    execute(AbortMatch(match), ByModerator(keeper))
    kept = Match.objects.get(pk=match)
    assert kept.standing is not None
    assert (kept.status, kept.standing["aborted"], kept.standing["winners"]) == (
        "aborted",
        True,
        [],
    )
    assert [row.by for row in MatchAction.objects.filter(match_id=match).order_by("seq")] == [
        *("deal", "moderator", "moderator")
    ]
    assert refused(AbortMatch(match), ByModerator(keeper)).code is RejectCode.MATCH_OVER


def test_a_deleted_account_leaves_its_seat_to_nobody() -> None:
    ann, ben = person(), person()
    match = begun(ann, ben)
    MatchSeat.objects.filter(match_id=match, seat=0).update(user=None)
    assert refused(draw(match), ByUser(ann)).code is RejectCode.NOT_SEATED


def test_the_deadline_belongs_to_the_turn() -> None:
    ann, ben, carl = person(), person(), person()
    match = begun(ann, ben, carl, turn_seconds=30)
    first = row_of(match)
    assert first.deadline is not None
    assert 29 < (first.deadline - first.now).total_seconds() <= 30
    later(match, 20)
    act(match, ann, Draw())
    second = row_of(match)
    assert second.deadline is not None
    assert 29 < (second.deadline - second.now).total_seconds() <= 30


def test_without_a_turn_clock_there_is_no_deadline() -> None:
    ann, ben = person(), person()
    match = begun(ann, ben, turn_seconds=None)
    assert row_of(match).deadline is None


def test_resigning_before_the_cards_asks_for_the_deal_again(told: Told) -> None:
    people = [person() for _ in range(3)]
    match = open_match(plan(*people))
    execute(Resign(match, uuid4()), ByUser(people[1]))
    row = row_of(match)
    assert (row.status, row.version, row.to_act, row.started) == ("dealing", 1, None, None)
    deal.walk(match)
    row = row_of(match)
    assert (row.status, row.version, row.to_act) == ("playing", 2, 0)
    assert [held.resigned for held in seats_of(match)] == [False, True, False]


def test_what_a_bot_sends_too_late_is_no_fault_of_its(monkeypatch: pytest.MonkeyPatch) -> None:
    ann = person()
    match = begun(ann, bots=1)
    act(match, ann, Draw())
    slow = LEVELS["easy"]

    def overtaken(view: PlayerView, rules: RuleSet, rng: Rng) -> Action:
        later(match, 10)
        execute(Expire(match, 2), ByClock())
        return slow(view, rules, rng)

    monkeypatch.setattr(bots, "LEVELS", {"easy": overtaken})
    assert bots.play(match, 2)
    assert row_of(match).version == 3
    assert MatchAction.objects.get(match_id=match, seq=3).by == "clock"
