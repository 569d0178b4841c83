"""Matches as lines of text in the notation of the rule cards (section 0): for goldens, reviews and error reports."""

from collections.abc import Iterable

from games.engine.actions import Action, Build, Deal, Discard, Lay, Layout, Reshuffle, SwapJoker
from games.engine.cards import Piece, Skin, face, in_order
from games.engine.codec.writing import action_json
from games.engine.state import RoundState, State


def pieces_text(pieces: Iterable[Piece], skin: Skin) -> str:
    """Write pieces with a space between them, "-" for none."""
    return " ".join(face(piece, skin) for piece in pieces) or "-"


def groups_text(groups: Iterable[tuple[Piece, ...]], skin: Skin) -> str:
    """Write groups with a bar between them, "-" for none."""
    return " | ".join(pieces_text(group, skin) for group in groups) or "-"


def action_text(action: Action, skin: Skin) -> str:
    """Write an action on one line; the first word is its name in the log.

    >>> from games.engine.cards import parse
    >>> action_text(Discard(parse("7C")), Skin.CARDS)
    'discard 7C'
    """
    name = str(action_json(action, skin)["type"])
    match action:
        case Layout(groups) | Lay(groups):
            return f"{name} {groups_text((group.cards for group in groups), skin)}"
        case Build(meld, cards, end):
            return f"{name} {meld} {pieces_text(cards, skin)}" + (f" {end.value}" if end else "")
        case SwapJoker(meld, real):
            return f"{name} {meld} {pieces_text(real, skin)}"
        case Discard(card):
            return f"{name} {face(card, skin)}"
        case Deal(dealer, order):
            return f"{name} by {dealer}: {pieces_text(order, skin)}"
        case Reshuffle(stock):
            return f"{name} {pieces_text(stock, skin)}"
        case _:
            return name


def state_text(state: State) -> str:
    """Write a whole state on a few lines, hidden cards included: for goldens and finished matches only."""
    head = f"{state.ruleset}/{state.revision} seats {state.seats} phase {state.phase.value}"
    lines = [head] if state.round is None else [head, *_round_lines(state.round, state.skin)]
    if state.forfeited:
        lines.append("forfeited " + " ".join(str(seat) for seat in state.forfeited))
    standing = state.standing
    if standing.over:
        winners = (
            "aborted"
            if standing.aborted
            else "winners " + " ".join(str(seat) for seat in standing.winners)
        )
        lines.append(f"over: {winners}")
    return "\n".join(lines)


def _round_lines(deal: RoundState, skin: Skin) -> list[str]:
    lines = [f"round {deal.number} turn {deal.turn} seat {deal.actor} passes {deal.passes}"]
    lines += [
        f"hand {seat}: {pieces_text(in_order(hand), skin)}" for seat, hand in enumerate(deal.hands)
    ]
    lines.append(f"stock {len(deal.piles.stock)}: {pieces_text(deal.piles.stock[:5], skin)}")
    lines.append(f"fire: {pieces_text(deal.piles.fire, skin)}")
    lines += [
        f"meld {meld.id} {meld.kind.value}: {pieces_text(meld.cards, skin)}" for meld in deal.melds
    ]
    return lines
