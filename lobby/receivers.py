"""What the lobby does when a match is over."""

from typing import Any
from uuid import UUID

from django.dispatch import receiver

from games.signals import match_finished
from lobby import seating


@receiver(match_finished)
def rest(sender: Any, match_id: UUID, **kwargs: Any) -> None:
    """Let the match's table rest, ready for a rematch."""
    seating.match_over(match_id)
