"""The words of the preset chat phrases, by the keys that travel (`games.live.chat.PHRASES`)."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy as pgettext

PHRASES: Final = {
    "hello": pgettext("table talk", "Hello"),
    "good_luck": pgettext("table talk", "Good luck"),
    "well_played": pgettext("table talk", "Well played"),
    "nice_move": pgettext("table talk", "Nice move"),
    "thanks": pgettext("table talk", "Thank you"),
    "oops": pgettext("table talk", "Oops"),
    "hurry": pgettext("table talk", "Your turn, please"),
    "one_moment": pgettext("table talk", "One moment"),
    "rematch": pgettext("table talk", "Again?"),
    "good_game": pgettext("table talk", "Good game"),
    "bye": _("Goodbye"),
}
