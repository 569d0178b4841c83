"""A match in words: its log, line by line, and the sentence that says how it ended.

The sentences of the log stand in `games/_log_line.html`; here is decided which of them is said.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from django_stubs_ext import StrOrPromise

    from games.engine.codec import Json
    from games.queries import MatchLine, MatchPage, Replay

TITLES: Final[Mapping[str, StrOrPromise]] = {"hand_russian": gettext_lazy("Hand Russian")}
"""The names of the games; the engine knows them in English only."""

BY_CLOCK: Final = "clock"
BY_MODERATOR: Final = "moderator"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log: `kind` picks the sentence, `cards` and `groups` fill it; `seq` is the action's number in the log.

    `groups` is the number of melds that lay on the table before and do not lie there whole any more.
    """

    seq: int
    kind: str
    name: str = ""
    cards: tuple[str, ...] = ()
    groups: int = 0


class Teller:
    """Tells a log from its beginning, since some sentences need what went before: when the table opened, when the stock ran dry."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._stock = 0
        self._phase = ""

    def tell(
        self,
        seq: int,
        by: str,
        events: Sequence[Mapping[str, Any]],
        phase: str = "",
    ) -> list[Entry]:
        """Give the lines for one action. `phase` is the phase after it, where it is known."""
        entries = [entry for event in events for entry in self._event(seq, by, event)]
        if self._phase == "lap" and phase == "open":
            entries.append(Entry(seq, "opened"))
        self._phase = phase
        return entries

    def _event(self, seq: int, by: str, event: Mapping[str, Any]) -> list[Entry]:
        name = self._names[event["seat"]] if "seat" in event else ""
        late = by == BY_CLOCK
        match event["type"]:
            case "dealt":
                self._stock = event["stock"]
                return [Entry(seq, "dealt")]
            case "drew":
                self._stock -= 1
                cards = () if event["card"] is None else (event["card"],)
                line = Entry(seq, "expired" if late else "drew", name, cards)
                return [line] if self._stock else [line, Entry(seq, "dry")]
            case "laid_out":
                groups = torn_apart(event["before"], event["after"])
                kind = "added" if event["before"] and not groups else "laid"
                return [Entry(seq, kind, name, tuple(event["shed"]), groups)]
            case "passed":
                return [Entry(seq, "passed_on" if late else "passed", name)]
            case "forfeited":
                kind = "forfeited" if by == BY_MODERATOR else "resigned"
                return [Entry(seq, kind, name)]
            case "aborted":
                return [Entry(seq, "aborted")]
            case "round_ended" if event["record"]["out"] is not None:
                return [Entry(seq, "out", self._names[event["record"]["out"]])]
            case "match_ended":
                return [Entry(seq, "over")]
            case _:
                return []


def torn_apart(before: Sequence[Mapping[str, Any]], after: Sequence[Mapping[str, Any]]) -> int:
    """Count the melds that do not lie whole in a meld of their own afterwards: a rearrangement, not an addition.

    >>> run = {"cards": ["4H", "5H", "6H"]}
    >>> torn_apart([run], [{"cards": ["4H", "5H", "6H", "7H"]}])
    0
    >>> torn_apart([{"cards": ["3H", "4H", "5H", "6H"]}], [run, {"cards": ["3H", "3S", "3D"]}])
    1
    """
    homes = [set(meld["cards"]) for meld in after]
    count = 0
    for meld in before:
        home = next((cards for cards in homes if set(meld["cards"]) <= cards), None)
        if home is None:
            count += 1
        else:
            homes.remove(home)
    return count


def told_page(page: MatchPage) -> list[Entry]:
    """Tell the whole log of a match as far as its page may know it."""
    teller = Teller([seat.name for seat in page.line.seats])
    return [
        entry for action in page.log for entry in teller.tell(action.seq, action.by, action.events)
    ]


def told_replay(replay: Replay) -> list[list[Entry]]:
    """Tell a replay: for each step its lines, the first of which says what was done."""
    teller = Teller([seat.name for seat in replay.line.seats])
    return [
        teller.tell(step.seq, step.by, step.events, str(step.view["phase"]))
        for step in replay.steps
    ]


def game_title(line: MatchLine) -> str:
    """Name the game in the language of the page."""
    return str(TITLES.get(line.ruleset, line.title))


def isolated(name: str) -> str:
    """Fence a name off from the direction of the sentence around it (for titles, where no markup can stand)."""
    return f"\u2068{name}\u2069"


def headline(line: MatchLine, standing: Mapping[str, Json] | None, turns: int | None) -> str:
    """Say in one sentence how a match ended; `turns` were played, None where nobody can tell."""
    if line.status == "aborted":
        return _("The match was stopped")
    if line.status == "void" or standing is None:
        return _("The match has no result")
    records: Any = standing["records"]
    winners: Any = standing["winners"]
    names = [isolated(line.seats[seat].name) for seat in winners]
    out = records[-1]["out"] if records else None
    # A bot that goes out for somebody who resigned wins nothing for them.
    if out is not None and out in winners and turns is None:
        return _("%(name)s went out") % {"name": isolated(line.seats[out].name)}
    if out is not None and out in winners:
        return _("%(name)s went out on turn %(turn)d") % {
            "name": isolated(line.seats[out].name),
            "turn": turns,
        }
    if len(names) == 1:
        return _("%(name)s won with the fewest cards left") % {"name": names[0]}
    if not names:
        return _("Nobody won")
    return _("A draw between %(names)s and %(last)s") % {
        "names": _(", ").join(names[:-1]),
        "last": names[-1],
    }


def details(line: MatchLine) -> list[str]:
    """Say under the headline what kind of match it was."""
    count = len(line.seats)
    words = [ngettext("%(n)d player", "%(n)d players", count) % {"n": count}]
    if line.turn_seconds:
        words.append(
            ngettext("%(n)d second a turn", "%(n)d seconds a turn", line.turn_seconds)
            % {"n": line.turn_seconds}
        )
    else:
        words.append(_("no turn clock"))
    words.append(_("open to all") if line.public else _("by link"))
    return words


def match_words(
    line: MatchLine, standing: Mapping[str, Json] | None, turns: int | None
) -> dict[str, str | list[str] | datetime | None]:
    """Give what the head of a match's pages says."""
    return {
        "id": str(line.id),
        "title": game_title(line),
        "status": line.status,
        "headline": headline(line, standing, turns),
        "ended": line.finished,
        "details": details(line),
    }
