"""Who plays: the user, who may be a guest; what keeps one out; the sessions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Now
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.names import MAX_CODE_POINTS, skeleton
from accounts.sessions import Session
from accounts.validators import validate_name

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Deck", "Language", "Motion", "People", "Session", "Suspension", "Theme", "User"]


class Language(models.TextChoices):
    """The languages of the site, each by its own name."""

    ENGLISH = "en", "English"
    ARABIC = "ar", "العربية"


class Theme(models.TextChoices):
    """Day, night, or (empty) what the device says."""

    SYSTEM = "", _("As the device")
    NOON = "noon", _("Day")
    NIGHT = "night", _("Night")


class Deck(models.TextChoices):
    """How the suits are coloured; empty is one colour for each."""

    FOUR = "", _("Four colours")
    TWO = "two", _("Two colours")
    SAFE = "safe", _("Four, further apart")


class Motion(models.TextChoices):
    """Whether things move, or (empty) what the device says."""

    SYSTEM = "", _("As the device")
    STILL = "still", _("None")


class People(UserManager["User"]):
    """Find people by what they are called, and leave out who may not come in."""

    def by_name(self, name: str) -> User | None:
        """Give the one person whose name this is, in any letter case or form, or None.

        Two names that look alike cannot both exist, so the skeleton alone finds at most one.
        """
        return self.filter(skeleton=skeleton(name)).first()

    def admitted(self) -> models.QuerySet[User]:
        """Give those who may use their account now: active and not suspended."""
        suspended = Suspension.objects.in_force().filter(user=OuterRef("pk"))
        return self.filter(~Exists(suspended), is_active=True)


class User(AbstractUser):
    """A person who plays, or a guest who may become one by signing up.

    ``username`` is the name as the person wrote it, and the only one there is; ``skeleton`` is
    what no second person may share (:func:`accounts.names.skeleton`).
    """

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    username = models.CharField(
        _("name"),
        max_length=MAX_CODE_POINTS,
        unique=True,
        validators=[validate_name],
        error_messages={"unique": _("This name is taken, or too much like one that is.")},
    )
    skeleton = models.CharField(max_length=4 * MAX_CODE_POINTS, unique=True, editable=False)
    is_guest = models.BooleanField(_("guest"), default=False)
    recovery_hash = models.CharField(max_length=128, blank=True, editable=False)
    language = models.CharField(_("language"), max_length=2, choices=Language, blank=True)
    theme = models.CharField(_("light"), max_length=8, choices=Theme, blank=True)
    deck = models.CharField(_("card colours"), max_length=8, choices=Deck, blank=True)
    motion = models.CharField(_("motion"), max_length=8, choices=Motion, blank=True)

    objects: ClassVar[People] = People()

    class Meta:
        """Call people by what they are."""

        verbose_name = _("person")
        verbose_name_plural = _("people")

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Keep the skeleton in step with the name."""
        self.skeleton = skeleton(self.username)
        fields: Iterable[str] | None = kwargs.get("update_fields")
        if fields is not None and "username" in fields:
            kwargs["update_fields"] = {*fields, "skeleton"}
        super().save(*args, **kwargs)

    def get_full_name(self) -> str:
        """Give the name; there is no other."""
        return self.username

    def get_short_name(self) -> str:
        """Give the name; there is no other."""
        return self.username

    def get_absolute_url(self) -> str:
        """Give the address of the person's page."""
        return reverse("person", args=[self.username])

    def suspension(self) -> Suspension | None:
        """Give the suspension in force that ends last, or None."""
        return (
            Suspension.objects.in_force()
            .filter(user=self)
            .order_by(models.F("until").desc(nulls_first=True))
            .first()
        )


class Suspensions(models.QuerySet["Suspension"]):
    """Tell what is in force from what is past."""

    def in_force(self) -> Suspensions:
        """Give those that keep somebody out now, by the clock of the database."""
        return self.filter(Q(until=None) | Q(until__gt=Now()), lifted_at=None)


class Suspension(models.Model):
    """Somebody kept out of the site, why and until when. Rows stay as a record."""

    user = models.ForeignKey(
        User, models.CASCADE, related_name="suspensions", verbose_name=_("person")
    )
    reason = models.TextField(_("reason"), max_length=500, help_text=_("The person reads this."))
    since = models.DateTimeField(_("since"), auto_now_add=True)
    until = models.DateTimeField(
        _("until"), null=True, blank=True, help_text=_("Empty: until it is lifted.")
    )
    by = models.ForeignKey(
        User,
        models.SET_NULL,
        null=True,
        editable=False,
        related_name="suspensions_given",
        verbose_name=_("by"),
    )
    lifted_at = models.DateTimeField(_("lifted"), null=True, editable=False)
    lifted_by = models.ForeignKey(
        User,
        models.SET_NULL,
        null=True,
        editable=False,
        related_name="suspensions_lifted",
        verbose_name=_("lifted by"),
    )

    objects = Suspensions.as_manager()

    class Meta:
        """Newest first."""

        verbose_name = _("suspension")
        verbose_name_plural = _("suspensions")
        ordering = ("-since",)
        indexes = (
            models.Index(
                fields=["user", "until"], condition=Q(lifted_at=None), name="open_suspensions"
            ),
        )

    def __str__(self) -> str:
        """Name whom it is about."""
        return f"{self.user}: {self.since:%Y-%m-%d}"
