"""What each page is given: once with people at it, once as bare as it may be."""

from __future__ import annotations

import datetime as dt
from types import SimpleNamespace
from typing import Any
from uuid import UUID

from django import forms

ID = UUID("a2a5ca62-0000-4000-8000-000000000001")
WHEN = dt.datetime(2026, 9, 21, 20, 15, tzinfo=dt.UTC)
HUMAN, BOT, FREE = "human", "bot", "free"


class CreateForm(forms.Form):
    """The fields of the form that opens a table, as the page draws them."""

    ruleset = forms.ChoiceField(label="Game", choices=[("hand_russian", "Hand Russian")])
    seats = forms.ChoiceField(
        label="Chairs",
        choices=[("2", "2"), ("3", "3"), ("4", "4")],
        initial="4",
        widget=forms.RadioSelect,
    )
    clock = forms.ChoiceField(
        label="Time for a turn",
        choices=[("30", "30 s"), ("60", "60 s"), ("90", "90 s"), ("", "no clock")],
        initial="60",
        widget=forms.RadioSelect,
        required=False,
    )
    visibility = forms.ChoiceField(
        label="Who may join",
        choices=[("public", "anyone"), ("link", "people with the link")],
        initial="public",
        widget=forms.RadioSelect,
    )
    bots = forms.ChoiceField(
        label="Bots for free chairs",
        choices=[("now", "at once"), ("30", "after 30 s"), ("never", "never")],
        initial="30",
        widget=forms.RadioSelect,
    )


def chairs(*names: str) -> list[dict[str, str]]:
    """Give chairs: a name is a person, "bot" a bot, "" a free chair."""
    kinds = {"bot": BOT, "": FREE}
    return [{"kind": kinds.get(name, HUMAN), "name": name} for name in names]


def seat(name: str, kind: str = HUMAN, **more: object) -> dict[str, object]:
    return {"name": name, "kind": kind, **more}


def entry(seq: int, name: str, kind: str, cards: str = "", groups: int = 0) -> dict[str, Any]:
    return {
        "seq": seq,
        "step": seq,
        "name": name,
        "kind": kind,
        "cards": cards.split(),
        "groups": groups,
    }


LOG = [
    entry(1, "", "dealt"),
    entry(2, "Sara", "drew"),
    entry(3, "ليلى", "laid", "AS 8H", 7),
    entry(4, "Karim", "laid", "5C"),
    entry(5, "", "opened"),
    entry(6, "Zaatar", "laid", "TS JS QS KS", 2),
    entry(7, "Sara", "expired"),
    entry(8, "Karim", "passed"),
    entry(9, "ليلى", "resigned"),
    entry(10, "", "dry"),
    entry(11, "Karim", "out"),
    entry(12, "", "over"),
]
STANDING = [
    {"rank": 1, "name": "Karim", "kind": HUMAN, "out": True, "cards": [], "count": 0, "pips": 0},
    {
        "rank": 2,
        "name": "Sara",
        "kind": HUMAN,
        "you": True,
        "cards": ["JD"],
        "count": 1,
        "pips": 10,
    },
    {"rank": 3, "name": "Zaatar", "kind": BOT, "cards": ["JS", "3H"], "count": 2, "pips": 13},
    {"rank": 4, "name": "ليلى", "kind": HUMAN, "resigned": True, "cards": ["JS", "TH"], "pips": 20},
]
DEAL = {
    "no": 1,
    "grade": "C",
    "revealed": True,
    "tip": "d969dc98" * 8,
    "open_hash": "1223f8fb" * 8,
    "url": "/match/x/proof/1/",
}
MATCH = {
    "id": ID,
    "title": "Hand Russian",
    "status": "finished",
    "headline": "Karim went out on turn 81",
    "ended": WHEN,
    "details": ["4 players"],
    "replay_url": "/match/x/replay/",
    "match_url": "/match/x/",
    "rematch": True,
}
TABLE = {
    "id": ID,
    "url": f"/table/{ID}/",
    "title": "Hand Russian",
    "host": "Sara",
    "is_public": True,
}
OPEN = [
    {
        **TABLE,
        "chairs": chairs("Sara", "", "", ""),
        "free": 3,
        "details": ["60 s a turn", "bots after 30 s"],
        "can_join": True,
    },
    {
        **TABLE,
        "id": UUID(int=2),
        "host": "كريم",
        "chairs": chairs("كريم", "Hala", "", ""),
        "free": 2,
        "details": ["90 s a turn"],
        "can_join": True,
    },
    {
        **TABLE,
        "id": UUID(int=3),
        "host": "Yara",
        "chairs": chairs("Yara", "bot", ""),
        "free": 1,
        "details": ["no clock"],
        "can_join": False,
    },
]
LIVE = [
    {
        "url": "/match/x/",
        "title": "Hand Russian",
        "names": ["Omar", "Lina", "نبيل"],
        "chairs": chairs("Omar", "Lina", "bot", "نبيل"),
        "details": ["turn 31", "1 bot"],
    }
]
GAMES = [
    {
        "key": "hand_russian",
        "title": "Hand Russian",
        "melds": ["6C 7C 8C 9C", "QS QH QD"],
        "chosen": True,
    }
]
SEATS = [
    seat("Sara", ready=True, you=True),
    seat("كريم"),
    seat("Zaatar", BOT, level="easy"),
    seat("", FREE),
]
VIEWER = {"seated": True, "ready": False, "is_host": False}
SIZES = [
    [7, 8, 8, 9, 9, 10, 8, 7, 5, 4, 4, 2, 0],
    [7, 7, 8, 8, 9, 9, 9, 8, 8, 6, 3, 3, 3],
    [7, 7, 7, 8, 8, 6, 6, 6, 7, 7, 7, 5, 5],
]
MARKS = [
    "",
    "",
    "",
    "",
    "",
    "laid",
    "rearranged",
    "laid",
    "laid",
    "rearranged",
    "rearranged",
    "laid",
    "rearranged",
]
STEP = {"now": 9, "last": 12, "before": 8, "after": 10, "entry": LOG[2]}
MELDS = [
    {"cards": faces.split(), "changed": changed}
    for faces, changed in (
        ("AS AH AD", False),
        ("2H 2D 2C", True),
        ("3H 3D 3C", True),
        ("4S 4D 4C", False),
        ("7S 7H 7D 7C", True),
        ("AS 2S 3S 4S 5S 6S", True),
        ("TC JC QC KC", False),
    )
]
HANDS = [
    seat("Sara", cards=["JS", "KH", "JD"]),
    seat("ليلى", cards=["JS", "TH", "KH"]),
    seat("Karim", cards=["TS", "JH", "QH", "KD", "KD"], acting=True),
]
NEARBY = [{**item, "now": item["seq"] == 3} for item in LOG]

PAGES: dict[str, list[dict[str, Any]]] = {
    "home.html": [
        {
            "games": GAMES,
            "seated": None,
            "create_form": CreateForm(),
            "open_tables": OPEN,
            "live_tables": LIVE,
            "live_count": 14,
        },
        {
            "games": GAMES,
            "seated": {"url": "/", "title": "Hand Russian"},
            "create_form": None,
            "open_tables": [],
            "live_tables": [],
        },
    ],
    "lobby/_tables.html": [{"open_tables": OPEN, "live_tables": LIVE, "live_count": 1}, {}],
    "lobby/create.html": [{"form": CreateForm()}, {"form": CreateForm({"seats": "9"})}],
    "lobby/table.html": [
        {
            "table": {**TABLE, "details": ["60 s a turn"]},
            "seats": SEATS,
            "viewer": VIEWER,
            "starts_in": 24,
            "share_url": "http://localhost/table/x/",
        },
        {"table": TABLE, "seats": [], "viewer": {"can_join": True}, "starts_in": None},
    ],
    "lobby/_room.html": [
        {
            "table": TABLE,
            "seats": SEATS,
            "viewer": {**VIEWER, "is_host": True, "can_start": True},
            "starts_in": 1,
        }
    ],
    "games/match.html": [
        {"match": MATCH, "standing": STANDING, "deals": [DEAL], "log": LOG},
        {
            "match": {**MATCH, "status": "aborted", "rematch": False},
            "standing": [],
            "deals": [{**DEAL, "grade": "A", "revealed": False}, {**DEAL, "grade": "B"}],
            "log": [],
        },
    ],
    "games/replay.html": [
        {
            "match": MATCH,
            "step": STEP,
            "melds": MELDS,
            "hands": HANDS,
            "sizes": SIZES,
            "marks": MARKS,
            "nearby": NEARBY,
        },
        {
            "match": MATCH,
            "step": {**STEP, "now": 0},
            "melds": [],
            "hands": [],
            "sizes": [],
            "marks": [],
            "nearby": [],
        },
    ],
    "games/fairness.html": [{}],
    **{f"{code}.html": [{}] for code in ("400", "403", "403_csrf", "404", "429", "500")},
}

PERSON = SimpleNamespace(
    is_authenticated=True,
    is_staff=False,
    pk=1,
    get_username=lambda: "Layla",
    username="Layla",
    get_absolute_url=lambda: "/people/Layla/",
)
NOBODY = SimpleNamespace(is_authenticated=False, is_staff=False, get_username=lambda: "")
