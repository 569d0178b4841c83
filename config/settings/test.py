"""For the tests: the real PostgreSQL and Valkey, one database, index and prefix for each worker."""

from __future__ import annotations

from config import services
from config.settings.base import *  # noqa: F403
from config.settings.base import (
    CELERY_BROKER_TRANSPORT_OPTIONS,
    CHANNEL_LAYERS,
    ENV,
    SERVICES,
    VAR_DIR,
)

SECRET_KEY = "only for tests, where nothing is secret"  # noqa: S105

WORKER = ENV.worker or "main"
PREFIX = f"jalsa-test-{WORKER}"
# Index 0 belongs to the site itself; the workers of pytest-xdist count from gw0.
REDIS_URL = services.redis_with_index(
    SERVICES.redis_url, 1 + (int(WORKER[2:]) + 1 if ENV.worker else 0)
)
CELERY_BROKER_URL = REDIS_URL
CELERY_BROKER_TRANSPORT_OPTIONS["global_keyprefix"] = f"{PREFIX}:"
CHANNEL_LAYERS["default"]["CONFIG"]["hosts"][0]["address"] = REDIS_URL
CHANNEL_LAYERS["default"]["CONFIG"]["prefix"] = PREFIX

# One round of the real hasher costs 50 ms, and hundreds of tests make users.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
STATIC_ROOT = VAR_DIR / "test-static"
SERVESTATIC_USE_FINDERS = True
SERVESTATIC_AUTOREFRESH = True
