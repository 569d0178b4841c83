"""The recovery code: shown once, kept as a hash, spent when it has reset the password.

It is the way back for people who gave no e-mail address, and works without a mail server.
"""

from __future__ import annotations

import secrets
import unicodedata
from typing import Final

from django.contrib.auth.hashers import check_password, make_password

from accounts.models import User
from accounts.names import skeleton

ALPHABET: Final = "ABCDEFGHJKMNPQRTUVWXY346789"
"""Without the pairs that handwriting confuses: 0 O, 1 I L, 2 Z, 5 S."""
GROUPS: Final = 4
GROUP: Final = 4
"""Sixteen of 27 signs are 76 bits: nobody guesses that, with or without a limit."""


def issue(user: User) -> str:
    """Make a new code, keep its hash, and give the code to be shown once. An older one is void."""
    code = "-".join("".join(secrets.choice(ALPHABET) for _ in range(GROUP)) for _ in range(GROUPS))
    user.recovery_hash = make_password(tidy(code))
    user.save(update_fields=["recovery_hash"])
    return code


def owner(name: str, code: str) -> User | None:
    """Give the person with this name and this code, or None; the same work is done either way."""
    person = User.objects.admitted().filter(skeleton=skeleton(name)).first()
    kept = person.recovery_hash if person else ""
    if not kept:
        make_password(tidy(code))
        return None
    return person if check_password(tidy(code), kept) else None


def spend(user: User) -> bool:
    """Void the code of ``user``; False where somebody else has just spent it."""
    spent = User.objects.filter(pk=user.pk, recovery_hash=user.recovery_hash).exclude(
        recovery_hash=""
    )
    return spent.update(recovery_hash="") == 1


def tidy(code: str) -> str:
    """Forgive letter case, spaces and dashes, and digits of another keyboard."""
    signs = (char for char in unicodedata.normalize("NFKC", code).upper() if char.isalnum())
    return "".join(str(unicodedata.digit(char, char)) for char in signs)
