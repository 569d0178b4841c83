"""What a page may send: every message and its bounds, and the one strict decoder.

Nothing outside these types gets further than here: unknown fields, doubled keys, numbers out of bounds, lone surrogates and
bottomless nesting are all one thing, `BadMessage`.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Final, Literal
from uuid import UUID

import msgspec
from msgspec import Meta, Struct

MAX_BYTES: Final = 16_384
"""The longest message, in bytes of UTF-8; the servers cut longer frames off before they come here."""

MAX_VERSION: Final = 2**31 - 1
MAX_PIECES: Final = 106
MAX_TEXT: Final = 500

Held = Annotated[
    int,
    Meta(
        ge=-1,
        le=MAX_VERSION,
        description="The newest number the page holds; -1 where it holds none.",
    ),
]
Version = Annotated[
    int,
    Meta(ge=0, le=MAX_VERSION, description="The version of the match that the page acted upon."),
]
CommandId = Annotated[
    UUID,
    Meta(
        description="Made by the page. The same id sent again gets the first answer again and does nothing else."
    ),
]
Face = Annotated[
    str,
    Meta(
        pattern=r"^[A-Z0-9]{1,3}(#2)?$",
        description="One piece by its face: `7H`, its second copy `7H#2`, jokers `JK1` `JK2`; tiles `R5`, `K13#2`, `J1`.",
    ),
]
Faces = Annotated[list[Face], Meta(max_length=MAX_PIECES)]
MeldId = Annotated[
    int, Meta(ge=1, le=100_000, description="A meld of the table by its id in the view.")
]


class _Received(Struct, forbid_unknown_fields=True, frozen=True, tag_field="type"):
    """Base of what is received: immutable, with no room for unknown fields."""


class Group(Struct, forbid_unknown_fields=True, frozen=True):
    """A group of pieces offered as a meld; a joker's place in it is what it stands for, in ascending order."""

    cards: Faces
    kind: Literal["set", "run"] | None = None


Groups = Annotated[list[Group], Meta(max_length=MAX_PIECES)]


class DrawMove(_Received, frozen=True, tag="draw"):
    """Take the top of the stock."""


class PassMove(_Received, frozen=True, tag="pass"):
    """Play nothing on a dry stock."""


class LayoutMove(_Received, frozen=True, tag="layout"):
    """Propose the whole table as it shall lie afterwards, kept melds included."""

    groups: Groups


class LayMove(_Received, frozen=True, tag="lay"):
    """Lay new melds from the hand, all of them or none."""

    melds: Groups


class BuildMove(_Received, frozen=True, tag="build"):
    """Add pieces from the hand to one meld; `end` says where a joker goes."""

    meld: MeldId
    cards: Faces
    end: Literal["low", "high"] | None = None


class SwapJokerMove(_Received, frozen=True, tag="swap_joker"):
    """Put the real cards in and take the joker, or both, of one meld out."""

    meld: MeldId
    cards: Faces


class TakeFireMove(_Received, frozen=True, tag="take_fire"):
    """Take the top of the fire pile."""


class CancelFireMove(_Received, frozen=True, tag="cancel_fire"):
    """Give the fire card back before anything was done with it."""


class DiscardMove(_Received, frozen=True, tag="discard"):
    """Put one piece on the fire pile; this ends the turn."""

    card: Face


class DeclareConcanMove(_Received, frozen=True, tag="declare_concan"):
    """Chase the Concan hand in the last round."""


Move = (
    DrawMove
    | PassMove
    | LayoutMove
    | LayMove
    | BuildMove
    | SwapJokerMove
    | TakeFireMove
    | CancelFireMove
    | DiscardMove
    | DeclareConcanMove
)


class Ping(_Received, frozen=True, tag="ping"):
    """Sent every 5 s with what the page holds. The answer is a pong, and a frame where the match is ahead of it."""

    version: Held
    meta_version: Held


class Act(_Received, frozen=True, tag="act"):
    """One move in the game, made upon `version`. Answered by `accepted` or `refused`."""

    command_id: CommandId
    version: Version
    action: Move


class Resign(_Received, frozen=True, tag="resign"):
    """Give the match up; a bot plays the seat on. Answered by `accepted` or `refused`."""

    command_id: CommandId


class Ready(_Received, frozen=True, tag="ready"):
    """The page is ready for the next deal. Not answered."""


class Chat(_Received, frozen=True, tag="chat"):
    """Say a line to the table. Answered by `chat` to everybody, or by `error`."""

    text: Annotated[str, Meta(min_length=1, max_length=MAX_TEXT, description="Plain text.")]


class Phrase(_Received, frozen=True, tag="phrase"):
    """Say one of the phrases that everybody reads in their own language."""

    phrase: Annotated[
        str, Meta(pattern=r"^[a-z_]{1,32}$", description="The key of a preset phrase.")
    ]


class Resync(_Received, frozen=True, tag="resync"):
    """Ask for a frame with the log after version `since`."""

    since: Held


ClientMessage = Ping | Act | Resign | Ready | Chat | Phrase | Resync

_DECODER: Final = msgspec.json.Decoder(ClientMessage, strict=True)


class BadMessage(ValueError):
    """What came in is not a message; it says nothing of why, since nobody but an attacker would read it."""


def decode(data: str | bytes) -> ClientMessage:
    """Read one message; raises BadMessage for whatever is not exactly one, and nothing else."""
    try:
        raw = data.encode() if isinstance(data, str) else data
        if len(raw) > MAX_BYTES:
            raise BadMessage
        message = _DECODER.decode(raw)
        # The decoder lets the last of two equal keys win. A second reading, of what is known to be
        # small and shallow by now, refuses them: one text must not mean two things.
        json.loads(raw, object_pairs_hook=_single)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise BadMessage from None
    return message


def action_value(move: Move) -> dict[str, Any]:
    """Give a move as the JSON value that the engine's codec reads."""
    value: dict[str, Any] = msgspec.to_builtins(move)
    return value


def _single(pairs: list[tuple[str, object]]) -> dict[str, object]:
    unique = dict(pairs)
    if len(unique) != len(pairs):
        raise BadMessage
    return unique
