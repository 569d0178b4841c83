"""The easy bot: legal and careless. It sees single melds and single joining cards, overlooks some, and never rearranges."""

from typing import Final

from games.bots.base import legal_moves
from games.engine.actions import Action, Draw
from games.engine.rng import Rng, choice
from games.engine.ruleset import RuleSet
from games.engine.views import PlayerView

OVERLOOKS: Final = 4
"""One time in so many it does not see that it could lay something."""


def easy(view: PlayerView, rules: RuleSet, rng: Rng) -> Action:
    """Lay something it happens to see, or draw."""
    moves = legal_moves(view, rules)
    plays = [move for move in moves if not isinstance(move, Draw)]
    if plays and (Draw() not in moves or rng.below(OVERLOOKS)):
        return choice(rng, plays)
    return moves[0]
