"""Every address of the site."""

from __future__ import annotations

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from config import pages
from lobby import views as lobby

urlpatterns: list[URLPattern | URLResolver] = [
    path("", lobby.home, name="home"),
    path("health", pages.health, name="health"),
    path("", include("accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
    path("", include("games.urls")),
    path("", include("lobby.urls")),
]
