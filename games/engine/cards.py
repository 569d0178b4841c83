"""Cards, jokers and tiles, and the decks they make.

A tile is a card with another skin: colours R B K O stand for suits S H D C, numbers 1-13 for ranks A-K. The two copies of a
card are two different objects (rule card, section 1 "Physical identity").
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Final


class Suit(IntEnum):
    """The four suits in the order that settles ties: S H D C."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3


class Rank(IntEnum):
    """Ranks by their low value; the ace is 1 and, where a game allows it, also stands above the king."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13


@dataclass(frozen=True, slots=True)
class Card:
    """One physical card or tile; `copy` is 1 or 2."""

    suit: Suit
    rank: Rank
    copy: int = 1


@dataclass(frozen=True, slots=True)
class Joker:
    """One physical joker; `number` is 1 or 2."""

    number: int


Piece = Card | Joker
"""Anything that is dealt."""


class Skin(Enum):
    """How pieces are written and drawn."""

    CARDS = "cards"
    TILES = "tiles"


_RANKS: Final = "A23456789TJQK"
_SUITS: Final = {Skin.CARDS: "SHDC", Skin.TILES: "RBKO"}
_CARD: Final = re.compile(r"([A23456789TJQK])([SHDC])(#2)?")
_TILE: Final = re.compile(r"([RBKO])([1-9]|1[0-3])(#2)?")
_JOKER: Final = {Skin.CARDS: re.compile(r"JK([12])"), Skin.TILES: re.compile(r"J([12])")}


def face(piece: Piece, skin: Skin = Skin.CARDS) -> str:
    """Write a piece in the notation of the rule cards (section 0).

    >>> face(Card(Suit.HEARTS, Rank.TEN, 2)), face(Joker(1)), face(Card(Suit.DIAMONDS, Rank.KING), Skin.TILES)
    ('TH#2', 'JK1', 'K13')
    """
    if isinstance(piece, Joker):
        return f"JK{piece.number}" if skin is Skin.CARDS else f"J{piece.number}"
    suit = _SUITS[skin][piece.suit]
    text = _RANKS[piece.rank - 1] + suit if skin is Skin.CARDS else f"{suit}{int(piece.rank)}"
    return text if piece.copy == 1 else f"{text}#2"


def parse(text: str, skin: Skin = Skin.CARDS) -> Piece:
    """Read one piece; raises ValueError for anything that `face` does not write.

    >>> parse("4H#2") == Card(Suit.HEARTS, Rank.FOUR, 2)
    True
    """
    if joker := _JOKER[skin].fullmatch(text):
        return Joker(int(joker[1]))
    if skin is Skin.CARDS and (found := _CARD.fullmatch(text)):
        rank, suit = _RANKS.index(found[1]) + 1, _SUITS[skin].index(found[2])
    elif skin is Skin.TILES and (found := _TILE.fullmatch(text)):
        rank, suit = int(found[2]), _SUITS[skin].index(found[1])
    else:
        msg = f"not a piece of this deck: {text[:20]!r}"
        raise ValueError(msg)
    return Card(Suit(suit), Rank(rank), 2 if found[3] else 1)


def order_key(piece: Piece) -> tuple[int, int, int]:
    """Sort by rank, then suit S H D C, then copy; jokers last."""
    if isinstance(piece, Joker):
        return (14, 0, piece.number)
    return (piece.rank, piece.suit, piece.copy)


def in_order(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Give the pieces sorted by `order_key`: the one order in which hands are shown, whatever the deal was."""
    return tuple(sorted(pieces, key=order_key))


def pips(piece: Piece, joker: int = 15) -> int:
    """Give a piece's value when it is left in a hand: ace 11, T J Q K 10, 2-9 their face (rule card, section 1).

    >>> [pips(parse(t)) for t in ("AS", "9H", "KD", "JK1")]
    [11, 9, 10, 15]
    """
    if isinstance(piece, Joker):
        return joker
    if piece.rank is Rank.ACE:
        return 11
    return min(int(piece.rank), 10)


@dataclass(frozen=True, slots=True)
class DeckSpec:
    """What CHANCE permutes: the deck's name in the proof (fairness spec, section 7), its skin, and every piece by index."""

    name: str
    skin: Skin
    pieces: tuple[Piece, ...]


def _two_packs() -> tuple[Card, ...]:
    return tuple(Card(suit, rank, copy) for copy in (1, 2) for suit in Suit for rank in Rank)


FR104: Final = DeckSpec("fr104", Skin.CARDS, _two_packs())
FR106: Final = DeckSpec("fr106", Skin.CARDS, (*_two_packs(), Joker(1), Joker(2)))
TILE106: Final = DeckSpec("tile106", Skin.TILES, (*_two_packs(), Joker(1), Joker(2)))

DECKS: Final = {deck.name: deck for deck in (FR104, FR106, TILE106)}
