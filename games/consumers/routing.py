"""The socket addresses of the games."""

from __future__ import annotations

from django.urls import path

from games.consumers.match import MatchConsumer

websocket_urlpatterns = [path("ws/match/<uuid:match>/", MatchConsumer.as_asgi())]
