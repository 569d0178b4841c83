"""From JSON values to engine values. Reading is total: whatever is malformed raises CodecError and nothing else."""

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import Final, TypeVar

from games.engine.actions import (
    Abort,
    Action,
    Build,
    CancelFire,
    Deal,
    DeclareConcan,
    Discard,
    Draw,
    End,
    Forfeit,
    Lay,
    Layout,
    Pass,
    Proposed,
    Reshuffle,
    SwapJoker,
    TakeFire,
)
from games.engine.cards import DECKS, Card, Joker, Piece, Skin, parse
from games.engine.codec.writing import SCHEMA
from games.engine.melds import JokerRecord, MeldKind, Shape
from games.engine.seats import Actor, Phase, Seat, Seatless
from games.engine.state import (
    Finish,
    Meld,
    Options,
    Piles,
    RoundRecord,
    RoundState,
    SeatRecord,
    Standing,
    State,
)

MAX_PIECES: Final = 106
"""The largest deck: a longer list of pieces or groups is malformed."""

T = TypeVar("T")
E_ = TypeVar("E_", bound=Enum)


class CodecError(ValueError):
    """A JSON value is not what the codec writes; the message names the place."""


_PLAIN_BY_NAME: Final[Mapping[str, Action]] = {
    "draw": Draw(),
    "pass": Pass(),
    "take_fire": TakeFire(),
    "cancel_fire": CancelFire(),
    "declare_concan": DeclareConcan(),
    "forfeit": Forfeit(),
    "abort": Abort(),
}


def _object(
    value: object, where: str, keys: Iterable[str], optional: Iterable[str] = ()
) -> dict[str, object]:
    if not isinstance(value, dict):
        msg = f"{where}: not an object"
        raise CodecError(msg)
    needed, known = set(keys), {*keys, *optional}
    if not needed <= value.keys() <= known:
        msg = f"{where}: keys are not {sorted(known)}"
        raise CodecError(msg)
    return value


def _int(value: object, where: str) -> int:
    if type(value) is not int or not -1_000_000 <= value <= 1_000_000:
        msg = f"{where}: not a small whole number"
        raise CodecError(msg)
    return value


def _bool(value: object, where: str) -> bool:
    if type(value) is not bool:
        msg = f"{where}: not true or false"
        raise CodecError(msg)
    return value


def _str(value: object, where: str) -> str:
    if type(value) is not str:
        msg = f"{where}: not a string"
        raise CodecError(msg)
    return value


def _enum(kind: type[E_], value: object, where: str) -> E_:
    try:
        return kind(value)
    except ValueError:
        msg = f"{where}: not one of {[item.value for item in kind]}"
        raise CodecError(msg) from None


def _list(value: object, where: str, read: Callable[[object, str], T]) -> tuple[T, ...]:
    if not isinstance(value, list) or len(value) > MAX_PIECES:
        msg = f"{where}: not a list of at most {MAX_PIECES}"
        raise CodecError(msg)
    return tuple(read(item, f"{where}[{place}]") for place, item in enumerate(value))


def _maybe(value: object, where: str, read: Callable[[object, str], T]) -> T | None:
    return None if value is None else read(value, where)


def _seat(value: object, where: str) -> Seat:
    return Seat(_int(value, where))


class _PieceReader:
    """Reads pieces of one skin."""

    def __init__(self, skin: Skin) -> None:
        self._skin = skin

    def piece(self, value: object, where: str) -> Piece:
        try:
            return parse(_str(value, where), self._skin)
        except ValueError:
            msg = f"{where}: not a piece of this deck"
            raise CodecError(msg) from None

    def card(self, value: object, where: str) -> Card:
        piece = self.piece(value, where)
        if isinstance(piece, Joker):
            msg = f"{where}: a joker is not a card"
            raise CodecError(msg)
        return piece

    def pieces(self, value: object, where: str) -> tuple[Piece, ...]:
        return _list(value, where, self.piece)

    def proposed(self, value: object, where: str) -> Proposed:
        group = _object(value, where, ("cards",), ("kind",))
        kind = _maybe(group.get("kind"), f"{where}.kind", lambda v, w: _enum(MeldKind, v, w))
        return Proposed(self.pieces(group["cards"], f"{where}.cards"), kind)

    def jokers(self, value: object, where: str) -> JokerRecord:
        if not isinstance(value, dict):
            msg = f"{where}: not an object"
            raise CodecError(msg)
        record = []
        for name, cards in value.items():
            joker = self.piece(name, where)
            if not isinstance(joker, Joker):
                msg = f"{where}: {name!r} is not a joker"
                raise CodecError(msg)
            record.append((joker, _list(cards, where, self.card)))
        return tuple(record)

    def meld(self, value: object, where: str) -> Meld:
        meld = _object(value, where, ("id", "kind", "cards", "jokers", "owner"))
        return Meld(
            id=_int(meld["id"], f"{where}.id"),
            shape=Shape(
                kind=_enum(MeldKind, meld["kind"], f"{where}.kind"),
                cards=self.pieces(meld["cards"], f"{where}.cards"),
                jokers=self.jokers(meld["jokers"], f"{where}.jokers"),
            ),
            owner=_maybe(meld["owner"], f"{where}.owner", _seat),
        )


def actor_from_json(value: object) -> Actor:
    """Read an actor."""
    return _enum(Seatless, value, "actor") if isinstance(value, str) else _seat(value, "actor")


def action_from_json(value: object, skin: Skin) -> Action:
    """Read an action; unknown types and fields raise CodecError, rules are not judged here."""
    read = _PieceReader(skin)
    if not isinstance(value, dict):
        msg = "action: not an object"
        raise CodecError(msg)
    kind = _str(value.get("type"), "action.type")
    if kind in _PLAIN_BY_NAME:
        _object(value, "action", ("type",))
        return _PLAIN_BY_NAME[kind]
    match kind:
        case "layout":
            body = _object(value, "action", ("type", "groups"))
            return Layout(_list(body["groups"], "groups", read.proposed))
        case "lay":
            body = _object(value, "action", ("type", "melds"))
            return Lay(_list(body["melds"], "melds", read.proposed))
        case "build":
            body = _object(value, "action", ("type", "meld", "cards"), ("end",))
            end = _maybe(body.get("end"), "end", lambda v, w: _enum(End, v, w))
            return Build(_int(body["meld"], "meld"), read.pieces(body["cards"], "cards"), end)
        case "swap_joker":
            body = _object(value, "action", ("type", "meld", "cards"))
            return SwapJoker(_int(body["meld"], "meld"), _list(body["cards"], "cards", read.card))
        case "discard":
            return Discard(read.piece(_object(value, "action", ("type", "card"))["card"], "card"))
        case "deal":
            body = _object(value, "action", ("type", "dealer", "order"))
            return Deal(_seat(body["dealer"], "dealer"), read.pieces(body["order"], "order"))
        case "reshuffle":
            return Reshuffle(
                read.pieces(_object(value, "action", ("type", "stock"))["stock"], "stock")
            )
        case _:
            msg = f"action: unknown type {kind[:20]!r}"
            raise CodecError(msg)


def state_from_json(
    value: object, read_options: Callable[[Mapping[str, object]], Options]
) -> State:
    """Read a state; `read_options` is the `options` of its rule set."""
    keys = (
        "schema",
        "ruleset",
        "revision",
        "deck",
        "seats",
        "options",
        "round",
        "deals",
        "sitting",
        "forfeited",
        "standing",
    )
    body = _object(value, "state", keys)
    if body["schema"] != SCHEMA:
        msg = f"state: schema {body['schema']!r} is not {SCHEMA}"
        raise CodecError(msg)
    deck = _str(body["deck"], "deck")
    raw = body["options"]
    if deck not in DECKS or not isinstance(raw, dict):
        msg = "state: unknown deck or options"
        raise CodecError(msg)
    read = _PieceReader(DECKS[deck].skin)
    return State(
        ruleset=_str(body["ruleset"], "ruleset"),
        revision=_int(body["revision"], "revision"),
        deck=deck,
        seats=_int(body["seats"], "seats"),
        options=read_options(raw),
        round=_maybe(body["round"], "round", lambda v, w: _round(v, w, read)),
        deals=_int(body["deals"], "deals"),
        sitting=_int(body["sitting"], "sitting"),
        forfeited=_list(body["forfeited"], "forfeited", _seat),
        standing=_standing(body["standing"], "standing"),
    )


def _round(value: object, where: str, read: _PieceReader) -> RoundState:
    keys = (
        "number",
        "dealer",
        "actor",
        "phase",
        "hands",
        "stock",
        "fire",
        "melds",
        "next_meld",
        "turn",
        "passes",
    )
    body = _object(value, where, (*keys, "reshuffles", "opened", "bar"))
    return RoundState(
        number=_int(body["number"], "number"),
        dealer=_seat(body["dealer"], "dealer"),
        actor=_seat(body["actor"], "actor"),
        phase=_enum(Phase, body["phase"], "phase"),
        hands=_list(body["hands"], "hands", read.pieces),
        piles=Piles(read.pieces(body["stock"], "stock"), read.pieces(body["fire"], "fire")),
        melds=_list(body["melds"], "melds", read.meld),
        next_meld=_int(body["next_meld"], "next_meld"),
        turn=_int(body["turn"], "turn"),
        passes=_int(body["passes"], "passes"),
        reshuffles=_int(body["reshuffles"], "reshuffles"),
        opened=_list(body["opened"], "opened", _bool),
        bar=_maybe(body["bar"], "bar", _int),
    )


def _record(value: object, where: str) -> RoundRecord:
    body = _object(value, where, ("number", "finish", "out", "multiplier", "seats", "winners"))
    return RoundRecord(
        number=_int(body["number"], "number"),
        finish=_enum(Finish, body["finish"], "finish"),
        out=_maybe(body["out"], "out", _seat),
        multiplier=_int(body["multiplier"], "multiplier"),
        seats=_list(body["seats"], "seats", _seat_record),
        winners=_list(body["winners"], "winners", _seat),
    )


def _seat_record(value: object, where: str) -> SeatRecord:
    body = _object(value, where, ("opened", "cards", "left", "score"))
    return SeatRecord(
        opened=_bool(body["opened"], where),
        cards=_int(body["cards"], where),
        left=_int(body["left"], where),
        score=_int(body["score"], where),
    )


def _standing(value: object, where: str) -> Standing:
    body = _object(value, where, ("over", "aborted", "records", "totals", "ranks", "winners"))
    return Standing(
        over=_bool(body["over"], "over"),
        aborted=_bool(body["aborted"], "aborted"),
        records=_list(body["records"], "records", _record),
        totals=_list(body["totals"], "totals", _int),
        ranks=_list(body["ranks"], "ranks", _int),
        winners=_list(body["winners"], "winners", _seat),
    )
