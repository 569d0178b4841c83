"""A person's page, the recovery code, preferences and the history of matches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from allauth.account import signals
from allauth.account.adapter import get_adapter
from allauth.account.utils import perform_login
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import matches, preferences, recovery
from accounts.adapter import CODE_DUE
from accounts.forms import PasswordCheckForm, PreferencesForm, RecoverForm
from accounts.models import User

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

LAST_MATCHES: Final = 5
"""So many of a person's matches stand on their page."""


@require_safe
@never_cache
def person(request: HttpRequest, name: str) -> HttpResponse:
    """Show a person: name, since when, matches played; to themselves also what they may change."""
    found = User.objects.by_name(name)
    if found is None or not found.is_active:
        raise Http404
    if found.username != name:
        return redirect(found)
    played = matches.page_of(found.pk, 1)
    context: dict[str, Any] = {
        "person": found,
        "played": played.total,
        "matches": played.lines[:LAST_MATCHES],
        "is_self": request.user == found,
    }
    if context["is_self"]:
        kept = preferences.of_account(found)
        kept["language"] = kept["language"] or translation.get_language() or ""
        context["form"] = PreferencesForm(initial=kept)
    return render(request, "accounts/profile.html", context)


@require_POST
def save_preferences(request: HttpRequest) -> HttpResponse:
    """Keep what is sent of language, light and colours: in the cookies, and in the account."""
    form = PreferencesForm(request.POST)
    back = _safe_next(request) or _home(request.user)
    if not form.is_valid():
        messages.error(request, _("That choice does not exist."))
        return HttpResponseRedirect(back)
    account = request.user if isinstance(request.user, User) else None
    kept = preferences.of_account(account) if account else preferences.of_visitor(request)
    chosen = {**kept, **form.sent()}
    if account:
        for name, value in chosen.items():
            setattr(account, name, value)
        account.save(update_fields=list(chosen))
        with translation.override(chosen["language"] or translation.get_language()):
            messages.success(request, _("Saved."))
    response = HttpResponseRedirect(back)
    preferences.remember(response, chosen)
    return response


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("password")
@sensitive_variables("code")
def recovery_code(request: HttpRequest) -> HttpResponse:
    """Show a new recovery code, once: after sign-up or recovery, else for the password.

    The code is made while the page is, and only its hash is kept; to reload the page is to ask for
    the password.
    """
    user = request.user
    assert isinstance(user, User)
    onward = _safe_next(request) or _home(user)
    form = PasswordCheckForm(user, request.POST or None)
    due = request.method == "GET" and request.session.pop(CODE_DUE, False)
    if due or (request.method == "POST" and form.is_valid()):
        code = recovery.issue(user)
        return render(request, "accounts/recovery_code.html", {"code": code, "onward": onward})
    context = {"form": form, "onward": onward, "has_code": bool(user.recovery_hash)}
    return render(request, "accounts/recovery_code_new.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("code", "password")
def recover(request: HttpRequest) -> HttpResponse:
    """Reset a password with the recovery code: the code is spent, all sessions end, a new one begins."""
    if request.user.is_authenticated:
        return redirect(_home(request.user))
    form = RecoverForm(request.POST or None)
    if request.method != "POST" or not form.is_valid():
        return render(request, "accounts/recover.html", {"form": form})
    user = form.user
    if user is None or not recovery.spend(user):
        form.add_error(None, _("The name and the recovery code do not belong together."))
        return render(request, "accounts/recover.html", {"form": form})
    adapter = get_adapter()
    user.refresh_from_db()
    adapter.set_password(user, form.cleaned_data["password"])
    signals.password_reset.send(sender=User, request=request, user=user)
    adapter.send_notification_mail("account/email/password_reset", user)
    request.session[CODE_DUE] = True
    response: HttpResponse = perform_login(
        request, user, redirect_url=reverse("account_recovery_code")
    )
    return response


@login_required
@never_cache
@require_safe
def history(request: HttpRequest) -> HttpResponse:
    """List the matches of whoever asks, the newest first, page by page."""
    text = request.GET.get("page", "1")
    page = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0
    if page < 1:
        raise Http404
    assert isinstance(request.user, User)
    return render(
        request, "accounts/history.html", {"page": matches.page_of(request.user.pk, page)}
    )


def _safe_next(request: HttpRequest) -> str:
    """Give the address to go on to where it lies on this site, else nothing."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    return wanted if wanted and get_adapter().is_safe_url(wanted) else ""


def _home(user: User | AnonymousUser) -> str:
    """Give the own page, or the first page for a visitor."""
    return (
        user.get_absolute_url() if isinstance(user, User) else reverse(settings.LOGIN_REDIRECT_URL)
    )
