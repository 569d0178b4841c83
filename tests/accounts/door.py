"""The ways in and out of the site, as a browser takes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.test import Client

PASSWORD = "seven stones and a keystone"


def log_in(
    client: Client, name: str, password: str = PASSWORD, headers: dict[str, str] | None = None
) -> int:
    """Log in through the page; give the status (302: inside)."""
    data = {"login": name, "password": password}
    return client.post("/accounts/login/", data, headers=headers).status_code


def who(client: Client) -> str:
    """Tell as whom the browser is known, empty for a visitor."""
    user = client.get("/health").wsgi_request.user
    return str(user.get_username())
