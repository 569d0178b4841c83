"""The seam between a game and everything else: a stateless judge over the shared state (`docs/adding-a-ruleset.md`)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from games.engine.actions import Action
from games.engine.cards import DeckSpec, Piece
from games.engine.events import Event
from games.engine.melds import MeldRules
from games.engine.seats import Actor, Seat
from games.engine.state import Options, Standing, State

RawOptions = Mapping[str, object]


class BadOption(ValueError):
    """A house rule that does not exist, has a value that is not offered, or clashes with another; `key` names it."""

    def __init__(self, key: str, why: str) -> None:
        super().__init__(f"{key}: {why}")
        self.key = key
        self.why = why


@dataclass(frozen=True, slots=True)
class DealPattern:
    """How CHANCE deals (fairness spec, section 7): `dealer` is a seat, or None when the deal's own key draws it.

    Packets of `packet` cards go to seat `dealer + first_offset` and on in turn order until each has `hand_size`; that first
    seat takes `starter_extra` more.
    """

    dealer: Seat | None
    first_offset: int
    hand_size: int
    starter_extra: int
    packet: int
    max_reshuffles: int


@dataclass(frozen=True, slots=True)
class Step:
    """The outcome of one legal action."""

    state: State
    events: tuple[Event, ...]


class RuleSet(Protocol):
    """A game. Implementations hold no state; whatever changes from match to match is in `State.options`."""

    @property
    def key(self) -> str:
        """The name used in rows, URLs and vectors; never shown."""
        ...

    @property
    def title(self) -> str:
        """The game's English name, to be translated by whoever shows it."""
        ...

    @property
    def revision(self) -> int:
        """Rises with every change of behaviour; older revisions stay callable."""
        ...

    @property
    def seats(self) -> range:
        """How many may play."""
        ...

    @property
    def enumerates(self) -> bool:
        """Whether `actions` is complete; False where a table can be rearranged in more ways than can be listed."""
        ...

    def options(self, raw: RawOptions) -> Options:
        """Validate house rules given by their rule-card keys; raises BadOption."""
        ...

    def deck(self, options: Options) -> DeckSpec:
        """Give the deck that CHANCE permutes."""
        ...

    def melds(self, options: Options) -> MeldRules:
        """Give the rules by which groups are judged."""
        ...

    def deal_pattern(self, state: State) -> DealPattern:
        """Say how the next round is dealt."""
        ...

    def start(self, options: Options, seats: int, sitting: int = 0) -> State:
        """Give the state before any card; `sitting` counts the rematches before it. Raises IllegalAction(BAD_PLAYER_COUNT)."""
        ...

    def to_act(self, state: State) -> frozenset[Actor]:
        """Say whose action is awaited: a seat, CHANCE, or nobody once the match is over."""
        ...

    def check(self, state: State, actor: Actor, action: Action) -> None:
        """Raise IllegalAction with the first reason that applies; never mutates, never trusts the action's shape."""
        ...

    def apply(self, state: State, actor: Actor, action: Action) -> Step:
        """Check, then give the next state and the facts that followed; deterministic."""
        ...

    def actions(self, state: State, seat: Seat) -> tuple[Action, ...]:
        """Give legal actions of the seat on turn, sorted and unique; all of them if `enumerates`."""
        ...

    def fallback(self, state: State, seat: Seat) -> Action:
        """Say what the clock plays for a seat on turn; always legal."""
        ...

    def standing(self, state: State) -> Standing:
        """Give settled rounds, totals, ranks and whether the match is over."""
        ...


def deal_out(
    order: tuple[Piece, ...], pattern: DealPattern, dealer: Seat, seats: int
) -> tuple[tuple[tuple[Piece, ...], ...], tuple[Piece, ...]]:
    """Deal `order` (top first) by `pattern`: the hands by seat and the stock that stays, top first."""
    first = (dealer + pattern.first_offset) % seats
    hands: list[list[Piece]] = [[] for _ in range(seats)]
    top = 0
    left = pattern.hand_size
    while left:
        packet = min(pattern.packet, left)
        for i in range(seats):
            hands[(first + i) % seats] += order[top : top + packet]
            top += packet
        left -= packet
    hands[first] += order[top : top + pattern.starter_extra]
    top += pattern.starter_extra
    return tuple(tuple(hand) for hand in hands), order[top:]
