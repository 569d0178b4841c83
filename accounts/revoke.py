"""Ending somebody's presence: the stored sessions, and the sockets that would outlive them."""

from __future__ import annotations

from django.db import transaction

from accounts.sessions import Session
from games.live.publish import close_sockets


def sign_out_everywhere(user_id: int, *, keep: str | None = None) -> None:
    """End every session of a person but the one named ``keep``, and close all the sockets.

    The socket of the kept session is closed too: its page opens a new one under the new key.
    Sockets are told after the commit, so that one that asks again finds the session gone.
    """
    Session.objects.filter(user_id=user_id).exclude(session_key=keep or "").delete()
    close_after_commit(user_id)


def close_after_commit(user_id: int, session_key: str | None = None) -> None:
    """Close the sockets of a person, or only those that one session opened, after the commit.

    A channel layer that is down must not undo the sign-out; the sockets ask for their session
    again by themselves within a minute. (No ``partial`` here: where one fails, Django 5.2 looks for
    the name of the function to log it, finds none, and raises after all.)
    """

    def close() -> None:
        close_sockets(user_id, session_key)

    transaction.on_commit(close, robust=True)
