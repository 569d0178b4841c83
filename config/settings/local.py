"""For the hands at work: `manage.py runserver`, shell, migrate. Files are served as they lie."""

from __future__ import annotations

from config.settings.base import *  # noqa: F403

DEBUG = True
SERVESTATIC_USE_FINDERS = True
SERVESTATIC_AUTOREFRESH = True
