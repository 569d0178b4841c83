"""Why the door says no where no rule does."""

from enum import StrEnum

from games.engine.errors import NO_DETAIL, Detail, Reason


class RejectCode(StrEnum):
    """Refusals of the house; those of the rules are `games.engine.errors.Reason`."""

    NOT_FOUND = "NOT_FOUND"
    NOT_SEATED = "NOT_SEATED"
    NOT_ALLOWED = "NOT_ALLOWED"
    STALE = "STALE"
    MATCH_OVER = "MATCH_OVER"
    NOT_DUE = "NOT_DUE"
    TRY_AGAIN = "TRY_AGAIN"
    RATE_LIMITED = "RATE_LIMITED"
    BAD_MESSAGE = "BAD_MESSAGE"
    TOO_LARGE = "TOO_LARGE"
    TOO_LONG = "TOO_LONG"
    EMPTY = "EMPTY"
    MUTED = "MUTED"
    UNKNOWN_PHRASE = "UNKNOWN_PHRASE"
    BAD_OPTION = "BAD_OPTION"


class Rejected(Exception):
    """The command changed nothing; `version` is the match's present version where it is known."""

    def __init__(
        self,
        code: RejectCode | Reason,
        detail: Detail = NO_DETAIL,
        version: int | None = None,
    ) -> None:
        super().__init__(code.value)
        self.code = code
        self.detail = detail
        self.version = version
