"""What the tests of the live rooms share: nobody is told anything for real, but all of it is noted."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from django.db import connections

from games.live import faults, publish


@dataclass
class Told:
    """What was sent: messages by group, tasks by name with their arguments."""

    groups: list[tuple[str, dict[str, object]]] = field(default_factory=list)
    tasks: list[tuple[str, tuple[object, ...]]] = field(default_factory=list)

    def named(self, task: str) -> list[tuple[object, ...]]:
        """Give the arguments of each sending of a task."""
        return [args for name, args in self.tasks if name == task]


@pytest.fixture(autouse=True)
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    """Note what is published instead of sending it; the tests of `publish` itself undo this."""
    kept = Told()

    def send_task(
        name: str, args: tuple[object, ...], after_seconds: float, stale_after: float = 30
    ) -> None:
        kept.tasks.append((name, args))

    monkeypatch.setattr(publish, "_group_send", lambda *sent: kept.groups.append(sent))
    monkeypatch.setattr(publish, "_send_task", send_task)
    return kept


class Killed(BaseException):
    """The process died here."""


@pytest.fixture
def kill_at() -> Iterator["KillAt"]:
    """Die at a named place, once."""
    armed = KillAt()
    disarm = faults.arm(armed.strike)
    yield armed
    disarm()


class KillAt:
    """Die where told to."""

    def __init__(self) -> None:
        self.place = ""

    def __call__(self, place: str) -> None:
        self.place = place

    def strike(self, place: str) -> None:
        """Die if this is the place."""
        if place == self.place:
            self.place = ""
            raise Killed(place)


def close_connections() -> None:
    """Close this thread's connections, so that the test database can be dropped."""
    connections.close_all()
