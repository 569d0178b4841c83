"""Who plays: the user, who may be a guest."""

from __future__ import annotations

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """A person who plays, or a guest who may become one by signing up."""

    is_guest = models.BooleanField(_("guest"), default=False)
