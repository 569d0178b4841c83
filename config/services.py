"""Where PostgreSQL and Valkey answer: as the surroundings say, else the embedded ones of ``var/``."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

from config import env

if TYPE_CHECKING:
    from pathlib import Path

# Nothing listens there: commands that need no server still run, the others say what is missing.
NO_DATABASE = "postgresql://jalsa@127.0.0.1:9/jalsa"
NO_REDIS = "redis://127.0.0.1:9/0"


@dataclass(frozen=True, slots=True)
class Services:
    """The two addresses the site works with."""

    database_url: str
    redis_url: str


def find(surroundings: env.Env) -> Services:
    """Give the addresses of the surroundings; where one is not set, that of the embedded server."""
    return Services(
        surroundings.database_url or embedded_url(surroundings.var, "postgres") or NO_DATABASE,
        surroundings.redis_url or embedded_url(surroundings.var, "valkey") or NO_REDIS,
    )


def embedded_url(var: Path, server: str) -> str:
    """Give the address that the embedded ``server`` wrote when it started; empty if it never did."""
    try:
        note = json.loads((var / "run" / f"{server}.json").read_text())
    except (OSError, ValueError):
        return ""
    return str(note.get("url", ""))


def django_database(url: str) -> dict[str, Any]:
    """Turn an address into the plain part of Django's ``DATABASES`` entry."""
    place = env.parse_database_url(url)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": place.name,
        "USER": place.user,
        "PASSWORD": place.password,
        "HOST": place.host,
        "PORT": place.port or "",
    }


def database_options(url: str) -> dict[str, Any]:
    """Give what the address asks of the connection itself, such as ``sslmode``."""
    return {"connect_timeout": "5", **dict(env.parse_database_url(url).options)}


def redis_with_index(url: str, index: int) -> str:
    """Give the same address with another database number."""
    return urlsplit(url)._replace(path=f"/{index}").geturl()


def database_url(user: str, password: str, port: int, name: str) -> str:
    """Write the address of a server on this machine."""
    return f"postgresql://{quote(user)}:{quote(password)}@127.0.0.1:{port}/{quote(name)}"
