"""Deals as promises: what was sealed, when, and what was opened (fairness spec, sections 4, 8 and 9)."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.match import Match


class Stage(models.TextChoices):
    """The steps of a deal, each entered by one transaction."""

    SEALED = "sealed", _("sealed")
    DEALT = "dealt", _("dealt")
    ENDED = "ended", _("ended")
    REVEALED = "revealed", _("revealed")


class FairLog(models.Model):
    """The one row that keeps the name of this site's deals for ever, whatever address it has later."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    origin = models.CharField(max_length=128)

    class Meta:
        constraints = (models.CheckConstraint(condition=models.Q(id=1), name="one_fair_log"),)

    def __str__(self) -> str:
        return self.origin


class Deal(models.Model):
    """One position of a match's chain. The entries of the log are rebuilt from these fields, never stored as bytes.

    `seats` and `statuses` are lists as in the proof document; `seed` is empty until the reveal; hashes are hex; `reveal_by`
    is the moment after which a deal that is not revealed is overdue; `first_seq` and `last_seq` bound its rows of the log, Deal
    included.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="deals")
    deal_no = models.PositiveSmallIntegerField()
    round_no = models.PositiveSmallIntegerField()
    stage = models.CharField(max_length=10, choices=Stage.choices)
    dealer_in = models.PositiveSmallIntegerField()
    params = models.JSONField()
    seats = models.JSONField()
    sealed_ms = models.BigIntegerField()
    reveal_by_ms = models.BigIntegerField()
    reveal_by = models.DateTimeField()
    seal_hash = models.CharField(max_length=64)
    statuses = models.JSONField(null=True)
    key_check = models.CharField(max_length=64, blank=True, default="")
    outcome = models.PositiveSmallIntegerField(null=True)
    piles = models.JSONField(default=list)
    first_seq = models.PositiveIntegerField(null=True)
    last_seq = models.PositiveIntegerField(null=True)
    seed = models.CharField(max_length=64, blank=True, default="")
    history_hash = models.CharField(max_length=64, blank=True, default="")
    revealed_ms = models.BigIntegerField(null=True)

    class Meta:
        verbose_name = _("deal")
        verbose_name_plural = _("deals")
        constraints = (
            models.UniqueConstraint(fields=("match", "deal_no"), name="one_deal_a_position"),
        )
        indexes = (
            models.Index(
                fields=("reveal_by",),
                name="deal_unrevealed",
                condition=~models.Q(stage="revealed"),
            ),
        )

    def __str__(self) -> str:
        return f"{self.match_id} deal {self.deal_no}"
