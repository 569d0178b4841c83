"""The pages of a match: the table, the result, the replay, the proof; and what is 404 to whom."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import reverse

from games.live import deal
from games.live.commands import AbortMatch, ByModerator
from games.live.reveal import reveal
from games.live.service import execute
from games.live.setup import MatchPlan, SeatPlan, open_match
from tests.consumers.test_frame_walk import FACE, truth_of
from tests.pages import now, person, play_bot, sit_down

if TYPE_CHECKING:
    from accounts.models import User

pytestmark = pytest.mark.django_db(transaction=True)


def seen_by(user: User | None = None, language: str = "en") -> Client:
    client = Client(headers={"Accept-Language": language})
    if user is not None:
        client.force_login(user)
    return client


def data_in(html: str, name: str) -> Any:
    """Read a JSON block of a page."""
    found = re.search(
        rf'<script id="{name}" type="application/json">(.*?)</script>', html, re.DOTALL
    )
    assert found, name
    return json.loads(found[1])


def played(*levels: str) -> UUID:
    """Play a match of bots to its end, not revealed yet."""
    match_id = sit_down(*levels)
    while play_bot(match_id):
        pass
    assert now(match_id)[1].standing.over
    return match_id


def test_a_live_match_shows_the_table_with_the_viewers_own_frame() -> None:
    layla, karim = person("Layla"), person("Karim")
    match_id = sit_down(layla, karim)
    _, state = now(match_id)
    pages = {}
    for seat, client in enumerate((seen_by(layla), seen_by(karim), seen_by())):
        answer = client.get(reverse("match", args=(match_id,)))
        assert answer.status_code == 200
        assert "no-store" in answer["Cache-Control"]
        html = answer.content.decode()
        frame = data_in(html, "first-frame")
        assert frame["type"] == "frame"
        assert frame["you"] == (seat if seat < 2 else None)
        pages[seat] = set(FACE.findall(html))
    assert state.round is not None
    truth = truth_of(match_id)
    assert pages[0] >= truth.hands[-1][0]
    assert not pages[0] & truth.hands[-1][1]
    assert not pages[2] & (truth.hands[-1][0] | truth.hands[-1][1])


def test_nothing_of_the_end_can_be_had_before_it() -> None:
    layla = person("Layla")
    match_id = sit_down(layla, "easy")
    for client in (seen_by(), seen_by(layla)):
        for name, args in (
            ("replay", (match_id,)),
            ("proof", (match_id, 1)),
            ("proof_json", (match_id, 1)),
            ("proof", (match_id, 2)),
            ("match", (uuid4(),)),
            ("replay", (uuid4(),)),
            ("proof_json", (uuid4(), 1)),
        ):
            assert client.get(reverse(name, args=args)).status_code == 404, name


def test_the_promise_stands_on_the_page_before_the_first_card(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(deal, "walk", lambda _: None)
    match_id = sit_down(person("Layla"), "easy")
    row, state = now(match_id)
    assert state.round is None
    html = seen_by().get(reverse("match", args=(match_id,))).content.decode()
    assert row.promise.tip in html
    assert row.promise.open_hash in html


def test_between_the_end_and_the_reveal_hands_stay_hidden() -> None:
    match_id = played("greedy", "greedy", "easy")
    answer = seen_by().get(reverse("match", args=(match_id,)))
    html = answer.content.decode()
    truth = truth_of(match_id)
    hidden = set().union(*truth.hands[-1]) - set().union(*truth.open)
    assert not set(re.findall(r'aria-label="([^"]*)"', html)) & hidden
    standing = answer.context["standing"]
    assert all(row["cards"] == [] for row in standing)
    assert sorted(row["count"] for row in standing) == sorted(len(h) for h in truth.hands[-1])
    assert answer.context["match"]["replay_url"] == ""
    assert seen_by().get(reverse("replay", args=(match_id,))).status_code == 404


def test_a_proof_asked_for_too_early_waits_for_the_reveal_and_shows_nothing_before_it() -> None:
    match_id = played("easy", "greedy")
    page, file = (reverse(name, args=(match_id, 1)) for name in ("proof", "proof_json"))
    early = seen_by().get(page)
    assert early["Refresh"] == "2"
    assert "The seal is being opened" in early.content.decode()
    assert "proof-data" not in early.content.decode()
    assert seen_by().get(file).status_code == 404
    assert seen_by().get(reverse("proof", args=(match_id, 2))).status_code == 404
    reveal(match_id)
    assert "proof-data" in seen_by().get(page).content.decode()


def test_after_the_reveal_the_match_page_tells_everything() -> None:
    match_id = played("greedy", "greedy", "easy")
    reveal(match_id)
    answer = seen_by().get(reverse("match", args=(match_id,)))
    truth = truth_of(match_id)
    standing = answer.context["standing"]
    assert [row["rank"] for row in standing] == sorted(row["rank"] for row in standing)
    by_name = {row["name"]: row for row in standing}
    for seat, hand in enumerate(truth.hands[-1]):
        assert set(by_name[f"Bot {seat}"]["cards"]) == hand
    kinds = [entry.kind for entry in answer.context["log"]]
    assert kinds[0] == "dealt"
    assert kinds[-1] == "over"
    assert "opened" in kinds
    assert {"drew", "laid"} <= set(kinds)
    html = answer.content.decode()
    for link in (reverse("replay", args=(match_id,)), reverse("proof", args=(match_id, 1))):
        assert f'href="{link}"' in html


def test_the_replay_shows_every_step() -> None:
    match_id = played("greedy", "greedy")
    reveal(match_id)
    truth = truth_of(match_id)
    address = reverse("replay", args=(match_id,))
    first = seen_by().get(address)
    assert first.status_code == 200
    last = first.context["step"]["last"]
    assert last == len(truth.hands) - 2
    for step in (0, 1, last // 2, last):
        answer = seen_by().get(address, {"step": step})
        context = answer.context
        hands = [set(hand["cards"]) for hand in context["hands"]]
        assert hands == truth.hands[step + 1]
        on_table = {card for meld in context["melds"] for card in meld["cards"]}
        assert on_table == truth.open[step + 1]
        assert [sizes[step] for sizes in context["sizes"]] == [len(hand) for hand in hands]
        assert any(entry["now"] for entry in context["nearby"])
    assert len(first.context["marks"]) == last + 1
    assert "rearranged" in first.context["marks"] or "laid" in first.context["marks"]
    for text in ("-1", "x", "9" * 20, "٣", ""):
        answer = seen_by().get(address, {"step": text})
        assert answer.status_code == 200
        assert 0 <= answer.context["step"]["now"] <= last
    part = seen_by().get(address, headers={"HX-Request": "true"})
    assert "<html" in first.content.decode()
    assert "<html" not in part.content.decode()
    assert "HX-Request" in part["Vary"]


def test_the_proof_is_a_page_and_a_file() -> None:
    match_id = played("greedy", "greedy")
    assert reveal(match_id) == 1
    answer = seen_by().get(reverse("proof", args=(match_id, 1)))
    assert answer.status_code == 200
    data = data_in(answer.content.decode(), "proof-data")
    assert data["proof"]["match_id"] == match_id.hex
    assert data["names"] == ["Bot 0", "Bot 1"]
    assert data["you"] is None
    assert data["record"]["actions"][0]["action"]["type"] == "deal"
    assert data["record"]["deal"]["order"] == data["record"]["actions"][0]["action"]["order"]
    truth = truth_of(match_id)
    assert [set(hand) for hand in data["record"]["deal"]["hands"]] == truth.hands[1]
    file = seen_by().get(reverse("proof_json", args=(match_id, 1)))
    assert file.json() == data["proof"]
    assert f"jalsa-{match_id}-1.json" in file["Content-Disposition"]
    assert file["Content-Disposition"].startswith("attachment")


def test_a_replay_names_bots_in_the_language_of_each_reader() -> None:
    chairs = (SeatPlan(None, "Sumac", bot_level="easy"), SeatPlan(None, "Qirfa", bot_level="easy"))
    match_id = open_match(MatchPlan("hand_russian", {}, chairs, bot_pace="practice"))
    keeper = person("Keeper")
    execute(AbortMatch(match_id), ByModerator(keeper.pk))
    reveal(match_id)
    address = reverse("replay", args=(match_id,))
    for language, name in (("en", "Sumac"), ("ar", "سمّاق"), ("en", "Sumac")):
        answer = seen_by(language=language).get(address)
        assert answer.context["hands"][0]["name"] == name


def test_a_match_that_was_stopped_says_so() -> None:
    layla, keeper = person("Layla"), person("Keeper")
    match_id = sit_down(layla, "easy")
    execute(AbortMatch(match_id), ByModerator(keeper.pk))
    answer = seen_by(layla).get(reverse("match", args=(match_id,)))
    assert answer.status_code == 200
    assert answer.context["match"]["status"] == "aborted"
    assert not answer.context["match"]["rematch"]
    assert "aborted" in [entry.kind for entry in answer.context["log"]]


def test_the_fairness_page_and_arabic() -> None:
    assert seen_by().get(reverse("fairness")).status_code == 200
    match_id = played("greedy", "greedy")
    reveal(match_id)
    for name, args in (("match", (match_id,)), ("replay", (match_id,)), ("proof", (match_id, 1))):
        answer = seen_by(language="ar").get(reverse(name, args=args))
        assert answer.status_code == 200
        assert 'dir="rtl"' in answer.content.decode()


def test_pages_hold_no_inline_script_or_style() -> None:
    layla = person("Layla")
    live, over = sit_down(layla, "easy"), played("greedy", "greedy")
    reveal(over)
    for address in (
        reverse("match", args=(live,)),
        reverse("match", args=(over,)),
        reverse("replay", args=(over,)),
        reverse("proof", args=(over, 1)),
    ):
        html = seen_by(layla).get(address).content.decode()
        scripts = re.findall(r"<script(?![^>]*application/json)[^>]*>", html)
        assert all(" src=" in tag for tag in scripts), address
        assert "<style" not in html
        assert not re.search(r"\son[a-z]+=", html)
        assert not re.search(r'\sstyle="', html)
