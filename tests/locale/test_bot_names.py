"""Bots have their names in the language of whoever looks; people keep theirs."""

from __future__ import annotations

import asyncio

import pytest
from django.conf import settings
from django.utils import translation

from games import queries
from games.consumers.language import language_of
from games.live import viewing
from games.live.setup import MatchPlan, SeatPlan, open_match
from games.models.names import shown_name
from lobby import listing
from tests.pages import Page, person

ENGLISH = ["Zaatar", "Sumac", "Zaatar"]
ARABIC = ["Zaatar", "سمّاق", "زعتر"]


def test_a_bot_is_known_by_its_level_alone() -> None:
    with translation.override("ar"):
        assert shown_name("Sumac", "easy") == "سمّاق"
        assert shown_name("Sumac", "") == "Sumac"
        assert shown_name("Bot 1", "easy") == "Bot 1"


@pytest.mark.parametrize(
    ("scope", "language"),
    [
        ({}, "en"),
        ({"cookies": {settings.LANGUAGE_COOKIE_NAME: "ar"}}, "ar"),
        ({"headers": [(b"accept-language", b"ar-SY,ar;q=0.9,en;q=0.5")]}, "ar"),
        ({"headers": [(b"accept-language", b"fi")]}, "en"),
        (
            {
                "cookies": {settings.LANGUAGE_COOKIE_NAME: "en"},
                "headers": [(b"accept-language", b"ar")],
            },
            "en",
        ),
        ({"cookies": {settings.LANGUAGE_COOKIE_NAME: "../xx"}}, "en"),
    ],
)
def test_a_socket_speaks_the_language_of_its_page(scope: dict[str, object], language: str) -> None:
    assert language_of(scope) == language


@pytest.mark.django_db(transaction=True)
def test_frames_and_pages_name_bots_for_their_reader() -> None:
    zaatar = person("Zaatar")  # a person may be called like a bot
    chairs = (
        SeatPlan(zaatar.pk, "Zaatar"),
        SeatPlan(None, "Sumac", bot_level="easy"),
        SeatPlan(None, "Zaatar", bot_level="greedy"),
    )
    match_id = open_match(MatchPlan("hand_russian", {}, chairs, bot_pace="practice"))
    for language, names in (("en", ENGLISH), ("ar", ARABIC)):
        with translation.override(language):
            assert [seat.name for seat in viewing.frame(match_id, None).seats] == names
            page = queries.match_page(match_id, None)
            assert page is not None
            assert [seat.name for seat in page.line.seats] == names
            (line,) = queries.live_public_matches()
            assert (list(line.names), line.bots) == (names, (False, True, True))
            (row,) = listing.tables(None).live_tables
            assert [place.kind for place in row.chairs] == ["human", "bot", "bot"]

    async def scenario() -> None:
        for language, names in (("en", ENGLISH), ("ar", ARABIC)):
            socket = Page(match_id, language=language)
            assert await socket.open()
            frame = await socket.until_type("frame")
            assert [seat["name"] for seat in frame["seats"]] == names
            await socket.leave()

    asyncio.run(scenario())
