"""Matches that begin in the same instant share nothing that could be guessed, and no card has a favourite place."""

from collections import Counter
from datetime import UTC, datetime

from games.engine.actions import Deal
from games.engine.cards import FR104, Piece, Skin
from games.engine.codec import action_from_json
from games.live import deal
from games.live.memory import MemoryStore
from games.live.setup import MatchPlan, SeatPlan, open_in
from games.live.store import DealRow, MatchRow
from tests.live.tables import ORIGIN, row_of

MATCHES = 160
EIGHTH = len(FR104.pieces) // 8
PLAN = MatchPlan(
    "hand_russian", {}, tuple(SeatPlan(None, f"Bot {n}", False, "easy") for n in "123")
)


def dealt_at_once(count: int) -> list[tuple[MatchRow, DealRow, Deal]]:
    """Open and deal so many equal matches while the clock stands still."""
    made = []
    for _ in range(count):
        store = MemoryStore(lambda: datetime(2026, 1, 1, tzinfo=UTC))
        match_id = store.transact(lambda tx: open_in(tx, PLAN, ORIGIN))
        deal.walk(match_id, store)
        found = store.read(lambda tx: tx.last_deal(match_id))
        action = action_from_json(store.kept[match_id].log[0].action, Skin.CARDS)
        assert found is not None
        assert isinstance(action, Deal)
        made.append((row_of(match_id, store), found, action))
    return made


def test_deals_of_one_instant_have_nothing_in_common() -> None:
    made = dealt_at_once(MATCHES)
    for promised in (
        [row.promise.tip for row, _, _ in made],
        [row.promise.open_hash for row, _, _ in made],
        [row.promise.sealed_seed for row, _, _ in made],
        [found.seal_hash for _, found, _ in made],
        [found.key_check for _, found, _ in made],
        [action.order for _, _, action in made],
        [frozenset(action.order[:7]) for _, _, action in made],
    ):
        assert len(set(promised)) == MATCHES


def test_no_card_has_a_favourite_place() -> None:
    """Chi-square of 104 cards in eighths of the order; six standard deviations are one false alarm in hundreds of millions."""
    places: Counter[tuple[Piece, int]] = Counter()
    for _, _, action in dealt_at_once(MATCHES):
        places.update((piece, at // EIGHTH) for at, piece in enumerate(action.order))
    expected = MATCHES / 8
    square = sum(
        (places[piece, part] - expected) ** 2 / expected
        for piece in FR104.pieces
        for part in range(8)
    )
    degrees = (len(FR104.pieces) - 1) * (8 - 1)
    assert abs(square - degrees) < 6 * (2 * degrees) ** 0.5
