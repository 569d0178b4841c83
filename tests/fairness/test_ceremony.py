"""SPEC 4, 5: seats, deal key, grades."""

import pytest

from games.fairness import (
    Code,
    FairnessError,
    Grade,
    Kind,
    RevealedSeat,
    SealedSeat,
    Status,
    commitment,
    deal_key,
    grade,
    key_check,
    without_contribution,
)
from games.fairness.ceremony import check_seats
from tests.fairness.vectors import SCOPE

TIP = b"\7" * 32
ENTROPY = b"\5" * 32
COMMITTED = SealedSeat(Kind.COMMITTED, commitment(SCOPE, TIP, 3, 0, ENTROPY))
GAVE = RevealedSeat(Status.CONTRIBUTED, ENTROPY)
BOT, ABSENT, WITHHELD = (RevealedSeat(s) for s in (Status.BOT, Status.ABSENT, Status.WITHHELD))
SEALED = {
    Kind.BOT: SealedSeat(Kind.BOT),
    Kind.COMMITTED: COMMITTED,
    Kind.ABSENT: SealedSeat(Kind.ABSENT),
}
REVEALED = {
    Status.BOT: BOT,
    Status.CONTRIBUTED: GAVE,
    Status.ABSENT: ABSENT,
    Status.WITHHELD: WITHHELD,
}
FITTING = {
    (Kind.BOT, Status.BOT),
    (Kind.COMMITTED, Status.CONTRIBUTED),
    (Kind.COMMITTED, Status.WITHHELD),
    (Kind.ABSENT, Status.ABSENT),
}


def refusal(
    sealed: tuple[SealedSeat, ...], revealed: tuple[RevealedSeat, ...], deal_no: int = 3
) -> FairnessError:
    with pytest.raises(FairnessError) as caught:
        check_seats(SCOPE, TIP, deal_no, sealed, revealed)
    return caught.value


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("status", Status)
def test_which_status_goes_with_which_kind(kind: Kind, status: Status) -> None:
    if (kind, status) in FITTING:
        check_seats(SCOPE, TIP, 3, (SEALED[kind],), (REVEALED[status],))
    else:
        error = refusal((SEALED[kind],), (REVEALED[status],))
        assert (error.code, error.where) == (Code.STATUS_NOT_OF_KIND, "seat 0")


def test_another_number_of_seats_is_refused() -> None:
    assert refusal((SEALED[Kind.BOT],), (BOT, BOT)).code is Code.SEAT_COUNT


def test_an_opening_is_bound_to_seat_deal_and_value() -> None:
    bot = SEALED[Kind.BOT]
    for sealed, revealed, deal_no in (
        ((bot, COMMITTED), (BOT, GAVE), 3),
        ((COMMITTED,), (GAVE,), 4),
        ((COMMITTED,), (RevealedSeat(Status.CONTRIBUTED, b"\6" * 32),), 3),
    ):
        assert refusal(sealed, revealed, deal_no).code is Code.ENTROPY_NOT_COMMITTED


def test_kind_and_commitment_status_and_entropy_go_together() -> None:
    for kind, commit in ((Kind.BOT, TIP), (Kind.ABSENT, TIP), (Kind.COMMITTED, None)):
        with pytest.raises(ValueError, match="go together"):
            SealedSeat(kind, commit)
    for status, entropy in ((Status.WITHHELD, ENTROPY), (Status.CONTRIBUTED, None)):
        with pytest.raises(ValueError, match="go together"):
            RevealedSeat(status, entropy)
    with pytest.raises(ValueError, match="32 bytes"):
        SealedSeat(Kind.COMMITTED, b"x")
    with pytest.raises(ValueError, match="32 bytes"):
        RevealedSeat(Status.CONTRIBUTED, b"x")
    with pytest.raises(ValueError, match="32 bytes"):
        commitment(SCOPE, TIP, 1, 0, b"x")


def test_without_contribution() -> None:
    seats = (SEALED[Kind.BOT], COMMITTED, SEALED[Kind.ABSENT])
    assert without_contribution(seats) == (BOT, WITHHELD, ABSENT)


def test_deal_key_depends_on_seed_seal_statuses_and_entropy() -> None:
    keys = {
        deal_key(TIP, ENTROPY, (BOT, GAVE)),
        deal_key(ENTROPY, ENTROPY, (BOT, GAVE)),
        deal_key(TIP, TIP, (BOT, GAVE)),
        deal_key(TIP, ENTROPY, (BOT, WITHHELD)),
        deal_key(TIP, ENTROPY, (GAVE, BOT)),
        deal_key(TIP, ENTROPY, (BOT, RevealedSeat(Status.CONTRIBUTED, TIP))),
    }
    assert len(keys) == 6
    assert len({key_check(key) for key in keys}) == 6
    assert not keys & {key_check(key) for key in keys}
    with pytest.raises(ValueError, match="32 bytes"):
        deal_key(b"", ENTROPY, (BOT,))


@pytest.mark.parametrize(
    ("seats", "logged", "unlogged"),
    [
        ((GAVE, BOT, ABSENT), Grade.ALL, Grade.UNLOGGED),
        ((GAVE, WITHHELD), Grade.SOME, Grade.UNLOGGED),
        ((BOT, ABSENT), Grade.NONE, Grade.NONE),
        ((WITHHELD, WITHHELD), Grade.NONE, Grade.NONE),
    ],
)
def test_grades(seats: tuple[RevealedSeat, ...], logged: Grade, unlogged: Grade) -> None:
    assert grade(seats, log_checked=True) is logged
    assert grade(seats, log_checked=False) is unlogged
