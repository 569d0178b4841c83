"""The runs of one suit, column by column: which states there are, how they go on, how much they can still bring.

A lane is the rest of a suit from one rank upwards. Equal lanes are one object, across questions and turns, so what was worked out
about a suit is kept while the suit does not change. The method is that of a layered graph: the state after a rank says how many
open runs hold that rank, by length; given how many of the rank go into runs, the best way to go on is always the same one.
"""

from collections.abc import Iterator
from enum import IntEnum
from typing import Final

from games.engine.rearrange.sets import COPIES

NEVER: Final = -(1 << 60)
"""A sum that no layout reaches; adding gains to it leaves it far below every real one."""

HOPELESS: Final = NEVER >> 1
"""Any sum below this one has NEVER in it."""

STATE_BITS: Final = 7

State = tuple[int, int, int, int]
"""Open runs of length 1, of length 2, of length 3 or more, and the aces kept back for the high end."""

MOST_RUNS: Final = 4
"""Two copies and two jokers: a joker may stand for a third and a fourth card of its face."""

STATES: Final[tuple[State, ...]] = tuple(
    (short, pairs, full, aces)
    for aces in range(COPIES + 1)
    for short in range(MOST_RUNS + 1)
    for pairs in range(MOST_RUNS + 1 - short)
    for full in range(MOST_RUNS + 1 - short - pairs)
)
NUMBER: Final = {state: number for number, state in enumerate(STATES)}

Potential = tuple[int, ...]
"""The most that can still be gained, by half jokers that may be spent."""

Option = tuple[Potential, int, int, int]
"""One way to go on: what can be gained in all from here, what this column gains, the jokers it takes, the next state."""


class Column(IntEnum):
    """What a column does with aces."""

    PLAIN = 0
    LOW_ACE = 1  # in a game with a high ace, where some aces are kept back for the high end
    HIGH_ACE = 2


def steps(
    kind: Column, have: int, must: int, in_sets: int, number: int, jokers: int
) -> Iterator[tuple[int, int, int, int]]:
    """Give every way a lane can go on when `in_sets` cards of this rank lie in sets.

    have, must: copies of the card in play, and those that lie on the table. Gives (next state, cards from the hand, jokers,
    runs that go on through this column). Short runs must go on, longer ones go on before new ones begin: a longer run can do
    all that a shorter one can.
    """
    short, pairs, full, aces = STATES[number]
    kept = range(have - in_sets + 1) if kind is Column.LOW_ACE else (aces,)
    for high in kept:
        if kind is Column.HIGH_ACE:
            reals = range(aces, aces + 1)
        else:
            taken = in_sets + (high if kind is Column.LOW_ACE else 0)
            reals = range(max(0, must - taken), have - taken + 1)
        for real in reals:
            for joker in range(jokers + 1):
                cards = real + joker
                if cards < short + pairs or cards > MOST_RUNS:
                    continue
                # A card that could lengthen a run and stays in the hand is a card wasted.
                if cards < short + pairs + full and real + 1 in reals:
                    continue
                longer = min(full, cards - short - pairs)
                begun = cards - short - pairs - longer
                after = NUMBER[begun, short, pairs + longer, 0 if kind is Column.HIGH_ACE else high]
                gained = (
                    0
                    if kind is Column.HIGH_ACE
                    else in_sets + real + (high if kind is Column.LOW_ACE else 0) - must
                )
                yield after, gained, joker, cards - begun


class Lane:
    """The rest of one suit from one column upwards."""

    __slots__ = (
        "_bounds",
        "_options",
        "after",
        "costs",
        "have",
        "jokers",
        "kind",
        "links",
        "must",
        "unit",
        "weight",
    )

    def __init__(self, key: "LaneKey", jokers: int) -> None:
        (
            self.kind,
            self.have,
            self.must,
            self.weight,
            self.links,
            self.unit,
            self.costs,
            self.after,
        ) = key
        self.jokers = jokers
        self._options: dict[int, tuple[tuple[Option, ...], ...]] = {}
        self._bounds: dict[int, Potential] = {}

    def options(self, number: int) -> tuple[tuple[Option, ...], ...]:
        """Give, for 0, 1 and 2 cards in sets, the ways on from state `number` that can end well."""
        found = self._options.get(number)
        if found is None:
            found = self._options[number] = tuple(
                tuple(self._ways(number, in_sets)) for in_sets in range(COPIES + 1)
            )
        return found

    def _ways(self, number: int, in_sets: int) -> Iterator[Option]:
        if in_sets > self.have or self.costs[in_sets] is None:
            return
        for after, gained, jokers, linked in steps(
            self.kind, self.have, self.must, in_sets, number, self.jokers
        ):
            if self.after is None:
                # The last column: no short run may be left open.
                short, pairs, _, _ = STATES[after]
                rest = (0 if short == pairs == 0 else NEVER,) * (2 * self.jokers + 1)
            else:
                rest = self.after.bound(after)
            if rest[-1] < HOPELESS:
                continue
            gain = self.weight * gained - self.unit * max(0, self.links - linked)
            free = len(rest) - 2 * jokers
            yield (
                (NEVER,) * (2 * jokers) + tuple(gain + most for most in rest[:free]),
                gain,
                jokers,
                after,
            )

    def bound(self, number: int) -> Potential:
        """Give the most that the lane can gain from state `number`, as if its cards could join every set that its rank allows."""
        found = self._bounds.get(number)
        if found is None:
            units = 2 * self.jokers
            best = [NEVER] * (units + 1)
            for in_sets, ways in enumerate(self.options(number)):
                cost = self.costs[in_sets] or 0
                for potential, *_ in ways:
                    for spent in range(cost, units + 1):
                        best[spent] = max(best[spent], potential[spent - cost])
            found = self._bounds[number] = tuple(best)
        return found


LaneKey = tuple[Column, int, int, int, int, int, tuple[int | None, ...], Lane | None]
"""Kind, copies in play, copies on the table, weight of a card, links that lie now, price of a broken one, costs of sets, next lane."""


class Pair:
    """Two lanes side by side: their ways on taken together."""

    __slots__ = ("_left", "_right", "_shift", "_ways")

    def __init__(self, left: Lane, right: Lane, shift: int) -> None:
        self._left, self._right, self._shift = left, right, shift
        self._ways: dict[int, tuple[Option, ...]] = {}

    def ways(self, states: int, in_sets: int) -> tuple[Option, ...]:
        """Give the ways on from two packed states when `in_sets` (3 times the left lane's number plus the right's) lie in sets."""
        key = states << 4 | in_sets
        found = self._ways.get(key)
        if found is None:
            left = self._left.options(states & _MASK)[in_sets // 3]
            right = self._right.options(states >> STATE_BITS)[in_sets % 3] if left else ()
            found = self._ways[key] = tuple(
                (
                    both(a[0], b[0]),
                    a[1] + b[1],
                    a[2] + b[2],
                    (a[3] | b[3] << STATE_BITS) << self._shift,
                )
                for a in left
                for b in right
                if a[2] + b[2] <= self._left.jokers
            )
        return found


_MASK: Final = (1 << STATE_BITS) - 1


def both(left: Potential, right: Potential) -> Potential:
    """Give the most that two lanes gain together, however they share the jokers."""
    if len(left) == 1:
        return (left[0] + right[0],)
    return tuple(most(left, right, spent) for spent in range(len(left)))


def most(left: Potential, right: Potential, spent: int) -> int:
    """Give the most that two lanes gain together from `spent` half jokers."""
    return max(left[mine] + right[spent - mine] for mine in range(spent + 1))


class Lanes:
    """All lanes and pairs known so far; when they grow past a fixed number all are forgotten and built anew."""

    __slots__ = ("_lanes", "_pairs")

    MOST_LANES: Final = 20_000
    MOST_PAIRS: Final = 4_000

    def __init__(self) -> None:
        self._lanes: dict[tuple[LaneKey, int], Lane] = {}
        self._pairs: dict[tuple[Lane, Lane, int], Pair] = {}

    def lane(self, key: LaneKey, jokers: int) -> Lane:
        """Give the one lane that `key` and the number of jokers in play describe."""
        found = self._lanes.get((key, jokers))
        if found is None:
            if len(self._lanes) >= self.MOST_LANES:
                self._lanes.clear()
                self._pairs.clear()
            found = self._lanes[key, jokers] = Lane(key, jokers)
        return found

    def pair(self, left: Lane, right: Lane, shift: int) -> Pair:
        """Give the one pair of two lanes; its states are packed `shift` bits up."""
        found = self._pairs.get((left, right, shift))
        if found is None:
            if len(self._pairs) >= self.MOST_PAIRS:
                self._pairs.clear()
            found = self._pairs[left, right, shift] = Pair(left, right, shift)
        return found
