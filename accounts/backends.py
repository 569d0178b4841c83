"""The one authentication backend: a name in any form, a password, and nobody suspended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from allauth.account.auth_backends import AuthenticationBackend
from asgiref.sync import sync_to_async

from accounts.models import User

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser
    from django.http import HttpRequest


class NameBackend(AuthenticationBackend):  # type: ignore[misc]
    """Let a person in under any form of the name, and a suspended one not at all.

    ``get_user`` runs in every request and at every socket's handshake, so a suspension takes
    effect there at once, in the query that fetches the user anyway.
    """

    def authenticate(
        self, request: HttpRequest | None, **credentials: Any
    ) -> AbstractBaseUser | None:
        """Check a password; the same work is done for a name that nobody has."""
        if name := credentials.get("username"):
            person = User.objects.by_name(name)
            credentials["username"] = person.username if person else name
        found: AbstractBaseUser | None = super().authenticate(request, **credentials)
        return found

    def user_can_authenticate(self, user: Any) -> bool:
        """Tell whether this account may be used now."""
        return bool(user.is_active) and user.suspension() is None

    def get_user(self, user_id: int) -> User | None:
        """Give the user of a session, or None where the account may not be used now."""
        return User.objects.admitted().filter(pk=user_id).first()

    async def aget_user(self, user_id: int) -> User | None:
        """Do the same from asynchronous code."""
        return await sync_to_async(self.get_user)(user_id)
