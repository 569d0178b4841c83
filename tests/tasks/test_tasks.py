"""The tasks: a few lines over the live rooms, harmless when doubled, late or about nothing."""

import io
import json
import logging
from uuid import UUID, uuid4

import pytest
import structlog
from django.db.models.functions import Now

from games.engine.actions import Draw
from games.engine.cards import face
from games.live import deal as dealing
from games.live.commands import ByUser, Resign
from games.live.service import execute
from games.live.setup import open_match
from games.models import Deal, Heartbeat, MatchAction
from games.tasks import audit, fair, turns
from tests.live.conftest import Told
from tests.live.tables import act, begun, folded, later, person, plan, play_out, row_of

pytestmark = pytest.mark.django_db


def beaten() -> None:
    Heartbeat.objects.update_or_create(id=1, defaults={"beat": Now()})


def test_a_bots_turn_is_played_once_however_often_its_task_runs() -> None:
    ann = person()
    match = begun(ann, bots=1)
    act(match, ann, Draw())
    for _ in range(3):
        turns.play_bot_turn.apply(args=(str(match), 2), throw=True)
    turns.play_bot_turn.apply(args=(str(match), 1), throw=True)
    turns.play_bot_turn.apply(args=(str(uuid4()), 1), throw=True)
    assert row_of(match).version == 3
    assert turns.play_bot_turn.soft_time_limit == 2


def test_a_turn_runs_out_once() -> None:
    match = begun(person(), person())
    later(match, 100)
    for _ in range(3):
        turns.expire_turn.apply(args=(str(match), 1), throw=True)
    assert row_of(match).version == 2


def test_the_sweep_does_all_that_nobody_was_asked_to_do() -> None:
    ann = person()
    waiting = open_match(plan(ann, bots=1))
    ended = begun(ann, bots=1)
    execute(Resign(ended, uuid4()), ByUser(ann))
    beaten()
    turns.sweep.apply(throw=True)
    assert row_of(waiting).status == "playing"
    assert Deal.objects.get(match_id=ended).stage == "revealed"


def test_deals_and_reveals_may_be_asked_for_often() -> None:
    ann = person()
    match = open_match(plan(ann, bots=1))
    for _ in range(2):
        fair.deal.apply(args=(str(match),), throw=True)
        fair.reveal.apply(args=(str(match),), throw=True)
    assert Deal.objects.get(match_id=match).stage == "dealt"
    execute(Resign(match, uuid4()), ByUser(ann))
    for _ in range(2):
        fair.reveal.apply(args=(str(match),), throw=True)
    assert Deal.objects.get(match_id=match).stage == "revealed"
    assert MatchAction.objects.filter(match_id=match).count() == 2


def test_an_audit_says_what_is_wrong(caplog: pytest.LogCaptureFixture) -> None:
    match = begun(bots=2)
    play_out(match)
    audit.audit_match.apply(args=(str(match),), throw=True)
    assert "audit" not in caplog.text
    MatchAction.objects.filter(match_id=match, seq=2).delete()
    with pytest.raises(Exception):  # noqa: B017, PT011  # the rules refuse a log with a hole
        audit.audit_match.apply(args=(str(match),), throw=True)


@pytest.mark.django_db(transaction=True)
def test_logs_at_debug_hold_no_card_and_no_seed(told: Told) -> None:
    """A whole match with every logger wide open, and every hint and bump kept."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(processor=structlog.processors.KeyValueRenderer())
    )
    names = ("games", "celery", "django.request", "channels", "")
    loggers = [logging.getLogger(name) for name in names]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.DEBUG)
    logging.getLogger().addHandler(handler)
    try:
        match = begun(person(), bots=3)
        hands = folded(match).state.live_round().hands
        seed = dealing.seed_of(row_of(match), 1).hex()
        run(match)
    finally:
        logging.getLogger().removeHandler(handler)
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
    told_all = json.dumps([told.tasks, told.groups])
    for text in (stream.getvalue(), told_all):
        assert seed not in text
        for hand in hands:
            assert not any(f"'{face(card)}'" in text for card in hand)
            assert not any(f'"{face(card)}"' in text for card in hand)
            assert not any(repr(card) in text for card in hand)
    assert str(match) in told_all
    assert stream.getvalue(), "the loggers were open"


def run(match: UUID) -> None:
    """Play by tasks alone: the person never moves, the clock does."""
    for _ in range(400):
        row = row_of(match)
        if row.to_act is None:
            break
        if row.to_act == 0:
            later(match, 100)
            turns.expire_turn.apply(args=(str(match), row.version), throw=True)
        else:
            turns.play_bot_turn.apply(args=(str(match), row.version), throw=True)
            turns.expire_turn.apply(args=(str(match), row.version), throw=True)
    fair.reveal.apply(args=(str(match),), throw=True)
    assert row_of(match).status == "finished"
