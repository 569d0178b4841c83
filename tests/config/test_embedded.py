"""The servers of one machine: started, shared, mended and stopped, also after a kill -9."""

import os
import pwd
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from config import embedded, env, postgres, processes, services, valkey
from config.embedded import Servers
from config.postgres import ServerError


def surroundings(var: Path, **more: str) -> env.Env:
    return env.read({"VAR_DIR": str(var), **more})


@pytest.fixture
def var(tmp_path: Path) -> Iterator[Path]:
    """A folder with a space in its path; whatever runs in it is stopped at the end."""
    folder = tmp_path / "my var"
    yield folder
    for server in (valkey.Valkey(folder), postgres.Postgres(folder)):
        server.stop()


def kill(note: Path) -> int:
    facts = processes.read_note(note)
    assert facts is not None
    pid = int(facts["pid"])
    os.kill(pid, signal.SIGKILL)
    assert processes.gone(pid, facts["born"], 10)
    return pid


@pytest.mark.processes
def test_servers_start_keep_their_data_and_stop(var: Path) -> None:
    servers = Servers(surroundings(var))
    found = servers.up()
    assert services.find(surroundings(var)) == found
    with psycopg.connect(found.database_url, autocommit=True) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 7 AS number")
        assert connection.execute("SHOW synchronous_commit").fetchone() == ("on",)
        assert connection.execute("SELECT lower('ÄÉ')").fetchone() == ("äé",)
    servers.leave()
    assert postgres.answers(found.database_url) is not None
    assert valkey.answers(found.redis_url) is not None

    again = servers.up()
    assert again.database_url == found.database_url, "the port stays where it is free"
    with psycopg.connect(again.database_url) as connection:
        assert connection.execute("SELECT number FROM kept").fetchone() == (7,)
    servers.leave()


@pytest.mark.processes
def test_nobody_gets_in_without_the_password(var: Path) -> None:
    servers = Servers(surroundings(var))
    found = servers.up()
    place = env.parse_database_url(found.database_url)
    bare = f"postgresql://{place.user}@127.0.0.1:{place.port}/{place.name}"
    assert postgres.answers(bare) is not None
    host = found.redis_url.rpartition("@")[2]
    assert "NOAUTH" in (valkey.answers(f"redis://{host}") or "")
    for secret in ("postgres_password", "valkey_password"):
        assert (var / secret).stat().st_mode & 0o777 == 0o600
    commands = [processes.command_line(int(pid.name)) for pid in Path("/proc").glob("[0-9]*")]
    assert not any(place.password in line for line in commands)
    servers.leave()


@pytest.mark.processes
def test_the_last_user_stops_them(var: Path) -> None:
    first, second = Servers(surroundings(var)), Servers(surroundings(var))
    found = first.up()
    assert second.up() == found
    first.leave()
    assert postgres.answers(found.database_url) is None
    second.leave()
    assert postgres.answers(found.database_url) is not None


@pytest.mark.processes
def test_servers_that_were_told_to_stay_do(var: Path) -> None:
    command = [sys.executable, "-m", "config.embedded"]
    around = {**os.environ, "VAR_DIR": str(var)}
    for name in ("DATABASE_URL", "REDIS_URL"):
        around.pop(name, None)

    def say(word: str) -> str:
        done = subprocess.run(
            [*command, word], env=around, cwd=env.BASE, capture_output=True, text=True, check=True
        )
        return done.stdout

    said = say("up")
    assert say("env") == said
    user = Servers(surroundings(var))
    found = user.up()
    user.leave()
    assert f"DATABASE_URL={found.database_url}" in said
    assert postgres.answers(found.database_url) is None
    say("down")
    assert postgres.answers(found.database_url) is not None


@pytest.mark.processes
def test_after_a_kill_of_the_servers_they_are_mended_in_place(var: Path) -> None:
    servers = Servers(surroundings(var))
    found = servers.up()
    assert servers.mend() == []
    for name in ("postgres", "valkey"):
        kill(var / "run" / f"{name}.json")
    assert servers.mend() == ["PostgreSQL", "Valkey"]
    assert services.find(surroundings(var)) == found
    assert postgres.answers(found.database_url) is None
    assert valkey.answers(found.redis_url) is None
    servers.leave()


@pytest.mark.processes
def test_servers_whose_notes_are_lost_are_found_by_their_folders(var: Path) -> None:
    servers = Servers(surroundings(var))
    servers.up()
    lost = []
    for name in ("postgres", "valkey"):
        note = var / "run" / f"{name}.json"
        facts = processes.read_note(note)
        assert facts is not None
        note.unlink()
        lost.append(int(facts["pid"]))
    assert servers.mend() == ["PostgreSQL", "Valkey"]
    assert not any(processes.born(pid) for pid in lost)
    servers.leave()


@pytest.mark.processes
def test_half_a_folder_is_never_used(var: Path) -> None:
    draft = var / "postgres.draft"
    draft.mkdir(parents=True)
    (draft / "PG_VERSION").write_text("18")
    servers = Servers(surroundings(var))
    servers.up()
    assert not draft.exists()
    servers.leave()


@pytest.mark.processes
def test_a_folder_of_another_version_is_left_alone(var: Path) -> None:
    (var / "postgres").mkdir(parents=True)
    (var / "postgres" / "PG_VERSION").write_text("9\n")
    with pytest.raises(ServerError, match=r"made by PostgreSQL 9 .* DATABASE_URL"):
        postgres.Postgres(var).start()
    assert [path.name for path in (var / "postgres").iterdir()] == ["PG_VERSION"]


@pytest.mark.processes
def test_where_root_gets_no_namespace_the_server_runs_as_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "namespace_works", lambda: False)
    server = postgres.Postgres(tmp_path / "closed")  # pytest's folder is 0700: nobody cannot enter
    try:
        url = server.start()
        assert postgres.answers(url) is None
        facts = processes.read_note(server.note)
        assert facts is not None
        root = os.geteuid() == 0
        nobody = pwd.getpwnam("nobody").pw_uid
        assert Path(f"/proc/{facts['pid']}").stat().st_uid == (nobody if root else os.geteuid())
        assert server.data.is_symlink() == root
    finally:
        server.stop()
        if server.data.is_symlink():
            shutil.rmtree(server.data.resolve().parent)


def test_missing_servers_are_named_with_both_ways_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(*_: object, **__: object) -> None:
        return None

    monkeypatch.setattr("importlib.util.find_spec", nowhere)
    monkeypatch.setattr("shutil.which", nowhere)
    monkeypatch.setattr(Path, "glob", lambda *_: iter(()))
    with pytest.raises(ServerError, match=r"apt-get install postgresql.* DATABASE_URL"):
        postgres.programs()
    with pytest.raises(ServerError, match=r"apt-get install .* REDIS_URL"):
        valkey.program()


def test_programs_of_the_machine_serve_where_no_wheel_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("postgres", "initdb", "redis-server"):
        (tmp_path / name).touch(mode=0o755)
    monkeypatch.setattr("importlib.util.find_spec", lambda *_: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert postgres.programs() == tmp_path
    assert valkey.program() == tmp_path / "redis-server"


@pytest.mark.parametrize(
    ("more", "named"),
    [
        ({"DATABASE_URL": "postgresql://127.0.0.1:9/x"}, "DATABASE_URL"),
        ({"REDIS_URL": "redis://127.0.0.1:9/0"}, "REDIS_URL"),
    ],
)
def test_a_silent_server_that_was_named_is_answered_in_one_line(
    tmp_path: Path, more: dict[str, str], named: str
) -> None:
    servers = Servers(surroundings(tmp_path / "var", **more))
    with pytest.raises(ServerError) as refusal:
        servers.up()
    assert str(refusal.value).startswith(f"{named}: ")
    assert "\n" not in str(refusal.value)
    assert not (tmp_path / "var").exists(), "nothing half-started"


def test_an_unknown_word_is_answered_with_the_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert embedded.main(["upp"]) == 2
    assert "python -m config.embedded up" in capsys.readouterr().err
