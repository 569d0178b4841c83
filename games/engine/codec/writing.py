"""From engine values to JSON values: pieces by face, options by their rule-card keys, hidden pieces as null."""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Final, assert_never

from games.engine.actions import (
    Abort,
    Action,
    Build,
    CancelFire,
    Deal,
    DeclareConcan,
    Discard,
    Draw,
    Forfeit,
    Lay,
    Layout,
    Pass,
    Proposed,
    Reshuffle,
    SwapJoker,
    TakeFire,
)
from games.engine.cards import Piece, Skin, face
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
from games.engine.seats import Actor, Seat, Seatless
from games.engine.state import Meld, Options, RoundRecord, RoundState, Standing, State
from games.engine.views import PlayerView

SCHEMA: Final = 1

Json = None | bool | int | str | list["Json"] | dict[str, "Json"]
"""What the codec writes: no floats, so that it can be hashed canonically (fairness spec, section 8.1)."""


def pieces_json(pieces: Iterable[Piece], skin: Skin) -> list[Json]:
    """Write pieces by face."""
    return [face(piece, skin) for piece in pieces]


def options_json(options: Options) -> dict[str, Json]:
    """Write house rules by their rule-card keys: `opening_lap_melds` becomes "openingLapMelds"."""
    return {_camel(item.name): getattr(options, item.name) for item in fields(options)}


def _camel(name: str) -> str:
    head, *tail = name.split("_")
    return head + "".join(word.capitalize() for word in tail)


def actor_json(actor: Actor) -> int | str:
    """Write a seat as its number, chance and the table's keepers by name."""
    return actor.value if isinstance(actor, Seatless) else int(actor)


def _proposed_json(groups: tuple[Proposed, ...], skin: Skin) -> list[Json]:
    return [
        {"cards": pieces_json(group.cards, skin), "kind": group.kind and group.kind.value}
        for group in groups
    ]


_PLAIN: Final[Mapping[type[Action], str]] = {
    Draw: "draw",
    Pass: "pass",
    TakeFire: "take_fire",
    CancelFire: "cancel_fire",
    DeclareConcan: "declare_concan",
    Forfeit: "forfeit",
    Abort: "abort",
}


def action_json(action: Action, skin: Skin) -> dict[str, Json]:
    """Write an action as it stands in the log."""
    match action:
        case Draw() | Pass() | TakeFire() | CancelFire() | DeclareConcan() | Forfeit() | Abort():
            return {"type": _PLAIN[type(action)]}
        case Layout(groups):
            return {"type": "layout", "groups": _proposed_json(groups, skin)}
        case Lay(melds):
            return {"type": "lay", "melds": _proposed_json(melds, skin)}
        case Build(meld, cards, end):
            return {
                "type": "build",
                "meld": meld,
                "cards": pieces_json(cards, skin),
                "end": end and end.value,
            }
        case SwapJoker(meld, real):
            return {"type": "swap_joker", "meld": meld, "cards": pieces_json(real, skin)}
        case Discard(card):
            return {"type": "discard", "card": face(card, skin)}
        case Deal(dealer, order):
            return {"type": "deal", "dealer": int(dealer), "order": pieces_json(order, skin)}
        case Reshuffle(stock):
            return {"type": "reshuffle", "stock": pieces_json(stock, skin)}
        case _:
            assert_never(action)


def meld_json(meld: Meld, skin: Skin) -> dict[str, Json]:
    """Write a meld of the table with what its jokers stand for."""
    jokers: dict[str, Json] = {
        face(joker, skin): pieces_json(cards, skin) for joker, cards in meld.shape.jokers
    }
    owner = None if meld.owner is None else int(meld.owner)
    return {
        "id": meld.id,
        "kind": meld.kind.value,
        "cards": pieces_json(meld.cards, skin),
        "jokers": jokers,
        "owner": owner,
    }


def record_json(record: RoundRecord) -> dict[str, Json]:
    """Write a settled round."""
    return {
        "number": record.number,
        "finish": record.finish.value,
        "out": None if record.out is None else int(record.out),
        "multiplier": record.multiplier,
        "seats": [
            {"opened": seat.opened, "cards": seat.cards, "left": seat.left, "score": seat.score}
            for seat in record.seats
        ],
        "winners": _seats_json(record.winners),
    }


def standing_json(standing: Standing) -> dict[str, Json]:
    """Write where the match stands."""
    return {
        "over": standing.over,
        "aborted": standing.aborted,
        "records": [record_json(record) for record in standing.records],
        "totals": list(standing.totals),
        "ranks": list(standing.ranks),
        "winners": _seats_json(standing.winners),
    }


def _seats_json(seats: tuple[Seat, ...]) -> list[Json]:
    return [int(seat) for seat in seats]


def event_json(event: Event, skin: Skin) -> dict[str, Json]:
    """Write a fact as the given viewer's copy holds it: hidden pieces are null."""
    match event:
        case Dealt(number, dealer, first, counts, stock, hands):
            shown: list[Json] = [
                None if hand is None else pieces_json(hand, skin) for hand in hands
            ]
            return {
                "type": "dealt",
                "number": number,
                "dealer": int(dealer),
                "first": int(first),
                "counts": list(counts),
                "stock": stock,
                "hands": shown,
            }
        case Drew(seat, card):
            return {
                "type": "drew",
                "seat": int(seat),
                "card": None if card is None else face(card, skin),
            }
        case LaidOut(seat, before, after, shed):
            return {
                "type": "laid_out",
                "seat": int(seat),
                "before": [meld_json(meld, skin) for meld in before],
                "after": [meld_json(meld, skin) for meld in after],
                "shed": pieces_json(shed, skin),
            }
        case Passed(seat, passes):
            return {"type": "passed", "seat": int(seat), "passes": passes}
        case Forfeited(seat):
            return {"type": "forfeited", "seat": int(seat)}
        case Aborted():
            return {"type": "aborted"}
        case RoundEnded(record):
            return {"type": "round_ended", "record": record_json(record)}
        case MatchEnded(standing):
            return {"type": "match_ended", "standing": standing_json(standing)}
        case _:
            assert_never(event)


def view_json(view: PlayerView) -> dict[str, Json]:
    """Write a viewer's view; the keys are the same for every viewer and every state."""
    skin = view.skin
    to_act = None if view.to_act is None else actor_json(view.to_act)
    return {
        "schema": SCHEMA,
        "ruleset": view.ruleset,
        "revision": view.revision,
        "skin": skin.value,
        "options": options_json(view.options),
        "seats": view.seats,
        "viewer": view.viewer if isinstance(view.viewer, int) else view.viewer.value,
        "phase": view.phase.value,
        "round": view.number,
        "dealer": None if view.dealer is None else int(view.dealer),
        "turn": view.turn,
        "to_act": to_act,
        "hand": pieces_json(view.hand, skin),
        "hands": None if view.hands is None else [pieces_json(hand, skin) for hand in view.hands],
        "counts": list(view.counts),
        "stock": view.stock,
        "fire": pieces_json(view.fire, skin),
        "melds": [meld_json(meld, skin) for meld in view.melds],
        "passes": view.passes,
        "reshuffles": view.reshuffles,
        "opened": list(view.opened),
        "bar": view.bar,
        "forfeited": _seats_json(view.forfeited),
        "standing": standing_json(view.standing),
    }


def state_json(state: State) -> dict[str, Json]:
    """Write a whole state, hidden cards included: for snapshots in the database only, never for a viewer."""
    skin = state.skin
    deal = state.round
    return {
        "schema": SCHEMA,
        "ruleset": state.ruleset,
        "revision": state.revision,
        "deck": state.deck,
        "seats": state.seats,
        "options": options_json(state.options),
        "round": None if deal is None else _round_json(deal, skin),
        "deals": state.deals,
        "sitting": state.sitting,
        "forfeited": _seats_json(state.forfeited),
        "standing": standing_json(state.standing),
    }


def _round_json(deal: RoundState, skin: Skin) -> dict[str, Json]:
    return {
        "number": deal.number,
        "dealer": int(deal.dealer),
        "actor": int(deal.actor),
        "phase": deal.phase.value,
        "hands": [pieces_json(hand, skin) for hand in deal.hands],
        "stock": pieces_json(deal.piles.stock, skin),
        "fire": pieces_json(deal.piles.fire, skin),
        "melds": [meld_json(meld, skin) for meld in deal.melds],
        "next_meld": deal.next_meld,
        "turn": deal.turn,
        "passes": deal.passes,
        "reshuffles": deal.reshuffles,
        "opened": list(deal.opened),
        "bar": deal.bar,
    }
