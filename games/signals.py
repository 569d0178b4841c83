"""What the games tell the rest of the house."""

from django.dispatch import Signal

match_finished = Signal()
"""Sent once on commit when a match has come to its end, by `send_robust` with `match_id` (UUID) and `status`.

It may be lost when a process dies at that very moment: whoever counts results reads them from `games.queries`.
"""
