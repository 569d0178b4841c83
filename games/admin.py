"""What staff may do with matches: break one off, forfeit a seat. Nothing here shows a card or a seed.

Only the columns named here ever leave the database; hands, stock, snapshots, actions and deals have no admin at all.
"""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.engine.seats import Seat
from games.live.commands import AbortMatch, ByModerator, ForfeitSeat
from games.live.errors import Rejected
from games.live.service import execute
from games.models import Match, MatchSeat

SHOWN = (
    *("id", "ruleset", "status", "seats", "version", "turn_seconds", "public", "rated"),
    *("created", "started", "finished"),
)


class SeatLine(admin.TabularInline):  # type: ignore[type-arg]
    """Who sits where."""

    model = MatchSeat
    fields = ("seat", "name", "user", "guest", "bot_level", "present", "covered", "resigned")
    readonly_fields = fields
    extra = 0
    can_delete = False
    show_change_link = False
    ordering = ("seat",)

    def has_add_permission(self, request: HttpRequest, obj: Match | None = None) -> bool:
        """Seat nobody by hand."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Match | None = None) -> bool:
        """Change no seat by hand."""
        return False


def _forfeit(number: int) -> Any:
    """Make the admin action that forfeits one seat (0-based number, shown from 1)."""

    @admin.action(
        description=_("Forfeit seat %(number)d") % {"number": number + 1}, permissions=["change"]
    )
    def forfeit(model_admin: "MatchAdmin", request: HttpRequest, matches: QuerySet[Match]) -> None:
        model_admin.act(request, matches, number)

    forfeit.__name__ = f"forfeit_seat_{number}"
    return forfeit


@admin.register(Match)
class MatchAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Matches, read-only but for two actions that go through the door like every other move."""

    list_display = ("id", "ruleset", "status", "names", "version", "public", "created", "finished")
    list_filter = ("status", "ruleset", "public", "rated")
    search_fields = ("id", "seat_rows__name")
    date_hierarchy = "created"
    ordering = ("-created",)
    fields = SHOWN
    readonly_fields = SHOWN
    inlines = (SeatLine,)
    actions = ("abort", *(_forfeit(number) for number in range(4)))
    list_per_page = 50

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        """Leave everything secret in the database."""
        return super().get_queryset(request).only(*SHOWN).prefetch_related("seat_rows")

    @admin.display(description=_("players"))
    def names(self, match: Match) -> str:
        """Name the players in order."""
        rows = sorted(match.seat_rows.all(), key=lambda held: held.seat)
        return ", ".join(held.name for held in rows)

    @admin.action(description=_("Break the match off"), permissions=["change"])
    def abort(self, request: HttpRequest, matches: QuerySet[Match]) -> None:
        """Break matches off without a result."""
        self.act(request, matches, None)

    def act(self, request: HttpRequest, matches: QuerySet[Match], seat: int | None) -> None:
        """Send a keeper's command for each match and say how many took it."""
        by = ByModerator(request.user.pk or 0)
        done = 0
        for match in matches:
            command = AbortMatch(match.pk) if seat is None else ForfeitSeat(match.pk, Seat(seat))
            try:
                execute(command, by)
            except Rejected as refusal:
                self.message_user(request, f"{match.pk}: {refusal.code.value}", messages.WARNING)
            else:
                done += 1
                self.log_change(request, match, f"{type(command).__name__} {command}")
        said = ngettext("%(done)d match changed.", "%(done)d matches changed.", done)
        self.message_user(request, said % {"done": done})

    def has_change_permission(self, request: HttpRequest, obj: Match | None = None) -> bool:
        """Let those who may change matches act on the list; no single match has anything to edit."""
        return obj is None and super().has_change_permission(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Open no match by hand."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Match | None = None) -> bool:
        """Delete no match: logs and proofs stay."""
        return False
