"""Two worlds that one viewer cannot tell apart give that viewer the same bytes, through tables, cache and wire."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import pytest

from games.engine.codec import action_from_json, actor_from_json
from games.engine.errors import IllegalAction
from games.engine.replay import steps
from games.engine.seats import SPECTATOR, Seat, Viewer
from games.engine.views import PlayerView, build_view
from games.live import viewing
from games.live.folding import MEMORY, rules_of
from games.live.postgres import POSTGRES
from games.models import MatchAction
from games.models.entries import written_actor
from games.wire.frames import frame_message
from games.wire.outbound import encode
from tests.consumers.test_frame_walk import Truth, play_by_door, truth_of
from tests.pages import move_of, now, person, play_bot, sit_down

if TYPE_CHECKING:
    from collections.abc import Collection
    from uuid import UUID

    from games.engine.state import State

pytestmark = pytest.mark.django_db(transaction=True)

STOPS = (1, 2, 5, 12, 25, 45, 70)
"""Versions at which the worlds are compared."""


def told(match_id: UUID, user_id: int | None) -> bytes:
    """Give the bytes of a first frame, but for the time of day."""
    MEMORY.clear()
    return encode(frame_message(replace(viewing.frame(match_id, user_id, -1), server_ms=0)))


def deal_of(match_id: UUID) -> MatchAction:
    return MatchAction.objects.get(match_id=match_id, action__type="deal")


def exchange(match_id: UUID, order: list[str]) -> None:
    """Write another deal into the log, as if it had always been."""
    row = deal_of(match_id)
    row.action["order"] = order
    row.save()


def is_possible(match_id: UUID) -> bool:
    """Tell whether the rest of the log could have been played on the deal that it holds now."""
    match, _ = now(match_id)
    rules = rules_of(match)
    state = rules.start(rules.options(match.options), match.seats, match.sitting)
    rows = POSTGRES.read(lambda tx: tx.log(match_id, 0, match.version))
    log = [
        (actor_from_json(written_actor(row.actor)), action_from_json(row.action, state.skin))
        for row in rows
    ]
    try:
        for _ in steps(rules, state, log):
            pass
    except IllegalAction:
        return False
    return True


def another_deal(order: list[str], truth: Truth, viewer: Viewer, luck: random.Random) -> list[str]:
    """Permute every card that the viewer may not know."""
    known = truth.known(viewer, len(truth.open) - 1, revealed=False)
    places = [place for place, card in enumerate(order) if card not in known]
    shuffled = luck.sample(places, len(places))
    other = list(order)
    for place, source in zip(places, shuffled, strict=True):
        other[place] = order[source]
    return other


@dataclass
class Tally:
    """How many pairs of worlds were compared, and which of them the viewer could tell apart."""

    compared: int = 0
    told_apart: list[str] = field(default_factory=list)


def compare(level: str, stops: Collection[int]) -> Tally:
    """Play a match and compare, at some of its versions, what each viewer is sent of it with other worlds."""
    luck, tally = random.Random(20261130), Tally()
    layla, karim = person("Layla"), person("Karim")
    match_id = sit_down(layla, karim, level)
    viewers: list[tuple[Viewer, int | None]] = [
        (Seat(0), layla.pk),
        (Seat(1), karim.pk),
        (SPECTATOR, None),
    ]
    while True:
        match, _ = now(match_id)
        if match.version in stops:
            for viewer, user_id in viewers:
                compare_at(match_id, viewer, user_id, luck, tally)
        if match.version >= max(stops) or match.to_act is None:
            return tally
        if match.to_act == 2:
            play_bot(match_id)
        else:
            user_id = viewers[match.to_act][1]
            assert user_id is not None
            play_by_door(match_id, match.version, move_of(match_id, level)[1], user_id)


def compare_at(
    match_id: UUID, viewer: Viewer, user_id: int | None, luck: random.Random, tally: Tally
) -> None:
    truth, order = truth_of(match_id), list(deal_of(match_id).action["order"])
    here = told(match_id, user_id)
    for _ in range(2):
        exchange(match_id, another_deal(order, truth, viewer, luck))
        if is_possible(match_id):
            tally.compared += 1
            if told(match_id, user_id) != here:
                tally.told_apart.append(f"{viewer} at {len(truth.open) - 1}")
    exchange(match_id, order)
    MEMORY.clear()


@pytest.mark.parametrize("level", ["greedy", "easy"])
def test_what_a_viewer_may_not_know_changes_no_byte(level: str) -> None:
    tally = compare(level, STOPS)
    assert tally.told_apart == []
    assert tally.compared >= len(STOPS) * 3


def test_a_planted_leak_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    real = build_view

    def leaky(state: State, viewer: Viewer) -> PlayerView:
        stock = state.round.piles.stock if state.round else ()
        return replace(real(state, viewer), fire=stock[-1:])

    monkeypatch.setattr(viewing, "build_view", leaky)
    assert compare("greedy", {3}).told_apart
