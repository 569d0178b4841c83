"""A Hypothesis machine drives whole matches with legal, illegal and nonsensical actions; the laws hold after every step."""

from collections import Counter

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.engine.actions import Action, Deal, Discard, Draw, Layout, Pass, Proposed, TakeFire
from games.engine.cards import FR106, TILE106, Piece
from games.engine.codec import state_from_json, state_json
from games.engine.errors import IllegalAction
from games.engine.replay import replay
from games.engine.rng import CounterRng
from games.engine.ruleset import RuleSet
from games.engine.rulesets import NEWEST
from games.engine.seats import CHANCE, Actor, Seat
from games.engine.state import State
from tests.matches import deal_action

pieces = st.sampled_from((*FR106.pieces, *TILE106.pieces[-2:]))
groups = st.lists(pieces, max_size=6).map(lambda cards: Proposed(tuple(cards)))


class Match(RuleBasedStateMachine):
    """One match; `state` is always a legal one."""

    judge: RuleSet
    state: State
    log: list[tuple[Actor, Action]]

    @initialize(
        key=st.sampled_from(sorted(NEWEST)),
        seats=st.integers(2, 4),
        seed=st.integers(0, 2**32),
        raw=st.fixed_dictionaries(
            {},
            optional={
                "openingLapMelds": st.sampled_from(["one", "many"]),
                "rotateOpener": st.booleans(),
            },
        ),
    )
    def sit_down(self, key: str, seats: int, seed: int, raw: dict[str, object]) -> None:
        self.judge = NEWEST[key]
        self.state = self.judge.start(self.judge.options(raw), seats)
        self.log = []
        self._make(CHANCE, deal_action(self.judge, self.state, CounterRng(seed)))

    def _make(self, actor: Actor, action: Action) -> None:
        before = self.state
        self.state = self.judge.apply(before, actor, action).state
        self.log.append((actor, action))
        assert self.state != before

    def _actor(self) -> Seat:
        return self.state.live_round().actor

    @precondition(lambda self: not self.state.standing.over)
    @rule(choice=st.integers(0, 10**6))
    def play_a_listed_move(self, choice: int) -> None:
        moves = self.judge.actions(self.state, self._actor())
        assert moves, "no state without a legal exit"
        self._make(self._actor(), moves[choice % len(moves)])

    @precondition(lambda self: not self.state.standing.over)
    @rule(times=st.integers(1, 60))
    def let_the_clock_play(self, times: int) -> None:
        for _ in range(times):
            if self.state.standing.over:
                return
            self._make(self._actor(), self.judge.fallback(self.state, self._actor()))

    @precondition(lambda self: not self.state.standing.over)
    @rule(extra=st.lists(groups, max_size=3), drop=st.integers(0, 3), seat=st.integers(-1, 5))
    def propose_anything(self, extra: list[Proposed], drop: int, seat: int) -> None:
        kept = [Proposed(meld.cards) for meld in self.state.live_round().melds][drop:]
        self._try(Seat(seat), Layout((*kept, *extra)))

    @rule(
        action=st.sampled_from([Draw(), Pass(), TakeFire(), Deal(Seat(0), ())]),
        seat=st.integers(-1, 5),
    )
    def act_out_of_place(self, action: Action, seat: int) -> None:
        self._try(Seat(seat), action)

    @rule(piece=pieces)
    def discard_in_a_game_without_a_fire_pile(self, piece: Piece) -> None:
        self._try(Seat(0), Discard(piece))

    def _try(self, actor: Actor, action: Action) -> None:
        """A refusal changes nothing; what is accepted goes into the log."""
        before = self.state
        try:
            self.judge.check(before, actor, action)
        except IllegalAction:
            assert self.state == before
        else:
            self._make(actor, action)

    @invariant()
    def no_piece_is_lost_or_doubled(self) -> None:
        if not hasattr(self, "judge"):
            return
        deal = self.state.live_round()
        zones = (
            *deal.hands,
            deal.piles.stock,
            deal.piles.fire,
            *(meld.cards for meld in deal.melds),
        )
        assert Counter(p for zone in zones for p in zone) == Counter(
            self.judge.deck(self.state.options).pieces
        )

    @invariant()
    def every_meld_on_the_table_is_a_meld(self) -> None:
        if not hasattr(self, "judge"):
            return
        assert len({meld.id for meld in self.state.live_round().melds}) == len(
            self.state.live_round().melds
        )
        assert all(len(meld.cards) >= 3 for meld in self.state.live_round().melds)

    def teardown(self) -> None:
        if hasattr(self, "judge"):
            state = self.state
            assert replay(self.judge, state.options, state.seats, self.log) == state
            assert state_from_json(state_json(state), self.judge.options) == state


Match.TestCase.settings = settings(max_examples=60, stateful_step_count=60, deadline=None)
TestMatch = Match.TestCase
