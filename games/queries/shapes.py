"""What the pages read: plain lines without a secret in them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from games.engine.codec import Json


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One chair of a match as pages show it; `rank` (1 = best, ties share), `cards` and `pips` left once it is settled."""

    seat: int
    name: str
    user_id: int | None
    guest: bool
    bot_level: str
    resigned: bool
    rank: int | None
    cards: int | None
    pips: int | None


@dataclass(frozen=True, slots=True)
class MatchLine:
    """One match in a list; `title` is the game's English name, `result` of the user asked about: "won", "lost", "drawn" or ""."""

    id: UUID
    ruleset: str
    title: str
    status: str
    public: bool
    rated: bool
    turn_seconds: int | None
    created: datetime
    finished: datetime | None
    seats: tuple[SeatLine, ...]
    result: str


@dataclass(frozen=True, slots=True)
class Page:
    """A page of matches, newest first; pages count from 1."""

    number: int
    pages: int
    total: int
    matches: tuple[MatchLine, ...]


@dataclass(frozen=True, slots=True)
class DealLine:
    """The promise of one deal: what was sealed and, once opened, that it was. Times are ms since 1970."""

    deal_no: int
    round_no: int
    stage: str
    seal_hash: str
    sealed_ms: int
    reveal_by_ms: int
    revealed_ms: int | None
    overdue: bool


@dataclass(frozen=True, slots=True)
class ActionLine:
    """One action of the log as a viewer may know it, for the log in words; `by`: user, bot, clock, moderator or deal."""

    seq: int
    actor: int | str
    by: str
    created: datetime
    events: tuple[Mapping[str, Json], ...]


@dataclass(frozen=True, slots=True)
class MatchPage:
    """A match with everything its page shows. `you` is the viewer's seat or None; `options` are the house rules chosen.

    `replayable` is False, and the log empty, where the recorded actions are none that the rules allow: they were altered.
    """

    line: MatchLine
    you: int | None
    options: Mapping[str, Json]
    bot_pace: str
    table_id: UUID | None
    rematch_of: UUID | None
    tip: str
    open_hash: str
    open_ms: int
    origin: str
    chain_len: int
    rules_hash: str
    over: bool
    standing: Mapping[str, Json] | None
    deals: tuple[DealLine, ...]
    replayable: bool
    log: tuple[ActionLine, ...]


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """The match after one action: the facts, all cards open, and the table with every hand (`view["hands"]`)."""

    seq: int
    actor: int | str
    by: str
    events: tuple[Mapping[str, Json], ...]
    view: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Replay:
    """A finished match step by step."""

    line: MatchLine
    steps: tuple[ReplayStep, ...]


@dataclass(frozen=True, slots=True)
class ProofPage:
    """What the proof page needs: the proof document (proof.schema.json) and the round's recorded actions, Deal included.

    `promised` is what was published before the cards as it is kept beside them: tip, open_hash and seal_hash, in hex.
    `history` is the list whose RFC 8785 form `history_hash` covers: [{"seq", "actor", "action"}, ...].
    """

    line: MatchLine
    deal: DealLine
    document: Mapping[str, object]
    promised: Mapping[str, str]
    history: tuple[Mapping[str, Json], ...]
    hands_dealt: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class LiveLine:
    """A match that can be watched now; `bots` tells for each of the names whether a bot bears it."""

    id: UUID
    ruleset: str
    title: str
    options: Mapping[str, Json]
    turn_seconds: int | None
    started: datetime
    names: tuple[str, ...]
    bots: tuple[bool, ...]
    version: int


@dataclass(frozen=True, slots=True)
class SeatPlanLine:
    """What a rematch needs to know of a chair."""

    seat: int
    user_id: int | None
    name: str
    guest: bool
    bot_level: str
