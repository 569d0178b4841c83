"""Why a table says no: codes for tests and logs, words for people."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class Why(TextChoices):
    """The refusals of the lobby."""

    NO_TABLE = "NO_TABLE", _("This table is closed.")
    FULL = "FULL", _("The last chair has just been taken.")
    UNDER_WAY = "UNDER_WAY", _("The match has begun. You can watch it.")
    SEATED_ELSEWHERE = (
        "SEATED_ELSEWHERE",
        _("You still play at another table. Finish there, or resign."),
    )
    NOT_SEATED = "NOT_SEATED", _("You do not sit at this table.")
    NOT_HOST = "NOT_HOST", _("Only the host can start.")
    FREE_CHAIRS = "FREE_CHAIRS", _("Chairs are free, and this table takes no bots.")
    TOO_OFTEN = "TOO_OFTEN", _("You come and go too quickly. Wait a minute.")
    NO_GAME = "NO_GAME", _("There is no such game.")
    NO_REMATCH = "NO_REMATCH", _("There is no rematch of this match.")


class Refused(Exception):
    """A table refuses; nothing has changed."""

    def __init__(self, why: Why) -> None:
        super().__init__(why.value)
        self.why = why
