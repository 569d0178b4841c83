"""The form that opens a table."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.bots.registry import LEVELS as BOT_LEVELS
from games.engine.rulesets import NEWEST
from lobby.words import GAMES, LEVELS

NEVER = "never"


class OpenTableForm(forms.Form):
    """What is played, by how many, how fast, who may come, and when bots take the free chairs."""

    ruleset = forms.ChoiceField(label=_("Game"))
    seats = forms.TypedChoiceField(
        label=_("Seats"),
        coerce=int,
        choices=[(2, "2"), (3, "3"), (4, "4")],
        initial=4,
        widget=forms.RadioSelect,
    )
    clock = forms.ChoiceField(
        label=_("Time for a turn"),
        choices=[("30", _("30 s")), ("60", _("60 s")), ("90", _("90 s")), (NEVER, _("no clock"))],
        initial="60",
        widget=forms.RadioSelect,
    )
    visibility = forms.ChoiceField(
        label=_("Who may come"),
        choices=[("public", _("everybody")), ("link", _("people with the link"))],
        initial="public",
        widget=forms.RadioSelect,
    )
    bots = forms.ChoiceField(
        label=_("Bots take free chairs"),
        choices=[
            ("0", _("at once")),
            ("30", _("after 30 s")),
            ("90", _("after 90 s")),
            (NEVER, _("never")),
        ],
        initial="90",
        widget=forms.RadioSelect,
    )
    level = forms.ChoiceField(label=_("Bots play"), initial="greedy", widget=forms.RadioSelect)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._offer(
            "ruleset", [(key, GAMES.get(key, rules.title)) for key, rules in NEWEST.items()]
        )
        self._offer("level", [(key, LEVELS.get(key, key)) for key in BOT_LEVELS])

    def _offer(self, name: str, choices: list[tuple[str, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices
        if name == "ruleset":
            field.initial = choices[0][0]

    def plan(self) -> dict[str, Any]:
        """Give the checked values as `lobby.seating.open_table` wants them."""
        data = self.cleaned_data
        return {
            "ruleset": data["ruleset"],
            "seats": data["seats"],
            "turn_seconds": None if data["clock"] == NEVER else int(data["clock"]),
            "public": data["visibility"] == "public",
            "bots_after": None if data["bots"] == NEVER else int(data["bots"]),
            "bot_level": data["level"],
        }
