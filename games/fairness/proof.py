"""Verify a deal from its proof document (SPEC 11), trusting nobody.

The steps are taken in the specification's order and the first failure is final. The public log is not looked up yet: a
document may carry a log section, and the verdict says whether it did, but never that it was checked.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from .ceremony import Grade, check_seats, grade, key_check
from .chain import leads_to_tip
from .decks import STANDARD
from .document import Proof, outcome_of, parse
from .errors import Code, FairnessError
from .shuffle import Dealt


class Step(StrEnum):
    """The steps of verification, in their order."""

    PARSE = "parse"
    DECK = "deck"
    CHAIN = "chain"
    SEATS = "seats"
    TIMES = "times"
    DEAL = "deal"
    RESULT = "result"


class LogState(StrEnum):
    """What the verdict says about the public log."""

    ABSENT = "absent"
    UNCHECKED = "unchecked"


@dataclass(frozen=True, slots=True)
class Verified:
    """The proof holds: `dealt` is the deal as computed here, not as stated.

    `late`: the server revealed after its own deadline. `key_check`: the value each seat was told with its cards.
    """

    proof: Proof
    dealt: Dealt
    grade: Grade
    log: LogState
    key_check: bytes
    late: bool


@dataclass(frozen=True, slots=True)
class Refused:
    """The proof does not hold: the first step that failed, why, and the field or seat concerned."""

    step: Step
    code: Code
    where: str


Verdict = Verified | Refused


def verify(text: str) -> Verdict:
    """Verify a proof document given as text."""
    try:
        proof = parse(text)
    except FairnessError as error:
        return Refused(Step.PARSE, error.code, error.where)
    return verify_parsed(proof)


def verify_parsed(proof: Proof) -> Verdict:
    """Verify a proof that was read by `document.parse` or has just been made."""
    for step, check in _STEPS:
        try:
            check(proof)
        except FairnessError as error:
            return Refused(step, error.code, error.where)
    return Verified(
        proof=proof,
        dealt=outcome_of(proof)[0],
        grade=grade(proof.reveal.seats, log_checked=False),
        log=LogState.ABSENT if proof.log is None else LogState.UNCHECKED,
        key_check=key_check(proof.key()),
        late=proof.reveal.revealed_ms > proof.seal.reveal_by_ms,
    )


def _check_deck(proof: Proof) -> None:
    deck = proof.seal.params.deck
    if STANDARD.get(deck.name) != deck:
        raise FairnessError(Code.NOT_A_STANDARD_DECK, "seal.deck")


def _check_chain(proof: Proof) -> None:
    if proof.seal.deal_no > proof.open.chain_len:
        raise FairnessError(Code.BEYOND_CHAIN, "seal.deal_no")
    if not leads_to_tip(proof.open.scope, proof.seal.deal_no, proof.reveal.seed, proof.open.tip):
        raise FairnessError(Code.SEED_NOT_PROMISED, "reveal.seed")


def _check_seats(proof: Proof) -> None:
    check_seats(
        proof.open.scope, proof.open.tip, proof.seal.deal_no, proof.seal.seats, proof.reveal.seats
    )


def _check_times(proof: Proof) -> None:
    seal, revealed_ms = proof.seal, proof.reveal.revealed_ms
    for earlier, later, where in (
        (proof.open.created_ms, seal.sealed_ms, "seal.sealed_ms"),
        (seal.sealed_ms, seal.reveal_by_ms, "seal.reveal_by_ms"),
        (seal.sealed_ms, revealed_ms, "reveal.revealed_ms"),
    ):
        if later < earlier:
            raise FairnessError(Code.TIMES_OUT_OF_ORDER, where)


def _check_deal(proof: Proof) -> None:
    outcome_of(proof)


def _check_result(proof: Proof) -> None:
    stated, computed = proof.result, outcome_of(proof)[1]
    if stated is None:
        return
    for name in ("dealer", "order", "hands", "upcards", "stock", "restocks"):
        if getattr(stated, name) != getattr(computed, name):
            raise FairnessError(Code.RESULT_DIFFERS, f"result.{name}")


_STEPS: tuple[tuple[Step, Callable[[Proof], None]], ...] = (
    (Step.DECK, _check_deck),
    (Step.CHAIN, _check_chain),
    (Step.SEATS, _check_seats),
    (Step.TIMES, _check_times),
    (Step.DEAL, _check_deal),
    (Step.RESULT, _check_result),
)
