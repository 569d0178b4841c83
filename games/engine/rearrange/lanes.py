"""The runs of one suit, column by column: which states there are, how they go on, how much they can still bring.

A lane is the rest of a suit from one rank upwards. Equal lanes are one object, across questions and turns, so what was worked out
about a suit is kept while the suit does not change. The method is that of a layered graph: the state after a rank says how many
open runs hold that rank, by length; given how many of the rank go into runs, the best way to go on is always the same one.
"""

from collections.abc import Iterator
from enum import IntEnum
from functools import cache
from itertools import product
from typing import Final

from games.engine.rearrange.sets import COPIES, JokerLimits

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


Step = tuple[int, int, int, int]
"""Next state, cards shed from the hand, jokers, runs that go on through the column."""


class Use(IntEnum):
    """What a joker may do in a run besides making a short one longer."""

    ANYTHING = 0
    NOTHING = 1
    BRIDGE = 2  # go on with a long run towards a card above
    BRIDGE_OR_BEGIN = 3  # and begin a run of three that ends at the top of the suit


@cache
def steps(
    kind: Column, have: int, must: int, in_sets: int, number: int, jokers: int, use: Use
) -> tuple[Step, ...]:
    """Give every way a lane can go on when `in_sets` cards of this rank lie in sets.

    have, must: copies of the card in play, and those that lie on the table. Short runs must go on, longer ones go on before new
    ones begin: a longer run can do all that a shorter one can. The questions are few (some ten thousand), so all are remembered.
    """
    short, pairs, full, aces = STATES[number]
    found: list[Step] = []
    for high in range(have - in_sets + 1) if kind is Column.LOW_ACE else (aces,):
        taken = in_sets + (high if kind is Column.LOW_ACE else 0)
        reals = range(max(0, must - taken), have - taken + 1)
        if kind is Column.HIGH_ACE:
            reals = range(aces, aces + 1)
        for real, joker in product(reals, range(jokers + 1)):
            cards = real + joker
            more = real + 1 in reals
            # A card that could lengthen a run and stays in the hand is a card wasted.
            wasted = cards < short + pairs + full and more
            if cards < short + pairs or cards > MOST_RUNS or wasted:
                continue
            longer = min(full, cards - short - pairs)
            begun = cards - short - pairs - longer
            if joker and not _thrifty(use, joker, short + pairs, longer, begun, more=more):
                continue
            kept, gained = (0, 0) if kind is Column.HIGH_ACE else (high, taken + real - must)
            found.append((NUMBER[begun, short, pairs + longer, kept], gained, joker, cards - begun))
    return tuple(found)


def _thrifty(use: Use, joker: int, short: int, longer: int, begun: int, *, more: bool) -> bool:
    """Tell whether jokers do what no card could and what helps cards above.

    Anything else they do at the end of a run, where they can be added at last: a joker that begins a run may as well end it,
    unless the run reaches the top of the suit, and one card with two jokers is a set too.
    """
    if use is Use.ANYTHING:
        return True
    bridged = longer if use >= Use.BRIDGE else 0
    opened = begun if use is Use.BRIDGE_OR_BEGIN else 0
    return not more and joker <= short + bridged + opened


class Lane:
    """The rest of one suit from one column upwards."""

    __slots__ = (
        "_bounds",
        "_options",
        "_thrifty",
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

    def __init__(self, key: "LaneKey", limits: JokerLimits) -> None:
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
        self.jokers = limits.jokers
        self._thrifty = limits.thrifty
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
        use = self._use(STATES[number][3]) if self._thrifty else Use.ANYTHING
        ways = steps(self.kind, self.have, self.must, in_sets, number, self.jokers, use)
        for after, gained, jokers, linked in ways:
            rest = self.after.bound(after) if self.after is not None else _end(after, self.jokers)
            if rest[-1] < HOPELESS:
                continue
            gain = self.weight * gained
            if linked < self.links:
                gain -= self.unit * (self.links - linked)
            if not self.jokers:
                yield (gain + rest[0],), gain, 0, after
            else:
                free = len(rest) - 2 * jokers
                reach = tuple([gain + most for most in rest[:free]])
                yield _LOCKED[jokers] + reach, gain, jokers, after

    def _use(self, aces: int) -> Use:
        """Tell what jokers are good for here; `aces` are kept back for the high end."""
        next_one = self.after
        if next_one is None or not next_one.in_runs(aces):
            return Use.NOTHING
        last = next_one.after
        top = last is not None and last.after is None and last.in_runs(aces)
        return Use.BRIDGE_OR_BEGIN if top else Use.BRIDGE

    def in_runs(self, aces: int) -> int:
        """Count the cards of this column that may lie in runs."""
        return aces if self.kind is Column.HIGH_ACE else self.have

    def bound(self, number: int) -> Potential:
        """Give the most that the lane can gain from state `number`, as if its cards could join every set their rank allows."""
        found = self._bounds.get(number)
        if found is None:
            found = self._bounds[number] = (
                self._plain(number) if not self.jokers else self._shared(number)
            )
        return found

    def _plain(self, number: int) -> Potential:
        return (max([way[0][0] for ways in self.options(number) for way in ways], default=NEVER),)

    def _shared(self, number: int) -> Potential:
        best = [NEVER] * (2 * self.jokers + 1)
        for cost, ways in zip(self.costs, self.options(number), strict=True):
            for reach, _, _, _ in ways:
                for spent, gain in enumerate(reach[: len(reach) - (cost or 0)], start=cost or 0):
                    best[spent] = max(best[spent], gain)
        return tuple(best)


_LOCKED: Final = ((), (NEVER,) * 2, (NEVER,) * 4)


def _end(number: int, jokers: int) -> Potential:
    """Give what lies beyond the last column: nothing, and no way there for a run of one or two."""
    short, pairs, _, _ = STATES[number]
    return (0 if short == pairs == 0 else NEVER,) * (2 * jokers + 1)


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
            found = self._ways[key] = tuple(self._both(states, in_sets))
        return found

    def _both(self, states: int, in_sets: int) -> Iterator[Option]:
        lefts = self._left.options(states & _MASK)[in_sets // 3]
        rights = self._right.options(states >> STATE_BITS)[in_sets % 3] if lefts else ()
        jokers, shift = self._left.jokers, self._shift
        for reach_a, gain_a, jokers_a, after_a in lefts:
            for reach_b, gain_b, jokers_b, after_b in rights:
                after = (after_a | after_b << STATE_BITS) << shift
                if not jokers:
                    yield (reach_a[0] + reach_b[0],), gain_a + gain_b, 0, after
                elif jokers_a + jokers_b <= jokers:
                    yield both(reach_a, reach_b), gain_a + gain_b, jokers_a + jokers_b, after


_MASK: Final = (1 << STATE_BITS) - 1


def both(left: Potential, right: Potential) -> Potential:
    """Give the most that two lanes gain together, however they share the jokers."""
    if len(left) == 1:
        return (left[0] + right[0],)
    return tuple(most(left, right, spent) for spent in range(len(left)))


def most(left: Potential, right: Potential, spent: int) -> int:
    """Give the most that two lanes gain together from `spent` half jokers."""
    if spent == 2:  # one joker is left: the inner loop, written out
        return max(left[0] + right[2], left[1] + right[1], left[2] + right[0])
    return max([left[mine] + right[spent - mine] for mine in range(spent + 1)])


class Lanes:
    """All lanes and pairs known so far; when they grow past a fixed number all are forgotten and built anew."""

    __slots__ = ("_lanes", "_pairs")

    MOST_LANES: Final = 5_000
    MOST_PAIRS: Final = 1_200

    def __init__(self) -> None:
        self._lanes: dict[tuple[LaneKey, JokerLimits], Lane] = {}
        self._pairs: dict[tuple[Lane, Lane, int], Pair] = {}

    def lane(self, key: LaneKey, limits: JokerLimits) -> Lane:
        """Give the one lane that `key` and the jokers in play describe."""
        found = self._lanes.get((key, limits))
        if found is None:
            if len(self._lanes) >= self.MOST_LANES:
                self._lanes.clear()
                self._pairs.clear()
            found = self._lanes[key, limits] = Lane(key, limits)
        return found

    def pair(self, left: Lane, right: Lane, shift: int) -> Pair:
        """Give the one pair of two lanes; its states are packed `shift` bits up."""
        found = self._pairs.get((left, right, shift))
        if found is None:
            if len(self._pairs) >= self.MOST_PAIRS:
                self._pairs.clear()
            found = self._pairs[left, right, shift] = Pair(left, right, shift)
        return found
