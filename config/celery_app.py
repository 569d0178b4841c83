"""The Celery application: three queues, at-least-once, and a sweep every second."""

from __future__ import annotations

from celery import Celery

from config import broker, env

env.use_settings("config.settings.production")
broker.mend()

app = Celery("jalsa")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
