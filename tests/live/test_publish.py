"""What leaves the live rooms: names that exist, ids and versions only, and no trouble for the caller."""

import asyncio
from uuid import uuid4

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from celery import current_app
from celery.signals import before_task_publish
from channels.layers import get_channel_layer
from django.conf import settings

from games.live import publish
from games.signals import match_finished
from games.tasks import audit, fair, turns


@pytest.fixture(autouse=True)
def loud(told: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """Send for real."""
    monkeypatch.undo()


def test_every_task_name_exists_and_has_a_queue() -> None:
    declared = {turns.play_bot_turn, turns.expire_turn, turns.sweep, fair.deal, fair.reveal}
    declared |= {audit.audit_match}
    assert {task.name for task in declared} == set(publish.TASKS)
    assert all(name in current_app.tasks for name in publish.TASKS)
    beat = settings.CELERY_BEAT_SCHEDULE["sweep"]
    assert beat["task"] == publish.SWEEP
    assert beat["options"] == {"queue": "clock", "expires": 1}
    queues = {name: current_app.amqp.router.route({}, name)["queue"].name for name in publish.TASKS}
    assert queues.pop(publish.PLAY_BOT_TURN) == "bots"
    assert queues.pop(publish.AUDIT) == "slow"
    assert set(queues.values()) == {"clock"}


def test_a_bump_reaches_the_group_with_versions_only(servers: object) -> None:
    match = uuid4()

    async def scenario() -> object:
        layer = get_channel_layer()
        name = await layer.new_channel()
        await layer.group_add(publish.match_group(match), name)
        await sync_to_async(publish.bump, thread_sensitive=False)(match, 3, 4)
        return await asyncio.wait_for(layer.receive(name), 5)

    assert async_to_sync(scenario)() == {
        "type": "match.bump",
        "match": str(match),
        "version": 3,
        "meta_version": 4,
    }


def test_tasks_carry_ids_and_versions_only(servers: object) -> None:
    match = uuid4()
    sent: list[tuple[str, object, dict[str, object]]] = []

    def note(sender: str, body: object, headers: dict[str, object], **_: object) -> None:
        sent.append((sender, body, headers))

    before_task_publish.connect(note, weak=False)
    try:
        publish.hint_bot(match, 7, 1.2)
        publish.hint_expiry(match, 7, 3.0)
        publish.hint_expiry(match, 7, 60.0)
        publish.hint_deal(match)
        publish.hint_reveal(match)
    finally:
        before_task_publish.disconnect(note)
    assert [(name, body[0]) for name, body, _ in sent] == [  # type: ignore[index]
        (publish.PLAY_BOT_TURN, (str(match), 7)),
        (publish.EXPIRE_TURN, (str(match), 7)),
        (publish.DEAL, (str(match),)),
        (publish.REVEAL, (str(match),)),
    ]


def test_with_valkey_away_nothing_is_raised(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Away:
        async def group_send(self, group: str, message: object) -> None:
            raise ConnectionError("refused")

        def send_task(self, name: str, **_: object) -> None:
            raise ConnectionError("refused")

    monkeypatch.setattr(publish, "get_channel_layer", Away)
    monkeypatch.setattr(publish, "current_app", Away())
    match = uuid4()
    publish.bump(match, 1, 1)
    publish.close_sockets(1)
    publish.lobby_changed()
    publish.hint_bot(match, 1, 0)
    publish.hint_reveal(match)
    assert caplog.text.count("lost") == 5


def test_a_finished_match_is_told_to_all_even_if_one_listener_fails() -> None:
    heard: list[object] = []

    def fails(**_: object) -> None:
        raise RuntimeError

    def listens(match_id: object, status: str, **_: object) -> None:
        heard.append((match_id, status))

    match_finished.connect(fails, weak=False)
    match_finished.connect(listens, weak=False)
    match = uuid4()
    try:
        publish.send(publish.Finished(match, "finished"))
    finally:
        match_finished.disconnect(fails)
        match_finished.disconnect(listens)
    assert heard == [(match, "finished")]


@pytest.mark.parametrize(
    ("note", "task"),
    [
        (publish.BotTurn(uuid4(), 1, 0.1), publish.PLAY_BOT_TURN),
        (publish.TurnEnds(uuid4(), 1, 0.1), publish.EXPIRE_TURN),
        (publish.DealDue(uuid4()), publish.DEAL),
        (publish.RevealDue(uuid4()), publish.REVEAL),
    ],
)
def test_notes_become_hints(note: publish.Note, task: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []
    monkeypatch.setattr(publish, "_send_task", lambda name, *_, **__: sent.append(name))
    publish.send(note)
    assert sent == [task]
