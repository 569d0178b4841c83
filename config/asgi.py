"""The ASGI application: pages by Django, sockets by Channels behind the Origin check."""

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

from config import env

env.use_settings("config.settings.production")
pages = get_asgi_application()

# The consumers import models, so they come after the application has set Django up.
from django.conf import settings  # noqa: E402

from config.origin import OriginCheck  # noqa: E402
from config.routing import websocket_urlpatterns  # noqa: E402

sockets = OriginCheck(AuthMiddlewareStack(URLRouter(websocket_urlpatterns)), settings.SITE_ORIGINS)
application = ProtocolTypeRouter({"http": pages, "websocket": sockets})
