"""The addresses of people, beside those that allauth brings under ``accounts/``."""

from __future__ import annotations

from django.urls import path

from accounts import views

urlpatterns = [
    path("people/<str:name>/", views.person, name="person"),
    path("history/", views.history, name="history"),
    path("accounts/preferences/", views.save_preferences, name="account_preferences"),
    path("accounts/recovery-code/", views.recovery_code, name="account_recovery_code"),
    path("accounts/recover/", views.recover, name="account_recover"),
]
