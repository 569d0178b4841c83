"""The greedy bot: at every turn it sheds as many cards as can leave the hand, rearranging the whole table for it."""

from games.bots.base import first_legal
from games.engine.actions import Action, Draw, Layout, Pass, Proposed
from games.engine.melds import Shape
from games.engine.partition import Goal, best_split
from games.engine.rearrange import Objective, shed_most
from games.engine.rng import Rng
from games.engine.ruleset import RuleSet
from games.engine.seats import Phase
from games.engine.views import PlayerView


def greedy(view: PlayerView, rules: RuleSet, rng: Rng) -> Action:
    """Shed the most, then the most pips; draw where nothing can be shed, pass where nothing can be drawn."""
    del rng
    tables = _own_melds_only(view, rules) if view.phase is Phase.LAP else _whole_table(view, rules)
    return first_legal(view, rules, [*map(_layout, tables), Draw(), Pass()])


def _layout(table: tuple[Shape, ...]) -> Layout:
    return Layout(tuple(Proposed(shape.cards, shape.kind) for shape in table))


def _whole_table(view: PlayerView, rules: RuleSet) -> list[tuple[Shape, ...]]:
    table = [meld.cards for meld in view.melds]
    answer = shed_most(table, view.hand, rules.melds(view.options), Objective.CARDS_THEN_PIPS)
    return [answer.table] if answer.shed else []


def _own_melds_only(view: PlayerView, rules: RuleSet) -> list[tuple[Shape, ...]]:
    """Keep the table as it is and add the hand's best melds; where the house allows only one, the longest of them."""
    split = best_split(view.hand, rules.melds(view.options), Goal.FEWEST_LEFT)
    if split is None or not split.melds:
        return []
    kept = tuple(meld.shape for meld in view.melds)
    longest = max(split.melds, key=lambda meld: len(meld.cards))
    return [(*kept, *split.melds), (*kept, longest)]
