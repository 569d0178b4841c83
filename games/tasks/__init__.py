"""Celery tasks: ids and versions only, safe to run twice, all rebuilt by the sweep."""

from games.tasks import audit, fair, turns

__all__ = ["audit", "fair", "turns"]
