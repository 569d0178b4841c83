"""Whatever a bot proposes on crowded tables: legal at the first try, each card once, and in time."""

import random
from time import process_time

import pytest

from games.bots.registry import LEVELS
from games.engine.actions import Draw, Layout, Pass
from games.engine.cards import FR104, Piece, face
from games.engine.melds import classify, melds_in
from games.engine.rng import CounterRng
from games.engine.rulesets import NEWEST
from games.engine.seats import Seat
from games.engine.state import State
from games.engine.views import build_view
from games.tasks.turns import play_bot_turn
from tests.vectors import HandRussianAdapter

RULES = NEWEST["hand_russian"]
every_level = pytest.mark.parametrize("level", LEVELS)


def crowded(seed: int, melds: int, hand: int) -> State:
    """Lay melds of random cards, and hold cards that fit in many places: neighbours and twins of what lies there."""
    rng = random.Random(seed)
    left = list(FR104.pieces)
    table: list[list[str]] = []
    rng.shuffle(left)
    rules = RULES.melds(RULES.options({}))
    while len(table) < melds:
        found = [shape for shape in melds_in(rng.sample(left, 24), rules) if len(shape.cards) < 6]
        if not found:
            continue
        shape = classify(rng.choice(found).cards, rules)
        table.append([face(piece) for piece in shape.cards])
        left = [piece for piece in left if piece not in shape.cards]
    lying = {text[:2] for group in table for text in group}
    left.sort(key=lambda piece: (not near(piece, lying), rng.random()))
    held = [face(piece) for piece in left[:hand]]
    given = {"players": 3, "table": table, "hand": held, "stock": rng.choice((0, 12))}
    return HandRussianAdapter().state(given, RULES.options({}))


def near(piece: Piece, lying: set[str]) -> bool:
    """Tell whether a card of the same rank or a twin lies on the table."""
    return any(text[0] == face(piece)[0] or text == face(piece)[:2] for text in lying)


@every_level
@pytest.mark.parametrize("block", range(4))
def test_a_bot_lays_each_card_once_and_legally(level: str, block: int) -> None:
    laid = 0
    for seed in range(block * 15, (block + 1) * 15):
        state = crowded(seed, melds=3 + seed % 6, hand=4 + seed % 9)
        move = LEVELS[level](build_view(state, Seat(0)), RULES, CounterRng(seed))
        assert isinstance(move, Layout | Draw | Pass)
        if isinstance(move, Layout):
            cards = [card for group in move.groups for card in group.cards]
            assert len(set(cards)) == len(cards)
            laid += 1
        RULES.check(state, Seat(0), move)
    assert laid > 5


@every_level
def test_a_bot_answers_long_before_it_is_cut_off(level: str) -> None:
    """By the time of the processor, so that a busy machine does not matter."""
    slowest = 0.0
    for seed in range(100, 108):
        state = crowded(seed, melds=12, hand=14)
        view = build_view(state, Seat(0))
        began = process_time()
        LEVELS[level](view, RULES, CounterRng(seed))
        slowest = max(slowest, process_time() - began)
    assert slowest < play_bot_turn.soft_time_limit / 2
