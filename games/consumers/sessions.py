"""Whether the session that opened a socket still stands (THREATS row 15: a socket must not outlive a logout)."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.auth import (
    BACKEND_SESSION_KEY,
    HASH_SESSION_KEY,
    SESSION_KEY,
    load_backend,
)
from django.utils.crypto import constant_time_compare

if TYPE_CHECKING:
    from django.contrib.sessions.backends.base import SessionBase


def still_signed_in(session_key: str, user_id: int) -> bool:
    """Ask the tables again: the session, the account, and the password it was opened with."""
    session: SessionBase = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    path = session.get(BACKEND_SESSION_KEY)
    if session.get(SESSION_KEY) != str(user_id) or path not in settings.AUTHENTICATION_BACKENDS:
        return False
    user = load_backend(path).get_user(user_id)
    if user is None or not user.is_active:
        return False
    known = str(session.get(HASH_SESSION_KEY, ""))
    hashes = (user.get_session_auth_hash(), *user.get_session_auth_fallback_hash())
    return any(constant_time_compare(known, good) for good in hashes)
