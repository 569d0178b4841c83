"""Rebuild the entries of the fairness log from the fields that are kept (fairness spec, section 8.1)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol
from uuid import UUID

from games.engine.codec import Json
from games.fairness import (
    NO_MATCH,
    STANDARD,
    DealParams,
    Kind,
    Open,
    Outcome,
    Reveal,
    RevealedSeat,
    Scope,
    Seal,
    SealedSeat,
    Status,
)


class Promised(Protocol):
    """What a match keeps of its OPEN entry; hashes in hex."""

    @property
    def origin(self) -> str: ...  # noqa: D102
    @property
    def tip(self) -> str: ...  # noqa: D102
    @property
    def chain_len(self) -> int: ...  # noqa: D102
    @property
    def open_ms(self) -> int: ...  # noqa: D102
    @property
    def rules_hash(self) -> str: ...  # noqa: D102


class SealedDeal(Protocol):
    """What a deal keeps of its SEAL entry; lists as in the proof document."""

    @property
    def deal_no(self) -> int: ...  # noqa: D102
    @property
    def round_no(self) -> int: ...  # noqa: D102
    @property
    def dealer_in(self) -> int: ...  # noqa: D102
    @property
    def params(self) -> Mapping[str, object]: ...  # noqa: D102
    @property
    def seats(self) -> Sequence[Mapping[str, object]]: ...  # noqa: D102
    @property
    def sealed_ms(self) -> int: ...  # noqa: D102
    @property
    def reveal_by_ms(self) -> int: ...  # noqa: D102


class RevealedDeal(SealedDeal, Protocol):
    """What a deal keeps of its REVEAL entry."""

    @property
    def seal_hash(self) -> str: ...  # noqa: D102
    @property
    def outcome(self) -> int | None: ...  # noqa: D102
    @property
    def seed(self) -> str: ...  # noqa: D102
    @property
    def statuses(self) -> Sequence[Mapping[str, object]] | None: ...  # noqa: D102
    @property
    def piles(self) -> Sequence[Sequence[int]]: ...  # noqa: D102
    @property
    def history_hash(self) -> str: ...  # noqa: D102
    @property
    def revealed_ms(self) -> int | None: ...  # noqa: D102


class Logged(Protocol):
    """A row of the log."""

    @property
    def seq(self) -> int: ...  # noqa: D102
    @property
    def actor(self) -> str: ...  # noqa: D102
    @property
    def action(self) -> Mapping[str, Json]: ...  # noqa: D102


def history_of(rows: Iterable[Logged]) -> list[dict[str, Json]]:
    """Write the actions of a round as the history hash covers them, the Deal first."""
    return [
        {"seq": row.seq, "actor": written_actor(row.actor), "action": dict(row.action)}
        for row in rows
    ]


def written_actor(actor: str) -> int | str:
    """Give an actor as the codec writes it: a seat as its number, others by name."""
    return int(actor) if actor.isdecimal() else actor


def open_entry(match_id: UUID, promise: Promised, rematch_of: UUID | None) -> Open:
    """Rebuild the OPEN entry of a match."""
    return Open(
        scope=Scope(promise.origin, match_id.bytes),
        tip=bytes.fromhex(promise.tip),
        chain_len=promise.chain_len,
        created_ms=promise.open_ms,
        rules_hash=bytes.fromhex(promise.rules_hash),
        prev_match_id=rematch_of.bytes if rematch_of else NO_MATCH,
    )


def seal_entry(opened: Open, deal: SealedDeal) -> Seal:
    """Rebuild the SEAL entry of a deal."""
    return Seal(
        scope=opened.scope,
        open_hash=opened.hash(),
        deal_no=deal.deal_no,
        round_no=deal.round_no,
        dealer_in=deal.dealer_in,
        params=_params(deal.params),
        seats=tuple(SealedSeat(Kind(_number(seat, "kind"))) for seat in deal.seats),
        sealed_ms=deal.sealed_ms,
        reveal_by_ms=deal.reveal_by_ms,
    )


def reveal_entry(seal: Seal, deal: RevealedDeal) -> Reveal:
    """Rebuild the REVEAL entry of a deal; one that is not revealed has none (AssertionError)."""
    assert deal.outcome is not None, "the deal has not ended"
    assert deal.revealed_ms is not None, "the deal is not revealed"
    return Reveal(
        scope=seal.scope,
        seal_hash=seal.hash(),
        deal_no=deal.deal_no,
        outcome=Outcome(deal.outcome),
        seed=bytes.fromhex(deal.seed),
        seats=tuple(RevealedSeat(Status(_number(seat, "status"))) for seat in deal.statuses or ()),
        piles=tuple(tuple(pile) for pile in deal.piles),
        history_hash=bytes.fromhex(deal.history_hash),
        revealed_ms=deal.revealed_ms,
    )


def _params(kept: Mapping[str, object]) -> DealParams:
    deck = kept["deck"]
    assert isinstance(deck, str)
    return DealParams(
        deck=STANDARD[deck],
        first_offset=_number(kept, "first_offset"),
        hand_size=_number(kept, "hand_size"),
        starter_extra=_number(kept, "starter_extra"),
        packet=_number(kept, "packet"),
        max_reshuffles=_number(kept, "max_reshuffles"),
    )


def _number(kept: Mapping[str, object], name: str) -> int:
    value = kept[name]
    assert isinstance(value, int)
    return value
