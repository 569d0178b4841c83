"""Fairness deals and the engine plays: both must mean the same cards."""

import json

import pytest

from games.engine.cards import face
from games.engine.replay import replay
from games.fairness import STANDARD, Grade, Verified, deal, to_json, verify
from tests.fairness.matches import RULES, played


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_engine_hands_out_what_fairness_dealt(seats: int) -> None:
    proof, log, _ = played(seats, seed=seats)
    dealt = deal(proof.seal, proof.key())
    state = replay(RULES, RULES.options({}), seats, log[:1])
    live = state.live_round()
    deck = proof.seal.params.deck
    assert (live.dealer, live.actor) == (dealt.dealer, dealt.first)
    assert [tuple(face(piece) for piece in hand) for hand in live.hands] == [
        deck.named(hand) for hand in dealt.hands
    ]
    assert tuple(face(piece) for piece in live.piles.stock) == deck.named(dealt.stock)


def test_a_played_match_verifies() -> None:
    proof, log, state = played(3, seed=1)
    assert state.standing.over
    assert len(log) > 10
    verdict = verify(json.dumps(to_json(proof)))
    assert isinstance(verdict, Verified)
    assert verdict.grade is Grade.NONE


def test_both_know_the_same_cards() -> None:
    spec = RULES.deck(RULES.options({}))
    assert {face(piece) for piece in spec.pieces} == set(
        STANDARD[spec.name].named(tuple(range(104)))
    )
