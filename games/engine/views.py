"""What one viewer may know of a match: an allow-list, built in one place, with no default.

Every frame, replay, history page, admin page and bot works on a `PlayerView`; nothing else leaves the engine.
"""

from dataclasses import dataclass

from games.engine.cards import Piece, Skin, in_order
from games.engine.seats import CHANCE, JUDGE, Onlooker, Phase, Seat, Seatless, Viewer
from games.engine.state import Meld, Options, Standing, State


@dataclass(frozen=True, slots=True, repr=False)
class PlayerView:
    """A match as `viewer` may see it.

    `hand` is the viewer's own hand, sorted, never in deal order; `hands` is filled for a judge only; `counts` and `stock` are
    numbers of hidden pieces; `to_act` is a seat, CHANCE, or None once the match is over.
    """

    ruleset: str
    revision: int
    skin: Skin
    deck: str
    options: Options
    seats: int
    viewer: Viewer
    phase: Phase
    number: int
    dealer: Seat | None
    turn: int
    to_act: Seat | Seatless | None
    hand: tuple[Piece, ...]
    hands: tuple[tuple[Piece, ...], ...] | None
    counts: tuple[int, ...]
    stock: int
    fire: tuple[Piece, ...]
    melds: tuple[Meld, ...]
    next_meld: int
    passes: int
    reshuffles: int
    opened: tuple[bool, ...]
    bar: int | None
    deals: int
    sitting: int
    forfeited: tuple[Seat, ...]
    standing: Standing

    def __repr__(self) -> str:
        return f"PlayerView(ruleset={self.ruleset!r}, viewer={self.viewer!r}, turn={self.turn}, phase={self.phase.value})"


def build_view(state: State, viewer: Viewer) -> PlayerView:
    """Show `state` to `viewer`; raises ValueError for a judge before the end and for a seat that the match does not have."""
    over = state.standing.over
    if viewer is JUDGE and not over:
        msg = "a judge looks only at a finished match"
        raise ValueError(msg)
    if not isinstance(viewer, Onlooker) and not 0 <= viewer < state.seats:
        msg = f"no seat {viewer} in this match"
        raise ValueError(msg)
    deal = state.round
    hands = deal.hands if deal else ((),) * state.seats
    return PlayerView(
        ruleset=state.ruleset,
        revision=state.revision,
        skin=state.skin,
        deck=state.deck,
        options=state.options,
        seats=state.seats,
        viewer=viewer,
        phase=state.phase,
        number=deal.number if deal else 0,
        dealer=deal.dealer if deal else None,
        turn=deal.turn if deal else 0,
        to_act=_to_act(state),
        hand=() if isinstance(viewer, Onlooker) else in_order(hands[viewer]),
        hands=tuple(in_order(hand) for hand in hands) if viewer is JUDGE else None,
        counts=tuple(len(hand) for hand in hands),
        stock=len(deal.piles.stock) if deal else 0,
        fire=deal.piles.fire if deal else (),
        melds=deal.melds if deal else (),
        next_meld=deal.next_meld if deal else 1,
        passes=deal.passes if deal else 0,
        reshuffles=deal.reshuffles if deal else 0,
        opened=deal.opened if deal else (),
        bar=deal.bar if deal else None,
        deals=state.deals,
        sitting=state.sitting,
        forfeited=state.forfeited,
        standing=state.standing,
    )


def _to_act(state: State) -> Seat | Seatless | None:
    match state.phase:
        case Phase.OVER:
            return None
        case Phase.DEAL | Phase.BETWEEN:
            return CHANCE
        case _:
            return state.live_round().actor
