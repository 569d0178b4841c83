"""Write and read the proof document, the JSON that a player downloads and checks (SPEC 11, format rummy-fair/v1).

Reading rebuilds the OPEN, SEAL and REVEAL entries from the fields; hashes of entries are not in the document at all.
"""

import json
from dataclasses import dataclass

from .canonical import JsonValue
from .ceremony import deal_key
from .decks import Deck
from .encoding import FORMAT, HASH_BYTES, MATCH_ID_BYTES
from .errors import Code
from .leaves import (
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
from .shuffle import Dealt, deal, reshuffle
from .strict import MAX_MS, Node, load

_MAX_CARDS = 256
_BASE64_HASH = r"[A-Za-z0-9+/]{43}="


@dataclass(frozen=True, slots=True)
class Result:
    """The cards as the document states them. A convenience for readers; a verifier computes them anew."""

    dealer: int
    order: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    upcards: tuple[int, ...]
    stock: tuple[int, ...]
    restocks: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class LogEntry:
    """Where an entry stands in the public log, and the path (base64 hashes) to its root."""

    index: int
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LogSection:
    """The signed head of the public log and the places of the three entries (SPEC 8.2)."""

    checkpoint: str
    open: LogEntry
    seal: LogEntry
    reveal: LogEntry


@dataclass(frozen=True, slots=True)
class Proof:
    """A deal with everything that is needed to compute it again."""

    open: Open
    seal: Seal
    reveal: Reveal
    result: Result | None = None
    log: LogSection | None = None

    def key(self) -> bytes:
        """Return the deal key K."""
        return deal_key(self.reveal.seed, self.seal.hash(), self.reveal.seats)


def outcome_of(proof: Proof) -> tuple[Dealt, Result]:
    """Compute the deal and its reshuffles again, from the fields alone. Raises FairnessError (see `shuffle`)."""
    key = proof.key()
    dealt = deal(proof.seal, key)
    restocks = tuple(
        reshuffle(proof.seal, key, number, pile)
        for number, pile in enumerate(proof.reveal.piles, start=1)
    )
    return dealt, Result(
        dealt.dealer, dealt.order, dealt.hands, dealt.upcards, dealt.stock, restocks
    )


def with_result(open_: Open, seal: Seal, reveal: Reveal) -> Proof:
    """Join the three entries of an ended deal into a proof that also states its cards."""
    bare = Proof(open_, seal, reveal)
    return Proof(open_, seal, reveal, outcome_of(bare)[1])


# Writing


def to_json(proof: Proof) -> dict[str, JsonValue]:
    """Return the proof document as JSON values, fields in the order of the schema."""
    open_, seal, reveal, params = proof.open, proof.seal, proof.reveal, proof.seal.params
    document: dict[str, JsonValue] = {
        "format": FORMAT,
        "origin": open_.scope.origin,
        "match_id": open_.scope.match_id.hex(),
        "open": {
            "tip": open_.tip.hex(),
            "chain_len": open_.chain_len,
            "created_ms": open_.created_ms,
            "rules_hash": open_.rules_hash.hex(),
            "prev_match_id": open_.prev_match_id.hex(),
        },
        "seal": {
            "deal_no": seal.deal_no,
            "round_no": seal.round_no,
            "dealer_in": seal.dealer_in,
            "deck": {"name": params.deck.name, "faces": list(params.deck.faces)},
            "first_offset": params.first_offset,
            "hand_size": params.hand_size,
            "starter_extra": params.starter_extra,
            "upcards": params.upcards,
            "packet": params.packet,
            "max_reshuffles": params.max_reshuffles,
            "seats": [_sealed_seat(seat) for seat in seal.seats],
            "sealed_ms": seal.sealed_ms,
            "reveal_by_ms": seal.reveal_by_ms,
        },
        "reveal": {
            "outcome": int(reveal.outcome),
            "seed": reveal.seed.hex(),
            "seats": [_revealed_seat(seat) for seat in reveal.seats],
            "reshuffles": [list(pile) for pile in reveal.piles],
            "history_hash": reveal.history_hash.hex(),
            "revealed_ms": reveal.revealed_ms,
        },
    }
    if proof.result is not None:
        document["result"] = _result(proof.result)
    if proof.log is not None:
        document["log"] = _log(proof.log)
    return document


def to_text(proof: Proof) -> str:
    """Return the proof document as the text that is offered for download."""
    return json.dumps(to_json(proof), ensure_ascii=True, indent=1) + "\n"


def _sealed_seat(seat: SealedSeat) -> dict[str, JsonValue]:
    kind: dict[str, JsonValue] = {"kind": int(seat.kind)}
    return kind if seat.commit is None else kind | {"commit": seat.commit.hex()}


def _revealed_seat(seat: RevealedSeat) -> dict[str, JsonValue]:
    status: dict[str, JsonValue] = {"status": int(seat.status)}
    return status if seat.entropy is None else status | {"entropy": seat.entropy.hex()}


def _result(result: Result) -> dict[str, JsonValue]:
    return {
        "dealer": result.dealer,
        "order": list(result.order),
        "hands": [list(hand) for hand in result.hands],
        "upcards": list(result.upcards),
        "stock": list(result.stock),
        "restocks": [list(restock) for restock in result.restocks],
    }


def _log(log: LogSection) -> dict[str, JsonValue]:
    entries = {"open": log.open, "seal": log.seal, "reveal": log.reveal}
    return {
        "checkpoint": log.checkpoint,
        "entries": {
            name: {"index": entry.index, "path": list(entry.path)}
            for name, entry in entries.items()
        },
    }


# Reading


def parse(text: str) -> Proof:
    """Read a proof document strictly. Raises FairnessError with one of the parse codes and the path of the field."""
    root = Node(load(text), "")
    if not isinstance(root.value, dict):
        raise root.refuse(Code.WRONG_TYPE)
    if root.value.get("format") != FORMAT:
        raise root.at("format").refuse(Code.UNKNOWN_FORMAT)
    top = root.fields(("format", "origin", "match_id", "open", "seal", "reveal"), ("result", "log"))
    scope = Scope(top["origin"].text(r"[!-*,-~]{1,128}"), top["match_id"].hex(MATCH_ID_BYTES))
    open_ = _read_open(top["open"], scope)
    seal = _read_seal(top["seal"], scope, open_.hash())
    reveal = _read_reveal(top["reveal"], scope, seal)
    return Proof(
        open_,
        seal,
        reveal,
        _read_result(top["result"]) if "result" in top else None,
        _read_log(top["log"]) if "log" in top else None,
    )


def _read_open(node: Node, scope: Scope) -> Open:
    fields = node.fields(("tip", "chain_len", "created_ms", "rules_hash", "prev_match_id"))
    return Open(
        scope=scope,
        tip=fields["tip"].hex(HASH_BYTES),
        chain_len=fields["chain_len"].integer(1, 1024),
        created_ms=fields["created_ms"].integer(0, MAX_MS),
        rules_hash=fields["rules_hash"].hex(HASH_BYTES),
        prev_match_id=fields["prev_match_id"].hex(MATCH_ID_BYTES),
    )


_SEAL_FIELDS = (
    *(
        "deal_no",
        "round_no",
        "dealer_in",
        "deck",
        "first_offset",
        "hand_size",
        "starter_extra",
        "upcards",
    ),
    *("packet", "max_reshuffles", "seats", "sealed_ms", "reveal_by_ms"),
)


def _read_seal(node: Node, scope: Scope, open_hash: bytes) -> Seal:
    fields = node.fields(_SEAL_FIELDS)
    return Seal(
        scope=scope,
        open_hash=open_hash,
        deal_no=fields["deal_no"].integer(1, 1024),
        round_no=fields["round_no"].integer(1, 65535),
        dealer_in=fields["dealer_in"].integer(0, 255),
        params=DealParams(
            deck=_read_deck(fields["deck"]),
            first_offset=fields["first_offset"].integer(0, 7),
            hand_size=fields["hand_size"].integer(1, 60),
            starter_extra=fields["starter_extra"].integer(0, 2),
            upcards=fields["upcards"].integer(0, 4),
            packet=fields["packet"].integer(1, 60),
            max_reshuffles=fields["max_reshuffles"].integer(0, 16),
        ),
        seats=tuple(_read_sealed_seat(seat) for seat in fields["seats"].items(1, 8)),
        sealed_ms=fields["sealed_ms"].integer(0, MAX_MS),
        reveal_by_ms=fields["reveal_by_ms"].integer(0, MAX_MS),
    )


def _read_deck(node: Node) -> Deck:
    fields = node.fields(("name", "faces"))
    faces = fields["faces"].items(2, _MAX_CARDS)
    return Deck(
        fields["name"].text(r"[a-z0-9]{1,32}"),
        tuple(face.text(r"[A-Za-z0-9]{1,4}") for face in faces),
    )


def _read_sealed_seat(node: Node) -> SealedSeat:
    fields = node.fields(("kind",), ("commit",))
    kind = Kind(fields["kind"].integer(0, 2))
    if kind is Kind.COMMITTED:
        return SealedSeat(kind, node.fields(("kind", "commit"))["commit"].hex(HASH_BYTES))
    node.fields(("kind",))
    return SealedSeat(kind)


def _read_reveal(node: Node, scope: Scope, seal: Seal) -> Reveal:
    fields = node.fields(("outcome", "seed", "seats", "reshuffles", "history_hash", "revealed_ms"))
    return Reveal(
        scope=scope,
        seal_hash=seal.hash(),
        deal_no=seal.deal_no,
        outcome=Outcome(fields["outcome"].integer(1, 3)),
        seed=fields["seed"].hex(HASH_BYTES),
        seats=tuple(_read_revealed_seat(seat) for seat in fields["seats"].items(1, 8)),
        piles=tuple(_read_pile(pile) for pile in fields["reshuffles"].items(0, 16)),
        history_hash=fields["history_hash"].hex(HASH_BYTES),
        revealed_ms=fields["revealed_ms"].integer(0, MAX_MS),
    )


def _read_revealed_seat(node: Node) -> RevealedSeat:
    fields = node.fields(("status",), ("entropy",))
    status = Status(fields["status"].integer(0, 3))
    if status is Status.CONTRIBUTED:
        return RevealedSeat(status, node.fields(("status", "entropy"))["entropy"].hex(HASH_BYTES))
    node.fields(("status",))
    return RevealedSeat(status)


def _read_pile(node: Node) -> tuple[int, ...]:
    pile = node.cards(1, _MAX_CARDS)
    if len(set(pile)) != len(pile):
        raise node.refuse(Code.REPEATED_CARD)
    return pile


def _read_result(node: Node) -> Result:
    fields = node.fields(("dealer", "order", "hands", "upcards", "stock", "restocks"))
    return Result(
        dealer=fields["dealer"].integer(0, 7),
        order=fields["order"].cards(),
        hands=tuple(hand.cards() for hand in fields["hands"].items(0, _MAX_CARDS)),
        upcards=fields["upcards"].cards(),
        stock=fields["stock"].cards(),
        restocks=tuple(restock.cards() for restock in fields["restocks"].items(0, _MAX_CARDS)),
    )


def _read_log(node: Node) -> LogSection:
    fields = node.fields(("checkpoint", "entries"))
    entries = fields["entries"].fields(("open", "seal", "reveal"))
    return LogSection(
        checkpoint=fields["checkpoint"].text(),
        open=_read_entry(entries["open"]),
        seal=_read_entry(entries["seal"]),
        reveal=_read_entry(entries["reveal"]),
    )


def _read_entry(node: Node) -> LogEntry:
    fields = node.fields(("index", "path"))
    path = tuple(item.text(_BASE64_HASH) for item in fields["path"].items(0, 63))
    return LogEntry(fields["index"].integer(0, MAX_MS), path)
