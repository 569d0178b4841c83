"""What django-allauth asks of the site: who may be called what, and where people go next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts import preferences
from accounts.models import User
from accounts.names import skeleton
from accounts.validators import name_or_refusal, refuse_reserved

if TYPE_CHECKING:
    from django.http import HttpRequest

CODE_DUE: Final = "recovery_code_due"
"""Session key: the next visit of the recovery page shows a new code."""
STAFF_SESSION_SECONDS: Final = 60 * 60


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Names by their skeleton, suspensions, the recovery code after sign-up, preferences."""

    error_messages: Final = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": _("The name and the password do not belong together."),
        "username_taken": _("This name is taken, or too much like one that is."),
        "too_many_login_attempts": _("Too many wrong tries. Wait five minutes, then try again."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:  # noqa: FBT001, FBT002
        """Give the form of a name that is stored, or refuse it: unsafe, reserved, or taken."""
        name = name_or_refusal(username)
        refuse_reserved(name)
        if not shallow and User.objects.by_name(name) is not None:
            raise self.validation_error("username_taken")
        return name

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:  # noqa: FBT001, FBT002
        """Save a person who signs up, with what they chose as a visitor."""
        preferences.adopt(request, user)
        saved: User = super().save_user(request, user, form, commit=commit)
        return saved

    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse | None:
        """Tell a suspended person why and how long; only after the right password."""
        suspension = user.suspension()
        if suspension is not None:
            return render(
                request, "accounts/suspended.html", {"suspension": suspension}, status=403
            )
        response: HttpResponse | None = super().pre_login(request, user, **kwargs)
        return response

    def login(self, request: HttpRequest, user: User) -> None:
        """Log a person in; a staff session ends with the hour."""
        super().login(request, user)
        shorten_staff_session(request, user)

    def post_login(
        self, request: HttpRequest, user: User, *, signup: bool, **kwargs: Any
    ) -> HttpResponse:
        """Lead a new person past the recovery code, and bring the account's preferences along."""
        response: HttpResponse = super().post_login(request, user, signup=signup, **kwargs)
        if signup:
            request.session[CODE_DUE] = True
            query = urlencode({"next": response["Location"]})
            response = HttpResponseRedirect(f"{reverse('account_recovery_code')}?{query}")
        preferences.remember(response, preferences.of_account(user))
        return response

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Go back to the own page after a change of password."""
        return reverse("person", args=[request.user.get_username()])

    def login_attempts_key(self, name: str) -> str:
        """Give the key that wrong passwords are counted under: one for every form of a name.

        With the name as typed, each of ``Layla``, ``LAYLA``, ``l_ayla`` would have tries of its own.
        """
        return f"name:{skeleton(name)}"

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Override allauth's own key; it is the only hook there is."""
        if name := credentials.get("username"):
            return self.login_attempts_key(name)
        key: str = super()._get_login_attempts_cache_key(request, **credentials)
        return key


def shorten_staff_session(request: HttpRequest, user: User) -> None:
    """Let the session of a member of staff end an hour after log-in."""
    if user.is_staff and settings.STAFF_SECOND_FACTOR:
        request.session.set_expiry(STAFF_SESSION_SECONDS)
