"""Melds: the check of the rule cards, section 1, its vectors, and the census of what can lie on a table."""

import json
from itertools import chain, combinations, permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import FR106, Card, Joker, Piece, Rank, Skin, Suit, face, parse
from games.engine.errors import Detail, IllegalAction, Reason
from games.engine.melds import (
    JokerWorth,
    MeldKind,
    MeldRules,
    Shape,
    Worth,
    classify,
    fits,
    joins,
    melds_in,
    value,
)

RUSSIAN = MeldRules()
HAND = MeldRules(ace_high=True, max_jokers=2, min_naturals=2)
ERAM = MeldRules(ace_high=True, max_jokers=1, min_naturals=2)
TILES = MeldRules(max_jokers=2, skin=Skin.TILES)

RULES = {
    "hand_russian": RUSSIAN,
    "hand_tonj": HAND,
    "conkan": HAND,
    "eram_hand": ERAM,
    "eram_hand_partner": ERAM,
    "eram_saudi_hand": ERAM,
    "eram_saudi_hand_partner": ERAM,
    "tile_rummy": TILES,
}
Vector = dict[str, Any]
VECTORS: list[Vector] = json.loads(
    (Path(__file__).parents[1] / "data/rules/vectors.json").read_text()
)["vectors"]


def cards(text: str, skin: Skin = Skin.CARDS) -> list[Piece]:
    return [parse(t, skin) for t in text.split()]


def meld(text: str, rules: MeldRules = HAND, kind: MeldKind | None = None) -> Shape:
    return classify(cards(text, rules.skin), rules, kind)


def faces(shape: Shape, skin: Skin = Skin.CARDS) -> str:
    return " ".join(face(piece, skin) for piece in shape.cards)


def refusal(text: str, rules: MeldRules = HAND, kind: MeldKind | None = None) -> IllegalAction:
    with pytest.raises(IllegalAction) as caught:
        meld(text, rules, kind)
    return caught.value


def _options(rules: MeldRules, options: dict[str, int | bool | str]) -> MeldRules:
    return MeldRules(
        ace_high=rules.ace_high,
        max_jokers=int(options.get("maxJokersPerMeld", rules.max_jokers)),
        min_naturals=int(options.get("minNaturals", rules.min_naturals)),
        max_run=int(options.get("maxRunLen", rules.max_run)),
        skin=rules.skin,
    )


@pytest.mark.parametrize(
    "vector",
    [v for v in VECTORS if v["action"].get("type") == "validate_meld"],
    ids=lambda v: str(v["id"]),
)
def test_every_meld_of_the_vectors_gets_its_verdict(vector: Vector) -> None:
    options = vector.get("options", {})
    rules = _options(RULES[vector["ruleset"]], options)
    sent, expect = vector["action"]["meld"], vector["expect"]
    kind = MeldKind(sent["kind"]) if isinstance(sent, dict) else None
    text = " ".join(sent["cards"] if isinstance(sent, dict) else sent)
    if expect["result"] == "reject":
        assert refusal(text, rules, kind).reason == expect["code"]
        return
    shape = meld(text, rules, kind)
    assert shape.kind == expect["kind"]
    assert value(shape, Worth(rules.skin)) == expect["value"]
    assert len(shape.cards) == expect.get("length", len(shape.cards))
    if "jokers" in expect:
        record = {face(joker): [face(card) for card in stands] for joker, stands in shape.jokers}
        assert record == expect["jokers"]


CODES = {
    code
    for code in Reason
    if code.startswith(("MELD_", "RUN_", "SET_")) or code is Reason.TOO_MANY_JOKERS
}


@pytest.mark.parametrize(
    "vector",
    [
        v
        for v in VECTORS
        if v["expect"].get("code") in CODES and v["action"].get("type") in {"layout", "lay"}
    ],
    ids=lambda v: str(v["id"]),
)
def test_the_first_bad_group_of_a_proposal_names_the_code(vector: Vector) -> None:
    rules = _options(RULES[vector["ruleset"]], vector.get("options", {}))
    reasons = []
    for group in vector["action"].get("table") or vector["action"]["melds"]:
        try:
            meld(" ".join(group), rules)
        except IllegalAction as no:
            reasons.append(no.reason.value)
    assert reasons[:1] == [vector["expect"]["code"]]


@pytest.mark.parametrize(
    ("text", "rules", "code", "detail"),
    [
        ("5H JK1 JK2 8H", ERAM, Reason.TOO_MANY_JOKERS, {"at_most": 1}),
        ("JK1 7H JK2", HAND, Reason.TOO_FEW_NATURALS, {"at_least": 2}),
        ("7H 7H#2", RUSSIAN, Reason.MELD_TOO_SHORT, {"at_least": 3}),
        ("J1 J2", TILES, Reason.MELD_TOO_SHORT, {"at_least": 3}),
        ("7H 7H#2 JK1", HAND, Reason.SET_DUP_SUIT, {"cards": ("7H", "7H#2")}),
        ("7S 7H 7D 7C 7H#2", RUSSIAN, Reason.SET_DUP_SUIT, {"cards": ("7H", "7H#2")}),
        ("7S 7H 7D 7C JK1", HAND, Reason.SET_TOO_LONG, {"at_most": 4}),
        ("7S 8H 7D", RUSSIAN, Reason.MELD_MIXED, {}),
        ("5H 6H 6H#2 8H", RUSSIAN, Reason.RUN_DUP_RANK, {"cards": ("6H", "6H#2")}),
        ("AH 2H 3H 4H 5H 6H", MeldRules(max_run=5), Reason.RUN_TOO_LONG, {"at_most": 5}),
        ("TH JH QH KH AH", RUSSIAN, Reason.RUN_ACE_HIGH, {}),
        ("QH KH JK1", MeldRules(max_jokers=2), Reason.RUN_ACE_HIGH, {}),
        ("R12 R13 J1", TILES, Reason.RUN_WRAP, {}),
        ("R13 R1 R2", TILES, Reason.RUN_WRAP, {}),
        ("QH KH AH 2H", RUSSIAN, Reason.RUN_WRAP, {}),
        ("JK1 AH 2H", HAND, Reason.RUN_WRAP, {}),
        ("KH AH JK1", HAND, Reason.RUN_WRAP, {}),
        ("KH JK1 2H", HAND, Reason.RUN_WRAP, {}),
        ("4H 6H 9H", RUSSIAN, Reason.RUN_GAP, {"cards": ("5H", "7H", "8H")}),
        ("JH KH AH", HAND, Reason.RUN_GAP, {"cards": ("QH",)}),
        (
            "AH 2H KH 4H",
            HAND,
            Reason.RUN_GAP,
            {"cards": ("3H", "5H", "6H", "7H", "8H", "9H", "TH", "JH", "QH")},
        ),
        ("R4 R6 R7", TILES, Reason.RUN_GAP, {"cards": ("R5",)}),
        ("8H JK1 6H", HAND, Reason.RUN_GAP, {}),
        ("4H JK1 8H", HAND, Reason.RUN_GAP, {}),
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH JK1", HAND, Reason.RUN_TOO_LONG, {"at_most": 13}),
        ("JK1 AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", HAND, Reason.RUN_WRAP, {}),
    ],
)
def test_the_first_reason_is_told_with_what_the_player_needs(
    text: str, rules: MeldRules, code: Reason, detail: Detail
) -> None:
    no = refusal(text, rules)
    assert (no.reason, dict(no.detail)) == (code, detail)


@pytest.mark.parametrize(
    ("text", "rules", "canonical"),
    [
        ("AH KH QH", HAND, "QH KH AH"),
        ("3H AH 2H", HAND, "AH 2H 3H"),
        ("KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H AH", HAND, "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"),
        ("JK2 7C JK1 7S", HAND, "7S 7C JK1 JK2"),
        ("QH JK2 AH", HAND, "QH JK2 AH"),
    ],
)
def test_every_meld_has_one_order(text: str, rules: MeldRules, canonical: str) -> None:
    assert faces(meld(text, rules)) == canonical


def test_a_stated_kind_decides_one_natural_between_jokers() -> None:
    run = meld("J1 R7 J2", TILES, MeldKind.RUN)
    assert run.jokers == ((Joker(1), (parse("6S"),)), (Joker(2), (parse("8S"),)))
    group = meld("R7 J1 J2", TILES, MeldKind.SET)
    assert [face(card, Skin.TILES) for card in group.jokers[1][1]] == ["B7", "K7", "O7"]
    assert meld("R11 J2 J1", TILES, MeldKind.RUN).jokers[1] == (Joker(1), (parse("KS"),))
    assert refusal("R12 J1 J2", TILES, MeldKind.RUN).reason is Reason.RUN_WRAP
    assert meld("JK1 JK2 AH", MeldRules(ace_high=True, max_jokers=2), MeldKind.RUN).jokers[0][
        1
    ] == (parse("QH"),)


def test_a_stated_kind_cannot_bend_the_naturals() -> None:
    assert refusal("5H 6H 7H", HAND, MeldKind.SET).reason is Reason.MELD_MIXED
    assert refusal("7S 7H 7D", HAND, MeldKind.RUN).reason is Reason.MELD_MIXED
    assert refusal("7H 7H#2 JK1", HAND, MeldKind.RUN).reason is Reason.RUN_DUP_RANK


@pytest.mark.parametrize(
    ("jokers", "naturals", "run"), [(0, 1, 4), (0, 1, 14), (3, 1, 13), (2, 0, 13)]
)
def test_rules_that_no_card_offers_are_refused(jokers: int, naturals: int, run: int) -> None:
    with pytest.raises(ValueError, match="no rule card"):
        MeldRules(max_jokers=jokers, min_naturals=naturals, max_run=run)


@pytest.mark.parametrize(
    ("text", "worth", "points"),
    [
        ("AH 2H 3H", Worth(), 16),
        ("AH 2H 3H", Worth(ace_low=1), 6),
        ("JK1 2H 3H", Worth(ace_low=1), 6),
        ("QH KH AH", Worth(ace_low=1), 31),
        ("AS AH AD", Worth(ace_low=1), 33),
        ("9S 9H JK1", Worth(joker=JokerWorth.FLAT15), 33),
        ("9H TH JK1", Worth(joker=JokerWorth.ZERO), 19),
    ],
)
def test_openings_count_what_the_options_say(text: str, worth: Worth, points: int) -> None:
    assert value(meld(text), worth) == points


@pytest.mark.parametrize(
    ("text", "piece", "rules", "grown"),
    [
        ("5H 6H 7H", "8H", HAND, ["5H 6H 7H 8H"]),
        ("5H 6H 7H", "4H#2", HAND, ["4H#2 5H 6H 7H"]),
        ("5H 6H 7H", "6H#2", HAND, []),
        ("5H 6H 7H", "8D", HAND, []),
        ("QH KH AH", "2H", HAND, []),
        ("JH QH KH", "AH", HAND, ["JH QH KH AH"]),
        ("JH QH KH", "AH", RUSSIAN, []),
        ("QH KH AH", "JK1", HAND, ["JK1 QH KH AH"]),
        ("5H 6H 7H", "JK1", HAND, ["JK1 5H 6H 7H", "5H 6H 7H JK1"]),
        ("5H 6H JK1", "JK2", ERAM, []),
        ("9S 9H 9D", "9C", HAND, ["9S 9H 9D 9C"]),
        ("9S 9H 9D", "9S#2", HAND, []),
        ("9S 9H JK1", "9C#2", HAND, ["9S 9H 9C#2 JK1"]),
        ("9S 9H 9D 9C", "JK1", HAND, []),
        ("AH 2H 3H 4H 5H", "6H", MeldRules(max_run=5), []),
    ],
)
def test_a_single_piece_joins_where_it_fits(
    text: str, piece: str, rules: MeldRules, grown: list[str]
) -> None:
    assert [faces(shape) for shape in fits(meld(text, rules), parse(piece), rules)] == grown


def test_a_set_joker_stands_for_less_when_the_set_grows() -> None:
    (grown,) = fits(meld("9S 9H JK1"), parse("9C"), HAND)
    assert grown.jokers == ((Joker(1), (parse("9D"),)),)


def test_joins_are_told_in_table_order() -> None:
    table = [meld("7S 7H 7D"), meld("4C 5C 6C"), meld("8C 9C TC")]
    assert [(index, faces(shape)) for index, shape in joins(table, parse("7C"), RUSSIAN)] == [
        (0, "7S 7H 7D 7C"),
        (1, "4C 5C 6C 7C"),
        (2, "7C 8C 9C TC"),
    ]


ONE_PACK = [Card(suit, rank) for suit in Suit for rank in Rank]


@pytest.mark.parametrize(
    ("rules", "melds"),
    [(MeldRules(max_run=5), 185), (MeldRules(), 329), (MeldRules(ace_high=True), 329 + 4 * 10)],
)
def test_census_of_one_pack(rules: MeldRules, melds: int) -> None:
    found = list(melds_in(ONE_PACK, rules))
    assert len(found) == len({frozenset(shape.cards) for shape in found}) == melds
    assert all(classify(shape.cards, rules) == shape for shape in found)


def test_census_with_two_jokers_counts_pieces_not_places() -> None:
    rules = MeldRules(max_run=5, max_jokers=2)
    found = list(melds_in([*ONE_PACK, Joker(1), Joker(2)], rules))
    assert len({frozenset(shape.cards) for shape in found}) == 1173
    assert all(classify(shape.cards, rules, shape.kind) == shape for shape in found)


def test_census_agrees_with_trying_every_group_of_a_hand() -> None:
    hand = cards("AS 2S 3S 4S 4S#2 4H 4D KS QS JK1 JK2")
    for rules in (RUSSIAN, HAND, ERAM, MeldRules(ace_high=True, max_jokers=2)):
        found = {frozenset(shape.cards) for shape in melds_in(hand, rules, longest=5)}
        tried = {
            frozenset(shape.cards)
            for size in range(3, 6)
            for group in combinations([piece for piece in hand if piece != parse("4S#2")], size)
            for shape in _all_readings(group, rules)
        }
        # A lone joker is always the first one.
        assert found == {group for group in tried if Joker(2) not in group or Joker(1) in group}


def _all_readings(group: tuple[Piece, ...], rules: MeldRules) -> list[Shape]:
    orders = permutations(group) if any(isinstance(piece, Joker) for piece in group) else [group]
    readings = []
    for order in orders:
        for kind in MeldKind:
            try:
                readings.append(classify(order, rules, kind))
            except IllegalAction:
                continue
    return readings


@given(st.permutations(FR106.pieces[:104]), st.integers(3, 6), st.booleans())
def test_order_never_matters_without_jokers(pack: list[Card], size: int, ace_high: bool) -> None:
    rules = MeldRules(ace_high=ace_high)

    def verdict(group: list[Card]) -> Shape | Reason:
        try:
            return classify(group, rules)
        except IllegalAction as no:
            return no.reason

    group = pack[:size]
    assert (
        verdict(group)
        == verdict(sorted(group, key=lambda c: (c.rank, c.suit, c.copy)))
        == verdict(group[::-1])
    )


@given(
    st.sampled_from(list(melds_in(ONE_PACK, MeldRules(ace_high=True)))),
    st.randoms(use_true_random=False),
)
def test_a_meld_is_found_in_any_order_and_never_takes_its_twin(
    shape: Shape, random: Random
) -> None:
    rules = MeldRules(ace_high=True)
    mixed = list(shape.cards)
    random.shuffle(mixed)
    assert classify(mixed, rules) == shape
    for card in chain(shape.cards):
        assert isinstance(card, Card)
        twin = Card(card.suit, card.rank, 2)
        assert fits(shape, twin, rules) == ()
        with pytest.raises(IllegalAction):
            classify([*shape.cards, twin], rules)
