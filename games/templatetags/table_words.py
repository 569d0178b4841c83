"""Everything the live table page says, handed to its script as one JSON block.

    {% load table_words %}{% table_words %}

The script (static/js/table/words.js) fills the places in braces; of a counted phrase it takes the form that its language asks for.
The sentences of refusals are keyed by the codes of `games.engine.errors.Reason` and of the door.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from django import template
from django.utils.html import json_script
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy as pgettext

from games.templatetags.table_refusals import REFUSALS, SHORT
from games.templatetags.table_talk import PHRASES

register = template.Library()

_RANKS: Final = {
    "rank_A": pgettext("card rank", "ace"),
    **{f"rank_{n}": n for n in "23456789"},
    "rank_T": "10",
    "rank_J": pgettext("card rank", "jack"),
    "rank_Q": pgettext("card rank", "queen"),
    "rank_K": pgettext("card rank", "king"),
}
_PIECES: Final = {
    "suit_S": _("spades"),
    "suit_H": _("hearts"),
    "suit_D": _("diamonds"),
    "suit_C": _("clubs"),
    "colour_R": pgettext("tile colour", "red"),
    "colour_B": pgettext("tile colour", "blue"),
    "colour_K": pgettext("tile colour", "black"),
    "colour_O": pgettext("tile colour", "orange"),
    "joker": _("joker"),
    "card_name": pgettext("a card by its name", "{rank} of {suit}"),
    "run_of": _("run of {suit}, {from} to {to}"),
    "set_of": pgettext("several cards of one rank", "set of {rank}s"),
    "just_cards": "{cards}",
    "yours": _("{card}, yours"),
    "new_card": _("{card}, new"),
}
_ACTS: Final = {
    "draw": _("Draw"),
    "pass": pgettext("on a dry stock", "Pass"),
    "play": _("Play this table"),
    "play_now": _("Play it now"),
    "sending": _("Sending"),
    "one_moment": _("one moment"),
    "dealing": _("The cards are being dealt"),
    "match_over": _("The match is over"),
    "waits_for": pgettext("reason under a button", "{who} plays"),
    "nothing_laid": _("nothing laid yet"),
    "own_card_missing": _("add a card of your own"),
    "stock_dry": _("the stock is empty"),
    "must_lay": _("lay {cards} first"),
    "draft_goes_back": _("tap again: draft goes back"),
    "reset": _("Reset"),
    "reset_sure": _("Tap again"),
    "reset_again": _("Reset to the start of your turn? Press again to do it."),
    "was_reset": _("Everything is back as it was at the start of your turn."),
    "undone": _("Undone."),
    "redone": _("Done again."),
    "unchosen": _("Nothing selected."),
    "sorted_suit": _("Hand sorted by suit."),
    "sorted_rank": _("Hand sorted by rank."),
}
_TURN: Final = {
    "your_turn": _("Your turn"),
    "turn_of": _("{who} plays"),
    "next": pgettext("the seat that acts next", "next"),
    "plays": pgettext("this seat acts now", "plays"),
    "is_bot": _("bot"),
    "away": pgettext("a person is not here", "away"),
    "covered": _("away, a bot plays"),
    "resigned": pgettext("a seat gave the match up", "resigned"),
    "empty": "",
    "watching": _("You are watching"),
    "no_clock": _("no clock"),
    "rule_long": _("At {zero} your draft goes back and you draw"),
    "rule_short": _("{zero}: draft goes back, you draw"),
    "rule_dry_long": _("At {zero} your draft goes back and you pass, or one play is laid for you"),
    "rule_dry_short": _("{zero}: draft goes back, you pass"),
    "ten_left": _("Ten seconds left, and your table is ready."),
    "ten_seconds": _("Ten seconds left."),
}
_DRAFT: Final = {
    "none_ride": _("No card of yours down yet"),
    "all_ready": _("every group is ready"),
    "lay_or_draw": _("lay at least 1, or draw"),
    "lay_or_pass": _("lay at least 1, or pass"),
    "lay_no_pass": _("lay at least 1; no passing now"),
    "lap_sentence": _("The table opens after everyone has had one turn"),
    "plan_while": _("plan ahead while {who} plays"),
    "new_group": _("New group"),
    "valid": pgettext("state of a group", "valid"),
    "locked": pgettext("state of a group", "locked"),
    "group_label": _("Group {number}: {what}, {state}, {count}"),
    "split": _("Split"),
    "split_here": _("Split here"),
    "more_for_group": _("More for this group"),
    "close_group": _("Close this group"),
    "add_at_end": _("Add here"),
    "add_between": _("Add between card {a} and card {b}"),
    "split_between": _("Split between card {a} and card {b}"),
    "table_changed_here": _("The table changed here."),
    "keep_idea": _("Keep my idea"),
    "reset_group": _("Reset group"),
    "new_from": _("new from {who}"),
    "card_from": _("{card} from {who}"),
    "changed_by": _("changed by {who}"),
    "move_to": _("Move {cards} to"),
    "back_to_hand": _("Back to my hand"),
    "hand_start": _("To the start of my hand"),
    "hand_end": _("To the end of my hand"),
    "group_menu": pgettext("heading of a menu", "Group"),
    "take_all": _("Take all its cards"),
    "merge_with": _("Merge with another group"),
    "give_back_mine": _("Give back my cards"),
}
_VERDICTS: Final = {
    "verdict_no_pair": _("these do not go together"),
    "verdict_MELD_MIXED": _("neither one suit nor one rank"),
    "verdict_SET_DUP_SUIT": _("one suit twice: {cards}"),
    "verdict_SET_TOO_LONG": _("more than four"),
    "verdict_RUN_DUP_RANK": _("twice the same: {card}"),
    "verdict_RUN_TOO_LONG": _("longer than the suit"),
    "verdict_RUN_ACE_HIGH": _("the ace is low, before the 2"),
    "verdict_RUN_WRAP": _("a run does not turn the corner"),
    "verdict_gap": _("there is a gap"),
    "verdict_TOO_MANY_JOKERS": _("too many jokers"),
    "verdict_TOO_FEW_NATURALS": _("too few cards beside the jokers"),
    "verdict_KIND_REQUIRED": _("set or run?"),
}
_NOTES: Final = {
    "not_yet": _("Not yet."),
    "draft_safe": _("Your draft is safe."),
    "show_me": _("Show me"),
    "dismiss": _("Dismiss"),
    "choose_first": _("Choose cards first, then a place for them."),
    "tap_a_gap": _("Tap a gap between two cards to split there."),
    "hint_LOCKED": _("The table opens after everyone has had one turn."),
    "hint_TABLE_CARD_STAYS": _("Table cards stay on the table."),
    "hint_NOTHING_CHOSEN": _("Choose cards first, then a place for them."),
    "hint_NOTHING_CHANGES": _("They lie there already."),
    "hint_NO_SUCH_PLACE": _("That place is gone."),
    "line_lost": _("Connection lost."),
    "line_lost_more": _("Trying again. Your draft is kept; the clock goes on."),
    "line_polling": _("Slow line."),
    "line_polling_more": _("The table is fetched every two seconds."),
    "line_signed_out": _("You are signed out."),
    "line_signed_out_more": _("Sign in again to go on playing."),
    "line_elsewhere": _("This table is open in other windows."),
    "line_elsewhere_more": _("Reload to go on here."),
    "line_gone": _("This match is gone."),
    "line_gone_more": _("Go back to the lobby."),
    "reload": _("Reload"),
}
_TALK: Final = {
    "chat": _("Chat"),
    "mute": _("Mute {who}"),
    "unmute": _("Hear {who} again"),
    "sound_on": _("Sound is on"),
    "sound_off": _("Sound is off"),
    "comma": pgettext("between parts of a sentence", ", "),
}
_STORY: Final = {
    "story_who": pgettext("who did it, before the verb", "{who}"),
    "story_drew": pgettext("after a name", "drew a card"),
    "story_drew_card": pgettext("after a name", "drew {card}"),
    "story_laid": pgettext("after a name", "laid {cards}"),
    "story_added": pgettext("after a name", "added {cards} to the {meld}"),
    "story_moved": pgettext("after a name", "moved {cards}"),
    "story_passed": pgettext("after a name", "passed"),
    "story_resigned": pgettext("after a name", "resigned, a bot plays on"),
    "story_went_out": pgettext("after a name", "went out"),
    "story_aborted": _("The match was stopped"),
    "story_out": _("{who} went out"),
    "story_dead": _("The stock is empty and everyone passed"),
    "nothing_yet": _("Nothing has happened yet."),
}
_READ: Final = {
    "table_empty": _("The table is empty."),
    "read_group": _("group {number}: {what}"),
}
_RESULT: Final = {
    "you_won": _("You won"),
    "won": _("{who} won"),
    "drawn": _("A draw between {who}"),
    "match_aborted": _("The match was stopped"),
    "match_void": _("The match does not count"),
}

PLAIN: Final[Mapping[str, object]] = {
    **_RANKS,
    **_PIECES,
    **_ACTS,
    **_TURN,
    **_DRAFT,
    **_VERDICTS,
    **_NOTES,
    **_TALK,
    **_STORY,
    **_READ,
    **_RESULT,
    **{f"phrase_{key}": text for key, text in PHRASES.items()},
    **{f"refusal_{code}": text for code, text in REFUSALS.items()},
    **{f"short_{code}": text for code, text in SHORT.items()},
}
"""Phrases without a number, by key."""

COUNTED: Final[Mapping[str, Callable[[int], str]]] = {
    "ride": lambda n: ngettext(
        "{n} of your cards rides this table", "{n} of your cards ride this table", n
    ),
    "not_ready": lambda n: ngettext("{n} group is not ready", "{n} groups are not ready", n),
    "needs_more": lambda n: ngettext("needs {n} more", "needs {n} more", n),
    "verdict_RUN_GAP": lambda n: ngettext("Gap: {cards} is missing", "Gap: {cards} are missing", n),
    "fix_groups": lambda n: ngettext("fix {n} group first", "fix {n} groups first", n),
    "cards_down": lambda n: ngettext("{n} card down", "{n} cards down", n),
    "planned": lambda n: ngettext("{n} card planned", "{n} cards planned", n),
    "left": lambda n: ngettext("{n} left", "{n} left", n),
    "cards_word": lambda n: ngettext("card", "cards", n),
    "cards_counted": lambda n: ngettext("{n} card", "{n} cards", n),
    "cards_left": lambda n: ngettext("{n} card left", "{n} cards left", n),
    "cards_valid": lambda n: ngettext("{n} card, valid", "{n} cards, valid", n),
    "your_hand": lambda n: ngettext("Your hand, {n} card", "Your hand, {n} cards", n),
    "chat_new": lambda n: ngettext("Chat, {n} new line", "Chat, {n} new lines", n),
    "story_dealt": lambda n: ngettext(
        "{n} card was dealt to each", "{n} cards were dealt to each", n
    ),
    "story_rearranged": lambda n: ngettext("rearranged {n} group", "rearranged {n} groups", n),
    "read_hand": lambda n: ngettext("{n} card: {cards}", "{n} cards: {cards}", n),
    "read_clock": lambda n: ngettext("{who}: {n} second left", "{who}: {n} seconds left", n),
    "read_seat": lambda n: ngettext("{who}: {n} card", "{who}: {n} cards", n),
    "read_stock": lambda n: ngettext("stock: {n} card", "stock: {n} cards", n),
}
"""Phrases with a number `n`, by key; each gives the form for a number."""

_SAMPLES: Final[Mapping[str, Mapping[str, int]]] = {
    "ar": {"zero": 0, "one": 1, "two": 2, "few": 3, "many": 11, "other": 100},
    "en": {"one": 1, "other": 2},
}
"""A number of each plural category (CLDR, as the browser's `Intl.PluralRules` names them)."""


def catalogue() -> dict[str, object]:
    """Give all words in the language that is on: `lang`, `plain` by key, `counted` by key and plural category."""
    lang = (get_language() or "en").split("-")[0]
    samples = _SAMPLES.get(lang, _SAMPLES["en"])
    return {
        "lang": lang,
        "plain": {key: str(text) for key, text in PLAIN.items()},
        "counted": {
            key: {category: form(n) for category, n in samples.items()}
            for key, form in COUNTED.items()
        },
    }


@register.simple_tag
def table_words() -> SafeString:
    """Write the catalogue into the page, as `<script type="application/json" id="words">`."""
    return json_script(catalogue(), "words")


@register.filter
def phrase_texts(keys: Iterable[str] | None) -> list[tuple[str, object]]:
    """Give (key, text) of each preset phrase that has words; without keys, of all of them."""
    chosen = PHRASES if keys is None else keys
    return [(key, PHRASES[key]) for key in chosen if key in PHRASES]


@register.filter
def split_words(text: str) -> list[str]:
    """Split at spaces, for a short list inside a template."""
    return text.split()
