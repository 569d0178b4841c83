"""List the standard decks, and name their cards (SPEC 7).

In a proof a card is its index in the deck's list of faces. In play it is its face, with `#2` for the second copy.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from .encoding import h

COPY_SIZE: Final = 52
"""Cards in one copy of a deck without jokers; index // COPY_SIZE is the copy."""


@dataclass(frozen=True, slots=True)
class Deck:
    """A named, ordered list of faces; equal faces are the copies of one card."""

    name: str
    faces: tuple[str, ...]

    def __len__(self) -> int:
        """Return the number of cards."""
        return len(self.faces)

    @property
    def hash(self) -> bytes:
        """Return `deck_hash`, 32 bytes: it binds the order of the faces too."""
        return h("deck", self.name, ",".join(self.faces))

    def face_with_copy(self, index: int) -> str:
        """Name one physical card as play does.

        >>> [FR104.face_with_copy(index) for index in (0, 52, 103)], FR106.face_with_copy(104)
        (['AS', 'AS#2', 'KC#2'], 'JK1')
        """
        if not 0 <= index < len(self.faces):
            message = f"no card {index} in {self.name}"
            raise ValueError(message)
        return self.faces[index] + ("#2" if index // COPY_SIZE == 1 else "")

    def named(self, indexes: tuple[int, ...]) -> tuple[str, ...]:
        """Name several cards, in the same order."""
        return tuple(self.face_with_copy(index) for index in indexes)

    def index_of(self, name: str) -> int:
        """Return the index of a card named as play does; ValueError when the deck has no such card."""
        face, mark, copy = name.partition("#")
        if face not in self.faces or (mark and copy != "2"):
            message = f"no card {name!r} in {self.name}"
            raise ValueError(message)
        index = self.faces.index(face) + (COPY_SIZE if mark else 0)
        if index >= len(self.faces) or self.faces[index] != face:
            message = f"no card {name!r} in {self.name}"
            raise ValueError(message)
        return index


_CARDS = tuple(rank + suit for suit in "SHDC" for rank in "A23456789TJQK")
_TILES = tuple(f"{colour}{number}" for colour in "RBKO" for number in range(1, 14))

FR104: Final = Deck("fr104", _CARDS * 2)
FR106: Final = Deck("fr106", (*_CARDS * 2, "JK1", "JK2"))
TILE106: Final = Deck("tile106", (*_TILES * 2, "J1", "J2"))

STANDARD: Final[Mapping[str, Deck]] = MappingProxyType(
    {deck.name: deck for deck in (FR104, FR106, TILE106)}
)
"""The decks a proof may name; anything else is refused."""
