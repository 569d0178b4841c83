"""Settings shared by every way of running the site; what differs is in the modules beside this."""

from __future__ import annotations

from typing import Any

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from config import env, services
from config.keys import kept_secret
from config.logs import logging_config

ENV = env.read()
BASE_DIR = env.BASE
VAR_DIR = ENV.var
SERVICES = services.find(ENV)

# --- who we are -----------------------------------------------------------------------------
SECRET_KEY = ENV.secret_key or kept_secret(VAR_DIR / "secret_key")
SECRET_KEY_FALLBACKS = list(ENV.secret_key_fallbacks)
# Seals the seeds of deals; where it is empty a key made from SECRET_KEY does.
FAIR_KEY = ENV.fair_key
DEBUG = False

SITE_URL = ENV.origin()
SECURE = ENV.site is not None and ENV.site.secure
# Exact origins of the sockets; empty: no name was given, and a page may reach the host it came from.
SITE_ORIGINS = [ENV.site.origin] if ENV.site else []
if ENV.site is not None:
    ALLOWED_HOSTS = [ENV.site.host]
elif ENV.local_network:
    ALLOWED_HOSTS = ["*"]  # a phone reaches this machine by an address nobody knows beforehand
else:
    ALLOWED_HOSTS = sorted({ENV.host, "127.0.0.1", "localhost", "[::1]"})
CSRF_TRUSTED_ORIGINS = list(SITE_ORIGINS)

# --- the rooms ------------------------------------------------------------------------------
INSTALLED_APPS = [
    "config.apps.HouseConfig",
    "lobby",
    "accounts",
    "games",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "channels",
    "csp",
    "django_htmx",
    "servestatic",
    "accounts.apps.StaffAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "servestatic.middleware.ServeStaticMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

# --- PostgreSQL is the only truth; Valkey may vanish -------------------------------------------
DATABASES: dict[str, Any] = {
    "default": {
        **services.django_database(SERVICES.database_url),
        "CONN_MAX_AGE": 0,  # threads come and go; in production a pool keeps the connections
        "OPTIONS": services.database_options(SERVICES.database_url),
    }
}
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "cache",
        # Django culls at 300 by itself, and whoever tries 300 names would wipe out the counts of
        # wrong passwords with it.
        "OPTIONS": {"MAX_ENTRIES": 200_000},
    }
}
SESSION_ENGINE = "accounts.sessions"

# Keys and queues begin with this, so that several sites (and test workers) may share one Valkey.
PREFIX = "jalsa"
REDIS_URL = SERVICES.redis_url
CHANNEL_LAYERS: dict[str, Any] = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {
            "hosts": [
                {
                    "address": REDIS_URL,
                    # redis-py stops at 100 by itself, and consumers died of it at 800 sockets
                    "max_connections": 10_000,
                    "socket_connect_timeout": 2,
                }
            ],
            "prefix": PREFIX,
        },
    }
}

# --- Celery: tasks carry ids, may run twice, and can all be rebuilt by the sweep ---------------
CELERY_BROKER_URL = REDIS_URL
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {
    "global_keyprefix": f"{PREFIX}:",
    "visibility_timeout": 90,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "max_connections": 100,
    "socket_timeout": 10,
    "socket_connect_timeout": 2,
    # one attempt to publish, at once: a hint that is lost is rebuilt by the sweep
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0.1,
    "interval_max": 0.2,
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_CONNECTION_TIMEOUT = 2
CELERY_TASK_PUBLISH_RETRY_POLICY = {
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0.1,
    "interval_max": 0.2,
}
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TIMEZONE = "UTC"
CELERY_TASK_DEFAULT_QUEUE = "slow"
CELERY_TASK_ROUTES = {
    "games.tasks.turns.play_bot_turn": {"queue": "bots"},
    "games.tasks.turns.*": {"queue": "clock"},
    "games.tasks.fair.*": {"queue": "clock"},
    "lobby.tasks.*": {"queue": "clock"},
}
CELERY_BEAT_SCHEDULE: dict[str, Any] = {
    # A sweep that waited a second is worthless: the next one finds the same rows.
    "sweep": {
        "task": "games.tasks.turns.sweep",
        "schedule": 1.0,
        "options": {"queue": "clock", "expires": 1},
    },
    "tables": {
        "task": "lobby.tasks.sweep_tables",
        "schedule": 1.0,
        "options": {"queue": "clock", "expires": 1},
    },
}
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "run" / "beat")

# --- deals: drawn by chance, each and every one; only the settings of the tests foresee some ------------
FORESEEN_MATCHES: dict[str, tuple[str, str, int]] = {}

# --- people -----------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.backends.NameBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_REDIRECT_URL = "home"
LOGIN_URL = "account_login"
LOGOUT_REDIRECT_URL = "home"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {"signup": "accounts.forms.SignupForm", "login": "accounts.forms.LoginForm"}
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "email"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_CHANGE_EMAIL = True  # one address; a new one takes its place once it is confirmed
ACCOUNT_MAX_EMAIL_ADDRESSES = 2
ACCOUNT_PREVENT_ENUMERATION = "strict"  # not even a sign-up tells whose address is known
# Counted in the database cache. A whole cafe shares one address, so that one is generous.
ACCOUNT_RATE_LIMITS = {
    "login_failed": "30/m/ip,5/300s/key",
    "recover": "20/m/ip,5/900s/key",
    "lobby_seating": "12/m/user",
}
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_USER_MODEL_USERNAME_FIELD = "username"
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Jalsa] "
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if SECURE else "http"
# Behind https stands a proxy, which is the only one to be believed about a client's address.
ALLAUTH_TRUSTED_PROXY_COUNT = (
    ENV.trusted_proxies if ENV.trusted_proxies is not None else int(SECURE)
)
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Jalsa"
MFA_TOTP_TOLERANCE = 1  # telephones are half a minute off
STAFF_SECOND_FACTOR = SECURE

# --- mail: a server where EMAIL_URL names one, else files ----------------------------------------
EMAIL_SUBJECT_PREFIX = "[Jalsa] "
DEFAULT_FROM_EMAIL = f"Jalsa <no-reply@{ENV.site.host if ENV.site else 'localhost'}>"
SERVER_EMAIL = DEFAULT_FROM_EMAIL
EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
EMAIL_FILE_PATH = VAR_DIR / "mail"
if ENV.mail is not None:
    EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    EMAIL_HOST, EMAIL_PORT = ENV.mail.host, ENV.mail.port
    EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = ENV.mail.user, ENV.mail.password
    EMAIL_USE_TLS, EMAIL_USE_SSL = ENV.mail.start_tls, ENV.mail.tls
    EMAIL_TIMEOUT = 10

# --- cookies, headers, policy --------------------------------------------------------------------
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30
CSRF_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
# Browsers honour it on https only, and complain on every page elsewhere.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if SECURE else None
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
CONTENT_SECURITY_POLICY: dict[str, Any] = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "font-src": [SELF],
        "img-src": [SELF, "data:"],
        "media-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "connect-src": [
            SELF,
            *(origin.replace("http", "ws", 1) for origin in SITE_ORIGINS),
        ],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "object-src": [NONE],
    }
}

# --- words -----------------------------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("ar", _("Arabic"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- files -----------------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = VAR_DIR / "static"
STORAGES: dict[str, Any] = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}

# --- logs: one line an event, ids and versions, never cards -----------------------------------------
LOGGING = logging_config(ENV.log_level)
