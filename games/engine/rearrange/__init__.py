"""Rearranging a whole table, exact: which pieces of a hand can lie, and the table that shows it.

A table is a sequence of melds, each in its canonical order (`Shape.cards`). Every answer carries a witness: legal melds that hold all
table cards and the shed pieces, nothing else. Pure; what is remembered between questions is bounded and changes no answer.
"""

from games.engine.rearrange.calm import disturbance
from games.engine.rearrange.moves import Move, explain
from games.engine.rearrange.solver import (
    Answer,
    Objective,
    can_go_out,
    can_play,
    least_disturbing,
    playable_cards,
    shed_most,
)

__all__ = [
    "Answer",
    "Move",
    "Objective",
    "can_go_out",
    "can_play",
    "disturbance",
    "explain",
    "least_disturbing",
    "playable_cards",
    "shed_most",
]
