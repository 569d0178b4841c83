"""Pages rendered alone: no database, no session, the addresses of tests/look/urls.py."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.messages.storage.cookie import CookieStorage
from django.template.loader import get_template
from django.test import RequestFactory
from django.utils import translation

Render = Callable[..., str]


@pytest.fixture(autouse=True)
def own_addresses(settings: Any) -> Iterator[None]:
    settings.ROOT_URLCONF = "tests.look.urls"
    yield
    translation.deactivate()


@pytest.fixture
def render() -> Render:
    def page(
        name: str,
        context: dict[str, Any] | None = None,
        *,
        user: object,
        language: str = "en",
        path: str = "/",
        cookies: dict[str, str] | None = None,
        messages: tuple[tuple[int, str], ...] = (),
    ) -> str:
        request = RequestFactory().get(path)
        request.user = user  # type: ignore[assignment]
        request.COOKIES.update(cookies or {})
        storage = CookieStorage(request)
        for level, text in messages:
            storage.add(level, text)
        request._messages = storage  # type: ignore[attr-defined]
        with translation.override(language):
            return get_template(name).render(context, request)

    return page
