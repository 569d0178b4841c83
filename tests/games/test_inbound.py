"""The decoder: what is a message, what is not, and that nothing else can come of any bytes."""

from __future__ import annotations

import json
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.actions import Layout, Proposed
from games.engine.cards import Skin
from games.engine.codec import action_from_json, action_json
from games.engine.melds import MeldKind
from games.engine.rulesets import NEWEST
from games.live.errors import Rejected
from games.wire import answers, inbound
from tests.matches import turns

COMMAND = "7d6f4c0e-98a1-4b27-8a5e-0123456789ab"
GOOD: dict[str, dict[str, Any]] = {
    "ping": {"type": "ping", "version": -1, "meta_version": 3},
    "draw": {"type": "act", "command_id": COMMAND, "version": 7, "action": {"type": "draw"}},
    "layout": {
        "type": "act",
        "command_id": COMMAND,
        "version": 7,
        "action": {
            "type": "layout",
            "groups": [{"cards": ["7H", "8H#2", "JK1"], "kind": None}, {"cards": []}],
        },
    },
    "resign": {"type": "resign", "command_id": COMMAND},
    "ready": {"type": "ready"},
    "chat": {"type": "chat", "text": "أهلا وسهلا"},
    "phrase": {"type": "phrase", "phrase": "well_played"},
    "resync": {"type": "resync", "since": 0},
}
NESTED = "[" * 8000

BAD = {
    "nothing": "",
    "not json": "hello",
    "a list": "[]",
    "null": "null",
    "no type": "{}",
    "unknown type": '{"type":"deal"}',
    "server message": '{"type":"pong","server_ms":1,"version":1,"meta_version":1}',
    "unknown field": '{"type":"ready","admin":true}',
    "field missing": '{"type":"ping","version":1}',
    "wrong type": '{"type":"ping","version":"1","meta_version":1}',
    "true for a number": '{"type":"ping","version":true,"meta_version":1}',
    "fraction": '{"type":"ping","version":1.0,"meta_version":1}',
    "too small": '{"type":"ping","version":-2,"meta_version":1}',
    "too big": '{"type":"ping","version":2147483648,"meta_version":1}',
    "huge": '{"type":"ping","version":' + "9" * 5000 + ',"meta_version":1}',
    "infinite": '{"type":"ping","version":1e999,"meta_version":1}',
    "NaN": '{"type":"ping","version":NaN,"meta_version":1}',
    "doubled key": '{"type":"ping","version":1,"version":1,"meta_version":1}',
    "doubled type": '{"type":"ready","type":"ready"}',
    "doubled key inside": f'{{"type":"act","command_id":"{COMMAND}","version":1,"action":'
    '{"type":"layout","groups":[{"cards":["7H"],"cards":["8H"]}]}}',
    "bottomless": f'{{"type":"chat","text":{NESTED}',
    "bottomless before the type": f'{{"text":{NESTED}{"]" * 8000},"type":"chat"}}',
    "lone surrogate escaped": '{"type":"chat","text":"\\ud800"}',
    "lone surrogate": '{"type":"chat","text":"\ud800"}',
    "no text": '{"type":"chat","text":""}',
    "long text": json.dumps({"type": "chat", "text": "x" * 501}),
    "two messages": '{"type":"ready"}{"type":"ready"}',
    "byte order mark": '\ufeff{"type":"ready"}',
    "chance": json.dumps({**GOOD["draw"], "action": {"type": "deal", "dealer": 0, "order": []}}),
    "forfeit": json.dumps({**GOOD["draw"], "action": {"type": "forfeit"}}),
    "abort": json.dumps({**GOOD["draw"], "action": {"type": "abort"}}),
    "another seat": json.dumps({**GOOD["draw"], "seat": 1}),
    "not a face": json.dumps({**GOOD["draw"], "action": {"type": "discard", "card": "7h"}}),
    "an index": json.dumps({**GOOD["draw"], "action": {"type": "discard", "card": 7}}),
    "too many groups": json.dumps(
        {**GOOD["draw"], "action": {"type": "layout", "groups": [{"cards": []}] * 107}}
    ),
    "bad id": json.dumps({"type": "resign", "command_id": "1"}),
    "phrase with markup": '{"type":"phrase","phrase":"<b>"}',
    "too long": '{"type":"ready"' + " " * inbound.MAX_BYTES + "}",
}


@pytest.mark.parametrize("name", GOOD)
def test_good_messages_are_read(name: str) -> None:
    message = inbound.decode(json.dumps(GOOD[name]))
    assert msgspec.to_builtins(message)["type"] == GOOD[name]["type"]


def test_every_type_has_an_example() -> None:
    tags = {kind.__struct_config__.tag for kind in get_args(inbound.ClientMessage)}
    assert tags == {message["type"] for message in GOOD.values()}


@pytest.mark.parametrize("name", BAD)
def test_bad_messages_are_refused(name: str) -> None:
    with pytest.raises(inbound.BadMessage):
        inbound.decode(BAD[name])


def test_binary_that_is_no_text_is_refused() -> None:
    with pytest.raises(inbound.BadMessage):
        inbound.decode(b'{"type":"chat","text":"\xff"}')


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["ping", "act", "layout", "draw", "7H", COMMAND]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["type", "version", "meta_version", "action", "groups", "cards", "text"]
            )
            | st.text(max_size=5),
            inner,
            max_size=5,
        )
    ),
    max_leaves=12,
)


@given(st.one_of(st.binary(max_size=200), st.text(max_size=200), JSON.map(json.dumps)))
def test_no_bytes_raise_anything_but_bad_message(data: str | bytes) -> None:
    try:
        message = inbound.decode(data)
    except inbound.BadMessage:
        return
    assert isinstance(message, get_args(inbound.ClientMessage))


@given(st.sampled_from(sorted(GOOD)), st.data())
def test_a_message_with_a_part_exchanged_is_a_message_or_bad(
    name: str, data: st.DataObject
) -> None:
    text = json.dumps(GOOD[name])
    at = data.draw(st.integers(0, len(text)))
    length = data.draw(st.integers(0, 12))
    mutated = text[:at] + data.draw(st.text(max_size=6)) + text[at + length :]
    try:
        message = inbound.decode(mutated)
    except inbound.BadMessage:
        return
    written = msgspec.json.encode(message)
    assert inbound.decode(written) == message


def test_every_action_of_a_match_travels_as_the_engine_writes_it() -> None:
    rules = NEWEST["hand_russian"]
    seen = set()
    for turn in turns(rules, 3, seed=5):
        if not isinstance(turn.actor, int):
            continue
        value = action_json(turn.action, Skin.CARDS)
        message = inbound.decode(
            json.dumps({"type": "act", "command_id": COMMAND, "version": 1, "action": value})
        )
        assert isinstance(message, inbound.Act)
        assert answers.read_move(message.action, Skin.CARDS) == turn.action
        seen.add(value["type"])
    assert {"draw", "layout"} <= seen


def test_tiles_are_read_as_tiles() -> None:
    move = inbound.LayoutMove([inbound.Group(["R5", "B5", "K5#2", "J1"], "set")])
    action = answers.read_move(move, Skin.TILES)
    expected = action_from_json(inbound.action_value(move), Skin.TILES)
    assert action == expected
    assert isinstance(action, Layout)
    assert isinstance(action.groups[0], Proposed)
    assert action.groups[0].kind is MeldKind.SET


@pytest.mark.parametrize(
    ("face", "skin"),
    [
        ("99X", Skin.CARDS),
        ("R5", Skin.CARDS),
        ("J1", Skin.CARDS),
        ("5S", Skin.TILES),
        ("JK1", Skin.TILES),
    ],
)
def test_a_face_of_another_deck_is_refused_with_a_code(face: str, skin: Skin) -> None:
    with pytest.raises(Rejected, match="BAD_MESSAGE"):
        answers.read_move(inbound.DiscardMove(face), skin)
