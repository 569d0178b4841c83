"""Moderating people: find, suspend with a reason and an end, lift. Nothing secret is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.models import LogEntry
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts import sanctions
from accounts.models import Suspension, User
from accounts.names import skeleton
from accounts.revoke import sign_out_everywhere

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.http import HttpRequest
    from django.utils.safestring import SafeString


@admin.register(User)
class UserAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """People: looked up by name, never edited into somebody else, never deleted here.

    Password, recovery code and preferences are left out; there is no way to log in as somebody.
    """

    list_display = ("name", "is_guest", "is_staff", "date_joined", "last_login", "kept_out")
    list_filter = ("is_staff", "is_guest", "is_active")
    search_fields = ("username", "skeleton")
    search_help_text = _("A name; names that look like it are found too.")
    ordering = ("-date_joined",)
    date_hierarchy = "date_joined"
    fields = ("name", "email", "is_guest", "date_joined", "last_login", "is_active", "is_staff",
              "is_superuser", "groups", "suspensions")  # fmt: skip
    readonly_fields = ("name", "email", "is_guest", "date_joined", "last_login", "suspensions")
    filter_horizontal = ("groups",)
    actions = ("lift_suspensions",)

    @admin.display(description=_("name"), ordering="username")
    def name(self, user: User) -> SafeString:
        """Show a name so that it cannot reorder what stands beside it."""
        return format_html('<bdi dir="auto">{}</bdi>', user.username)

    @admin.display(description=_("suspended"), boolean=True)
    def kept_out(self, user: User) -> bool:
        """Tell whether the person is suspended now."""
        return user.suspension() is not None

    @admin.display(description=_("suspensions"))
    def suspensions(self, user: User) -> SafeString:
        """Lead to the record of this person, and to a new entry in it."""
        return format_html(
            '<a href="{0}?user__id__exact={2}">{3}</a> · <a href="{1}?user={2}">{4}</a>',
            reverse("admin:accounts_suspension_changelist"),
            reverse("admin:accounts_suspension_add"),
            user.pk,
            _("Record"),
            _("Suspend"),
        )

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[User], search_term: str
    ) -> tuple[QuerySet[User], bool]:
        """Find by the name as typed, and by what it looks like."""
        found, may_repeat = super().get_search_results(request, queryset, search_term)
        if key := skeleton(search_term):
            found |= queryset.filter(skeleton__contains=key)
        return found, may_repeat

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        """Let only a superuser give or take rights."""
        fixed = tuple(self.readonly_fields)
        if not getattr(request.user, "is_superuser", False):
            fixed += ("is_staff", "is_superuser", "groups")
        return fixed

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: Any) -> None:
        """Save, and put out at once whom the change puts out."""
        super().save_model(request, obj, form, change)
        if {"is_active", "is_staff", "is_superuser"} & set(form.changed_data):
            sign_out_everywhere(obj.pk)

    @admin.action(
        description=_("Lift the suspensions of the chosen people"), permissions=["change"]
    )
    def lift_suspensions(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Let the chosen people back in."""
        _lift(self, request, Suspension.objects.in_force().filter(user__in=queryset))

    def has_add_permission(self, request: HttpRequest) -> bool:
        """People sign up themselves."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Keep people: without them matches would have holes, and reports no subject."""
        return False


class SuspensionForm(forms.ModelForm):  # type: ignore[type-arg]
    """A new suspension: whom, why, until when."""

    class Meta:
        """The fields a moderator fills in."""

        model = Suspension
        fields = ("user", "reason", "until")

    def clean_until(self) -> Any:
        """Refuse an end that has passed."""
        until = self.cleaned_data["until"]
        if until is not None and until <= timezone.now():
            raise forms.ValidationError(_("This moment has passed."), code="past")
        return until


@admin.register(Suspension)
class SuspensionAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """The record of suspensions: written once, lifted perhaps, never changed."""

    form = SuspensionForm
    list_display = ("user", "reason", "since", "until", "by", "lifted_at", "lifted_by")
    list_filter = ("lifted_at",)
    list_select_related = ("user", "by", "lifted_by")
    search_fields = ("user__username", "user__skeleton", "reason")
    autocomplete_fields = ("user",)
    fields = ("user", "reason", "until")
    actions = ("lift",)

    def get_readonly_fields(
        self, request: HttpRequest, obj: Suspension | None = None
    ) -> tuple[str, ...]:
        """Freeze what has been written."""
        return (
            ()
            if obj is None
            else ("user", "reason", "until", "since", "by", "lifted_at", "lifted_by")
        )

    def get_fields(self, request: HttpRequest, obj: Suspension | None = None) -> tuple[str, ...]:
        """Ask for little, show all."""
        return self.fields if obj is None else self.get_readonly_fields(request, obj)

    def save_model(self, request: HttpRequest, obj: Suspension, form: Any, change: Any) -> None:
        """Suspend through the one way there is, which also ends sessions and sockets."""
        row = sanctions.suspend(
            obj.user, by=_moderator(request), reason=obj.reason, until=obj.until
        )
        obj.pk, obj.since = row.pk, row.since

    @admin.action(description=_("Lift the chosen suspensions"), permissions=["change"])
    def lift(self, request: HttpRequest, queryset: QuerySet[Suspension]) -> None:
        """Let people back in before the end."""
        _lift(self, request, queryset.filter(lifted_at=None))

    def has_change_permission(self, request: HttpRequest, obj: Suspension | None = None) -> bool:
        """Allow lifting from the list; a row that stands is only looked at."""
        return obj is None and super().has_change_permission(request)

    def has_delete_permission(self, request: HttpRequest, obj: Suspension | None = None) -> bool:
        """Keep the record."""
        return False


@admin.register(LogEntry)
class LogEntryAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Who did what in the admin: to be read only."""

    list_display = (
        "action_time",
        "user",
        "content_type",
        "object_repr",
        "action_flag",
        "change_message",
    )
    list_filter = ("action_flag", "content_type")
    list_select_related = ("user", "content_type")
    search_fields = ("object_repr", "user__username")
    date_hierarchy = "action_time"

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Only what happened is in it."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: LogEntry | None = None) -> bool:
        """Nobody edits the record."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: LogEntry | None = None) -> bool:
        """Nobody shortens the record."""
        return False


def _lift(
    page: admin.ModelAdmin[Any], request: HttpRequest, suspensions: QuerySet[Suspension]
) -> None:
    """Lift each, leave a line in the log for each, and tell how many."""
    rows = list(suspensions)
    for row in rows:
        sanctions.lift(row, by=_moderator(request))
        page.log_change(request, row.user, f"Lifted the suspension of {row.since:%Y-%m-%d}.")
    lifted = ngettext(
        "%(count)d suspension lifted.", "%(count)d suspensions lifted.", len(rows)
    ) % {"count": len(rows)}
    page.message_user(request, lifted, messages.SUCCESS)


def _moderator(request: HttpRequest) -> User:
    """Give the member of staff who is at work; the admin has let nobody else in."""
    assert isinstance(request.user, User)
    return request.user
