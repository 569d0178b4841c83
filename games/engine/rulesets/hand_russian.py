"""Hand Russian (rule card 1): draw or lay, rearrange the whole table, be first with an empty hand."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from games.engine.actions import Abort, Action, Deal, Draw, Forfeit, Layout, Pass
from games.engine.cards import FR104, DeckSpec, Piece, in_order, order_key, pips
from games.engine.errors import IllegalAction, Reason
from games.engine.events import (
    Aborted,
    Dealt,
    Drew,
    Event,
    Forfeited,
    LaidOut,
    MatchEnded,
    Passed,
    RoundEnded,
)
from games.engine.melds import MeldKind, MeldRules, Shape, fits, melds_in
from games.engine.ruleset import BadOption, DealPattern, RawOptions, Step, deal_out
from games.engine.seats import CHANCE, Actor, Phase, Seat, next_seat
from games.engine.state import (
    Finish,
    Options,
    Piles,
    RoundRecord,
    RoundState,
    SeatRecord,
    Standing,
    State,
)
from games.engine.ways.layout import (
    added_groups,
    faces,
    judge_groups,
    lay_table,
    shed_by,
    with_group,
)
from games.engine.ways.rounds import (
    check_abort,
    check_deal,
    check_forfeit,
    seat_of,
    turn_of,
    with_hand,
)

HAND_SIZE: Final = 7
MELDS: Final = MeldRules(ace_high=False, max_jokers=0)


@dataclass(frozen=True, slots=True)
class HandRussianOptions(Options):
    """House rules (rule card section 10).

    `opening_lap_melds` "many": a go-around layout may hold several new melds (A-02); "one": a single one.
    `rotate_opener` False: seat 0 opens every deal; True: each rematch is opened by the next seat.
    """

    opening_lap_melds: str = "many"
    rotate_opener: bool = False


_KEYS: Final[Mapping[str, tuple[str, tuple[object, ...]]]] = {
    "openingLapMelds": ("opening_lap_melds", ("many", "one")),
    "rotateOpener": ("rotate_opener", (False, True)),
}


class HandRussian:
    """The judge of Hand Russian, revision 1."""

    key: Final = "hand_russian"
    title: Final = "Hand Russian"
    revision: Final = 1
    seats: Final = range(2, 5)
    enumerates: Final = False

    def options(self, raw: RawOptions) -> HandRussianOptions:
        """Validate house rules; raises BadOption for an unknown key or value."""
        chosen: dict[str, object] = {}
        for key, value in raw.items():
            if key not in _KEYS:
                raise BadOption(key, "unknown option")
            name, offered = _KEYS[key]
            if not any(
                value is item or (isinstance(item, str) and value == item) for item in offered
            ):
                raise BadOption(key, "not an offered value")
            chosen[name] = value
        return HandRussianOptions(**chosen)  # type: ignore[arg-type]  # values were checked against the offer above

    def deck(self, options: Options) -> DeckSpec:
        """Two packs without jokers."""
        del options
        return FR104

    def melds(self, options: Options) -> MeldRules:
        """No jokers, and the ace is low only."""
        del options
        return MELDS

    def deal_pattern(self, state: State) -> DealPattern:
        """Seven each, one at a time; the seat right of the dealer opens."""
        opener = state.sitting % state.seats if _options(state).rotate_opener else 0
        return DealPattern(
            dealer=Seat((opener - 1) % state.seats),
            first_offset=1,
            hand_size=HAND_SIZE,
            starter_extra=0,
            packet=1,
            max_reshuffles=0,
        )

    def start(self, options: Options, seats: int, sitting: int = 0) -> State:
        """Seat 2 to 4 and wait for the deal."""
        if seats not in self.seats:
            raise IllegalAction(Reason.BAD_PLAYER_COUNT)
        return State(
            ruleset=self.key,
            revision=self.revision,
            deck=FR104.name,
            seats=seats,
            options=options,
            sitting=sitting,
        )

    def to_act(self, state: State) -> frozenset[Actor]:
        """One seat at a time; CHANCE before the deal."""
        match state.phase:
            case Phase.OVER:
                return frozenset()
            case Phase.DEAL:
                return frozenset({CHANCE})
            case _:
                return frozenset({state.live_round().actor})

    def standing(self, state: State) -> Standing:
        """One deal is the match: win, loss or a draw, no score."""
        return state.standing

    def check(self, state: State, actor: Actor, action: Action) -> None:
        """Raise IllegalAction with the first reason that applies (order: rule cards, section 2)."""
        match action:
            case Deal():
                check_deal(state, actor, action, self.deal_pattern(state))
            case Forfeit():
                check_forfeit(state, actor)
            case Abort():
                check_abort(state, actor)
            case Draw():
                if not turn_of(state, actor).piles.stock:
                    raise IllegalAction(Reason.STOCK_EMPTY)
            case Layout():
                self._judge_layout(state, actor, action)
            case Pass():
                self._check_pass(turn_of(state, actor))
            case _:
                raise IllegalAction(Reason.UNKNOWN_ACTION)

    def apply(self, state: State, actor: Actor, action: Action) -> Step:
        """Check and make an action."""
        self.check(state, actor, action)
        match action:
            case Deal():
                return self._deal(state, action)
            case Forfeit():
                return _forfeit(state, seat_of(actor))
            case Abort():
                return _end(state, replace(state.standing, over=True, aborted=True), (Aborted(),))
            case Draw():
                return _draw(state)
            case Layout():
                return self._lay_out(state, actor, action)
            case Pass():
                return _pass(state)
            case _:  # pragma: no cover  # check() has refused everything else
                raise AssertionError(action)

    def actions(self, state: State, seat: Seat) -> tuple[Action, ...]:
        """Draw or pass, each complete meld of the hand, each single card that joins a meld: canonical, not complete."""
        if self.to_act(state) != {seat}:
            return ()
        deal = state.live_round()
        moves: list[Action] = [Draw()] if deal.piles.stock else []
        moves += [
            with_group(deal.melds, shape.cards) for shape in melds_in(deal.hands[seat], MELDS)
        ]
        if deal.phase is Phase.OPEN:
            moves += [
                with_group(deal.melds, shape.cards, into) for into, shape in _joining(deal, seat)
            ]
        if not deal.piles.stock and len(moves) == 0:
            moves.append(Pass())
        return tuple(moves)

    def fallback(self, state: State, seat: Seat) -> Action:
        """Draw; on a dry stock pass; where passing is barred lay the longest complete meld, else the first joining card."""
        deal = state.live_round()
        if deal.piles.stock:
            return Draw()
        play = _visible_play(deal, seat)
        return Pass() if play is None else with_group(deal.melds, play[1].cards, play[0])

    def _deal(self, state: State, action: Deal) -> Step:
        pattern = self.deal_pattern(state)
        hands, stock = deal_out(action.order, pattern, action.dealer, state.seats)
        first = Seat((action.dealer + pattern.first_offset) % state.seats)
        deal = RoundState(
            number=state.deals + 1,
            dealer=action.dealer,
            actor=first,
            phase=Phase.LAP,
            hands=hands,
            piles=Piles(stock=stock),
            opened=(False,) * state.seats,
        )
        fact = Dealt(
            deal.number, deal.dealer, first, tuple(len(hand) for hand in hands), len(stock), hands
        )
        return Step(replace(state, round=deal, deals=deal.number), (fact,))

    def _judge_layout(
        self, state: State, actor: Actor, action: Layout
    ) -> tuple[tuple[Piece, ...], tuple[Shape, ...]]:
        deal = turn_of(state, actor)
        shed = shed_by(action, deal.melds, deal.hands[deal.actor], state.skin)
        if deal.phase is Phase.OPEN:
            return shed, judge_groups(action, MELDS)
        added = added_groups(action, deal.melds)
        if added is None:
            raise IllegalAction(Reason.LAP_LOCKED)
        shapes = judge_groups(action, MELDS)
        if _options(state).opening_lap_melds == "one" and len(added) > 1:
            raise IllegalAction(Reason.LAP_ONE_MELD)
        return shed, shapes

    def _lay_out(self, state: State, actor: Actor, action: Layout) -> Step:
        shed, shapes = self._judge_layout(state, actor, action)
        deal = state.live_round()
        seat = deal.actor
        laid = lay_table(shapes, deal.melds, deal.next_meld)
        rest = tuple(piece for piece in deal.hands[seat] if piece not in shed)
        deal = replace(
            deal,
            hands=with_hand(deal.hands, seat, rest),
            melds=laid.melds,
            next_meld=laid.next_meld,
            passes=0,
        )
        fact = LaidOut(seat, laid.before, laid.after, shed)
        if rest:
            return Step(replace(state, round=_turned(deal, state.seats)), (fact,))
        return _settle(replace(state, round=deal), Finish.NORMAL, seat, (fact,))

    def _check_pass(self, deal: RoundState) -> None:
        if deal.piles.stock:
            raise IllegalAction(Reason.PASS_STOCK_NOT_DRY)
        if play := _visible_play(deal, deal.actor):
            own = set(deal.hands[deal.actor])
            cards = faces((piece for piece in play[1].cards if piece in own), FR104.skin)
            raise IllegalAction(Reason.PASS_HAS_PLAY, {"cards": cards})


def _options(state: State) -> HandRussianOptions:
    assert isinstance(state.options, HandRussianOptions)
    return state.options


def _turned(deal: RoundState, seats: int) -> RoundState:
    """End the turn; the table opens once every seat has had one (A-07)."""
    turn = deal.turn + 1
    phase = Phase.LAP if turn < seats else Phase.OPEN
    return replace(deal, turn=turn, phase=phase, actor=next_seat(deal.actor, seats))


def _draw(state: State) -> Step:
    deal = state.live_round()
    card, *rest = deal.piles.stock
    hands = with_hand(deal.hands, deal.actor, (*deal.hands[deal.actor], card))
    drawn = replace(deal, hands=hands, piles=replace(deal.piles, stock=tuple(rest)), passes=0)
    return Step(replace(state, round=_turned(drawn, state.seats)), (Drew(deal.actor, card),))


def _pass(state: State) -> Step:
    deal = state.live_round()
    passed = replace(deal, passes=deal.passes + 1)
    fact = Passed(deal.actor, passed.passes)
    if passed.passes < state.seats:
        return Step(replace(state, round=_turned(passed, state.seats)), (fact,))
    return _settle(replace(state, round=passed), Finish.DEAD, None, (fact,))


def _visible_play(deal: RoundState, seat: Seat) -> tuple[int | None, Shape] | None:
    """Give the play that bars a pass, as the clock would lay it: (meld it joins or None for a new one, the meld it makes).

    The longest complete meld of the hand (ties: set before run, lowest rank, suit S H D C), else the first hand card that joins
    a meld as it stands, at the first such meld (rule card 1, "Visible play" and "Timeout").
    """
    melds = sorted(
        melds_in(deal.hands[seat], MELDS),
        key=lambda shape: (
            -len(shape.cards),
            shape.kind is MeldKind.RUN,
            order_key(shape.cards[0]),
        ),
    )
    if melds:
        return None, melds[0]
    return next(iter(_joining(deal, seat)), None)


def _joining(deal: RoundState, seat: Seat) -> Iterator[tuple[int | None, Shape]]:
    """Give each single hand card that joins a meld as it stands: the meld's id and what it becomes."""
    for piece in in_order(deal.hands[seat]):
        for meld in deal.melds:
            for shape in fits(meld.shape, piece, MELDS):
                yield meld.id, shape


def rank_hands(
    hands: tuple[tuple[Piece, ...], ...], forfeited: tuple[Seat, ...] = ()
) -> tuple[int, ...]:
    """Rank the seats (1 = best, ties share): not forfeited, then fewest cards, then lowest pips (rule card 1, "End")."""
    keys = [(seat in forfeited, len(hand), sum(map(pips, hand))) for seat, hand in enumerate(hands)]
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def _winners(ranks: tuple[int, ...]) -> tuple[Seat, ...]:
    return tuple(Seat(seat) for seat, rank in enumerate(ranks) if rank == 1)


def _settle(state: State, finish: Finish, out: Seat | None, facts: tuple[Event, ...]) -> Step:
    """Write the one round's record and end the match."""
    deal = state.live_round()
    ranks = rank_hands(deal.hands, state.forfeited)
    seats = tuple(
        SeatRecord(opened=True, cards=len(h), left=sum(map(pips, h)), score=0) for h in deal.hands
    )
    record = RoundRecord(deal.number, finish, out, 1, seats, _winners(ranks))
    standing = Standing(
        over=True,
        records=(record,),
        totals=(0,) * state.seats,
        ranks=ranks,
        winners=_winners(ranks),
    )
    return _end(state, standing, (*facts, RoundEnded(record)))


def _forfeit(state: State, seat: Seat) -> Step:
    """Mark the seat as lost; the last seat that has not given up wins at once."""
    given_up = replace(state, forfeited=(*state.forfeited, seat))
    facts: tuple[Event, ...] = (Forfeited(seat),)
    if len(given_up.forfeited) < state.seats - 1:
        return Step(given_up, facts)
    hands = state.round.hands if state.round else ((),) * state.seats
    ranks = rank_hands(hands, given_up.forfeited)
    standing = Standing(over=True, totals=(0,) * state.seats, ranks=ranks, winners=_winners(ranks))
    return _end(given_up, standing, facts)


def _end(state: State, standing: Standing, facts: tuple[Event, ...]) -> Step:
    return Step(replace(state, standing=standing), (*facts, MatchEnded(standing)))
