"""Every value of the covered sections, for every vector; and every negative vector, refused at its own step."""

import base64
import hashlib
import json
from typing import Any

import jsonschema
import pytest

from games.fairness import (
    STANDARD,
    Code,
    LogState,
    Refused,
    Step,
    Verified,
    leads_to_tip,
    to_json,
    value_at,
    verify,
)
from games.fairness.document import Proof, parse
from games.fairness.shuffle import Stream
from tests.fairness.vectors import GOOD, NEGATIVE, SCHEMA, VECTORS, label, without_log

good = pytest.mark.parametrize("vector", GOOD, ids=label)

DECK_HASHES = {
    "fr104": "caf44b7eeefe86da9a268c2379e5b49790dc31e9ef930ef34b753ed390e8df5d",
    "fr106": "a92db1c59e285f83d64dfe65a0cf391ae126ef587452403d724389521c521f63",
    "tile106": "2cabd38052ceea8999eb6daab5ac86e81a2584c6f26a0f147ea0e4b0ec2d750f",
}

REFUSED_AT = {
    "server seed swapped": (Step.CHAIN, Code.SEED_NOT_PROMISED),
    "tip swapped": (Step.CHAIN, Code.SEED_NOT_PROMISED),
    "two cards of the order swapped": (Step.RESULT, Code.RESULT_DIFFERS),
    "client entropy replaced": (Step.SEATS, Code.ENTROPY_NOT_COMMITTED),
    "withheld seat marked absent": (Step.SEATS, Code.STATUS_NOT_OF_KIND),
    "match id of another match": (Step.CHAIN, Code.SEED_NOT_PROMISED),
    "pile reordered": (Step.RESULT, Code.RESULT_DIFFERS),
    "one extra reshuffle": (Step.DEAL, Code.TOO_MANY_RESHUFFLES),
    "deck face altered": (Step.DECK, Code.NOT_A_STANDARD_DECK),
    "seat added": (Step.SEATS, Code.SEAT_COUNT),
    "reveal time before seal": (Step.TIMES, Code.TIMES_OUT_OF_ORDER),
}

NEEDS_THE_LOG: frozenset[str] = frozenset()
"""Negative vectors that only a look into the public log refuses. None of the published eleven does."""


def proof_of(vector: dict[str, Any]) -> Proof:
    return parse(json.dumps(vector["proof"]))


def test_deck_hashes() -> None:
    assert {name: deck.hash.hex() for name, deck in STANDARD.items()} == DECK_HASHES


@good
def test_chain_from_its_top(vector: dict[str, Any]) -> None:
    proof = proof_of(vector)
    top = bytes.fromhex(vector["chain_top"])
    scope, length, deal_no = proof.open.scope, proof.open.chain_len, proof.seal.deal_no
    assert value_at(scope, length, top, 0) == proof.open.tip
    assert value_at(scope, length, top, deal_no) == proof.reveal.seed
    assert leads_to_tip(scope, deal_no, proof.reveal.seed, proof.open.tip)


@good
def test_leaves_and_seal_hash(vector: dict[str, Any]) -> None:
    proof = proof_of(vector)
    assert proof.open.leaf().hex() == vector["open_leaf"]
    assert proof.seal.leaf().hex() == vector["seal_leaf"]
    assert proof.reveal.leaf().hex() == vector["reveal_leaf"]
    assert proof.seal.hash().hex() == vector["seal_hash"]


@good
def test_deal_key_and_deck_stream(vector: dict[str, Any]) -> None:
    key = proof_of(vector).key()
    assert key.hex() == vector["deal_key"]
    stream = Stream(key, "deck")
    assert bytes(stream.next_byte() for _ in range(32)).hex() == vector["deck_stream_first_32"]


@good
def test_the_deal(vector: dict[str, Any]) -> None:
    verdict = verify(json.dumps(vector["proof"]))
    assert isinstance(verdict, Verified)
    stated, dealt = vector["proof"]["result"], verdict.dealt
    assert hashlib.sha256(bytes(dealt.order)).hexdigest() == vector["order_sha256"]
    assert (dealt.dealer, list(dealt.order)) == (stated["dealer"], stated["order"])
    assert [list(hand) for hand in dealt.hands] == stated["hands"]
    assert (list(dealt.upcards), list(dealt.stock)) == (stated["upcards"], stated["stock"])
    assert not verdict.late


@good
def test_document_round_trip_and_schema(vector: dict[str, Any]) -> None:
    written = to_json(proof_of(vector))
    assert written == vector["proof"]
    jsonschema.validate(written, SCHEMA)


def root_of(leaf: bytes, index: int, size: int, path: list[str]) -> bytes:
    """Climb an inclusion path (RFC 9162 2.1.3.2)."""
    node, last = leaf, size - 1
    for sibling in map(base64.b64decode, path):
        if index % 2 or index == last:
            node = hashlib.sha256(b"\1" + sibling + node).digest()
            while not index % 2 and index:
                index, last = index // 2, last // 2
        else:
            node = hashlib.sha256(b"\1" + node + sibling).digest()
        index, last = index // 2, last // 2
    assert last == 0
    return node


@good
def test_leaf_hashes_stand_in_the_published_tree(vector: dict[str, Any]) -> None:
    proof, log = proof_of(vector), vector["proof"]["log"]
    _, size, root, *_ = log["checkpoint"].split("\n")
    for name, leaf in (
        ("open", proof.open.hash()),
        ("seal", proof.seal.hash()),
        ("reveal", proof.reveal.hash()),
    ):
        entry = log["entries"][name]
        assert root_of(leaf, entry["index"], int(size), entry["path"]) == base64.b64decode(root)


@good
def test_the_log_is_said_to_be_unchecked(vector: dict[str, Any]) -> None:
    with_log = verify(json.dumps(vector["proof"]))
    bare = verify(json.dumps(without_log(vector["proof"])))
    assert isinstance(with_log, Verified)
    assert isinstance(bare, Verified)
    assert (with_log.log, bare.log) == (LogState.UNCHECKED, LogState.ABSENT)
    contributed = any(seat["status"] == 1 for seat in vector["proof"]["reveal"]["seats"])
    assert with_log.grade == bare.grade == ("-" if contributed else "C")


@pytest.mark.parametrize("vector", NEGATIVE, ids=label)
def test_negative_vectors(vector: dict[str, Any]) -> None:
    step, code = REFUSED_AT[vector["label"]]
    for document in (vector["proof"], without_log(vector["proof"])):
        verdict = verify(json.dumps(document))
        assert isinstance(verdict, Refused)
        assert (verdict.step, verdict.code) == (step, code)


def test_only_what_needs_the_log_waits() -> None:
    accepted = {
        vector["label"]
        for vector in NEGATIVE
        if isinstance(verify(json.dumps(without_log(vector["proof"]))), Verified)
    }
    assert accepted == NEEDS_THE_LOG
    assert {vector["label"] for vector in NEGATIVE} == set(REFUSED_AT) | NEEDS_THE_LOG


def test_parts_of_the_file_that_wait_for_tree_signatures_and_own_records() -> None:
    covered = {"format", "vectors", "negative"}
    waiting = {"consistency", "receipt", "vkey", "log_key_seed", "tree_size", "mine"}
    assert set(VECTORS) == covered | waiting
