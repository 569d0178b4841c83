"""Make the key of one deal from the server's seed and what the seats gave (SPEC 4, 5)."""

from collections.abc import Iterable
from enum import StrEnum

from .encoding import HASH_BYTES, exactly, h, m, u8, u16
from .errors import Code, FairnessError
from .leaves import Kind, RevealedSeat, Scope, SealedSeat, Status, seats_revealed

_STATUSES = {
    Kind.BOT: frozenset({Status.BOT}),
    Kind.COMMITTED: frozenset({Status.CONTRIBUTED, Status.WITHHELD}),
    Kind.ABSENT: frozenset({Status.ABSENT}),
}


class Grade(StrEnum):
    """How much a verified proof says (SPEC 11).

    NONE must be worded as "not independently random". UNLOGGED: the promise was not looked up in the public log, so nobody
    but the server vouches that it was the only one.
    """

    ALL = "A"
    SOME = "B"
    NONE = "C"
    UNLOGGED = "-"


def commitment(scope: Scope, tip: bytes, deal_no: int, seat: int, entropy: bytes) -> bytes:
    """Return c, what a seat sends before it opens its 32 random bytes (SPEC 4.2)."""
    exactly("entropy", entropy, HASH_BYTES)
    return h("client-commit", scope.origin, scope.match_id, tip, u16(deal_no), u8(seat), entropy)


def without_contribution(seats: Iterable[SealedSeat]) -> tuple[RevealedSeat, ...]:
    """Return the statuses of a deal to which no seat gave anything: bots stay bots, absent stays absent, the rest withheld."""
    unopened = {Kind.BOT: Status.BOT, Kind.COMMITTED: Status.WITHHELD, Kind.ABSENT: Status.ABSENT}
    return tuple(RevealedSeat(unopened[seat.kind]) for seat in seats)


def check_seats(
    scope: Scope,
    tip: bytes,
    deal_no: int,
    sealed: tuple[SealedSeat, ...],
    revealed: tuple[RevealedSeat, ...],
) -> None:
    """Check every opened seat against its sealed self: same number, a status of its kind, entropy as committed.

    Raises FairnessError SEAT_COUNT, STATUS_NOT_OF_KIND or ENTROPY_NOT_COMMITTED, the latter two naming the seat.
    """
    if len(sealed) != len(revealed):
        raise FairnessError(Code.SEAT_COUNT, f"{len(sealed)} sealed, {len(revealed)} revealed")
    for seat, (before, after) in enumerate(zip(sealed, revealed, strict=True)):
        if after.status not in _STATUSES[before.kind]:
            raise FairnessError(Code.STATUS_NOT_OF_KIND, f"seat {seat}")
        if (
            after.entropy is not None
            and commitment(scope, tip, deal_no, seat, after.entropy) != before.commit
        ):
            raise FairnessError(Code.ENTROPY_NOT_COMMITTED, f"seat {seat}")


def deal_key(seed: bytes, seal_hash: bytes, seats: tuple[RevealedSeat, ...]) -> bytes:
    """Return K, 32 bytes: the one secret from which every card of the deal follows (SPEC 5)."""
    exactly("seed", seed, HASH_BYTES)
    return m(seed, "deal-key", seal_hash, seats_revealed(seats))


def key_check(key: bytes) -> bytes:
    """Return the value that pins K without giving it away; every seat is told it with its cards."""
    return h("key-check", key)


def grade(seats: Iterable[RevealedSeat], *, log_checked: bool) -> Grade:
    """Grade a verified deal.

    C is said even without the log: it claims nothing. A and B claim that the server had no second try, which only the log
    shows.
    """
    statuses = {seat.status for seat in seats}
    if Status.CONTRIBUTED not in statuses:
        return Grade.NONE
    if not log_checked:
        return Grade.UNLOGGED
    return Grade.SOME if Status.WITHHELD in statuses else Grade.ALL
