"""What every game does alike: wait for the deal, tell whose turn it is, let a seat give up, break a match off."""

from games.engine.actions import Deal
from games.engine.cards import DECKS, Piece
from games.engine.errors import IllegalAction, Reason
from games.engine.ruleset import DealPattern
from games.engine.seats import CHANCE, TABLE, Actor, Phase, Seat, Seatless
from games.engine.state import RoundState, State


def check_deal(state: State, actor: Actor, action: Deal, pattern: DealPattern) -> None:
    """Raise unless CHANCE deals the whole deck, when a deal is awaited, from the dealer that the rules name."""
    if actor is not CHANCE:
        raise IllegalAction(Reason.NOT_YOUR_TURN)
    if state.phase is not Phase.DEAL:
        raise IllegalAction(Reason.ROUND_OVER if state.standing.over else Reason.WRONG_PHASE)
    if not 0 <= action.dealer < state.seats or pattern.dealer not in (None, action.dealer):
        raise IllegalAction(Reason.NOT_YOUR_TURN)
    if len(set(action.order)) != len(action.order):
        raise IllegalAction(Reason.CARD_DUPLICATED)
    if set(action.order) != set(DECKS[state.deck].pieces):
        raise IllegalAction(Reason.CARD_NOT_OWNED)


def turn_of(state: State, actor: Actor) -> RoundState:
    """Give the round if it is `actor`'s turn in it; raises ROUND_OVER, NOT_YOUR_TURN or WRONG_PHASE."""
    if state.standing.over:
        raise IllegalAction(Reason.ROUND_OVER)
    if state.round is None:
        raise IllegalAction(Reason.WRONG_PHASE)
    if actor != state.round.actor:
        raise IllegalAction(Reason.NOT_YOUR_TURN)
    return state.round


def check_forfeit(state: State, actor: Actor) -> None:
    """Raise unless a seat of a match under way gives up for the first time; in or out of turn."""
    if state.standing.over:
        raise IllegalAction(Reason.ROUND_OVER)
    if isinstance(actor, Seatless) or not 0 <= actor < state.seats or actor in state.forfeited:
        raise IllegalAction(Reason.NOT_YOUR_TURN)


def check_abort(state: State, actor: Actor) -> None:
    """Raise unless the table's keepers break off a match that is not over."""
    if state.standing.over:
        raise IllegalAction(Reason.ROUND_OVER)
    if actor is not TABLE:
        raise IllegalAction(Reason.NOT_YOUR_TURN)


def seat_of(actor: Actor) -> Seat:
    """Give the seat behind an actor of whom it is known that it has one (AssertionError)."""
    assert not isinstance(actor, Seatless)
    return actor


def with_hand(
    hands: tuple[tuple[Piece, ...], ...], seat: Seat, hand: tuple[Piece, ...]
) -> tuple[tuple[Piece, ...], ...]:
    """Replace one seat's hand."""
    return (*hands[:seat], hand, *hands[seat + 1 :])
