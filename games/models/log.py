"""The log of a match: append-only, never edited."""

from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.match import Match

ONE_ACTION_A_COMMAND: Final = "one_action_a_command"
"""The constraint that catches a command id used again."""


class By(models.TextChoices):
    """Who made an action happen, which need not be the seat that acts."""

    USER = "user", _("player")
    BOT = "bot", _("bot")
    CLOCK = "clock", _("clock")
    MODERATOR = "moderator", _("moderator")
    DEAL = "deal", _("deal")


class MatchAction(models.Model):
    """One action of the log.

    `seq` counts from 1. `version` is the match's version once the command that made this row was written whole, so a
    retry of `command_id` is answered from here. `actor` is a seat's number, "chance" or "table".
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="log")
    seq = models.PositiveIntegerField()
    version = models.PositiveIntegerField()
    actor = models.CharField(max_length=8)
    action = models.JSONField()
    by = models.CharField(max_length=10, choices=By.choices)
    command_id = models.UUIDField(null=True)
    created = models.DateTimeField()

    class Meta:
        verbose_name = _("action")
        verbose_name_plural = _("actions")
        constraints = (
            models.UniqueConstraint(fields=("match", "seq"), name="one_action_a_seq"),
            models.UniqueConstraint(fields=("match", "command_id"), name=ONE_ACTION_A_COMMAND),
        )

    def __str__(self) -> str:
        return f"{self.match_id}#{self.seq}"
