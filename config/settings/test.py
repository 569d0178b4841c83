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

# Matches of the browser tests by the name in the first seat: id, seed, and the moment written into the promise (1 January 2100:
# a moment that has passed would make the reveal look late). tests/e2e plays them card by card.
_MOMENT_MS = 4_102_444_800_000
FORESEEN_MATCHES = {
    "Lina": (
        "9c9c1204-c8df-40c0-a012-052c7fef640a",
        "a7c5047a5a973c15d5255514418aa53f994c24e3105a497a05d4ecaf3225340c",
        _MOMENT_MS,
    ),
    "Nadia": (
        "abb9c6b3-a904-44ae-aa35-e905dbfa5936",
        "b0b35d7a287b1814a8e0bd62d302d94e9e4b1ebd2932129362613c74cf321e9f",
        _MOMENT_MS,
    ),
    "ليلى": (
        "19ae8ed1-f0a0-4f2f-a646-9fdd68dc1ca6",
        "28c83931f7fc778ea18a5816e22211592f7b901acb723d0238f95c8986b48cf1",
        _MOMENT_MS,
    ),
}
