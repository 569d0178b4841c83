"""What a table is called and how its options read."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.rulesets import NEWEST
from lobby.models import Table

GAMES = {"hand_russian": gettext_lazy("Hand Russian")}
"""Titles of the games, in the reader's language; a test sees that none is missing."""

LEVELS = {"easy": gettext_lazy("easy"), "greedy": gettext_lazy("greedy")}

SAMPLES = {
    "hand_russian": [["6H", "7H", "8H"], ["6S", "7S", "8S"]],
}
"""Melds that stand for a game in the lobby."""


def game_title(ruleset: str) -> str:
    """Give a game's title; an unknown game keeps its key."""
    return str(GAMES.get(ruleset, ruleset))


def clock_words(turn_seconds: int | None) -> str:
    """Say how long a turn may take."""
    if turn_seconds is None:
        return _("no clock")
    return ngettext("%(n)d second a turn", "%(n)d seconds a turn", turn_seconds) % {
        "n": turn_seconds
    }


def details(table: Table) -> list[str]:
    """Say what a table plays by, shortest first."""
    words = [clock_words(table.turn_seconds)]
    if table.bots_after is None:
        words.append(_("people only"))
    else:
        words.append(_("bots: %(level)s") % {"level": LEVELS.get(table.bot_level, table.bot_level)})
    if not table.public:
        words.append(_("by link"))
    return words


def assert_complete() -> None:
    """Fail where a registered game has no title or sample; called by a test."""
    assert set(NEWEST) == set(GAMES) == set(SAMPLES)
