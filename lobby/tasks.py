"""Tables looked after each second; every table by itself, so that one that fails does not hold up the rest."""

import structlog
from celery import shared_task

from lobby import seating

log = structlog.get_logger(__name__)


@shared_task(name="lobby.tasks.sweep_tables")  # type: ignore[untyped-decorator]  # celery ships no types
def sweep_tables() -> None:
    """Start the tables whose wait is over and drop those that were left."""
    for table_id in seating.due_tables():
        try:
            seating.look_after(table_id)
        except Exception:  # the others wait for their turn; the next sweep tries again
            log.exception("table not looked after", table=str(table_id))
