"""For the hands at work: `manage.py runserver`, shell, migrate. Files are served as they lie."""

from __future__ import annotations

from config.settings.base import *  # noqa: F403
from config.settings.base import INSTALLED_APPS

DEBUG = True
SERVESTATIC_USE_FINDERS = True
SERVESTATIC_AUTOREFRESH = True
INSTALLED_APPS.insert(0, "daphne")  # first, so that runserver speaks ASGI
