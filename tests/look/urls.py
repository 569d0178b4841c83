"""Addresses for rendering pages alone: the real ones of the house, and stand-ins for rooms not under test."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, include, path


def nothing(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse()


lobby = [
    path("tables/", nothing, name="tables"),
    path("quick/", nothing, name="quick"),
    path("table/new/", nothing, name="create"),
    path("table/<uuid:table>/room/", nothing, name="room"),
    path("table/<uuid:table>/join/", nothing, name="join"),
    path("table/<uuid:table>/leave/", nothing, name="leave"),
    path("table/<uuid:table>/ready/", nothing, name="ready"),
    path("table/<uuid:table>/start/", nothing, name="start"),
    path("match/<uuid:match>/rematch/", nothing, name="rematch"),
]
people = [
    path("people/<str:name>/", nothing, name="person"),
    path("history/", nothing, name="history"),
    path("accounts/preferences/", nothing, name="account_preferences"),
    path("accounts/recovery-code/", nothing, name="account_recovery_code"),
    path("accounts/recover/", nothing, name="account_recover"),
]
games = [path("fairness/", nothing, name="fairness")]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", nothing, name="home"),
    path("", include((lobby, "lobby"))),
    *people,
    *games,
    path("", include((people, "accounts"))),
    *games,
    path("accounts/", include("allauth.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/", include(([path("", nothing, name="index")], "admin"))),
]
