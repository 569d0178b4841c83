"""How the site runs for people, by `make play` on one machine as behind a proxy for many.

What https allows follows from ``SITE_URL``; on plain http in a local network people can still log in.
"""

from __future__ import annotations

from config.settings.base import *  # noqa: F403
from config.settings.base import DATABASES, SECURE, STORAGES

# A connection that died with its server is found out when it is taken from the pool, not in a query.
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
DATABASES["default"]["OPTIONS"]["pool"] = {
    "min_size": 1,
    "max_size": 10,
    "timeout": 10,
    "max_idle": 300,
}
STORAGES["staticfiles"] = {"BACKEND": "config.staticfiles.HashedFiles"}

if SECURE:
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^health$"]  # asked on the machine itself, behind the proxy
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    LANGUAGE_COOKIE_SECURE = True
    SESSION_COOKIE_NAME = "__Host-sessionid"
    CSRF_COOKIE_NAME = "__Host-csrftoken"
