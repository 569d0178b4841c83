"""Settled rounds."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.match import Match


class RoundResult(models.Model):
    """How one round ended, as the rule set recorded it."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    finish = models.CharField(max_length=16)
    record = models.JSONField()
    ended = models.DateTimeField()

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        constraints = (
            models.UniqueConstraint(fields=("match", "number"), name="one_result_a_round"),
        )

    def __str__(self) -> str:
        return f"{self.match_id} round {self.number}"
