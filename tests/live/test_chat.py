"""Table talk."""

from uuid import uuid4

import pytest

from games.live import chat
from games.live.errors import RejectCode, Rejected
from games.models import ChatLine
from tests.live.conftest import Told
from tests.live.tables import begun, person, row_of

pytestmark = pytest.mark.django_db


def refusal(match: object, user: int, text: str | None, phrase: str | None = None) -> Rejected:
    with pytest.raises(Rejected) as caught:
        chat.say(match, user, text, phrase)  # type: ignore[arg-type]
    return caught.value


def test_seat_holders_talk_and_everybody_reads(told: Told) -> None:
    ann, ben = person(), person()
    match = begun(ann, ben)
    meta = row_of(match).meta_version
    first = chat.say(match, ann, "  hello\n there ", None)
    second = chat.say(match, ben, None, "good_luck")
    assert (first.seat, first.text, first.phrase) == (0, "hello there", None)
    assert (second.seat, second.text, second.phrase) == (1, None, "good_luck")
    assert chat.lines(match) == (first, second)
    assert chat.lines(match, after_id=first.id) == (second,)
    assert row_of(match).meta_version == meta + 2
    assert told.groups[-1][1]["meta_version"] == meta + 2


def test_the_newest_lines_are_given_oldest_first() -> None:
    ann = person()
    match = begun(ann, bots=1)
    ids = [chat.say(match, ann, f"line {n}", None).id for n in range(4)]
    assert [line.id for line in chat.lines(match, limit=2)] == ids[2:]


def test_strangers_and_strange_lines_are_refused() -> None:
    ann = person()
    match = begun(ann, bots=1)
    assert refusal(match, person(), "hi").code is RejectCode.NOT_SEATED
    assert refusal(uuid4(), ann, "hi").code is RejectCode.NOT_FOUND
    assert refusal(match, ann, "x" * 201).code is RejectCode.TOO_LONG
    for empty in ("", " \n ", "\u200d", "\u202e", None):
        assert refusal(match, ann, empty).code is RejectCode.EMPTY
    assert refusal(match, ann, None, "buy_now").code is RejectCode.UNKNOWN_PHRASE
    assert not ChatLine.objects.exists()


def test_nobody_talks_without_end() -> None:
    ann = person()
    match, other = begun(ann, bots=1), begun(ann, bots=1)
    for n in range(chat.BURST):
        chat.say((match, other)[n % 2], ann, "again", None)
    assert refusal(match, ann, "again").code is RejectCode.RATE_LIMITED


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("a\u202eb\u2066c\u200fd\u061ce", "abcde"),
        ("bell\x07 nul\x00", "bell nul"),
        ("tab\tnew\nline", "tab new line"),
        ("مرحبا بالجميع", "مرحبا بالجميع"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("👩\u200d👧", "👩\u200d👧"),
        ("e\u0301", "é"),
        ("tag\U000e0041", "tag"),
    ],
)
def test_what_could_turn_other_lines_around_is_taken_out(text: str, clean: str) -> None:
    assert chat.clean(text) == clean
