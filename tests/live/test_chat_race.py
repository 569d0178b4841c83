"""Lines said at the same moment from many windows and at many tables count together."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections

from games.live import chat
from games.live.errors import RejectCode, Rejected
from games.models import ChatLine
from tests.live.tables import begun, person

pytestmark = pytest.mark.django_db(transaction=True)

WINDOWS = 12


def test_many_windows_at_once_say_no_more_than_one() -> None:
    ann = person()
    tables = [begun(ann, bots=1), begun(ann, bots=1)]
    gate = Barrier(WINDOWS)

    def say(window: int) -> str:
        try:
            gate.wait(timeout=10)
            chat.say(tables[window % 2], ann, f"from window {window}", None)
        except Rejected as no:
            return no.code.value
        finally:
            connections.close_all()
        return "said"

    with ThreadPoolExecutor(WINDOWS) as pool:
        heard = list(pool.map(say, range(WINDOWS)))
    assert heard.count("said") == chat.BURST == ChatLine.objects.count()
    assert heard.count(RejectCode.RATE_LIMITED.value) == WINDOWS - chat.BURST


def test_whoever_reads_on_while_four_talk_misses_no_line() -> None:
    people = [person() for _ in range(4)]
    match = begun(*people)
    gate, talking = Barrier(len(people) + 1), [len(people)]

    def talk(user: int) -> None:
        try:
            gate.wait(timeout=10)
            for n in range(chat.BURST):
                chat.say(match, user, f"{user} says {n}", None)
        finally:
            talking[0] -= 1
            connections.close_all()

    def read() -> list[str | None]:
        heard: list[chat.Line] = []
        try:
            gate.wait(timeout=10)
            over = False
            while not over:
                over = talking[0] == 0
                heard += chat.lines(match, heard[-1].id if heard else 0)
        finally:
            connections.close_all()
        return [line.text for line in heard]

    with ThreadPoolExecutor(len(people) + 1) as pool:
        reading = pool.submit(read)
        list(pool.map(talk, people))
        heard = reading.result()
    assert sorted(heard, key=str) == sorted(
        f"{user} says {n}" for user in people for n in range(chat.BURST)
    )
