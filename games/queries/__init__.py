"""The read side: live matches for the lobby, finished matches, replays and proofs. Nothing here shows a live hand."""

from games.queries.lists import (
    PAGE,
    live_match_of,
    live_public_matches,
    matches_of,
    overdue_deals,
    rematch_seats,
)
from games.queries.played import match_page, proof_of, replay_of
from games.queries.shapes import (
    ActionLine,
    DealLine,
    LiveLine,
    MatchLine,
    MatchPage,
    Page,
    ProofPage,
    Replay,
    ReplayStep,
    SeatLine,
    SeatPlanLine,
)

__all__ = [
    "PAGE",
    "ActionLine",
    "DealLine",
    "LiveLine",
    "MatchLine",
    "MatchPage",
    "Page",
    "ProofPage",
    "Replay",
    "ReplayStep",
    "SeatLine",
    "SeatPlanLine",
    "live_match_of",
    "live_public_matches",
    "match_page",
    "matches_of",
    "overdue_deals",
    "proof_of",
    "rematch_seats",
    "replay_of",
]
