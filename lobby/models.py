"""Tables and their chairs. A table outlives its matches; a bot never owns a chair, it sits in when the match begins."""

import uuid
from typing import Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Status(models.TextChoices):
    """Where a table stands."""

    WAITING = "waiting", _("waiting")
    PLAYING = "playing", _("playing")
    RESTING = "resting", _("resting")
    CLOSED = "closed", _("closed")


BOTS_AT_ONCE: Final = 0


class Table(models.Model):
    """A place to play: what is played, by whom, and who may find it.

    `bots_after` is the wait in seconds before bots take the free chairs, 0 for at once, None for no bots at all. `fill_at` is
    the moment at which they do, by database time. `sitting` counts the rematches; `match_id` names the latest match.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="hosted_tables",
        verbose_name=_("host"),
    )
    ruleset = models.CharField(_("game"), max_length=40)
    options = models.JSONField(_("house rules"), default=dict)
    seats = models.PositiveSmallIntegerField(_("seats"))
    turn_seconds = models.PositiveSmallIntegerField(_("turn clock"), null=True)
    public = models.BooleanField(_("public"), default=True)
    quick = models.BooleanField(_("quick match"), default=False)
    bots_after = models.PositiveSmallIntegerField(_("bots after"), null=True)
    bot_level = models.CharField(_("bots play"), max_length=20, default="greedy")
    status = models.CharField(
        _("status"), max_length=10, choices=Status.choices, default=Status.WAITING
    )
    fill_at = models.DateTimeField(null=True)
    host_seen = models.DateTimeField()
    match_id = models.UUIDField(_("match"), null=True)
    sitting = models.PositiveIntegerField(default=0)
    created = models.DateTimeField(_("opened"), auto_now_add=True)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        indexes = (
            models.Index(fields=("status", "public"), name="table_open"),
            models.Index(
                fields=("fill_at",), name="table_due", condition=models.Q(status="waiting")
            ),
        )
        constraints = (models.UniqueConstraint(fields=("match_id",), name="one_table_a_match"),)

    def __str__(self) -> str:
        return str(self.id)


class Chair(models.Model):
    """A person's place at a table; nobody has two."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="chairs")
    seat = models.PositiveSmallIntegerField()
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="chair"
    )
    ready = models.BooleanField(default=False)
    seen = models.DateTimeField()

    class Meta:
        verbose_name = _("chair")
        verbose_name_plural = _("chairs")
        ordering = ("seat",)
        constraints = (
            models.UniqueConstraint(fields=("table", "seat"), name="one_person_a_chair"),
        )

    def __str__(self) -> str:
        return f"{self.table_id}/{self.seat}"
