"""The people: users, profiles, history, sanctions."""

from importlib import import_module

from django.apps import AppConfig
from django.contrib.admin import apps as admin_apps
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """Hold everything that belongs to a person and not to a match."""

    name = "accounts"
    verbose_name = _("Accounts")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers, which need the models to stand."""
        import_module("accounts.receivers")


class StaffAdminConfig(admin_apps.AdminConfig):
    """Django's admin behind the site's own log-in and second factor."""

    default = False  # "accounts" alone means the app above
    default_site = "accounts.admin_site.StaffSite"
