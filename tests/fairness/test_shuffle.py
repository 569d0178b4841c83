"""SPEC 6, 7: exact uniform numbers, permutations, the hands; with a control that a biased shuffle fails."""

import hashlib
import math
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.fairness import (
    DRAWN_DEALER,
    FR104,
    FR106,
    Code,
    DealParams,
    FairnessError,
    Kind,
    Seal,
    SealedSeat,
    deal,
    reshuffle,
)
from games.fairness.shuffle import Stream
from tests.fairness.vectors import HAND_RUSSIAN, house_proof

keys = st.binary(min_size=32, max_size=32)
KEY = bytes(32)
DEALS = 20_000


def seal_of(
    seats: int = 4, dealer_in: int = DRAWN_DEALER, params: DealParams = HAND_RUSSIAN
) -> Seal:
    base = house_proof().seal
    return replace(base, dealer_in=dealer_in, params=params, seats=(SealedSeat(Kind.BOT),) * seats)


class Scripted(Stream):
    """A stream whose bytes the test chooses."""

    __slots__ = ("left",)

    def __init__(self, *script: int) -> None:
        super().__init__(KEY, "scripted")
        self.left = list(script)

    def next_byte(self) -> int:
        return self.left.pop(0)


# numbers


@pytest.mark.parametrize("bound", range(2, 257))
def test_every_number_has_the_same_count_of_bytes_and_the_rest_is_thrown_away(bound: int) -> None:
    share, rest = divmod(256, bound)
    counts = [0] * bound
    for byte in range(256):
        stream = Scripted(byte, 0)
        number = stream.uniform(bound)
        if stream.left:
            counts[number] += 1
        else:
            assert byte >= 256 - rest
    assert counts == [share] * bound


def test_bound_one_uses_no_byte_and_bounds_are_limited() -> None:
    stream = Scripted()
    assert stream.uniform(1) == 0
    for bound in (0, -1, 257):
        with pytest.raises(ValueError, match="not in"):
            stream.uniform(bound)


@settings(deadline=None, max_examples=60)
@given(keys, st.integers(2, 256))
def test_numbers_stay_below_their_bound(key: bytes, bound: int) -> None:
    stream = Stream(key, "deck")
    assert all(0 <= stream.uniform(bound) < bound for _ in range(70))


def test_labels_and_parts_give_unrelated_streams() -> None:
    def first(label: str, *parts: bytes) -> bytes:
        stream = Stream(KEY, label, *parts)
        return bytes(stream.next_byte() for _ in range(40))

    streams = {
        first("deck"),
        first("first-dealer"),
        first("reshuffle", b"\1", b"\2"),
        first("reshuffle", b"\1\2", b""),
    }
    assert len(streams) == 4
    assert first("deck") == first("deck")


# shuffles


@settings(deadline=None, max_examples=60)
@given(keys, st.lists(st.integers(0, 255), unique=True, max_size=256))
def test_a_shuffle_is_a_permutation_that_depends_on_key_alone(key: bytes, items: list[int]) -> None:
    shuffled = Stream(key, "deck").shuffled(items)
    assert sorted(shuffled) == sorted(items)
    assert shuffled == Stream(key, "deck").shuffled(tuple(items))


def chi_square(counts: Sequence[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected


def spread(statistic: float, degrees: int) -> float:
    """How many standard deviations a chi-square statistic lies from its mean."""
    return (statistic - degrees) / math.sqrt(2 * degrees)


def biased(key: bytes, size: int) -> tuple[int, ...]:
    """The classic fault: a byte modulo the bound, nothing thrown away."""
    stream, order = Stream(key, "deck"), list(range(size))
    for i in range(size - 1, 0, -1):
        j = stream.next_byte() % (i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def fair(key: bytes, size: int) -> tuple[int, ...]:
    return Stream(key, "deck").shuffled(range(size))


def deviation(shuffle: Callable[[bytes, int], tuple[int, ...]], size: int = 104) -> float:
    """Chi-square over all (card, place) cells of many deals, in standard deviations."""
    cells = [0] * (size * size)
    for number in range(DEALS):
        order = shuffle(hashlib.sha256(number.to_bytes(4, "big")).digest(), size)
        for place, card in enumerate(order):
            cells[place * size + card] += 1
    return spread(chi_square(cells), (size - 1) ** 2)


def test_every_card_is_as_likely_in_every_place() -> None:
    assert abs(deviation(fair)) < 4


def test_the_same_measure_catches_a_biased_shuffle() -> None:
    assert deviation(biased) > 50


def test_the_first_dealer_is_drawn_evenly() -> None:
    counts = [0, 0, 0]
    for number in range(3_000):
        key = hashlib.sha256(b"dealer" + number.to_bytes(4, "big")).digest()
        counts[Stream(key, "first-dealer").uniform(3)] += 1
    assert abs(spread(chi_square(counts), 2)) < 4
    dealers = {deal(seal_of(3), bytes([byte]) * 32).dealer for byte in range(20)}
    assert dealers == {0, 1, 2}


# deals


@settings(deadline=None, max_examples=60)
@given(
    key=keys,
    seats=st.integers(1, 6),
    dealer=st.integers(0, 5),
    offset=st.integers(0, 7),
    hand=st.integers(1, 16),
    packet=st.integers(1, 20),
    extra=st.integers(0, 2),
    upcards=st.integers(0, 4),
)
def test_hands_upcards_and_stock_are_the_order_cut_up(
    key: bytes,
    seats: int,
    dealer: int,
    offset: int,
    hand: int,
    packet: int,
    extra: int,
    upcards: int,
) -> None:
    params = DealParams(FR106, offset, hand, extra, packet, 0, upcards)
    dealt = deal(seal_of(seats, dealer % seats, params), key)
    assert dealt.first == (dealer % seats + offset) % seats
    assert sorted(dealt.order) == list(range(106))
    sizes = [hand + (extra if seat == dealt.first else 0) for seat in range(seats)]
    assert [len(cards) for cards in dealt.hands] == sizes
    assert len(dealt.upcards) == upcards
    # dealing back from the end of the packets gives the order again
    back: list[int] = []
    for done in range(0, hand, packet):
        for turn in range(seats):
            back += dealt.hands[(dealt.first + turn) % seats][done : min(done + packet, hand)]
    back += dealt.hands[dealt.first][hand:]
    assert (*back, *dealt.upcards, *dealt.stock) == dealt.order


def test_hand_russian_gives_the_first_card_to_seat_0() -> None:
    for seats, stock in ((2, 90), (3, 83), (4, 76)):
        dealt = deal(seal_of(seats, seats - 1), KEY)
        assert (dealt.first, len(dealt.stock)) == (0, stock)
        assert [hand[0] for hand in dealt.hands] == list(dealt.order[:seats])
        assert dealt.hands[0] == dealt.order[: 7 * seats : seats]


def test_a_deal_never_shows_its_cards_by_accident() -> None:
    dealt = deal(seal_of(), KEY)
    assert repr(dealt) == f"Dealt(dealer={dealt.dealer}, first={dealt.first})"
    reveal = house_proof().reveal
    assert reveal.seed.hex() not in repr(reveal)
    assert repr(reveal.seed) not in repr(reveal)


def code_of(seal: Seal) -> Code:
    with pytest.raises(FairnessError) as caught:
        deal(seal, KEY)
    return caught.value.code


def test_what_cannot_be_dealt() -> None:
    assert code_of(seal_of(4, 4)) is Code.DEALER_NOT_SEATED
    assert code_of(seal_of(4, 254)) is Code.DEALER_NOT_SEATED
    full = DealParams(FR104, 1, 26, 0, 26, 0)
    assert deal(seal_of(4, 0, full), KEY).stock == ()
    assert code_of(seal_of(4, 0, replace(full, starter_extra=1))) is Code.TOO_FEW_CARDS
    assert code_of(seal_of(4, 0, replace(full, upcards=1))) is Code.TOO_FEW_CARDS
    for hand, packet in ((0, 1), (1, 0)):
        with pytest.raises(ValueError, match="at least one card"):
            DealParams(FR104, 1, hand, 0, packet, 0)


# reshuffles


@settings(deadline=None, max_examples=60)
@given(keys, st.lists(st.integers(0, 105), unique=True, min_size=1, max_size=106))
def test_a_reshuffle_permutes_its_pile(key: bytes, pile: list[int]) -> None:
    seal = seal_of(params=replace(HAND_RUSSIAN, deck=FR106, max_reshuffles=3))
    assert sorted(reshuffle(seal, key, 2, tuple(pile))) == sorted(pile)


def test_a_reshuffle_depends_on_its_number_and_on_how_the_pile_lay() -> None:
    seal = seal_of(params=replace(HAND_RUSSIAN, max_reshuffles=2))
    pile = tuple(range(40))
    orders = {
        reshuffle(seal, KEY, 1, pile),
        reshuffle(seal, KEY, 2, pile),
        reshuffle(seal, KEY, 1, pile[::-1]),
    }
    assert len(orders) == 3


@pytest.mark.parametrize(
    ("number", "pile", "code"),
    [
        (0, (1,), Code.TOO_MANY_RESHUFFLES),
        (3, (1,), Code.TOO_MANY_RESHUFFLES),
        (1, (104,), Code.CARD_NOT_IN_DECK),
        (1, (-1,), Code.CARD_NOT_IN_DECK),
        (2, (5, 6, 5), Code.REPEATED_CARD),
    ],
)
def test_what_cannot_be_reshuffled(number: int, pile: tuple[int, ...], code: Code) -> None:
    seal = seal_of(params=replace(HAND_RUSSIAN, max_reshuffles=2))
    with pytest.raises(FairnessError) as caught:
        reshuffle(seal, KEY, number, pile)
    assert caught.value.code is code


def test_hand_russian_never_reshuffles() -> None:
    with pytest.raises(FairnessError):
        reshuffle(seal_of(), KEY, 1, (1, 2))
