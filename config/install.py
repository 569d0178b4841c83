"""Build the environment with nothing but ``python3``, then go on inside it.

``python3 -m config.install WORD`` builds what is missing and then becomes the program that WORD
names. It runs before anything is installed, on whatever Python answers, so it imports the
standard library only and stays readable to old ones, which it refuses in one line. It is the one
place beside :mod:`config.env` that touches ``os.environ``.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import pwd
import shutil
import subprocess
import sys
from pathlib import Path

from config import place

OLDEST = (3, 11)
PROGRAMS = {
    "play": "config.play",
    "test": "config.suite",
    "check": "config.checks",
    "install": "config.translations",
}
LISTS = ("requirements-dev.txt", "requirements-uv.txt")


def main() -> None:
    """Build, then run the program that was asked for."""
    word, rest = (sys.argv[1:] or ["install"])[0], sys.argv[2:]
    if sys.version_info < OLDEST:
        fail(f"Python {sys.version.split()[0]} is too old: 3.11 or newer is needed.")
    if word not in PROGRAMS and word != "into":
        fail(f"Unknown word {word!r}: one of {', '.join(sorted(PROGRAMS))}.")
    as_owner()
    if word == "into":
        build(Path(rest[0]).resolve())
        return
    folder = place.venv()
    build(folder)
    python = str(folder / "bin" / "python")
    os.environ["PATH"] = str(folder / "bin") + os.pathsep + os.environ.get("PATH", "")
    sys.stdout.flush()
    os.chdir(place.BASE)
    os.execv(python, [python, "-m", PROGRAMS[word], *rest])


def as_owner() -> None:
    """As root in the clone of an ordinary user, become that user: what is made stays usable.

    Where that user has no Python of its own within reach, or does not reach the clone, nothing
    changes and root goes on as root.
    """
    uid = place.owner()
    if os.geteuid() != 0 or uid == 0:
        return
    try:
        entry = pwd.getpwuid(uid)
        gid, home, name = entry.pw_gid, entry.pw_dir, entry.pw_name
    except KeyError:
        gid, home, name = place.BASE.stat().st_gid, "/tmp", str(uid)  # noqa: S108
    python = usable_python(uid, gid)
    if python is None:
        return
    os.setgroups([])
    os.setgid(gid)
    os.setuid(uid)
    print(f"This clone belongs to {name}, so everything runs as {name}.", flush=True)
    os.environ.update(HOME=home, USER=name, LOGNAME=name)
    os.chdir(place.BASE)
    os.execv(python, [python, "-m", "config.install", *sys.argv[1:]])


def usable_python(uid: int, gid: int) -> str | None:
    """Find a Python that another user can run in this clone."""
    probe = "import sys, ensurepip, venv, config.place; sys.exit(sys.version_info < (3, 11))"
    for python in (
        sys.executable,
        shutil.which("python3"),
        "/usr/bin/python3",
        "/usr/local/bin/python3",
    ):
        if not python:
            continue
        try:
            tried = subprocess.run(
                [python, "-c", probe],
                check=False,
                cwd=place.BASE,
                user=uid,
                group=gid,
                extra_groups=[],
                stderr=subprocess.DEVNULL,
            )
        except OSError:
            continue
        if tried.returncode == 0:
            return python
    return None


def build(folder: Path) -> None:
    """Make the environment in ``folder``, or leave it where nothing it is made of has changed."""
    with (place.BASE / LISTS[0]).open("rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two starts at once: the second one finds it ready
        wanted = fingerprint()
        stamp = folder / "jalsa.stamp"
        python = folder / "bin" / "python"
        made, _, where = stamp.read_text().partition("\n") if stamp.exists() else ("", "", "")
        whole = where == str(folder)  # one that was cut off, or moved, has no right stamp
        if whole and made == wanted and os.access(python, os.X_OK):
            return
        print(f"Building the environment in {folder} ...", flush=True)
        stamp.unlink(missing_ok=True)
        if not whole or not runs(python):
            create(folder)
        fill(python)
        stamp.write_text(f"{wanted}\n{folder}")


def fingerprint() -> str:
    """Give what the environment is made from: the pinned lists."""
    digest = hashlib.sha256()
    for name in LISTS:
        digest.update((place.BASE / name).read_bytes())
    return digest.hexdigest()


def runs(python: Path) -> bool:
    """Tell whether an environment's Python starts and is new enough."""
    probe = "import sys, pip; sys.exit(sys.version_info < (3, 11))"
    try:
        return (
            subprocess.run(
                [str(python), "-c", probe], check=False, stderr=subprocess.DEVNULL
            ).returncode
            == 0
        )
    except OSError:
        return False


def create(folder: Path) -> None:
    """Make an empty environment."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    made = subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=False)
    if made.returncode != 0:
        fail(
            f"{sys.executable} could not make an environment: "
            "install its venv (apt-get install python3-venv)."
        )


def fill(python: Path) -> None:
    """Install the pinned packages: by uv, and where uv cannot be had or fails, by pip."""
    pip = [str(python), "-m", "pip", "--disable-pip-version-check", "--no-input"]
    uv, packages = (str(place.BASE / name) for name in reversed(LISTS))
    got = subprocess.run([*pip, "install", "-qq", "--require-hashes", "-r", uv], check=False)
    if got.returncode == 0:
        surroundings = dict(os.environ, UV_LINK_MODE="copy", UV_PYTHON_DOWNLOADS="never")
        sync = [
            str(python.parent / "uv"),
            "pip",
            "sync",
            "--quiet",
            "--python",
            str(python),
            packages,
        ]
        if subprocess.run(sync, check=False, env=surroundings).returncode == 0:
            return
    print("uv is not to be had; pip takes over.", flush=True)
    plain = [*pip, "install", "--quiet", "--require-hashes", "-r", packages]
    if subprocess.run(plain, check=False).returncode != 0:
        fail("The packages could not be installed; the lines above say why.")


def fail(line: str) -> None:
    """Say one line and end."""
    print(line, file=sys.stderr)
    sys.exit(2)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
