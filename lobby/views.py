"""The lobby's pages: find a table, wait at it, begin."""

from collections.abc import Callable
from typing import Concatenate, ParamSpec
from uuid import UUID

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from games.engine.rulesets import NEWEST
from lobby import listing, seating
from lobby.errors import Refused, Why
from lobby.forms import OpenTableForm
from lobby.models import Status, Table
from lobby.words import SAMPLES, game_title

P = ParamSpec("P")

SEATING = "lobby_seating"
"""Name of the limit (settings.ACCOUNT_RATE_LIMITS) on tables opened, joined or left by one person."""


def _user(request: HttpRequest) -> User | None:
    return (
        request.user if isinstance(request.user, User) and request.user.is_authenticated else None
    )


def _person(request: HttpRequest) -> User:
    assert isinstance(request.user, User), "the view is behind login_required"
    return request.user


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the lobby."""
    user = _user(request)
    games = [
        {"key": key, "title": game_title(key), "melds": SAMPLES[key], "chosen": number == 0}
        for number, key in enumerate(NEWEST)
    ]
    context = {
        "games": games,
        "seated": listing.seated(user) if user else None,
        "create_form": OpenTableForm() if user else None,
        **_rows(user),
    }
    return render(request, "home.html", context)


@require_safe
def tables(request: HttpRequest) -> HttpResponse:
    """Give the lobby's rows alone, for a page that is already open."""
    return render(request, "lobby/_tables.html", _rows(_user(request)))


def _rows(user: User | None) -> dict[str, object]:
    rows = listing.tables(user)
    return {
        "open_tables": rows.open_tables,
        "live_tables": rows.live_tables,
        "live_count": rows.live_count,
    }


@require_safe
@never_cache
def table(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """Show a waiting table; where the match is on, go there."""
    found = _found(table_id)
    if found.status in (Status.PLAYING, Status.RESTING) and found.match_id:
        return redirect("match", found.match_id)
    if found.status == Status.CLOSED:
        messages.info(request, Why.NO_TABLE.label)
        return redirect("home")
    return render(request, "lobby/table.html", _room(request, found))


@require_safe
@never_cache
def room(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """Give the chairs alone; sends the page to the match once it has begun, home when the table is closed."""
    user = _user(request)
    if user:
        seating.seen(table_id, user)
    seating.look_after_if_due(table_id)
    found = _found(table_id)
    if found.status == Status.WAITING:
        return render(request, "lobby/_room.html", _room(request, found))
    to_match = found.status != Status.CLOSED and found.match_id
    target = reverse("match", args=[found.match_id]) if to_match else reverse("home")
    return HttpResponse(headers={"HX-Redirect": target})


def _room(request: HttpRequest, found: Table) -> dict[str, object]:
    view = listing.room(found, _user(request), f"{request.scheme}://{request.get_host()}")
    return {
        "table": view.table,
        "seats": view.seats,
        "viewer": view.viewer,
        "starts_in": view.starts_in,
        "share_url": view.share_url,
    }


def _found(table_id: UUID) -> Table:
    found = (
        Table.objects.select_related("host")
        .prefetch_related("chairs__user")
        .filter(pk=table_id)
        .first()
    )
    if found is None:
        raise Http404
    return found


def changing(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Guard a view that changes tables: signed in, not too often, and a refusal becomes a message instead of an error."""

    @login_required
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not ratelimit.consume(request, action=SEATING, user=_person(request)):
            return _after_refusal(request, Why.TOO_OFTEN, kwargs.get("table_id"))
        try:
            return view(request, *args, **kwargs)
        except Refused as refused:
            return _after_refusal(request, refused.why, kwargs.get("table_id"))

    return guarded


def _after_refusal(request: HttpRequest, why: Why, table_id: object) -> HttpResponseRedirect:
    messages.error(request, why.label)
    where = listing.seated(_person(request)) if why is Why.SEATED_ELSEWHERE else None
    if where:
        return redirect(where.url)
    if why in (Why.UNDER_WAY, Why.NOT_HOST, Why.FREE_CHAIRS) and table_id:
        return redirect("lobby:table", table_id)
    return redirect("home")


def _to(found: Table) -> HttpResponseRedirect:
    found.refresh_from_db()
    if found.status == Status.PLAYING and found.match_id:
        return redirect("match", found.match_id)
    return redirect("lobby:table", found.pk)


@require_http_methods(["GET", "POST"])
@changing
def create(request: HttpRequest) -> HttpResponse:
    """Open a table."""
    form = OpenTableForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        return _to(seating.open_table(_person(request), **form.plan()))
    return render(
        request, "lobby/create.html", {"form": form}, status=200 if request.method == "GET" else 422
    )


@require_POST
@changing
def quick(request: HttpRequest) -> HttpResponse:
    """Sit down wherever there is company, in at most 15 s."""
    return _to(seating.quick_match(_person(request), request.POST.get("game", "")))


@require_POST
@changing
def join(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """Sit down at a table."""
    return _to(seating.join(table_id, _person(request)))


@require_POST
@changing
def leave(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """Get up."""
    seating.leave(table_id, _person(request))
    return redirect("home")


@require_POST
@changing
def ready(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """Say that one is ready."""
    return _to(seating.set_ready(table_id, _person(request)))


@require_POST
@changing
def start(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """Begin the match."""
    return _to(seating.start(table_id, _person(request)))


@require_POST
@changing
def rematch(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Play the same again with the same people."""
    return _to(seating.rematch(match_id, _person(request)))
