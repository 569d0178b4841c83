"""The pages of a match, and the twin of its socket for where no socket can be had."""

from games.views.pages import fairness, match
from games.views.proofs import proof, proof_json
from games.views.replay import replay
from games.views.twin import match_act, match_chat, match_frame

__all__ = [
    "fairness",
    "match",
    "match_act",
    "match_chat",
    "match_frame",
    "proof",
    "proof_json",
    "replay",
]
