"""Every socket address of the site."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.urls import re_path

from games.consumers.routing import websocket_urlpatterns as match_sockets

if TYPE_CHECKING:
    from django.urls import URLPattern, URLResolver

NO_SUCH_SOCKET = 4404


async def nowhere(scope: Any, receive: Any, send: Any) -> None:
    """Refuse the handshake of an address that leads nowhere; without this the router raises, and the browser sees 500."""
    await receive()
    await send({"type": "websocket.close", "code": NO_SUCH_SOCKET})


# The router calls applications where Django calls views.
_rest = re_path("", nowhere)  # type: ignore[arg-type]
websocket_urlpatterns: list[URLPattern | URLResolver] = [*match_sockets, _rest]
