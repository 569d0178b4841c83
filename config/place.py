"""Where this user keeps what a clone makes: in the clone, or at home where the clone is another's.

Imports nothing but the standard library: it is needed before there is an environment.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

BASE = Path(__file__).resolve().parent.parent


def var() -> Path:
    """Give the folder of data, logs and notes."""
    return _ours(BASE / "var", "var")


def venv() -> Path:
    """Give the folder of the environment: the clone's own if it runs for this user."""
    usual = BASE / ".venv"
    if os.access(usual / "bin" / "python", os.X_OK) and (usual / "jalsa.stamp").exists():
        return usual
    return _ours(usual, "venv")


def owner() -> int:
    """Give the number of the user to whom this clone's data belongs."""
    kept = BASE / "var"
    return (kept if kept.exists() else BASE).stat().st_uid


def _ours(usual: Path, name: str) -> Path:
    """Give ``usual`` where this user may own it, else a folder of its own outside the clone.

    Servers and secrets must not be shared between users: PostgreSQL serves only the owner of
    its folder, and a second user could not even read what root left here.
    """
    me = os.geteuid()
    if me == 0 or (usual.stat().st_uid == me if usual.exists() else os.access(BASE, os.W_OK)):
        return usual
    digest = hashlib.sha256(str(BASE).encode()).hexdigest()[:8]
    return Path.home() / ".local" / "share" / "jalsa" / f"{BASE.name}-{digest}" / name
