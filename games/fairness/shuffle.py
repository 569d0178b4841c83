"""Draw numbers, shuffle and deal from the deal key (SPEC 6, 7). The same key always gives the same cards."""

import hmac
from collections.abc import Iterable
from dataclasses import dataclass, field

from .encoding import m, u8, u32
from .errors import Code, FairnessError
from .leaves import DRAWN_DEALER, Seal

_BYTE_VALUES = 256


class Stream:
    """Bytes without end from a deal key and a label; two labels give unrelated streams."""

    __slots__ = ("_block", "_blocks", "_key", "_used")

    def __init__(self, key: bytes, label: str, *parts: bytes) -> None:
        """Start at the first byte of the stream `label` (SPEC 6 lists the labels of v1)."""
        self._key = m(key, "stream", label, *parts)
        self._block = b""
        self._blocks = 0
        self._used = 0

    def next_byte(self) -> int:
        """Return the next byte, 0..255."""
        if self._used == len(self._block):
            self._block = hmac.digest(self._key, u32(self._blocks), "sha256")
            self._blocks += 1
            self._used = 0
        self._used += 1
        return self._block[self._used - 1]

    def uniform(self, bound: int) -> int:
        """Return a number in 0..bound-1, each equally likely; 1 <= bound <= 256, and bound 1 uses no byte.

        Bytes that would favour small numbers are thrown away.
        """
        if not 1 <= bound <= _BYTE_VALUES:
            message = f"bound {bound} is not in 1..256"
            raise ValueError(message)
        if bound == 1:
            return 0
        limit = _BYTE_VALUES - _BYTE_VALUES % bound
        byte = self.next_byte()
        while byte >= limit:
            byte = self.next_byte()
        return byte % bound

    def shuffled(self, items: Iterable[int]) -> tuple[int, ...]:
        """Return the items in an order of which each is equally likely (Fisher and Yates, from the end)."""
        order = list(items)
        for i in range(len(order) - 1, 0, -1):
            j = self.uniform(i + 1)
            order[i], order[j] = order[j], order[i]
        return tuple(order)


@dataclass(frozen=True, slots=True)
class Dealt:
    """What a deal key gives: card indexes, in the order in which they were dealt. The cards never show in `repr`.

    `order` is the whole deck, top first; `first` is the seat that gets the first card and has the first turn; `hands` are by
    seat; `stock` is what is left, top first.
    """

    dealer: int
    first: int
    order: tuple[int, ...] = field(repr=False)
    hands: tuple[tuple[int, ...], ...] = field(repr=False)
    upcards: tuple[int, ...] = field(repr=False)
    stock: tuple[int, ...] = field(repr=False)


def check_params(seal: Seal) -> None:
    """Refuse a seal that cannot be dealt: DEALER_NOT_SEATED, TOO_FEW_CARDS."""
    seats, params = len(seal.seats), seal.params
    if seal.dealer_in != DRAWN_DEALER and seal.dealer_in >= seats:
        raise FairnessError(Code.DEALER_NOT_SEATED, f"seat {seal.dealer_in} of {seats}")
    needed = seats * params.hand_size + params.starter_extra + params.upcards
    if needed > len(params.deck):
        raise FairnessError(Code.TOO_FEW_CARDS, f"{needed} of {len(params.deck)}")


def deal(seal: Seal, key: bytes) -> Dealt:
    """Deal what was sealed, with the deal key (SPEC 7). Raises FairnessError as `check_params` does."""
    check_params(seal)
    seats, params = len(seal.seats), seal.params
    drawn = seal.dealer_in == DRAWN_DEALER
    dealer = Stream(key, "first-dealer").uniform(seats) if drawn else seal.dealer_in
    order = Stream(key, "deck").shuffled(range(len(params.deck)))
    first = (dealer + params.first_offset) % seats
    hands: list[list[int]] = [[] for _ in range(seats)]
    at = 0
    for done in range(0, params.hand_size, params.packet):
        take = min(params.packet, params.hand_size - done)
        for turn in range(seats):
            hands[(first + turn) % seats] += order[at : at + take]
            at += take
    hands[first] += order[at : at + params.starter_extra]
    at += params.starter_extra
    return Dealt(
        dealer=dealer,
        first=first,
        order=order,
        hands=tuple(tuple(hand) for hand in hands),
        upcards=order[at : at + params.upcards],
        stock=order[at + params.upcards :],
    )


def reshuffle(seal: Seal, key: bytes, number: int, pile: tuple[int, ...]) -> tuple[int, ...]:
    """Return the new stock, top first, of the `number`-th reshuffle (from 1) of a pile that lay bottom first (SPEC 7).

    Raises FairnessError TOO_MANY_RESHUFFLES beyond the sealed limit, CARD_NOT_IN_DECK, REPEATED_CARD.
    """
    if not 1 <= number <= seal.params.max_reshuffles:
        raise FairnessError(
            Code.TOO_MANY_RESHUFFLES, f"reshuffle {number} of {seal.params.max_reshuffles}"
        )
    if any(not 0 <= card < len(seal.params.deck) for card in pile):
        raise FairnessError(Code.CARD_NOT_IN_DECK, f"reshuffle {number}")
    if len(set(pile)) != len(pile):
        raise FairnessError(Code.REPEATED_CARD, f"reshuffle {number}")
    return Stream(key, "reshuffle", u8(number), bytes(pile)).shuffled(pile)
