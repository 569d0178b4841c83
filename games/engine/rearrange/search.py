"""Best-first search over the columns: one rank after the other, all four suits at once.

The bound adds up what each suit could gain alone; it never falls below the truth and never rises on the way, so the first layout
that comes out complete is a best one.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from heapq import heappop, heappush
from typing import Final

from games.engine.melds import SHORTEST
from games.engine.rearrange.lanes import (
    HOPELESS,
    NEVER,
    STATE_BITS,
    STATES,
    Column,
    Lane,
    Lanes,
    both,
    most,
)
from games.engine.rearrange.sets import (
    SUITS,
    JokerLimits,
    MaskSet,
    SetChoice,
    Vector,
    set_choices,
    set_costs,
)

MOST_JOKERS: Final = 2

_LANES: Final = Lanes()

_HALF: Final = 2 * STATE_BITS
_STATE: Final = 4 * STATE_BITS
_KEY: Final = _STATE + 2
_DEPTH: Final = 4
_DEPTHS: Final = (1 << _DEPTH) - 1
_ALL: Final = (1 << _KEY) - 1
_ONE: Final = (1 << STATE_BITS) - 1
_TWO: Final = (1 << _HALF) - 1


@dataclass(frozen=True, slots=True)
class ColumnCards:
    """One rank of the problem.

    have, must: cards in play and cards on the table, per suit. weight: what shedding one is worth. links: runs on the table that
    hold this rank and the one below, per suit. sets: the suits of the sets on the table at this rank, as bits.
    """

    kind: Column
    have: Vector
    must: Vector
    weight: int
    links: Vector = (0, 0, 0, 0)
    sets: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Problem:
    """A table and a hand as counts; `unit` is the price of a broken link or a card that leaves its set, 0 where calm is no goal.

    must_jokers: jokers that lie on the table. joker_weight: what shedding one from the hand is worth.
    """

    columns: tuple[ColumnCards, ...]
    limits: JokerLimits
    must_jokers: int
    joker_weight: int
    unit: int


@dataclass(frozen=True, slots=True)
class ColumnPlan:
    """What a layout does with one rank: its sets, and per suit the cards and the jokers among them that lie in runs."""

    sets: tuple[MaskSet, ...]
    runs: Vector
    begun: Vector
    jokers: Vector


@dataclass(frozen=True, slots=True)
class Plan:
    """A best layout: what it gains, what lies column by column, and the jokers that are still to be added to some meld."""

    gain: int
    columns: tuple[ColumnPlan, ...]
    parked: int

    def room(self) -> int:
        """Count the jokers that the melds can still take: any run takes both, at an end or where it is cut, a set of three one."""
        if any(any(column.begun) for column in self.columns):
            return MOST_JOKERS
        sets = [one for column in self.columns for one in column.sets]
        return sum(mask.bit_count() + jokers == SHORTEST for mask, jokers in sets)


@dataclass(frozen=True, slots=True)
class _Entry:
    """A choice of sets with what the inner loop asks of it: the places of its halves in the pairs, jokers, price."""

    left: int
    right: int
    jokers: int
    price: int
    sets: tuple[MaskSet, ...]
    vector: Vector


@lru_cache(maxsize=4096)
def _entries(
    counts: Vector, limits: JokerLimits, old: tuple[int, ...], unit: int
) -> tuple[_Entry, ...]:
    def entry(choice: SetChoice) -> _Entry:
        s, h, d, c = choice.vector
        return _Entry(
            3 * s + h, 3 * d + c, choice.jokers, unit * choice.loss, choice.sets, choice.vector
        )

    return tuple(entry(choice) for choice in set_choices(counts, limits, old if unit else None))


_Node = tuple[int, int, int, _Entry]
"""Best sum through a state, what was gained before it, the state it came from, the sets laid on the way."""


def search(problem: Problem, enough: int | None = None) -> Plan | None:
    """Give a plan of the greatest gain, or None if the table cards cannot all lie.

    `enough` ends the search at the first plan that gains as much: plans that gain more are not looked for.
    """
    limits = problem.limits
    if limits.jokers and not problem.unit:
        plan = _Search(replace(problem, limits=replace(limits, thrifty=True)), enough).run()
        # Where thrift finds no layout there is none. Only where the left-over jokers fit nowhere must others be looked at.
        if plan is None or plan.parked <= plan.room():
            return plan
    return _Search(problem, enough).run()


class _Search:
    """One question on its way: the layers of states reached so far, and the heap of those to go on from."""

    __slots__ = (
        "_enough",
        "_entries",
        "_heap",
        "_layers",
        "_pairs",
        "_problem",
        "_spendable",
        "_total",
    )

    def __init__(self, problem: Problem, enough: int | None) -> None:
        jokers = problem.limits.jokers
        lanes = _lanes(problem)
        first, second, third, fourth = (lane.bound(0) for lane in lanes[0])
        # Jokers from the hand count as laid until the last column takes back what could not be spent.
        self._spendable = problem.joker_weight * (jokers - problem.must_jokers)
        self._total = both(both(first, second), both(third, fourth))[2 * jokers] + self._spendable
        self._problem, self._enough = problem, enough
        self._pairs = [(_LANES.pair(a, b, 0), _LANES.pair(c, d, _HALF)) for a, b, c, d in lanes]
        self._entries = [
            _entries(_in_sets(c), problem.limits, c.sets, problem.unit) for c in problem.columns
        ]
        self._layers: list[dict[int, _Node]] = [{} for _ in range(len(lanes) + 1)]
        self._heap: list[int] = []

    def run(self) -> Plan | None:
        """Give the plan of the first complete layout that comes up."""
        if self._total < HOPELESS:
            return None
        columns = len(self._pairs)
        start = self._problem.limits.jokers << _STATE
        self._layers[0][start] = (self._total, 0, 0, self._entries[0][0])
        heappush(self._heap, self._key(self._total, columns, start))
        while self._heap:
            key = heappop(self._heap)
            state, depth = key & _ALL, key >> _KEY & _DEPTHS
            total, gained, _, _ = self._layers[columns - depth][state]
            if key == self._key(total, depth, state):
                if depth == 0:
                    return self._plan(state, total)
                self._expand(columns - depth, state, gained)
        return None

    def _key(self, total: int, depth: int, state: int) -> int:
        """Order the heap: the greatest sum first, then the fewest columns left, then the fewest jokers left."""
        if self._enough is not None and total > self._enough:
            total = self._enough
        return (-total << _DEPTH | depth) << _KEY | state

    def _expand(self, column: int, state: int, gained: int) -> None:
        """Go on from a state of a column in every way that its sets and runs allow."""
        left, right = self._pairs[column]
        low, high, spare = state & _TWO, state >> _HALF & _TWO, state >> _STATE
        layer, depth, heap = self._layers[column + 1], len(self._pairs) - column - 1, self._heap
        for entry in self._entries[column]:
            free = spare - entry.jokers
            lefts = left.ways(low, entry.left) if free >= 0 else ()
            rights = right.ways(high, entry.right) if lefts else ()
            base = gained - entry.price
            for reach_a, gain_a, jokers_a, after_a in lefts:
                for reach_b, gain_b, jokers_b, after_b in rights:
                    rest = free - jokers_a - jokers_b
                    if rest < 0:
                        continue
                    reach = most(reach_a, reach_b, 2 * free) if free else reach_a[0] + reach_b[0]
                    found = (
                        base + reach + self._spendable - (self._unspent(rest) if depth == 0 else 0)
                    )
                    child = after_a | after_b | rest << _STATE
                    known = layer.get(child)
                    if found > HOPELESS and (known is None or known[0] < found):
                        layer[child] = (found, base + gain_a + gain_b, state, entry)
                        heappush(heap, self._key(found, depth, child))

    def _unspent(self, rest: int) -> int:
        """Give the price of jokers that lie nowhere at the end: those of the table must, unless all are laid afterwards."""
        problem = self._problem
        if problem.limits.thrifty:
            return 0
        return (
            problem.joker_weight * rest
            if rest <= problem.limits.jokers - problem.must_jokers
            else -NEVER
        )

    def _plan(self, state: int, total: int) -> Plan:
        """Walk back from the last column and write down what was laid at each rank."""
        columns: list[ColumnPlan] = []
        parked = state >> _STATE if self._problem.limits.thrifty else 0
        for cards, layer in zip(
            reversed(self._problem.columns), reversed(self._layers), strict=False
        ):
            _, _, before, entry = layer[state]
            jokers = (before >> _STATE) - (state >> _STATE) - entry.jokers
            columns.append(_column_plan(cards, before, state, entry, jokers))
            state = before
        return Plan(total, tuple(columns[::-1]), parked)


def _in_sets(column: ColumnCards) -> Vector:
    """Give the cards of a column that may lie in sets; high aces are the low column's."""
    return (0, 0, 0, 0) if column.kind is Column.HIGH_ACE else column.have


def _lanes(problem: Problem) -> list[tuple[Lane, Lane, Lane, Lane]]:
    """Give the four lanes from each column upwards."""
    built: list[tuple[Lane, Lane, Lane, Lane]] = []
    above: tuple[Lane | None, ...] = (None, None, None, None)
    for column in reversed(problem.columns):
        costs = set_costs(_in_sets(column), problem.limits)
        a, b, c, d = (
            _LANES.lane(
                (
                    column.kind,
                    column.have[suit],
                    column.must[suit],
                    column.weight,
                    column.links[suit],
                    problem.unit,
                    costs[suit],
                    above[suit],
                ),
                problem.limits,
            )
            for suit in SUITS
        )
        above = (a, b, c, d)
        built.append((a, b, c, d))
    return built[::-1]


def _column_plan(
    cards: ColumnCards, before: int, after: int, entry: _Entry, jokers: int
) -> ColumnPlan:
    runs, begun, fewest, spare = [], [], [], []
    for suit in SUITS:
        _, _, _, kept = STATES[before >> STATE_BITS * suit & _ONE]
        short, pairs, full, aces = STATES[after >> STATE_BITS * suit & _ONE]
        laid = short + pairs + full
        taken = entry.vector[suit] + (aces if cards.kind is Column.LOW_ACE else 0)
        # The real cards that can lie in these runs; which suit a joker helps does not change what the layout is worth.
        at_most = kept if cards.kind is Column.HIGH_ACE else cards.have[suit] - taken
        at_least = kept if cards.kind is Column.HIGH_ACE else max(0, cards.must[suit] - taken)
        runs.append(laid)
        begun.append(short)
        fewest.append(max(0, laid - at_most))
        spare.append(laid - at_least - fewest[-1])
    for suit in SUITS:
        more = min(spare[suit], jokers - sum(fewest))
        fewest[suit] += more
    return ColumnPlan(entry.sets, _vector(runs), _vector(begun), _vector(fewest))


def _vector(numbers: list[int]) -> Vector:
    s, h, d, c = numbers
    return s, h, d, c
