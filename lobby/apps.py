"""The lobby: tables, chairs, quick match, rematch."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LobbyConfig(AppConfig):
    """Bring people together at tables and start their matches."""

    name = "lobby"
    verbose_name = _("Lobby")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Listen for matches that end."""
        from lobby import receivers  # noqa: F401, PLC0415  # Django wants receivers imported once the apps stand
