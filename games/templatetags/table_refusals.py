"""What a refusal says to the player: one sentence a code, and a few words where it stands under a button.

The codes are all of the rule cards' (`games.engine.errors.Reason`, though Hand Russian gives not half of them) and the door's.
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
    "INITIAL_ONLY_RACK": _("Your first groups come from your own rack alone."),
    "INITIAL_BELOW_THRESHOLD": _("Your first groups do not reach the points they need."),
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
    # Opening.
    "NOT_OPENED": _("Open with groups of your own first."),
    "OPEN_BELOW_THRESHOLD": _("The opening does not reach the points it needs."),
    "OPEN_NEEDS_RUN": _("The opening needs a run."),
    # The fire.
    "FIRE_EMPTY": _("The fire is empty."),
    "FIRE_LOCKED": _("The fire may not be taken yet."),
    "FIRE_NO_OPENING": _("With the fire's top card your hand would still not open."),
    "FIRE_NO_MELD": _("With the fire's top card you would have no new group to lay."),
    "FIRE_OPEN_REQUIRED": _("You took the fire: open before you discard."),
    "FIRE_MELD_REQUIRED": _("You took the fire: lay a new group before you discard."),
    "FIRE_THROWBACK": _("The card taken from the fire may not go back in the same turn."),
    "FIRE_MELD_FIRST": _("Lay the group you took the fire for first."),
    "FIRE_STRANDED": _("After that you could not end your turn."),
    "CANNOT_CANCEL_FIRE": _("It is too late to put the fire back."),
    "FIRE_CARD_UNUSED": _("The card taken from the fire must be used."),
    # Building and jokers.
    "JOKER_UNUSED": _("The joker you took must be used in this turn."),
    "BUILD_NO_FIT": _("That card does not fit this group."),
    "NO_JOKER_IN_MELD": _("There is no joker in that group."),
    "JOKER_WRONG_CARD": _("The joker stands for another card."),
    "JOKER_NEEDS_BOTH": _("This joker is taken for both missing cards only."),
    "JOKER_NOT_REPLACED": _("A joker leaves its group only for the card it stands for."),
    "NO_REARRANGE": _("Groups on the table are not rearranged in this game."),
    # Ends of a round.
    "LAST_CARD_MUST_BE_DISCARDED": _("Keep one card: the last one must be discarded."),
    "CONCAN_NOT_LAST_ROUND": _("Concan belongs to the last round."),
    "CONCAN_ALREADY_MELDED": _("Concan is for hands that have laid nothing yet."),
    "CONCAN_LOCKED": _("Concan was called: nothing but the Concan may be laid."),
    # Setting a table up.
    "BAD_PLAYER_COUNT": _("This game is not for that number of players."),
    "BAD_ROUND_COUNT": _("This game is not for that number of rounds."),
    "ROUNDS_LOCKED": _("The number of rounds is fixed once play has begun."),
    "NOT_HOST": _("Only the host may do that."),
    "BAD_OPTION": _("The house rules do not fit together."),
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
    "PASS_HAS_PLAY": _("you must lay"),
    "other": _("not now"),
}
