"""Language, light, card colours, motion: in cookies for every visitor, in the account for its owner.

The cookies are what pages read and what a press in the page writes, so that a choice holds at once
and without an account. At log-in the cookies of that browser are set from the account.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from django.conf import settings

from accounts.models import Deck, Language, Motion, Theme

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.http import HttpRequest, HttpResponseBase

    from accounts.models import User

CHOICES: Final = {"theme": Theme, "deck": Deck, "motion": Motion}
"""Name of the cookie and of the account's field, and what may be in both."""
NAMES: Final = ("language", *CHOICES)
AGE: Final = 60 * 60 * 24 * 365


def of_account(user: User) -> dict[str, str]:
    """Give the choices kept in an account; an empty one is no choice."""
    return {name: getattr(user, name) for name in NAMES}


def of_visitor(request: HttpRequest) -> dict[str, str]:
    """Give the choices of this browser: a visitor can write anything there, so only known ones."""
    language = getattr(request, "LANGUAGE_CODE", "")
    chosen = {"language": language if language in Language.values else ""}
    for name, kind in CHOICES.items():
        value = request.COOKIES.get(name, "")
        chosen[name] = value if value in kind.values else ""
    return chosen


def remember(response: HttpResponseBase, chosen: Mapping[str, str]) -> None:
    """Put choices into the cookies of this browser; an empty one takes its cookie away.

    The page's own script writes them too, so they are not hidden from it; they hold no secret.
    """
    for name in CHOICES:
        if value := chosen[name]:
            response.set_cookie(name, value, **_manner())
        else:
            response.delete_cookie(name, samesite="Lax")
    if chosen["language"]:
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            chosen["language"],
            httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
            **_manner(),
        )


def adopt(request: HttpRequest, user: User) -> None:
    """Take over what a visitor chose before signing up; the caller saves."""
    for name, value in of_visitor(request).items():
        setattr(user, name, value)


def _manner() -> dict[str, Any]:
    return {"max_age": AGE, "secure": settings.SESSION_COOKIE_SECURE, "samesite": "Lax"}
