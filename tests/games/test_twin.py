"""The twin of the socket by HTTP: the same messages, the same refusals, and it works with Valkey away."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import reverse

from games.views import twin
from games.wire.inbound import MAX_BYTES
from games.wire.limits import BURST
from tests.games.test_inbound import BAD
from tests.pages import move_of, no_valkey, now, person, play_bot, sit_down

if TYPE_CHECKING:
    from accounts.models import User

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def fresh_buckets() -> None:
    twin._buckets.clear()


def browser(user: User | None = None) -> Client:
    client = Client(enforce_csrf_checks=True)
    if user is not None:
        client.force_login(user)
    client.cookies["csrftoken"] = "a" * 32
    return client


def post(client: Client, name: str, match_id: UUID, message: Any) -> Any:
    body = message if isinstance(message, str | bytes) else json.dumps(message)
    return client.post(
        reverse(name, args=(match_id,)),
        body.encode("utf-8", "surrogatepass") if isinstance(body, str) else body,
        content_type="application/json",
        headers={"X-CSRFToken": "a" * 32},
    )


def frame_of(client: Client, match_id: UUID, since: int = -1) -> dict[str, Any]:
    answer = client.get(reverse("match_frame", args=(match_id,)), {"since": since})
    assert answer.status_code == 200
    frame: dict[str, Any] = answer.json()[0]
    assert frame["type"] == "frame"
    return frame


AS_A_TILE = dict(zip("SHDC", "RBKO", strict=True))


def tile_of(card: str) -> str:
    """Write a card's face as the tile that it would be with the other skin."""
    rank, suit, copy = "A23456789TJQK".index(card[0]) + 1, AS_A_TILE[card[1]], card[2:]
    return f"{suit}{rank}{copy}"


def act(match_id: UUID) -> dict[str, Any]:
    row, move = move_of(match_id)
    return {"type": "act", "command_id": str(uuid4()), "version": row.version, "action": move}


def test_a_match_is_played_by_polling_with_valkey_away() -> None:
    layla = person("Layla")
    with no_valkey():
        match_id, client = sit_down(layla, "easy"), browser(layla)
        play_some(match_id, client)


def play_some(match_id: UUID, client: Client) -> None:
    for _ in range(6):
        row, _ = now(match_id)
        if row.to_act == 0:
            answer = post(client, "match_act", match_id, act(match_id))
            assert answer.json()[0]["type"] == "accepted"
        else:
            assert play_bot(match_id)
        frame = frame_of(client, match_id, row.version)
        assert frame["version"] == row.version + 1
        assert [entry["version"] for entry in frame["log"]] == [row.version + 1]


def test_nothing_of_a_match_is_kept_by_browsers() -> None:
    answer = browser().get(reverse("match_frame", args=(sit_down("easy", "easy"),)))
    assert "no-store" in answer["Cache-Control"]


def test_a_watcher_polls_too_and_sees_counts_only() -> None:
    frame = frame_of(browser(), sit_down(person("Layla"), "easy"))
    assert frame["you"] is None
    assert frame["view"]["hand"] == []


def test_a_post_without_the_token_is_forbidden() -> None:
    layla = person("Layla")
    match_id = sit_down(layla, "easy")
    client = Client(enforce_csrf_checks=True)
    client.force_login(layla)
    for name in ("match_act", "match_chat"):
        address = reverse(name, args=(match_id,))
        answer = client.post(address, "{}", content_type="application/json")
        assert answer.status_code == 403
    assert now(match_id)[0].version == 1


def test_refusals_carry_the_id_of_the_command() -> None:
    layla = person("Layla")
    match_id, message = sit_down(layla, "easy"), act(sit_down("easy", "easy"))
    answer = post(browser(), "match_act", match_id, message)
    assert answer.status_code == 200
    assert answer.json()[0] == {
        "type": "refused",
        "command_id": message["command_id"],
        "code": "NOT_SEATED",
        "detail": {},
        "version": None,
    }


def test_what_is_not_there_is_404_with_a_code() -> None:
    layla = person("Layla")
    client = browser(layla)
    answer = client.get(reverse("match_frame", args=(uuid4(),)))
    assert (answer.status_code, answer.json()) == (404, [{"type": "error", "code": "NOT_FOUND"}])
    message = {"type": "resign", "command_id": str(uuid4())}
    answer = post(client, "match_act", uuid4(), message)
    assert (answer.status_code, answer.json()[0]["code"]) == (404, "NOT_FOUND")


def test_bad_messages_are_400_with_a_short_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(twin, "_limited", lambda *_: False)
    match_id, client = sit_down("easy", "easy"), browser()
    for name, text in BAD.items():
        answer = post(client, "match_act", match_id, text)
        assert answer.status_code in {400, 413}, name
        assert answer.json()[0]["code"] in {"BAD_MESSAGE", "TOO_LARGE"}, name
        assert len(answer.content) <= 512


def test_a_body_beyond_16_kib_is_413() -> None:
    answer = post(browser(), "match_act", sit_down("easy", "easy"), b" " * (MAX_BYTES + 1))
    assert (answer.status_code, answer.json()[0]["code"]) == (413, "TOO_LARGE")


@pytest.mark.parametrize("query", ["since=x", "since=-2", "since=99999999999", "chat=1.5"])
def test_a_query_that_is_no_number_is_400(query: str) -> None:
    address = reverse("match_frame", args=(sit_down("easy", "easy"),))
    assert browser().get(f"{address}?{query}").status_code == 400


def test_a_flood_of_polls_is_429_for_that_person_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(twin, "monotonic", lambda: 0.0)
    layla, karim = person("Layla"), person("Karim")
    match_id = sit_down(layla, karim)
    client, other = browser(layla), browser(karim)
    address = reverse("match_frame", args=(match_id,))
    answers = [client.get(address).status_code for _ in range(int(BURST) + 1)]
    assert answers == [200] * int(BURST) + [429]
    assert other.get(address).status_code == 200


def test_chat_by_polling() -> None:
    layla, karim = person("Layla"), person("Karim")
    match_id = sit_down(layla, karim)
    answer = post(browser(layla), "match_chat", match_id, {"type": "chat", "text": "ahlan"})
    assert answer.json() == []
    assert post(browser(layla), "match_chat", match_id, act(match_id)).status_code == 400
    frame, lines = browser(karim).get(reverse("match_frame", args=(match_id,))).json()
    assert (frame["type"], lines["type"]) == ("frame", "chat")
    assert [line["text"] for line in lines["items"]] == ["ahlan"]
    address = reverse("match_frame", args=(match_id,))
    assert len(browser(karim).get(address, {"chat": lines["items"][0]["id"]}).json()) == 1


def test_pings_and_resyncs_may_come_by_post() -> None:
    match_id = sit_down("easy", "easy")
    row, _ = now(match_id)
    held = {"type": "ping", "version": row.version, "meta_version": row.meta_version}
    assert [m["type"] for m in post(browser(), "match_act", match_id, held).json()] == ["pong"]
    behind = {**held, "version": -1}
    answer = post(browser(), "match_act", match_id, behind).json()
    assert [m["type"] for m in answer] == ["pong", "frame"]
    answer = post(browser(), "match_act", match_id, {"type": "resync", "since": 0}).json()
    assert [m["type"] for m in answer] == ["frame"]


def test_talk_and_polls_never_cost_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(twin, "monotonic", lambda: 0.0)
    layla = person("Layla")
    match_id, client = sit_down(layla, "easy"), browser(layla)
    line = {"type": "chat", "text": "again"}
    codes = [post(client, "match_chat", match_id, line).status_code for _ in range(int(BURST) + 2)]
    assert codes[-1] == 429
    assert client.get(reverse("match_frame", args=(match_id,))).status_code == 429
    answer = post(client, "match_act", match_id, act(match_id))
    assert [message["type"] for message in answer.json()] == ["accepted"]


def test_a_card_written_as_a_tile_is_not_read_as_the_card() -> None:
    """The same table twice, once in each skin: only the one in the skin of the match is looked at by the rules."""
    layla = person("Layla")
    match_id, client = sit_down(layla, "easy"), browser(layla)
    hand = frame_of(client, match_id)["view"]["hand"]
    row, _ = now(match_id)

    def lay(cards: list[str]) -> dict[str, Any]:
        action = {"type": "layout", "groups": [{"cards": cards, "kind": None}]}
        message = {
            "type": "act",
            "command_id": str(uuid4()),
            "version": row.version,
            "action": action,
        }
        answer: dict[str, Any] = post(client, "match_act", match_id, message).json()[0]
        return answer

    as_cards, as_tiles = lay(hand[:3]), lay([tile_of(card) for card in hand[:3]])
    assert as_tiles["type"] == "refused"
    assert as_tiles["code"] == "BAD_MESSAGE"
    assert as_cards.get("code") != "BAD_MESSAGE"
    assert lay(["J1", *hand[:2]])["code"] == "BAD_MESSAGE"
