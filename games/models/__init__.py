"""The rows of the games: matches and their seats, the log, settled rounds, deals and table talk."""

from games.models.fair import Deal, FairLog
from games.models.log import MatchAction
from games.models.match import Heartbeat, Match, MatchSeat
from games.models.rounds import RoundResult
from games.models.talk import ChatLine

__all__ = [
    "ChatLine",
    "Deal",
    "FairLog",
    "Heartbeat",
    "Match",
    "MatchAction",
    "MatchSeat",
    "RoundResult",
]
