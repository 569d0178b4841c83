"""Everything that can be said about the code without running it as a site."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import time

from config import env

PYTHON = sys.executable
# What a site behind https would set: its check must find nothing to say.
DEPLOYED = {
    "DJANGO_SETTINGS_MODULE": "config.settings.production",
    "SITE_URL": "https://play.example.org",
    "SECRET_KEY": secrets.token_urlsafe(60),
}
MANAGE = [PYTHON, "-W", "ignore::RuntimeWarning", "manage.py"]
CHECKS: tuple[tuple[str, list[str], dict[str, str]], ...] = (
    ("lint", [PYTHON, "-m", "ruff", "check"], {}),
    ("format", [PYTHON, "-m", "ruff", "format", "--check"], {}),
    ("types", [PYTHON, "-m", "mypy"], {}),
    ("arrows", ["lint-imports"], {"PYTHONPATH": str(env.BASE)}),
    ("migrations", [*MANAGE, "makemigrations", "--check", "--dry-run"], {}),
    ("deployment", [*MANAGE, "check", "--deploy", "--fail-level=WARNING"], DEPLOYED),
)


def main() -> int:
    """Run every check, also after one that fails; give 1 if any did."""
    failed = [name for name, command, more in CHECKS if not _passes(name, command, more)]
    print(f"Failed: {', '.join(failed)}." if failed else "Everything holds.", flush=True)
    return 1 if failed else 0


def _passes(name: str, command: list[str], more: dict[str, str]) -> bool:
    begin = time.monotonic()
    done = subprocess.run(
        command,
        env=env.for_children(**more),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    verdict = "ok" if done.returncode == 0 else "FAILED"
    print(f"{name:<11} {verdict} ({time.monotonic() - begin:.1f} s)", flush=True)
    if done.returncode != 0:
        print(done.stdout, flush=True)
    return done.returncode == 0


if __name__ == "__main__":
    os.chdir(env.BASE)
    sys.exit(main())
