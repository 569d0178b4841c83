"""The surroundings: what may be said, and the one line that answers what may not."""

import pytest

from config import env


def test_nothing_said_gives_this_machine_alone() -> None:
    found = env.read({})
    assert (found.host, found.port, found.site) == ("127.0.0.1", None, None)
    assert found.origin() == "http://127.0.0.1:8000"
    assert not found.local_network


def test_every_address_of_the_machine_is_the_local_network() -> None:
    assert env.read({"HOST": "0.0.0.0"}).local_network
    assert not env.read({"HOST": "0.0.0.0", "SITE_URL": "https://play.example.org"}).local_network


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://play.example.org", "https://play.example.org"),
        ("https://play.example.org/", "https://play.example.org"),
        ("https://play.example.org:443", "https://play.example.org"),
        ("https://play.example.org:8443", "https://play.example.org:8443"),
        ("http://10.0.0.7:8000", "http://10.0.0.7:8000"),
        ("http://[::1]:8000", "http://[::1]:8000"),
        ("HTTPS://Play.Example.ORG", "https://play.example.org"),
    ],
)
def test_a_site_is_written_as_a_browser_writes_its_origin(url: str, origin: str) -> None:
    assert env.parse_site_url(url).origin == origin


def test_a_database_address_comes_apart() -> None:
    place = env.parse_database_url("postgresql://a%40b:p%2Fq@db.example:5433/jalsa?sslmode=require")
    assert (place.user, place.password, place.host, place.port, place.name) == (
        "a@b",
        "p/q",
        "db.example",
        5433,
        "jalsa",
    )
    assert place.options == (("sslmode", "require"),)
    assert env.parse_database_url("postgresql:///x?host=/run/pg").host == "/run/pg"


@pytest.mark.parametrize(
    ("url", "written"),
    [
        ("redis://h:6379", "redis://h:6379/0"),
        ("redis://h:6379/3", "redis://h:6379/3"),
        ("valkey://:pw@h/1", "redis://:pw@h/1"),
        ("rediss://h:6380/0", "rediss://h:6380/0"),
    ],
)
def test_a_redis_address_gets_one_form(url: str, written: str) -> None:
    assert env.parse_redis_url(url) == written


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "http"),
        ("PORT", "0"),
        ("PORT", "65536"),
        ("PORT", "-1"),
        ("DATABASE_URL", "mysql://h/x"),
        ("DATABASE_URL", "jalsa"),
        ("DATABASE_URL", "postgresql://h"),
        ("DATABASE_URL", "postgresql://h:port/x"),
        ("DATABASE_URL", "postgresql://h:99999/x"),
        ("REDIS_URL", "http://h"),
        ("REDIS_URL", "redis://"),
        ("REDIS_URL", "redis://h/name"),
        ("REDIS_URL", "redis://h:x/0"),
        ("SITE_URL", "play.example.org"),
        ("SITE_URL", "ftp://play.example.org"),
        ("SITE_URL", "https://play.example.org/path"),
        ("SITE_URL", "https://user@play.example.org"),
        ("SITE_URL", "https://[::1"),
        ("EMAIL_URL", "mail.example.org"),
        ("EMAIL_URL", "smtp://h?tls=perhaps"),
        ("DEBUG", "perhaps"),
        ("TRUSTED_PROXIES", "two"),
    ],
)
def test_a_wrong_value_is_answered_in_one_line_that_names_it(name: str, value: str) -> None:
    with pytest.raises(env.EnvError) as refusal:
        env.read({name: value})
    line = str(refusal.value)
    assert name in line
    assert "\n" not in line


def test_a_mail_server_comes_apart() -> None:
    plain = env.parse_email_url("smtp://a%40b:p%2Fq@mail.example.org:587?tls=1")
    assert plain == env.Mail("mail.example.org", 587, "a@b", "p/q", start_tls=True, tls=False)
    assert env.parse_email_url("smtps://mail.example.org") == env.Mail(
        "mail.example.org", 465, "", "", start_tls=False, tls=True
    )
