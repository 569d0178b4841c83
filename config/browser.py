"""The Chromium of this machine, which the browser tests drive."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
# A browser run by root has no sandbox of its own; the rest keeps it off the network and quiet.
FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)
MISSING = "Chromium is missing and could not be installed: the browser tests need it (apt-get install chromium)."


def find() -> Path | None:
    """Find a Chromium on this machine."""
    for name in NAMES:
        found = shutil.which(name)
        if found:
            return Path(found)
    return None


def find_or_install() -> Path | None:
    """Find a Chromium, or install Debian's where we may; None where there is no way."""
    found = find()
    if found is not None or os.geteuid() != 0 or shutil.which("apt-get") is None:
        return found
    print("Installing Chromium for the browser tests ...", flush=True)
    for words in (["update"], ["install", "-y", "--no-install-recommends", "chromium"]):
        subprocess.run(["apt-get", "-qq", *words], stdin=subprocess.DEVNULL, check=False)
    return find()


def flags() -> list[str]:
    """Give the words that Chromium needs to run in a test."""
    return [*FLAGS, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
