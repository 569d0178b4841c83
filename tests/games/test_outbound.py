"""What goes out: no key that the protocol does not name, and a page that tells the truth about it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args
from uuid import UUID

import jsonschema
import msgspec
import pytest

from games.engine.cards import Skin
from games.engine.codec import Json, event_json, view_json
from games.engine.rulesets import NEWEST
from games.engine.seats import SPECTATOR, Seat, Viewer
from games.engine.views import build_view
from games.live.viewing import Can, DealFace, FrameData, LogEntry, SeatFace
from games.wire import outbound
from games.wire.frames import frame_message
from games.wire.page import json_schema, protocol_page
from tests.matches import turns

DOCS = Path(__file__).parents[2] / "docs"
MATCH = UUID("11111111-2222-4333-8444-555555555555")


def frame_data(view: dict[str, Any], log: tuple[LogEntry, ...], viewer: Viewer) -> FrameData:
    seat = viewer if isinstance(viewer, int) else None
    return FrameData(
        match=MATCH,
        version=5,
        meta_version=2,
        status="playing",
        server_ms=1_700_000_000_000,
        deadline_ms=None,
        turn_seconds=None,
        you=seat,
        seats=tuple(SeatFace(i, f"P{i}", "human", "", True, False, False) for i in range(3)),
        view=view,
        log=log,
        can=None if seat is None else Can("STOCK_EMPTY", None, "PASS_HAS_PLAY", {"cards": ["7H"]}),
        deal=DealFace("00" * 32, "11" * 32, 1, "22" * 32, None, False),
    )


def frames_of_a_match() -> list[FrameData]:
    """Give a frame for each step and viewer of a whole match."""
    rules = NEWEST["hand_russian"]
    frames = []
    for seq, turn in enumerate(turns(rules, 3, seed=11), start=1):
        actor = int(turn.actor) if isinstance(turn.actor, int) else turn.actor.value
        for viewer in (Seat(0), Seat(1), SPECTATOR):
            events = tuple(
                event_json(event.for_viewer(viewer), Skin.CARDS) for event in turn.step.events
            )
            view = view_json(build_view(turn.step.state, viewer))
            frames.append(frame_data(view, (LogEntry(seq, seq, actor, events),), viewer))
    return frames


def key_paths(value: Any, at: str = "") -> set[str]:
    """List every place of a message: keys by name, list items as `[]`."""
    if isinstance(value, dict):
        if at.endswith((".jokers", ".options", ".can_detail.pass")):
            return {at}
        return {path for key, item in value.items() for path in key_paths(item, f"{at}.{key}")}
    if isinstance(value, list):
        return {path for item in value for path in key_paths(item, f"{at}[]")} or {at}
    return {at}


def declared_paths() -> set[str]:
    """List every place the schema has, as `key_paths` would."""
    schema = json_schema()

    def walk(node: dict[str, Any], at: str) -> set[str]:
        if "$ref" in node:
            return walk(schema["$defs"][node["$ref"].rsplit("/", 1)[-1]], at)
        if "anyOf" in node:
            return {path for option in node["anyOf"] for path in walk(option, at)}
        if "properties" in node:
            return {
                path
                for key, item in node["properties"].items()
                for path in walk(item, f"{at}.{key}")
            }
        if node.get("type") == "array":
            return walk(node["items"], f"{at}[]") | {at}
        return {at}

    return {path for kind in SENT for path in walk({"$ref": f"#/$defs/{kind}"}, kind)}


SENT = sorted(kind.__name__ for kind in get_args(outbound.ServerMessage))


def test_every_frame_of_a_match_is_of_the_protocol() -> None:
    schema = json_schema()
    validator = jsonschema.Draft202012Validator(schema)
    seen: set[str] = set()
    for place, data in enumerate(frames_of_a_match()):
        value = json.loads(outbound.encode(frame_message(data)))
        if place % 50 == 0:  # the validator is slow, and msgspec has judged each of them
            validator.validate(value)
        seen |= key_paths(value, "Frame")
    assert seen <= declared_paths()
    assert {"Frame.view.hand[]", "Frame.log[].events[].shed[]", "Frame.can_detail.pass"} <= seen


def test_a_key_that_the_protocol_does_not_name_goes_nowhere() -> None:
    data = frames_of_a_match()[0]
    leaking = replace(data, view={**data.view, "stock_order": ["7H"]})
    with pytest.raises(msgspec.ValidationError):
        frame_message(leaking)


def test_an_event_with_a_key_too_many_goes_nowhere() -> None:
    data = frames_of_a_match()[0]
    entry = data.log[0]
    events: tuple[dict[str, Json], ...] = ({**entry.events[0], "order": ["7H"]},)
    with pytest.raises(msgspec.ValidationError):
        frame_message(replace(data, log=(replace(entry, events=events),)))


def test_the_key_paths_are_the_known_ones() -> None:
    """A new key on the wire changes this file, so that somebody has looked at it."""
    kept = (Path(__file__).parent / "data" / "key_paths.txt").read_text().split()
    assert sorted(declared_paths()) == kept


def test_the_protocol_page_is_current() -> None:
    assert (DOCS / "protocol.md").read_text() == protocol_page(), (
        "docs/protocol.md is out of date: python -m games.wire > docs/protocol.md"
    )


def test_the_page_names_every_message() -> None:
    page = protocol_page()
    for kind in (*get_args(outbound.ServerMessage),):
        assert f"### `{kind.__struct_config__.tag}`" in page


@pytest.mark.parametrize("code", ["BAD_MESSAGE", "RATE_LIMITED", "TRY_AGAIN", "NOT_FOUND"])
def test_errors_are_short(code: str) -> None:
    assert len(outbound.encode(outbound.Error(code))) <= 512
