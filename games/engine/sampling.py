"""Whole states that agree with everything one viewer knows.

Legality depends on the own hand and on public facts only, so a bot may ask a rule set about any such world.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from games.engine.cards import DECKS, Piece
from games.engine.rng import Rng, shuffled
from games.engine.seats import Seat, Seatless
from games.engine.state import Piles, RoundState, State
from games.engine.views import PlayerView


def unseen(view: PlayerView) -> tuple[Piece, ...]:
    """Give the pieces the viewer cannot see, in deck order: other hands and the stock together."""
    seen = {*view.hand, *view.fire, *(piece for meld in view.melds for piece in meld.cards)}
    return tuple(piece for piece in DECKS[view.deck].pieces if piece not in seen)


def any_world(view: PlayerView) -> State:
    """Give one world consistent with `view`, always the same one."""
    return _world(view, unseen(view))


def sampled_world(view: PlayerView, rng: Rng) -> State:
    """Give a world consistent with `view`, each equally likely."""
    return _world(view, tuple(shuffled(rng, unseen(view))))


def _world(view: PlayerView, hidden: tuple[Piece, ...]) -> State:
    """Hand the hidden pieces out in the order given."""
    assert isinstance(view.viewer, int), "only a seat's view can be filled up to a world"
    state = State(
        ruleset=view.ruleset,
        revision=view.revision,
        deck=view.deck,
        seats=view.seats,
        options=view.options,
        deals=view.deals,
        sitting=view.sitting,
        forfeited=view.forfeited,
        standing=view.standing,
    )
    if view.dealer is None:
        return state
    rest: Iterator[Piece] = iter(hidden)
    hands = tuple(
        view.hand if seat == view.viewer else tuple(islice(rest, count))
        for seat, count in enumerate(view.counts)
    )
    actor = (
        view.to_act
        if view.to_act is not None and not isinstance(view.to_act, Seatless)
        else Seat(0)
    )
    deal = RoundState(
        number=view.number,
        dealer=view.dealer,
        actor=actor,
        phase=view.phase,
        hands=hands,
        piles=Piles(stock=tuple(rest), fire=view.fire),
        melds=view.melds,
        next_meld=view.next_meld,
        turn=view.turn,
        passes=view.passes,
        reshuffles=view.reshuffles,
        opened=view.opened,
        bar=view.bar,
    )
    return replace(state, round=deal)
