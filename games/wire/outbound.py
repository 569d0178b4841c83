"""What the server sends: every message as a closed type.

A frame is built from a viewer's own view. Because these types name every key, a key that slipped into a view by mistake stops
here with an error instead of travelling on.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal
from uuid import UUID

import msgspec
from msgspec import Meta, Struct

Millis = Annotated[int, Meta(description="Milliseconds since 1970 by the server's clock.")]
SeatNumber = Annotated[int, Meta(ge=0, le=3, description="0-based place in order of play.")]
SeatOrChance = SeatNumber | Literal["chance"]
Actor = SeatNumber | Literal["chance", "table"]
FaceList = Annotated[list[str], Meta(description="Pieces by face.")]
Count = Annotated[int, Meta(ge=0)]
Code = Annotated[str, Meta(description="A refusal code: see the list at the end.")]
Detail = Annotated[
    dict[str, str | int | list[str]],
    Meta(description="What the viewer may know about the refusal: `group`, `cards`, `at_least`."),
]
HouseRules = Annotated[
    dict[str, bool | int | str | None],
    Meta(description="The house rules of the match by their rule-card keys."),
]


class _Sent(Struct, forbid_unknown_fields=True, frozen=True, tag_field="type"):
    """Base of what is sent."""


class _Part(Struct, forbid_unknown_fields=True, frozen=True):
    """Base of what lies inside a message."""


class MeldPart(_Part, frozen=True):
    """A meld on the table, with what its jokers stand for."""

    id: int
    kind: Literal["set", "run"]
    cards: FaceList
    jokers: dict[str, list[str]]
    owner: SeatNumber | None


class SeatRecordPart(_Part, frozen=True):
    """What a round left one seat with: pieces and pips still in hand, and the score written down."""

    opened: bool
    cards: Count
    left: Count
    score: int


class RecordPart(_Part, frozen=True):
    """A settled round."""

    number: int
    finish: Literal["normal", "hand", "concan", "dead", "no_contest"]
    out: SeatNumber | None
    multiplier: int
    seats: list[SeatRecordPart]
    winners: list[SeatNumber]


class StandingPart(_Part, frozen=True):
    """Where the match stands."""

    over: bool
    aborted: bool
    records: list[RecordPart]
    totals: list[int]
    ranks: list[int]
    winners: list[SeatNumber]


class DealtEvent(_Sent, frozen=True, tag="dealt"):
    """A round was dealt; `hands` holds null where the viewer may not look."""

    number: int
    dealer: SeatNumber
    first: SeatNumber
    counts: list[Count]
    stock: Count
    hands: list[FaceList | None]


class DrewEvent(_Sent, frozen=True, tag="drew"):
    """A seat drew; `card` is null for everybody else."""

    seat: SeatNumber
    card: str | None


class LaidOutEvent(_Sent, frozen=True, tag="laid_out"):
    """A seat laid: the melds that changed, before and after, and the hand cards it shed."""

    seat: SeatNumber
    before: list[MeldPart]
    after: list[MeldPart]
    shed: FaceList


class PassedEvent(_Sent, frozen=True, tag="passed"):
    """A seat passed on a dry stock; `passes` in a row so far."""

    seat: SeatNumber
    passes: Count


class ForfeitedEvent(_Sent, frozen=True, tag="forfeited"):
    """A seat gave the match up."""

    seat: SeatNumber


class AbortedEvent(_Sent, frozen=True, tag="aborted"):
    """The match was broken off."""


class RoundEndedEvent(_Sent, frozen=True, tag="round_ended"):
    """A round was settled."""

    record: RecordPart


class MatchEndedEvent(_Sent, frozen=True, tag="match_ended"):
    """The match is over."""

    standing: StandingPart


EventPart = (
    DealtEvent
    | DrewEvent
    | LaidOutEvent
    | PassedEvent
    | ForfeitedEvent
    | AbortedEvent
    | RoundEndedEvent
    | MatchEndedEvent
)


class LogPart(_Part, frozen=True):
    """One row of the match's log, with the facts as this viewer may know them."""

    seq: int
    version: int
    actor: Actor
    events: list[EventPart]


class SeatPart(_Part, frozen=True):
    """Who sits where. `present`: seen in the last 30 s; `covered`: a bot plays for an absent player."""

    seat: SeatNumber
    name: str
    kind: Literal["human", "bot", "guest"]
    level: str | None
    present: bool
    covered: bool
    resigned: bool


class ViewPart(_Part, frozen=True):
    """The match as this viewer may see it: the own hand, and of everything hidden a count."""

    schema: int
    ruleset: str
    revision: int
    skin: Literal["cards", "tiles"]
    options: HouseRules
    seats: int
    viewer: SeatNumber | Literal["spectator", "judge"]
    phase: Literal["deal", "lap", "open", "start_discard", "draw", "act", "between", "over"]
    round: int
    dealer: SeatNumber | None
    turn: int
    to_act: SeatOrChance | None
    hand: Annotated[
        list[str],
        Meta(description="The own hand, sorted by face, never in deal order; empty for others."),
    ]
    hands: Annotated[
        list[FaceList] | None,
        Meta(description="All hands, for a judge after the end; null otherwise."),
    ]
    counts: Annotated[list[Count], Meta(description="Pieces in each hand.")]
    stock: Annotated[Count, Meta(description="Pieces left in the stock.")]
    fire: FaceList
    melds: list[MeldPart]
    passes: Count
    reshuffles: Count
    opened: list[bool]
    bar: int | None
    forfeited: list[SeatNumber]
    standing: StandingPart


class CanPart(_Part, frozen=True):
    """Why each thing at a fixed place of the page cannot be done by the viewer's seat now; null: it can."""

    draw: Code | None
    layout: Code | None
    pass_: Code | None = msgspec.field(name="pass")


class CanDetailPart(_Part, frozen=True):
    """What stands behind a refusal in `can`: for `pass`, the cards of a play that everybody can see."""

    pass_: Detail | None = msgspec.field(name="pass")


class DealPart(_Part, frozen=True):
    """The promise of the running deal, in hex: chain tip, hashes of the OPEN and SEAL leaves, check value of the deal's key.

    `deal_no` is 0 and `seal_hash` null before the first deal; `revealed`: the seed was opened.
    """

    tip: str
    open_hash: str
    deal_no: Count
    seal_hash: str | None
    key_check: str | None
    revealed: bool


class Frame(_Sent, frozen=True, tag="frame"):
    """The whole match for one viewer; complete by itself, whatever was missed before."""

    match: UUID
    version: int
    meta_version: int
    status: Literal["dealing", "playing", "between_rounds", "finished", "aborted", "void"]
    server_ms: Millis
    deadline_ms: Millis | None
    turn_seconds: int | None
    you: Annotated[SeatNumber | None, Meta(description="The viewer's seat; null for a spectator.")]
    seats: list[SeatPart]
    view: ViewPart
    log: Annotated[
        list[LogPart],
        Meta(
            description="What happened after the version the page held, of the last 50 rows at most."
        ),
    ]
    can: CanPart | None
    can_detail: CanDetailPart | None
    deal: DealPart


class Accepted(_Sent, frozen=True, tag="accepted"):
    """The command stands in the log, committed."""

    command_id: UUID
    version: int


class Refused(_Sent, frozen=True, tag="refused"):
    """The command changed nothing; the page keeps its draft."""

    command_id: UUID
    code: Code
    detail: Detail
    version: int | None


class ChatLine(_Part, frozen=True):
    """A line of the table's chat: either free text or the key of a phrase."""

    id: int
    seat: SeatNumber | None
    name: str
    text: str | None
    phrase: str | None
    at_ms: Millis


class ChatLines(_Sent, frozen=True, tag="chat"):
    """New lines of chat, oldest first."""

    items: list[ChatLine]


class Pong(_Sent, frozen=True, tag="pong"):
    """The answer to a ping: the server's clock and the versions that hold now."""

    server_ms: Millis
    version: int
    meta_version: int


class Error(_Sent, frozen=True, tag="error"):
    """A refusal that belongs to no command: of a line of chat, of a malformed message, of too many messages."""

    code: Code


ServerMessage = Frame | Accepted | Refused | ChatLines | Pong | Error

_ENCODER: Final = msgspec.json.Encoder()


def encode(message: ServerMessage) -> bytes:
    """Write one message as JSON."""
    return _ENCODER.encode(message)


def encode_all(messages: list[ServerMessage]) -> bytes:
    """Write the messages of one HTTP answer as a JSON list."""
    return _ENCODER.encode(messages)
