"""Sessions that know whose they are, so that all of a person's can be ended at once.

Named by ``SESSION_ENGINE``. Django's own table hides the user inside the encoded data; here the
user is a column beside it.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models


class SessionStore(DatabaseStore):
    """Django's database store over :class:`Session`."""

    @classmethod
    def get_model_class(cls) -> type[AbstractBaseSession]:
        """Give the model the rows are of."""
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        """Write the user of the session beside its data; visitors have none."""
        row = super().create_model_instance(data)
        assert isinstance(row, Session)
        row.user_id = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        return row


class Session(AbstractBaseSession):
    """One browser of one person, or of a visitor."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="sessions"
    )

    class Meta(AbstractBaseSession.Meta):
        """Keep Django's words for it."""

    @classmethod
    def get_session_store_class(cls) -> type[SessionStore]:
        """Give the store that reads these rows."""
        return SessionStore
