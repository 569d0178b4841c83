"""What follows from signing in and out: sockets end with the session that opened them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from allauth.account import signals
from allauth.account.adapter import get_adapter
from allauth.core import ratelimit
from allauth.mfa.signals import authenticator_added
from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver

from accounts.revoke import close_after_commit, sign_out_everywhere

if TYPE_CHECKING:
    from django.http import HttpRequest

    from accounts.models import User


@receiver(user_logged_out)
def close_sockets_of_session(request: HttpRequest, user: User | None, **kwargs: Any) -> None:
    """End the sockets of every tab of a browser that logs out."""
    if user is not None:
        close_after_commit(user.pk, request.session.session_key)


@receiver([signals.password_changed, signals.password_set, authenticator_added])
def end_other_sessions(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Leave nobody inside who came in by the old password, or before the second factor."""
    sign_out_everywhere(user.pk, keep=request.session.session_key)


@receiver(signals.password_reset)
def end_all_sessions(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Leave nobody inside after a reset, and let the owner log in although others guessed wrong."""
    sign_out_everywhere(user.pk)
    ratelimit.clear(
        request, action="login_failed", key=get_adapter().login_attempts_key(user.username)
    )
