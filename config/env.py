"""What the surroundings decide: the only reader of ``os.environ``.

Everything a person may set is a field of :class:`Env`. A value that cannot be used raises
:class:`EnvError` with one line fit for a terminal; the entry points print it and exit with 2.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from config import place

if TYPE_CHECKING:
    from collections.abc import Mapping

BASE = place.BASE
DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8000
ANY_HOST = frozenset({"0.0.0.0", "::"})  # noqa: S104  (compared with, not bound)
TRUE = frozenset({"1", "true", "yes", "on"})
FALSE = frozenset({"", "0", "false", "no", "off"})


class EnvError(Exception):
    """A value of the surroundings cannot be used; the text is one line for a person."""


@dataclass(frozen=True, slots=True)
class Database:
    """Where PostgreSQL answers, taken from ``DATABASE_URL``."""

    name: str
    user: str
    password: str
    host: str
    port: int | None
    options: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Mail:
    """The mail server of ``EMAIL_URL``; ``start_tls`` and ``tls`` exclude each other."""

    host: str
    port: int
    user: str
    password: str
    start_tls: bool
    tls: bool


@dataclass(frozen=True, slots=True)
class Site:
    """The public address of the site: scheme, host and port, without a path."""

    scheme: str
    host: str
    port: int

    @property
    def secure(self) -> bool:
        """Tell whether people reach the site over https."""
        return self.scheme == "https"

    @property
    def origin(self) -> str:
        """Give the address as a browser writes it in ``Origin``: no default port."""
        usual = 443 if self.secure else 80
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}" + ("" if self.port == usual else f":{self.port}")


@dataclass(frozen=True, slots=True)
class Env:
    """The surroundings, read and checked once.

    ``port`` is None where nobody asked for one; ``site`` is None where ``SITE_URL`` is not set;
    ``worker`` is the name pytest-xdist gives to a worker process (``gw0``), empty elsewhere.
    """

    host: str
    port: int | None
    site: Site | None
    database_url: str
    redis_url: str
    secret_key: str
    secret_key_fallbacks: tuple[str, ...]
    fair_key: str
    debug: bool
    mail: Mail | None
    trusted_proxies: int | None
    log_level: str
    var: Path
    worker: str

    @property
    def local_network(self) -> bool:
        """Tell whether the site answers on every address of this machine and has no name."""
        return self.site is None and self.host in ANY_HOST

    def origin(self) -> str:
        """Give the address of the site: ``SITE_URL``, else what ``HOST`` and ``PORT`` make."""
        if self.site is not None:
            return self.site.origin
        host = DEFAULT_HOST if self.host in ANY_HOST else self.host
        return Site("http", host, self.port or DEFAULT_PORT).origin


def read(environ: Mapping[str, str] | None = None) -> Env:
    """Read the surroundings; raise :class:`EnvError` for the first value that cannot be used."""
    source = os.environ if environ is None else environ

    def text(name: str, default: str = "") -> str:
        return source.get(name, "").strip() or default

    database_url, redis_url, site_url = text("DATABASE_URL"), text("REDIS_URL"), text("SITE_URL")
    if database_url:
        parse_database_url(database_url)
    return Env(
        host=text("HOST", DEFAULT_HOST),
        port=_port(text("PORT")),
        site=parse_site_url(site_url) if site_url else None,
        database_url=database_url,
        redis_url=parse_redis_url(redis_url) if redis_url else "",
        secret_key=text("SECRET_KEY"),
        secret_key_fallbacks=tuple(text("SECRET_KEY_FALLBACKS").split()),
        fair_key=text("FAIR_KEY"),
        debug=_flag("DEBUG", text("DEBUG")),
        mail=parse_email_url(text("EMAIL_URL")) if text("EMAIL_URL") else None,
        trusted_proxies=_count("TRUSTED_PROXIES", text("TRUSTED_PROXIES")),
        log_level=text("LOG_LEVEL", "INFO").upper(),
        var=Path(text("VAR_DIR")) if text("VAR_DIR") else place.var(),
        worker=text("PYTEST_XDIST_WORKER"),
    )


def use_settings(module: str) -> None:
    """Name the settings module where the surroundings have not named one already."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", module)


def for_children(**changes: str) -> dict[str, str]:
    """Give the surroundings of a child process: this process's own with ``changes`` on top."""
    return {**os.environ, **changes}


def parse_database_url(url: str) -> Database:
    """Take a ``postgresql://user:password@host:port/name?option=value`` address apart."""
    parts = _split("DATABASE_URL", url)
    if parts.scheme not in {"postgresql", "postgres"}:
        raise EnvError("DATABASE_URL must begin with postgresql://.")
    name = unquote(parts.path.lstrip("/"))
    if not name or "/" in name:
        raise EnvError(
            "DATABASE_URL must end with the name of one database: postgresql://host/name."
        )
    options = dict(parse_qsl(parts.query))
    host = options.pop("host", "") or unquote(parts.hostname or "")
    return Database(
        name=name,
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        host=host,
        port=parts.port,
        options=tuple(sorted(options.items())),
    )


def parse_redis_url(url: str) -> str:
    """Check a Redis or Valkey address and give it back in the ``redis://`` form."""
    parts = _split("REDIS_URL", url)
    schemes = {"redis": "redis", "valkey": "redis", "rediss": "rediss", "valkeys": "rediss"}
    if parts.scheme not in schemes:
        raise EnvError("REDIS_URL must begin with redis:// or rediss://.")
    if not parts.hostname:
        raise EnvError("REDIS_URL must name a host: redis://host:6379/0.")
    index = parts.path.strip("/") or "0"
    if not index.isdigit():
        raise EnvError(f"REDIS_URL must end with the number of a database, not {index!r}.")
    return parts._replace(scheme=schemes[parts.scheme], path=f"/{index}").geturl()


def parse_email_url(url: str) -> Mail:
    """Take ``smtp://user:password@host:587?tls=1`` or ``smtps://user:password@host`` apart."""
    parts = _split("EMAIL_URL", url)
    if parts.scheme not in {"smtp", "smtps"} or not parts.hostname:
        raise EnvError("EMAIL_URL must look like smtp://user:password@host:587?tls=1.")
    tls = parts.scheme == "smtps"
    return Mail(
        host=parts.hostname,
        port=parts.port or (465 if tls else 25),
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        start_tls=not tls
        and _flag("tls in EMAIL_URL", dict(parse_qsl(parts.query)).get("tls", "")),
        tls=tls,
    )


def parse_site_url(url: str) -> Site:
    """Take the public address apart: scheme and host, perhaps a port, nothing behind them."""
    parts = _split("SITE_URL", url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise EnvError(f"SITE_URL must look like https://play.example.org, not {url!r}.")
    if parts.path.strip("/") or parts.query or parts.fragment or parts.username:
        raise EnvError(f"SITE_URL must be scheme and host only, not {url!r}.")
    return Site(
        parts.scheme, parts.hostname, parts.port or (443 if parts.scheme == "https" else 80)
    )


def _split(name: str, url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        _ = parts.port  # the port is read late, and read only then is it checked
    except ValueError as error:
        raise EnvError(f"{name} cannot be read: {error}.") from None
    return parts


def _port(text: str) -> int | None:
    if not text:
        return None
    if not text.isdigit() or not 0 < int(text) < 65536:
        raise EnvError(f"PORT must be a number from 1 to 65535, not {text!r}.")
    return int(text)


def _count(name: str, text: str) -> int | None:
    if not text:
        return None
    if not text.isdigit():
        raise EnvError(f"{name} must be a number, not {text!r}.")
    return int(text)


def _flag(name: str, text: str) -> bool:
    if text.lower() in TRUE:
        return True
    if text.lower() in FALSE:
        return False
    raise EnvError(f"{name} must be 1 or 0, not {text!r}.")
