"""Logs: one line an event, with ids and versions and never a card."""

from __future__ import annotations

import logging
from typing import Any

import structlog

SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


class WithoutTrace(logging.Filter):
    """What strangers send is no fault of ours: such lines become warnings, and lose their trace."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Change the line, and let it through."""
        record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
        record.exc_info = record.exc_text = None
        return True


def logging_config(level: str) -> dict[str, Any]:
    """Set structlog up and give Django's ``LOGGING`` for the same lines."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *SHARED,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.processors.StackInfoRenderer(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": SHARED,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    structlog.processors.format_exc_info,
                    structlog.processors.KeyValueRenderer(
                        key_order=["timestamp", "level", "logger", "event"]
                    ),
                ],
            }
        },
        "filters": {"without_trace": {"()": WithoutTrace}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "daphne": {"level": "WARNING"},
            # These would tell of every sweep, twice a second for ever.
            "celery.beat": {"level": "WARNING"},
            "celery.worker.strategy": {"level": "WARNING"},
            "celery.app.trace": {"level": "WARNING"},
            "django.channels.server": {"level": "WARNING"},
            "django.security.DisallowedHost": {"filters": ["without_trace"]},
        },
    }
