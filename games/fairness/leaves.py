"""Write the log entries of a deal: OPEN, SEAL and REVEAL (SPEC 8.1), and hash them as Merkle leaves.

An entry is always rebuilt from its fields; nobody ever passes its bytes around as given. No entry holds a name.
"""

import hashlib
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

from .decks import Deck
from .encoding import HASH_BYTES, MATCH_ID_BYTES, exactly, t, u8, u16, u64

NO_MATCH: Final = bytes(MATCH_ID_BYTES)
"""`prev_match_id` of a match that is no rematch."""

DRAWN_DEALER: Final = 255
"""`dealer_in` when the first dealer is drawn from the deal key."""


class Kind(IntEnum):
    """What a seat is when the deal is sealed (SPEC 4.3)."""

    BOT = 0
    COMMITTED = 1
    ABSENT = 2


class Status(IntEnum):
    """What a seat gave to the deal key (SPEC 5)."""

    BOT = 0
    CONTRIBUTED = 1
    ABSENT = 2
    WITHHELD = 3


class Outcome(IntEnum):
    """How a sealed deal ended (SPEC 8.1)."""

    COMPLETED = 1
    ABANDONED = 2
    VOID = 3


@dataclass(frozen=True, slots=True)
class Scope:
    """Name the log (`origin`, ASCII, no space, no "+") and the match (16 random bytes) that all values are bound to."""

    origin: str
    match_id: bytes

    def __post_init__(self) -> None:
        """Refuse a match id of another length."""
        exactly("match_id", self.match_id, MATCH_ID_BYTES)


@dataclass(frozen=True, slots=True)
class DealParams:
    """Say what is shuffled and how it is handed out (SPEC 7); each number is one byte.

    `first_offset`: 1 = the seat after the dealer begins, 0 = the dealer. `hand_size` cards a seat in packets of `packet`;
    the first seat gets `starter_extra` more; `upcards` are turned; the rest is the stock.
    """

    deck: Deck
    first_offset: int
    hand_size: int
    starter_extra: int
    packet: int
    max_reshuffles: int
    upcards: int = 0

    def __post_init__(self) -> None:
        """Refuse a hand or a packet without cards: such a deal would never end."""
        if self.hand_size < 1 or self.packet < 1:
            message = "a hand and a packet hold at least one card"
            raise ValueError(message)

    def encoded(self, seats: int) -> bytes:
        """Return PARAMS for a table of `seats`."""
        numbers = (
            seats,
            self.first_offset,
            self.hand_size,
            self.starter_extra,
            self.upcards,
            self.packet,
            self.max_reshuffles,
        )
        return t("params", self.deck.name, self.deck.hash, *(u8(number) for number in numbers))


@dataclass(frozen=True, slots=True)
class SealedSeat:
    """One seat as it stands in the seal; `commit` (32 bytes) goes with kind COMMITTED and with no other."""

    kind: Kind
    commit: bytes | None = None

    def __post_init__(self) -> None:
        """Refuse a commitment of the wrong kind or length."""
        if (self.commit is not None) != (self.kind is Kind.COMMITTED):
            message = f"a seat of kind {self.kind} and a commitment do not go together"
            raise ValueError(message)
        if self.commit is not None:
            exactly("commit", self.commit, HASH_BYTES)

    def encoded(self) -> bytes:
        """Return this seat's part of SEATS_C."""
        return u8(self.kind) + (self.commit or b"")


@dataclass(frozen=True, slots=True)
class RevealedSeat:
    """What one seat gave; `entropy` (32 bytes) goes with status CONTRIBUTED and with no other."""

    status: Status
    entropy: bytes | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        """Refuse an entropy of the wrong status or length."""
        if (self.entropy is not None) != (self.status is Status.CONTRIBUTED):
            message = f"a seat of status {self.status} and an entropy do not go together"
            raise ValueError(message)
        if self.entropy is not None:
            exactly("entropy", self.entropy, HASH_BYTES)

    def encoded(self) -> bytes:
        """Return `st_s` of SPEC 5, this seat's part of SEATS_R."""
        return u8(self.status) + (self.entropy or b"")


def seats_committed(seats: tuple[SealedSeat, ...]) -> bytes:
    """Return SEATS_C."""
    return t("seats", *(seat.encoded() for seat in seats))


def seats_revealed(seats: tuple[RevealedSeat, ...]) -> bytes:
    """Return SEATS_R; the deal key is made from the same bytes (SPEC 5)."""
    return t("seats", *(seat.encoded() for seat in seats))


def piles_encoded(piles: tuple[tuple[int, ...], ...]) -> bytes:
    """Return PILES: one byte a card, bottom first."""
    return t("piles", *(bytes(pile) for pile in piles))


def leaf_hash(entry: bytes) -> bytes:
    """Return the Merkle leaf hash of a log entry (RFC 6962 2.1: SHA-256 with prefix 0x00)."""
    return hashlib.sha256(b"\x00" + entry).digest()


@dataclass(frozen=True, slots=True)
class Open:
    """The promise of a whole match, made before any client value exists. Times are ms since 1970."""

    scope: Scope
    tip: bytes
    chain_len: int
    created_ms: int
    rules_hash: bytes
    prev_match_id: bytes = NO_MATCH

    def __post_init__(self) -> None:
        """Refuse hashes and ids of another length."""
        exactly("tip", self.tip, HASH_BYTES)
        exactly("rules_hash", self.rules_hash, HASH_BYTES)
        exactly("prev_match_id", self.prev_match_id, MATCH_ID_BYTES)

    def leaf(self) -> bytes:
        """Return the OPEN entry."""
        return t(
            "leaf/open",
            self.scope.origin,
            self.scope.match_id,
            self.tip,
            u16(self.chain_len),
            u64(self.created_ms),
            self.rules_hash,
            self.prev_match_id,
        )

    def hash(self) -> bytes:
        """Return `open_hash`."""
        return leaf_hash(self.leaf())


@dataclass(frozen=True, slots=True)
class Seal:
    """Everything about one deal that is fixed before its seed is used; nothing of it can change afterwards.

    `dealer_in` is a seat, or DRAWN_DEALER. `deal_no` is the position in the match's chain, `round_no` the round as the rules
    count it. Times are ms since 1970.
    """

    scope: Scope
    open_hash: bytes
    deal_no: int
    round_no: int
    dealer_in: int
    params: DealParams
    seats: tuple[SealedSeat, ...]
    sealed_ms: int
    reveal_by_ms: int

    def __post_init__(self) -> None:
        """Refuse an open hash of another length."""
        exactly("open_hash", self.open_hash, HASH_BYTES)

    def leaf(self) -> bytes:
        """Return the SEAL entry."""
        return t(
            "leaf/seal",
            self.scope.origin,
            self.scope.match_id,
            self.open_hash,
            u16(self.deal_no),
            u16(self.round_no),
            u8(self.dealer_in),
            self.params.encoded(len(self.seats)),
            seats_committed(self.seats),
            u64(self.sealed_ms),
            u64(self.reveal_by_ms),
        )

    def hash(self) -> bytes:
        """Return `seal_hash`."""
        return leaf_hash(self.leaf())


@dataclass(frozen=True, slots=True)
class Reveal:
    """The opening of one deal, written when none of its cards can matter any more (SPEC 9).

    `piles`: the cards of each reshuffle, bottom first. `history_hash`: see `canonical.history_hash`.
    """

    scope: Scope
    seal_hash: bytes
    deal_no: int
    outcome: Outcome
    seed: bytes = field(repr=False)
    seats: tuple[RevealedSeat, ...]
    piles: tuple[tuple[int, ...], ...]
    history_hash: bytes
    revealed_ms: int

    def __post_init__(self) -> None:
        """Refuse hashes and seeds of another length."""
        exactly("seal_hash", self.seal_hash, HASH_BYTES)
        exactly("seed", self.seed, HASH_BYTES)
        exactly("history_hash", self.history_hash, HASH_BYTES)

    def leaf(self) -> bytes:
        """Return the REVEAL entry."""
        return t(
            "leaf/reveal",
            self.scope.origin,
            self.scope.match_id,
            self.seal_hash,
            u16(self.deal_no),
            u8(self.outcome),
            self.seed,
            seats_revealed(self.seats),
            piles_encoded(self.piles),
            self.history_hash,
            u64(self.revealed_ms),
        )

    def hash(self) -> bytes:
        """Return the leaf hash of the REVEAL entry."""
        return leaf_hash(self.leaf())
