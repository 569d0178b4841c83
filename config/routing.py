"""Every socket address of the site."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.consumers.routing import websocket_urlpatterns as match_sockets

if TYPE_CHECKING:
    from django.urls import URLPattern, URLResolver

websocket_urlpatterns: list[URLPattern | URLResolver] = [*match_sockets]
