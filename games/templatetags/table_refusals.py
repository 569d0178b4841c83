"""What a refusal says to the player: one sentence a code, and a few words where it stands under a button.

The codes are those of the rule cards (`games.engine.errors.Reason`) that Hand Russian can give, and those of the door.
"""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy as pgettext

REFUSALS: Final = {
    # The turn.
    "NOT_YOUR_TURN": _("It is not your turn."),
    "WRONG_PHASE": _("That cannot be done at this point of the turn."),
    "ROUND_OVER": _("The deal is over."),
    "UNKNOWN_ACTION": _("This game has no such move."),
    # Whose cards.
    "CARD_NOT_IN_HAND": _("You do not hold that card."),
    "CARD_NOT_OWNED": _("{cards} is neither yours nor on the table."),
    "CARD_DUPLICATED": _("{cards} lies on the table twice."),
    "NO_SUCH_MELD": _("That group is not on the table any more."),
    # The whole table.
    "TABLE_CARD_LOST": _("{cards} must stay on the table."),
    "NO_CARD_SHED": _("At least one card of your own must go down."),
    "LAP_LOCKED": _("The table opens after everyone has had one turn: lay new groups only."),
    "LAP_ONE_MELD": _("In the first round of turns only one new group may be laid."),
    # Groups.
    "MELD_TOO_SHORT": _("A group needs at least three cards."),
    "MELD_MIXED": _("A group is one rank in different suits, or one suit in order."),
    "SET_DUP_SUIT": _("A set holds each suit once: {cards}."),
    "SET_TOO_LONG": _("A set has four cards at most."),
    "RUN_DUP_RANK": _("A run holds each card once: {cards}."),
    "RUN_TOO_LONG": _("The run is longer than the suit."),
    "RUN_ACE_HIGH": _("The ace is low: it stands before the 2, not after the king."),
    "RUN_WRAP": _("A run does not go on from the king to the ace."),
    "RUN_GAP": _("The run has a gap: {cards}."),
    "TOO_MANY_JOKERS": _("There are too many jokers in one group."),
    "TOO_FEW_NATURALS": _("A group needs more cards beside its jokers."),
    "KIND_REQUIRED": _("Say whether the group is a set or a run."),
    # Draw and pass.
    "STOCK_EMPTY": _("The stock is empty."),
    "PASS_STOCK_NOT_DRY": _("You may pass only when the stock is empty."),
    "PASS_HAS_PLAY": _("You may not pass: {cards} can be laid."),
    # The door.
    "STALE": _("The table has changed meanwhile. Look again."),
    "NOT_SEATED": _("You do not sit at this table."),
    "NOT_ALLOWED": _("That is not yours to do."),
    "NOT_FOUND": _("This match does not exist."),
    "NOT_DUE": _("It is not time for that yet."),
    "MATCH_OVER": _("The match is over."),
    "TRY_AGAIN": _("That did not get through. Try once more."),
    "RATE_LIMITED": _("Too fast. Wait a moment."),
    "BAD_MESSAGE": _("The server did not understand. Reload the page."),
    "TOO_LARGE": _("That is too long."),
    "TOO_LONG": _("That line is too long."),
    "EMPTY": _("There is nothing to say in that line."),
    "MUTED": _("You may not write here at the moment."),
    "UNKNOWN_PHRASE": _("There is no such phrase."),
    "other": _("That was refused."),
}

SHORT: Final = {
    "NOT_YOUR_TURN": _("not your turn"),
    "WRONG_PHASE": _("not now"),
    "ROUND_OVER": _("the deal is over"),
    "MATCH_OVER": _("match over"),
    "STOCK_EMPTY": _("the stock is empty"),
    "PASS_STOCK_NOT_DRY": pgettext("reason under a button", "draw instead"),
    "PASS_HAS_PLAY": _("you can lay something"),
    "other": _("not now"),
}
