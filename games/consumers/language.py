"""The language of whoever opened a socket: no middleware of Django's runs there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import HttpRequest
from django.utils.translation import get_language_from_request

if TYPE_CHECKING:
    from collections.abc import Mapping


def language_of(scope: Mapping[str, Any]) -> str:
    """Give the language in which the page of this browser is written: asked for as for a page, of the same cookie and header."""
    request = HttpRequest()
    request.COOKIES = dict(scope.get("cookies", {}))
    headers = dict(scope.get("headers", ()))
    request.META["HTTP_ACCEPT_LANGUAGE"] = headers.get(b"accept-language", b"").decode("latin-1")
    return get_language_from_request(request)
