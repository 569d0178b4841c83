"""Name every way in which a deal, or the proof of one, can be wrong.

The codes are part of the product: the server's verifier, the browser's verifier and the words on the proof page all key
on them, so a code is never reused for another fault.
"""

from enum import StrEnum


class Code(StrEnum):
    """What was wrong. The step at which it is found is `proof.Step`."""

    # strict parse (SPEC 11)
    NOT_JSON = "NOT_JSON"
    DUPLICATE_KEY = "DUPLICATE_KEY"
    NOT_AN_INTEGER = "NOT_AN_INTEGER"
    UNKNOWN_FORMAT = "UNKNOWN_FORMAT"
    MISSING_FIELD = "MISSING_FIELD"
    EXTRA_FIELD = "EXTRA_FIELD"
    WRONG_TYPE = "WRONG_TYPE"
    WRONG_LENGTH = "WRONG_LENGTH"
    WRONG_TEXT = "WRONG_TEXT"
    NOT_LOWER_HEX = "NOT_LOWER_HEX"
    OUT_OF_RANGE = "OUT_OF_RANGE"
    REPEATED_CARD = "REPEATED_CARD"
    # standard deck (SPEC 7)
    NOT_A_STANDARD_DECK = "NOT_A_STANDARD_DECK"
    # chain to the tip (SPEC 3)
    BEYOND_CHAIN = "BEYOND_CHAIN"
    SEED_NOT_PROMISED = "SEED_NOT_PROMISED"
    # commitments and statuses (SPEC 4, 5)
    SEAT_COUNT = "SEAT_COUNT"
    STATUS_NOT_OF_KIND = "STATUS_NOT_OF_KIND"
    ENTROPY_NOT_COMMITTED = "ENTROPY_NOT_COMMITTED"
    # times
    TIMES_OUT_OF_ORDER = "TIMES_OUT_OF_ORDER"
    # the deal (SPEC 6, 7)
    DEALER_NOT_SEATED = "DEALER_NOT_SEATED"
    TOO_FEW_CARDS = "TOO_FEW_CARDS"
    TOO_MANY_RESHUFFLES = "TOO_MANY_RESHUFFLES"
    CARD_NOT_IN_DECK = "CARD_NOT_IN_DECK"
    # the stated result
    RESULT_DIFFERS = "RESULT_DIFFERS"


class FairnessError(Exception):
    """Refuse a deal or a proof: `code` says why, `where` names the field, seat or number concerned."""

    def __init__(self, code: Code, where: str) -> None:
        """Keep both parts, so that callers never have to read the message."""
        super().__init__(f"{code} at {where}")
        self.code = code
        self.where = where
