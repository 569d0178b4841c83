"""The Origin check of the sockets (THREATS row 12: a foreign page must not use a person's cookie)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection

    Asgi = Callable[[Any, Any, Any], Awaitable[None]]


def allowed(origin: str | None, host: str | None, origins: Collection[str]) -> bool:
    """Tell whether a page of ``origin`` may open a socket here.

    ``origins`` are exact: scheme, host and port as a browser writes them. Where it is empty the
    site has no name of its own, and a page may only reach the host and port it came from, over
    plain http: that is what a phone on the local network does.
    """
    if not origin:
        return False
    if origins:
        return origin.lower() in origins
    return bool(host) and origin.lower() == f"http://{host}".lower()


class OriginCheck:
    """Refuse the handshake of every socket whose Origin is missing or not ours."""

    def __init__(self, app: Asgi, origins: Collection[str]) -> None:
        """Stand before ``app``; ``origins`` as in :func:`allowed`."""
        self.app = app
        self.origins = frozenset(origins)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass the handshake on, or close it before it is accepted (the browser sees 403)."""
        origin, host = _only(scope, b"origin"), _only(scope, b"host")
        if allowed(origin, host, self.origins):
            await self.app(scope, receive, send)
            return
        await receive()
        await send({"type": "websocket.close", "code": 4403})


def _only(scope: Any, name: bytes) -> str | None:
    """Give the one value of a header; a header sent twice counts as missing."""
    values = [value for key, value in scope["headers"] if key.lower() == name]
    return values[0].decode("latin-1") if len(values) == 1 else None
