"""Tables as moderators see them: who sits where, and a way to close one. A match is stopped in the matches' own page."""

from uuid import UUID

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from lobby import seating
from lobby.errors import Refused
from lobby.models import Chair, Table


class ChairLine(admin.TabularInline):  # type: ignore[type-arg]
    """The people at a table."""

    model = Chair
    extra = 0
    fields = readonly_fields = ("seat", "user", "ready", "seen")
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Table | None = None) -> bool:
        """Nobody is seated by hand."""
        return False


@admin.register(Table)
class TableAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Look at tables and close waiting ones."""

    list_display = ("id", "ruleset", "status", "seats", "public", "host", "created")
    list_filter = ("status", "ruleset", "public", "quick")
    search_fields = ("id", "host__username", "chairs__user__username")
    inlines = (ChairLine,)
    actions = ("close_tables",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Tables are opened in the lobby."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Table | None = None) -> bool:
        """Tables are closed, not deleted."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Table | None = None) -> bool:
        """Nothing is edited by hand; staff with the right to change tables may close them."""
        return obj is None and super().has_change_permission(request, obj)

    @admin.action(description=_("Close the chosen tables"), permissions=("change",))
    def close_tables(self, request: HttpRequest, queryset: QuerySet[Table]) -> None:
        """Close waiting and resting tables; a table in play is left alone and named."""
        ids: list[UUID] = list(queryset.values_list("pk", flat=True))
        closed = 0
        for table_id in ids:
            try:
                seating.close(table_id)
                closed += 1
            except Refused as refused:
                messages.error(request, f"{table_id}: {refused.why.label}")
        if closed:
            messages.success(request, _("Closed: %(n)d") % {"n": closed})
