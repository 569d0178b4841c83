"""The names of bots in the language of whoever looks; people keep the name they gave themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.utils.translation import pgettext_lazy as pgettext

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django_stubs_ext import StrOrPromise

BOTS: Final[Mapping[str, StrOrPromise]] = {
    "Zaatar": pgettext("name of a bot", "Zaatar"),
    "Sumac": pgettext("name of a bot", "Sumac"),
    "Qirfa": pgettext("name of a bot", "Qirfa"),
}
"""What stands in the rows, and what is said for it."""


def shown_name(name: str, bot_level: str) -> str:
    """Give the name of a seat in the language that is on.

    A bot is known by its level alone: a person may be called like one.
    """
    return str(BOTS.get(name, name)) if bot_level else name
