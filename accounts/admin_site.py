"""The admin: signed in to through allauth, and behind a second factor where the site is on https."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from allauth.account.decorators import secure_admin_login
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import admin, messages
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.http import HttpRequest


class StaffSite(admin.AdminSite):
    """Let in staff only, and only those with a second factor where one is required."""

    site_title = _("Jalsa")
    site_header = _("Jalsa: the back room")
    index_title = _("What there is")

    def has_permission(self, request: HttpRequest) -> bool:
        """Tell whether this person may see the admin now."""
        return super().has_permission(request) and has_second_factor(request)

    @method_decorator(secure_admin_login)
    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Send visitors to the site's log-in, and staff without a second factor to set one up.

        The decorator keeps out who is not staff; it is also what puts allauth's limits and its
        second factor before the admin, which has a password form of its own otherwise.
        """
        if super().has_permission(request) and not has_second_factor(request):
            messages.warning(request, _("The back room needs a second factor. Set it up here."))
            return HttpResponseRedirect(reverse("mfa_activate_totp"))
        return super().login(request, extra_context)

    def password_change(  # type: ignore[override]  # the stubs are narrower
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Send staff to the site's own page, which counts wrong tries and closes other sockets."""
        return HttpResponseRedirect(reverse("account_change_password"))


def has_second_factor(request: HttpRequest) -> bool:
    """Tell whether this person has a second factor, or none is required here.

    Who has one was asked for it at log-in, and who has just set it up has ended all other sessions.
    """
    if not settings.STAFF_SECOND_FACTOR:
        return True
    return bool(is_mfa_enabled(request.user, types=[Authenticator.Type.TOTP]))
