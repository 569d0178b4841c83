"""Sets and runs: what may lie together on a table, what it is worth, and what joins it.

The two copies of a card never share a meld: in a set they are one suit, in a run one rank. Source: rule cards, section 1
("Shared vocabulary" and "Meld check").
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import Final

from games.engine.cards import Card, Joker, Piece, Rank, Skin, Suit, face
from games.engine.errors import NO_DETAIL, Detail, IllegalAction, Reason

SHORTEST: Final = 3
"""No meld has fewer pieces."""

LONGEST_SET: Final = len(Suit)
"""A set holds each suit once."""

HIGH_ACE: Final = 14
"""The place of an ace that stands above the king."""


class MeldKind(StrEnum):
    """The two kinds of meld: one rank in several suits, or one suit in unbroken rank order."""

    SET = "set"
    RUN = "run"


class JokerWorth(StrEnum):
    """What a joker adds to the value of a meld (option jokerMeldValue; tileJokerInitial for tiles)."""

    REPRESENTED = "represented"
    FLAT15 = "flat15"
    ZERO = "zero"


@dataclass(frozen=True, slots=True)
class MeldRules:
    """Which groups of pieces are melds in one game; the rule sets own the constants.

    ace_high: an ace may stand above the king (option aceHigh, A-14); it may always stand below the two.
    max_jokers: jokers that one meld may hold, 0..2 (option maxJokersPerMeld; A-15 and S002).
    min_naturals: pieces in a meld that are no jokers, at least 1 (option minNaturals; A-15).
    max_run: pieces in the longest run, 5..13 (option maxRunLen). From five on, a longer run always falls into legal ones.
    skin: how refusals name pieces. A tile 1 is the lowest number and no ace, so 12-13-1 turns the corner (rule card 4).
    """

    ace_high: bool = False
    max_jokers: int = 0
    min_naturals: int = 1
    max_run: int = 13
    skin: Skin = Skin.CARDS

    def __post_init__(self) -> None:
        """Raise ValueError for numbers that no rule card offers."""
        if not (
            0 <= self.max_jokers <= 2
            and 1 <= self.min_naturals <= 2
            and 5 <= self.max_run <= len(Rank)
        ):
            msg = f"no rule card has such melds: {self}"
            raise ValueError(msg)


@dataclass(frozen=True, slots=True)
class Worth:
    """How the melds of an opening are counted (rule cards, section 1 "Opening value of a meld").

    ace_low: an ace in A-2-3 (option aceLowMeldValue, A-17); every other ace counts 11. Tiles count their number.
    """

    skin: Skin = Skin.CARDS
    ace_low: int = 11
    joker: JokerWorth = JokerWorth.REPRESENTED


JokerRecord = tuple[tuple[Joker, tuple[Card, ...]], ...]
"""What each joker of a meld stands for: in a run one card, in a set the rank in every missing suit (A-51). Copy 1 is named."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A legal meld in its one order: a run ascending (a high ace last), a set by suit S H D C with its jokers last."""

    kind: MeldKind
    cards: tuple[Piece, ...]
    jokers: JokerRecord = ()


def classify(cards: Sequence[Piece], rules: MeldRules, kind: MeldKind | None = None) -> Shape:
    """Give the meld that `cards` make, or raise IllegalAction with the first reason of the meld check (rule cards, section 1).

    Order matters only where a joker lies in a run: the sequence must ascend, and the joker's place is its identity. `kind`
    is needed for one natural between jokers alone; where it contradicts the naturals the group is MELD_MIXED.

    >>> from games.engine.cards import parse
    >>> classify([parse(t) for t in ("9D", "9S", "9H")], MeldRules()).kind
    <MeldKind.SET: 'set'>
    """
    naturals = [piece for piece in cards if isinstance(piece, Card)]
    _check_counts(len(cards), len(naturals), rules)
    one_rank = all(card.rank == naturals[0].rank for card in naturals)
    one_suit = all(card.suit == naturals[0].suit for card in naturals)
    if kind is None and len(naturals) == 1:
        raise IllegalAction(Reason.KIND_REQUIRED)
    if one_rank and kind is not MeldKind.RUN:
        return _as_set(cards, naturals, rules)
    if one_suit and kind is not MeldKind.SET:
        return _as_run(cards, naturals, rules)
    raise IllegalAction(Reason.MELD_MIXED)


def _check_counts(total: int, naturals: int, rules: MeldRules) -> None:
    if total < SHORTEST:
        raise IllegalAction(Reason.MELD_TOO_SHORT, {"at_least": SHORTEST})
    if total - naturals > rules.max_jokers:
        raise IllegalAction(Reason.TOO_MANY_JOKERS, {"at_most": rules.max_jokers})
    if naturals < rules.min_naturals:
        raise IllegalAction(Reason.TOO_FEW_NATURALS, {"at_least": rules.min_naturals})


def _faces(cards: Sequence[Card], rules: MeldRules) -> Detail:
    return {"cards": tuple(face(card, rules.skin) for card in cards)}


def _as_set(cards: Sequence[Piece], naturals: list[Card], rules: MeldRules) -> Shape:
    suits = {card.suit for card in naturals}
    if len(suits) < len(naturals):
        doubled = [c for c in naturals if sum(d.suit == c.suit for d in naturals) > 1]
        raise IllegalAction(Reason.SET_DUP_SUIT, _faces(doubled, rules))
    if len(cards) > LONGEST_SET:
        raise IllegalAction(Reason.SET_TOO_LONG, {"at_most": LONGEST_SET})
    jokers = [piece for piece in cards if isinstance(piece, Joker)]
    return _set_shape(naturals, jokers)


def _set_shape(naturals: Sequence[Card], jokers: Sequence[Joker]) -> Shape:
    """Put a legal set in order and write down what its jokers stand for."""
    ordered = sorted(naturals, key=lambda card: card.suit)
    held = {card.suit for card in ordered}
    missing = tuple(Card(suit, ordered[0].rank) for suit in Suit if suit not in held)
    last = sorted(jokers, key=lambda joker: joker.number)
    return Shape(MeldKind.SET, (*ordered, *last), tuple((joker, missing) for joker in last))


def _as_run(cards: Sequence[Piece], naturals: list[Card], rules: MeldRules) -> Shape:
    ranks = [int(card.rank) for card in naturals]
    if len(set(ranks)) < len(ranks):
        doubled = [c for c in naturals if ranks.count(int(c.rank)) > 1]
        raise IllegalAction(Reason.RUN_DUP_RANK, _faces(doubled, rules))
    plain = len(naturals) == len(cards)
    low = sorted(cards, key=_low_place) if plain else list(cards)
    high = sorted(cards, key=_high_place) if plain else list(cards)
    # The low reading comes first: an ace in a run of all thirteen ranks lies below the two.
    for ordered, ace in ((low, 1), (high, HIGH_ACE))[: 1 + rules.ace_high]:
        first = _first_place(ordered, ace)
        if first is not None and 1 <= first <= _last_first(len(ordered), rules):
            if len(ordered) > rules.max_run:
                raise IllegalAction(Reason.RUN_TOO_LONG, {"at_most": rules.max_run})
            return _run_shape(ordered, first, naturals[0].suit)
    raise _no_run(low, high, naturals, rules)


def _last_first(length: int, rules: MeldRules) -> int:
    """Give the highest place at which a run of `length` may begin; fourteen pieces begin at 1 and are too long."""
    return max(1, (HIGH_ACE if rules.ace_high else len(Rank)) - length + 1)


def _low_place(piece: Piece) -> int:
    return 0 if isinstance(piece, Joker) else int(piece.rank)


def _high_place(piece: Piece) -> int:
    return HIGH_ACE if isinstance(piece, Card) and piece.rank is Rank.ACE else _low_place(piece)


def _first_place(ordered: Sequence[Piece], ace: int) -> int | None:
    """Give the place of the first piece if every natural follows in step with an ace counted as `ace`, else None."""
    firsts = {
        (ace if piece.rank is Rank.ACE else int(piece.rank)) - index
        for index, piece in enumerate(ordered)
        if isinstance(piece, Card)
    }
    return firsts.pop() if len(firsts) == 1 else None


def _run_shape(ordered: Sequence[Piece], first: int, suit: Suit) -> Shape:
    """Write down an ascending run whose first piece stands at place `first`, 1..13."""
    record = tuple(
        (piece, (Card(suit, _rank_at(first + index)),))
        for index, piece in enumerate(ordered)
        if isinstance(piece, Joker)
    )
    return Shape(MeldKind.RUN, tuple(ordered), record)


def _rank_at(place: int) -> Rank:
    return Rank.ACE if place == HIGH_ACE else Rank(place)


def _no_run(
    low: Sequence[Piece], high: Sequence[Piece], naturals: Sequence[Card], rules: MeldRules
) -> IllegalAction:
    """Say why pieces of one suit and different ranks are no run."""
    above = _first_place(high, HIGH_ACE)
    top_is_ace = above is not None and above + len(high) - 1 == HIGH_ACE
    if top_is_ace and not rules.ace_high and rules.skin is Skin.CARDS:
        return IllegalAction(Reason.RUN_ACE_HIGH)
    if _turns_corner(low, plain=len(naturals) == len(low)):
        return IllegalAction(Reason.RUN_WRAP)
    return IllegalAction(
        Reason.RUN_GAP, _missing(naturals, rules) if len(naturals) == len(low) else NO_DETAIL
    )


def _turns_corner(ordered: Sequence[Piece], *, plain: bool) -> bool:
    """Tell whether the pieces follow in step on the circle of ranks, king to ace."""
    ranks = [
        (index, int(piece.rank)) for index, piece in enumerate(ordered) if isinstance(piece, Card)
    ]
    if plain:
        held = {rank for _, rank in ranks}
        return sum(rank % len(Rank) + 1 not in held for rank in held) == 1
    return len({(rank - index) % len(Rank) for index, rank in ranks}) == 1


def _missing(naturals: Sequence[Card], rules: MeldRules) -> Detail:
    """Name the cards that would close the gaps, in the reading that needs the fewest."""
    readings = [{int(card.rank) for card in naturals}]
    if rules.ace_high:
        readings.append({HIGH_ACE if rank == 1 else rank for rank in readings[0]})
    gaps = [[p for p in range(min(held), max(held)) if p not in held] for held in readings]
    return _faces([Card(naturals[0].suit, _rank_at(place)) for place in min(gaps, key=len)], rules)


def value(shape: Shape, worth: Worth) -> int:
    """Add up what the cards of a meld, and those its jokers stand for, count in an opening.

    >>> from games.engine.cards import parse
    >>> value(classify([parse(t) for t in ("AH", "2H", "3H")], MeldRules()), Worth())
    16
    """
    if shape.kind is MeldKind.SET:
        rank = next(piece.rank for piece in shape.cards if isinstance(piece, Card))
        each = _points(rank, worth)
        return sum(
            _joker_points(each, worth) if isinstance(piece, Joker) else each
            for piece in shape.cards
        )
    stands = dict(shape.jokers)
    total = 0
    for index, piece in enumerate(shape.cards):
        rank = stands[piece][0].rank if isinstance(piece, Joker) else piece.rank
        points = (
            worth.ace_low
            if rank is Rank.ACE and index == 0 and worth.skin is Skin.CARDS
            else _points(rank, worth)
        )
        total += _joker_points(points, worth) if isinstance(piece, Joker) else points
    return total


def _points(rank: Rank, worth: Worth) -> int:
    if worth.skin is Skin.TILES:
        return int(rank)
    return 11 if rank is Rank.ACE else min(int(rank), 10)


def _joker_points(represented: int, worth: Worth) -> int:
    return {JokerWorth.REPRESENTED: represented, JokerWorth.FLAT15: 15, JokerWorth.ZERO: 0}[
        worth.joker
    ]


def fits(shape: Shape, piece: Piece, rules: MeldRules) -> tuple[Shape, ...]:
    """Give what a meld becomes when `piece` joins it as it stands: a run's low end before its high end, a set's open suit.

    No result means that the piece does not fit. A joker that fits both ends of a run gives two.
    """
    if shape.kind is MeldKind.SET:
        places = [(*shape.cards, piece)]
    else:
        places = [(piece, *shape.cards), (*shape.cards, piece)]
    grown: list[Shape] = []
    for cards in places:
        try:
            meld = classify(cards, rules, shape.kind)
        except IllegalAction:
            continue
        if meld not in grown:
            grown.append(meld)
    return tuple(grown)


def joins(table: Sequence[Shape], piece: Piece, rules: MeldRules) -> Iterator[tuple[int, Shape]]:
    """Give every meld of the table that `piece` joins by itself, in table order: its index and what it becomes."""
    for index, shape in enumerate(table):
        for meld in fits(shape, piece, rules):
            yield index, meld


def melds_in(
    pieces: Sequence[Piece], rules: MeldRules, longest: int = len(Rank)
) -> Iterator[Shape]:
    """Give every meld that lies in `pieces`, each once by its faces: sets by rank, then runs by suit, place and length.

    Of two copies the lower one in `pieces` is named, of two jokers the first. `longest` cuts the runs (in pieces).
    """
    lowest: dict[tuple[int, int], Card] = {}
    for card in sorted((p for p in pieces if isinstance(p, Card)), key=lambda c: -c.copy):
        lowest[card.suit, card.rank] = card
    jokers = sorted((p for p in pieces if isinstance(p, Joker)), key=lambda joker: joker.number)[
        : rules.max_jokers
    ]
    yield from _sets_in(lowest, jokers, rules)
    for suit in Suit:
        for first in range(1, HIGH_ACE - SHORTEST + 1 + rules.ace_high):
            yield from _runs_from(first, suit, lowest, jokers, rules, min(longest, rules.max_run))


def _sets_in(
    held: dict[tuple[int, int], Card], jokers: Sequence[Joker], rules: MeldRules
) -> Iterator[Shape]:
    for rank in Rank:
        cards = [held[suit, rank] for suit in Suit if (suit, rank) in held]
        for naturals in range(rules.min_naturals, len(cards) + 1):
            for size in range(
                max(SHORTEST, naturals), min(LONGEST_SET, naturals + len(jokers)) + 1
            ):
                for chosen in combinations(cards, naturals):
                    yield _set_shape(chosen, jokers[: size - naturals])


def _runs_from(
    first: int,
    suit: Suit,
    held: dict[tuple[int, int], Card],
    jokers: Sequence[Joker],
    rules: MeldRules,
    longest: int,
) -> Iterator[Shape]:
    last = HIGH_ACE if rules.ace_high else len(Rank)
    for length in range(SHORTEST, min(longest, last - first + 1) + 1):
        slots = [held.get((suit, _rank_at(first + step))) for step in range(length)]
        if slots.count(None) > len(jokers):
            return
        for used in range(slots.count(None), min(len(jokers), length - rules.min_naturals) + 1):
            # All thirteen ranks from the two up are the same meld as from the ace up, unless a joker's place tells them apart.
            if used == 0 and first == 2 and length == len(Rank):
                continue
            for places in combinations(range(length), used):
                if all(slots[p] is not None or p in places for p in range(length)):
                    queue = iter(jokers)
                    yield _run_shape(
                        [
                            next(queue) if card is None or p in places else card
                            for p, card in enumerate(slots)
                        ],
                        first,
                        suit,
                    )
