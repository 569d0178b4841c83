"""Sentences of Django that its own Arabic does not have any more, named here so that our catalogue keeps them."""

from __future__ import annotations

from django.utils.translation import ngettext_lazy

TOO_SHORT = ngettext_lazy(
    "This password is too short. It must contain at least %d character.",
    "This password is too short. It must contain at least %d characters.",
)
"""Of `django.contrib.auth.password_validation.MinimumLengthValidator`."""
