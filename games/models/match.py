"""A match, its seats, and the pulse by which downtime is measured."""

import uuid
from typing import Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Status(models.TextChoices):
    """Where a match stands: one list, used everywhere."""

    DEALING = "dealing", _("dealing")
    PLAYING = "playing", _("playing")
    BETWEEN_ROUNDS = "between_rounds", _("between rounds")
    FINISHED = "finished", _("finished")
    ABORTED = "aborted", _("broken off")
    VOID = "void", _("void")


LIVE: Final = (Status.DEALING, Status.PLAYING, Status.BETWEEN_ROUNDS)
"""A match in one of these goes on; in any other its log is closed for ever."""


class Pace(models.TextChoices):
    """How long a bot seems to think."""

    NORMAL = "normal", _("normal")
    PRACTICE = "practice", _("practice")


class Match(models.Model):
    """One contest. The log of its actions is the truth; everything else here can be derived from it or steers the clock.

    `version` counts the rows of the log and fences every game action; `meta_version` counts what is not a game action
    (presence, covers, chat, reveals). `deadline` is the end of the turn under way, `bot_due` the moment at which a bot's
    move is to appear; both by database time. `snapshot` holds the whole state, hidden cards included, at `snapshot_version`,
    a round boundary. `sealed_seed` is the top of the fairness chain, encrypted (fairness spec, sections 3 and 8.5).
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    ruleset = models.CharField(_("game"), max_length=40)
    revision = models.PositiveSmallIntegerField()
    options = models.JSONField(_("house rules"))
    seats = models.PositiveSmallIntegerField(_("seats"))
    sitting = models.PositiveIntegerField(default=0)
    status = models.CharField(
        _("status"), max_length=16, choices=Status.choices, default=Status.DEALING
    )
    version = models.PositiveIntegerField(default=0)
    meta_version = models.PositiveIntegerField(default=0)
    to_act = models.PositiveSmallIntegerField(null=True)
    deadline = models.DateTimeField(null=True)
    bot_due = models.DateTimeField(null=True)
    turn_seconds = models.PositiveSmallIntegerField(_("turn clock"), null=True)
    bot_pace = models.CharField(max_length=10, choices=Pace.choices, default=Pace.NORMAL)
    snapshot = models.JSONField(null=True)
    snapshot_version = models.PositiveIntegerField(default=0)
    standing = models.JSONField(null=True)
    public = models.BooleanField(_("public"), default=True)
    rated = models.BooleanField(_("rated"), default=False)
    table_id = models.UUIDField(null=True, db_index=True)
    rematch_of = models.ForeignKey(
        "self", null=True, on_delete=models.SET_NULL, related_name="rematches"
    )
    created = models.DateTimeField(_("created"))
    started = models.DateTimeField(_("started"), null=True)
    finished = models.DateTimeField(_("finished"), null=True)
    origin = models.CharField(max_length=128)
    tip = models.CharField(max_length=64)
    chain_len = models.PositiveIntegerField()
    sealed_seed = models.BinaryField()
    open_ms = models.BigIntegerField()
    rules_hash = models.CharField(max_length=64)
    open_hash = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        indexes = (
            models.Index(fields=("-created",), name="match_newest"),
            models.Index(
                fields=("deadline",), name="match_deadline", condition=models.Q(status="playing")
            ),
            models.Index(
                fields=("bot_due",), name="match_bot_due", condition=models.Q(status="playing")
            ),
            models.Index(
                fields=("status",),
                name="match_live",
                condition=models.Q(status__in=("dealing", "playing", "between_rounds")),
            ),
        )
        constraints = (
            models.CheckConstraint(
                condition=models.Q(seats__gte=1, seats__lte=4), name="match_seats"
            ),
        )

    def __str__(self) -> str:
        return str(self.id)


class MatchSeat(models.Model):
    """Who holds a seat: a user (perhaps a guest) or a bot.

    `name` is the name as it was when the match began; the row outlives the account. A bot plays for a seat that is
    `resigned` for good, and for one that is `covered` until its player is back.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seat_rows")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="match_seats",
    )
    bot_level = models.CharField(max_length=20, blank=True, default="")
    name = models.CharField(max_length=60)
    guest = models.BooleanField(default=False)
    last_seen = models.DateTimeField(null=True)
    present = models.BooleanField(default=False)
    covered = models.BooleanField(default=False)
    resigned = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        constraints = (
            models.UniqueConstraint(fields=("match", "seat"), name="one_row_a_seat"),
            models.UniqueConstraint(
                fields=("match", "user"),
                name="one_seat_a_user",
                condition=models.Q(user__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat}"


class Heartbeat(models.Model):
    """The one row the sweep touches each second; what is missing from it is downtime, and is given back to the clocks."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    beat = models.DateTimeField()

    class Meta:
        constraints = (models.CheckConstraint(condition=models.Q(id=1), name="one_heartbeat"),)

    def __str__(self) -> str:
        return self.beat.isoformat()
