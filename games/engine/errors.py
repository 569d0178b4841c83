"""Why a rule says no: one closed list of reasons that pages, logs, tests and translations key on."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

Detail = Mapping[str, str | int | tuple[str, ...]]

NO_DETAIL: Detail = MappingProxyType({})


class Reason(StrEnum):
    """The refusal codes of the rule cards (section 2). The order of checks is the rule set's; the names never change."""

    # Turn machine.
    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    WRONG_PHASE = "WRONG_PHASE"
    ROUND_OVER = "ROUND_OVER"
    UNKNOWN_ACTION = "UNKNOWN_ACTION"
    # Ownership.
    CARD_NOT_IN_HAND = "CARD_NOT_IN_HAND"
    CARD_NOT_OWNED = "CARD_NOT_OWNED"
    CARD_DUPLICATED = "CARD_DUPLICATED"
    NO_SUCH_MELD = "NO_SUCH_MELD"
    # Whole-table proposals.
    TABLE_CARD_LOST = "TABLE_CARD_LOST"
    NO_CARD_SHED = "NO_CARD_SHED"
    LAP_LOCKED = "LAP_LOCKED"
    LAP_ONE_MELD = "LAP_ONE_MELD"
    INITIAL_ONLY_RACK = "INITIAL_ONLY_RACK"
    INITIAL_BELOW_THRESHOLD = "INITIAL_BELOW_THRESHOLD"
    # Melds, in the order in which the meld check returns them.
    MELD_TOO_SHORT = "MELD_TOO_SHORT"
    TOO_MANY_JOKERS = "TOO_MANY_JOKERS"
    TOO_FEW_NATURALS = "TOO_FEW_NATURALS"
    KIND_REQUIRED = "KIND_REQUIRED"
    MELD_MIXED = "MELD_MIXED"
    SET_DUP_SUIT = "SET_DUP_SUIT"
    SET_TOO_LONG = "SET_TOO_LONG"
    RUN_DUP_RANK = "RUN_DUP_RANK"
    RUN_TOO_LONG = "RUN_TOO_LONG"
    RUN_ACE_HIGH = "RUN_ACE_HIGH"
    RUN_WRAP = "RUN_WRAP"
    RUN_GAP = "RUN_GAP"
    # Draw and pass.
    STOCK_EMPTY = "STOCK_EMPTY"
    PASS_STOCK_NOT_DRY = "PASS_STOCK_NOT_DRY"
    PASS_HAS_PLAY = "PASS_HAS_PLAY"
    # Opening.
    NOT_OPENED = "NOT_OPENED"
    OPEN_BELOW_THRESHOLD = "OPEN_BELOW_THRESHOLD"
    OPEN_NEEDS_RUN = "OPEN_NEEDS_RUN"
    # Fire pile.
    FIRE_EMPTY = "FIRE_EMPTY"
    FIRE_LOCKED = "FIRE_LOCKED"
    FIRE_NO_OPENING = "FIRE_NO_OPENING"
    FIRE_NO_MELD = "FIRE_NO_MELD"
    FIRE_OPEN_REQUIRED = "FIRE_OPEN_REQUIRED"
    FIRE_MELD_REQUIRED = "FIRE_MELD_REQUIRED"
    FIRE_THROWBACK = "FIRE_THROWBACK"
    FIRE_MELD_FIRST = "FIRE_MELD_FIRST"
    FIRE_STRANDED = "FIRE_STRANDED"
    CANNOT_CANCEL_FIRE = "CANNOT_CANCEL_FIRE"
    FIRE_CARD_UNUSED = "FIRE_CARD_UNUSED"
    # Building and jokers.
    JOKER_UNUSED = "JOKER_UNUSED"
    BUILD_NO_FIT = "BUILD_NO_FIT"
    NO_JOKER_IN_MELD = "NO_JOKER_IN_MELD"
    JOKER_WRONG_CARD = "JOKER_WRONG_CARD"
    JOKER_NEEDS_BOTH = "JOKER_NEEDS_BOTH"
    JOKER_NOT_REPLACED = "JOKER_NOT_REPLACED"
    NO_REARRANGE = "NO_REARRANGE"
    # Ends of a round.
    LAST_CARD_MUST_BE_DISCARDED = "LAST_CARD_MUST_BE_DISCARDED"
    CONCAN_NOT_LAST_ROUND = "CONCAN_NOT_LAST_ROUND"
    CONCAN_ALREADY_MELDED = "CONCAN_ALREADY_MELDED"
    CONCAN_LOCKED = "CONCAN_LOCKED"
    # Setting a table up.
    BAD_PLAYER_COUNT = "BAD_PLAYER_COUNT"
    BAD_ROUND_COUNT = "BAD_ROUND_COUNT"
    ROUNDS_LOCKED = "ROUNDS_LOCKED"
    NOT_HOST = "NOT_HOST"
    BAD_OPTION = "BAD_OPTION"


class IllegalAction(Exception):
    """A rule refuses an action; nothing at all has changed.

    `detail` holds only what the acting seat may know: `group` (0-based place in the proposal), `cards`
    (faces: the ones concerned, doubled, or missing in a gap), `at_least` and `at_most` (counts).
    """

    def __init__(self, reason: Reason, detail: Detail = NO_DETAIL) -> None:
        super().__init__(reason.value)
        self.reason = reason
        self.detail = detail
