"""Every game, by key and revision.

A changed behaviour is a new revision beside the old one, which goes on replaying its old logs.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games.engine.ruleset import RuleSet
from games.engine.rulesets.hand_russian import HandRussian

_ALL: Final[tuple[RuleSet, ...]] = (HandRussian(),)

RULESETS: Final[Mapping[tuple[str, int], RuleSet]] = MappingProxyType(
    {(rules.key, rules.revision): rules for rules in _ALL}
)

NEWEST: Final[Mapping[str, RuleSet]] = MappingProxyType(
    {rules.key: rules for rules in sorted(_ALL, key=lambda rules: rules.revision)}
)
"""The latest revision of each game: what a new match is played by."""
