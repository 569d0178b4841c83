"""The forms of sign-up, log-in, recovery and preferences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from allauth.account.fields import PasswordField, SetPasswordField
from allauth.core import context, ratelimit
from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts import recovery
from accounts.adapter import shorten_staff_session
from accounts.models import Deck, Language, Motion, Theme, User
from accounts.names import MAX_CODE_POINTS, skeleton

if TYPE_CHECKING:
    from django.http import HttpRequest

RECOVER_ACTION = "recover"
"""Key of ``ACCOUNT_RATE_LIMITS``: tries with a recovery code."""


class SignupForm(allauth_forms.SignupForm):  # type: ignore[misc]
    """A name and a password; an e-mail address only for those who want one."""

    field_order = ("username", "password1", "email")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["username"]
        name.label = _("Name at the table")
        name.help_text = _("3 to 20 letters and digits, in one alphabet.")
        name.strip = False  # what stripping would hide is to be refused, not dropped
        name.widget.attrs.update({"dir": "auto", "autocapitalize": "off", "spellcheck": "false"})
        self.fields["password1"].help_text = _("8 characters or more. No rules about symbols.")
        self.fields["email"].label = _("E-mail")
        _without_placeholders(self)

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Save the new person; of two who take one name in the same moment, send one back."""
        try:
            with transaction.atomic():
                user, response = super().try_save(request)
        except IntegrityError:
            messages.error(request, get_adapter().error_messages["username_taken"])
            return None, HttpResponseRedirect(reverse("account_signup"))
        return user, response


class LoginForm(allauth_forms.LoginForm):  # type: ignore[misc]
    """The name in any form, and the password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Name")
        self.fields["login"].widget.attrs.update({"dir": "auto", "autocapitalize": "off"})
        self.fields["password"].help_text = ""
        _without_placeholders(self)

    def login(self, request: HttpRequest, redirect_url: str | None = None) -> HttpResponse:
        """Log in; allauth sets the age of the session last, so a staff one is shortened after."""
        response: HttpResponse = super().login(request, redirect_url=redirect_url)
        if self.user is not None:
            shorten_staff_session(request, self.user)
        return response


class RecoverForm(forms.Form):
    """Name, recovery code, and the new password."""

    name = forms.CharField(
        label=_("Name"),
        max_length=MAX_CODE_POINTS,
        widget=forms.TextInput(attrs={"autocomplete": "username", "dir": "auto"}),
    )
    code = forms.CharField(
        label=_("Recovery code"),
        max_length=64,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "dir": "ltr", "autocapitalize": "characters"}
        ),
    )
    password = SetPasswordField(label=_("New password"), help_text="")

    user: User | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _without_placeholders(self)

    def clean(self) -> dict[str, Any]:
        """Find the person; one answer for a wrong name, a wrong code and a code already spent."""
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        allowed = ratelimit.consume(
            context.request, action=RECOVER_ACTION, key=skeleton(cleaned["name"])
        )
        if not allowed:
            raise get_adapter().validation_error("too_many_login_attempts")
        self.user = recovery.owner(cleaned["name"], cleaned["code"])
        if self.user is None:
            raise ValidationError(
                _("The name and the recovery code do not belong together."), code="mismatch"
            )
        return cleaned


class PasswordCheckForm(forms.Form):
    """The own password once more, before something that could take the account away."""

    password = PasswordField(label=_("Password"), autocomplete="current-password")

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        _without_placeholders(self)

    def clean_password(self) -> str:
        """Check it as a log-in would, wrong tries counted with those of log-in."""
        password = str(self.cleaned_data["password"])
        if not get_adapter().reauthenticate(self.user, password):
            raise get_adapter().validation_error("incorrect_password")
        return password


class PreferencesForm(forms.Form):
    """Language, light, card colours and motion, one press each."""

    language = forms.ChoiceField(label=_("Language"), choices=Language.choices, required=False)
    theme = forms.ChoiceField(label=_("Light"), choices=Theme.choices, required=False)
    deck = forms.ChoiceField(label=_("Colours of the suits"), choices=Deck.choices, required=False)
    motion = forms.ChoiceField(label=_("Motion"), choices=Motion.choices, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            # the page's script shows a choice of these at once (static/js/site/look.js)
            look = {} if name == "language" else {"data-look": ""}
            field.widget = forms.RadioSelect(attrs=look, choices=field.widget.choices)

    def sent(self) -> dict[str, str]:
        """Give what was sent; a choice that was not keeps what it was."""
        return {name: value for name, value in self.cleaned_data.items() if name in self.data}


def _without_placeholders(form: forms.BaseForm) -> None:
    """Drop allauth's placeholders: a label that vanishes while one types is none."""
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)
