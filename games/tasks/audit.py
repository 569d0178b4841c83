"""Audits of finished matches."""

from uuid import UUID

from celery import shared_task

from games.live import publish
from games.live.audit import audit


@shared_task(name=publish.AUDIT)
def audit_match(match_id: str) -> None:
    """Play a match again from its log and compare; what differs is logged as an error."""
    audit(UUID(match_id))
