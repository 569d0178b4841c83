"""The levels a host can choose from, weakest first."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games.bots.base import Bot
from games.bots.easy import easy
from games.bots.greedy import greedy

LEVELS: Final[Mapping[str, Bot]] = MappingProxyType({"easy": easy, "greedy": greedy})
