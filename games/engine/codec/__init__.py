"""States, actions, events and views as JSON values, with a schema number and an exact round trip.

Pieces are written by face, options by their rule-card keys (rule cards, sections 0 and 10).
"""

from games.engine.codec.reading import (
    CodecError,
    action_from_json,
    actor_from_json,
    state_from_json,
)
from games.engine.codec.writing import (
    SCHEMA,
    Json,
    action_json,
    actor_json,
    event_json,
    meld_json,
    options_json,
    pieces_json,
    standing_json,
    state_json,
    view_json,
)

__all__ = [
    "SCHEMA",
    "CodecError",
    "Json",
    "action_from_json",
    "action_json",
    "actor_from_json",
    "actor_json",
    "event_json",
    "meld_json",
    "options_json",
    "pieces_json",
    "standing_json",
    "state_from_json",
    "state_json",
    "view_json",
]
