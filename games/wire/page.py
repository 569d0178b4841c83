"""`docs/protocol.md`, written from the message types themselves, so that it cannot tell anything else."""

from __future__ import annotations

from typing import Any, Final, get_args

import msgspec

from games.engine.errors import Reason
from games.live.errors import RejectCode
from games.wire import inbound, outbound

_HEAD: Final = """\
# Messages between the page and the server

Written by `python -m games.wire` from the types in `games/wire`; a test fails where it is out of date.

**Where.** A page opens `/ws/match/<uuid>/` and speaks JSON text, one message a frame, at most 16 KiB. Anybody who knows the
address of a match may watch it; who owns a seat may act. Where no socket can be had the same messages travel by HTTP:
`GET /match/<uuid>/frame?since=<version>` answers a list of messages, and `POST /match/<uuid>/act` takes one message of the page
(with the CSRF token in `X-CSRFToken`) and answers a list.

**How it heals.** The server never pushes what happened, only that something did: each socket then builds its own viewer's frame. A
frame is complete, so a lost one does no harm, and a page that pings with the versions it holds is sent what it lacks.

**Limits.** Ten messages a second with a burst of twenty, for moves and for everything else apart; five malformed messages; five
sockets a person; 64 unsent messages.

| close code | why | what a page does |
|---|---|---|
| 4400 | five malformed messages | nothing: it is at fault |
| 4401 | signed out, suspended, or the password was changed | reload |
| 4404 | no such match | leave |
| 4408 | this person opened more than five sockets; the oldest is closed | reload when looked at |
| 4409 | the page read too slowly | come back and resync |
| 4429 | a flood | come back later |
| 1012 | the server restarts | come back |

A field marked *optional* may be left out. Unknown fields are refused.
"""


def protocol_page() -> str:
    """Write the whole page."""
    messages = (*get_args(inbound.ClientMessage), *get_args(outbound.ServerMessage))
    _, types = msgspec.json.schema_components(messages)
    known: dict[str, Any] = dict(types)
    sent = {kind.__name__ for kind in get_args(outbound.ServerMessage)}
    received = {kind.__name__ for kind in get_args(inbound.ClientMessage)}
    parts = [name for name in known if name not in sent | received]
    paragraphs = [_HEAD]
    for title, names in (
        ("From the page", [name for name in known if name in received]),
        ("From the server", [name for name in known if name in sent]),
        ("What lies inside", parts),
    ):
        paragraphs.append(f"## {title}\n")
        paragraphs += [_section(name, known[name]) for name in names]
    paragraphs.append(_codes())
    return "\n".join(paragraphs)


def _codes() -> str:
    """List the codes; what they mean to a player is said by the page, in its language."""
    house = ", ".join(f"`{code}`" for code in RejectCode)
    rules = ", ".join(f"`{code}`" for code in Reason)
    return f"## Refusal codes\n\nOf the house: {house}.\n\nOf the rules: {rules}.\n"


def _section(name: str, schema: dict[str, Any]) -> str:
    fields = dict(schema["properties"])
    tag = fields.pop("type", None)
    title = f"`{tag['enum'][0]}`" if tag else f"`{name}`"
    lines = [f"### {title}" + (f" ({name})" if tag else ""), "", schema.get("description", ""), ""]
    if fields:
        lines += ["| field | value | meaning |", "|---|---|---|"]
        needed = schema.get("required", [])
        lines += [_row(key, value, optional=key not in needed) for key, value in fields.items()]
        lines.append("")
    return "\n".join(lines)


def _row(key: str, schema: dict[str, Any], *, optional: bool) -> str:
    extra = " *optional*" if optional else ""
    return f"| `{key}`{extra} | {_value(schema)} | {_meaning(schema)} |"


def _meaning(schema: dict[str, Any]) -> str:
    for place in (schema, *schema.get("anyOf", ()), schema.get("items", {})):
        if "description" in place:
            return str(place["description"])
    return ""


def _value(schema: dict[str, Any]) -> str:
    """Say in a few words which values a schema allows."""
    if "$ref" in schema:
        return f"`{schema['$ref'].rsplit('/', 1)[-1]}`"
    if "anyOf" in schema:
        return " or ".join(_value(option) for option in schema["anyOf"])
    if "enum" in schema:
        return " or ".join("null" if value is None else f'`"{value}"`' for value in schema["enum"])
    kind = schema.get("type", "anything")
    match kind:
        case "array":
            most = f" (at most {schema['maxItems']})" if "maxItems" in schema else ""
            return f"list of {_value(schema.get('items', {}))}{most}"
        case "object":
            return f"object of {_value(schema['additionalProperties'])}"
        case "string" if "format" in schema:
            return str(schema["format"])
        case "string":
            most = f" of at most {schema['maxLength']} characters" if "maxLength" in schema else ""
            like = f" like `{schema['pattern']}`" if "pattern" in schema else ""
            return f"string{most}{like}".replace("|", "\\|")
        case "integer" if "minimum" in schema:
            limit = f" to {schema['maximum']}" if "maximum" in schema else ""
            return f"integer from {schema['minimum']}{limit}"
        case _:
            return str(kind)


def json_schema() -> dict[str, Any]:
    """Give the JSON Schema of all messages: for people who write another page, and for tests."""
    (page, server), types = msgspec.json.schema_components(
        [inbound.ClientMessage, outbound.ServerMessage]
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Jalsa match messages",
        "anyOf": [page, server],
        "$defs": types,
    }
