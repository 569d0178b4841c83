"""Guests: users without a password, who keep what they did when they sign up."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final

from django.db import IntegrityError, transaction

from accounts.models import User

if TYPE_CHECKING:
    from accounts.models import Language

WORDS: Final = {"en": "Guest", "ar": "ضيف"}
"""The word a guest's name begins with; people who sign up cannot take it."""
TRIES: Final = 20


def make_guest(language: Language) -> User:
    """Make a guest with a name nobody has, such as ``Guest 48213``."""
    for _ in range(TRIES):
        name = f"{WORDS[language.value]} {secrets.randbelow(90_000) + 10_000}"
        guest = User(username=name, is_guest=True, language=language.value)
        guest.set_unusable_password()
        try:
            with transaction.atomic():
                guest.save()
        except IntegrityError:
            continue
        return guest
    raise AssertionError("no free guest name in so many tries")


def become_user(guest: User, name: str, password: str) -> None:
    """Turn a guest into a user under a checked name; the row, its matches and seats stay.

    Raise ``IntegrityError`` where the name has been taken meanwhile, ``ValueError`` where the
    account is no guest's (a sign-up must not rename a user).
    """
    if not guest.is_guest:
        raise ValueError("only a guest becomes a user")
    guest.username = name
    guest.is_guest = False
    guest.set_password(password)
    guest.save(update_fields=["username", "is_guest", "password"])
