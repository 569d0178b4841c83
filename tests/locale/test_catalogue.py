"""The Arabic catalogue is whole: nothing untranslated, nothing left over, every place in a sentence filled."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import django
import pytest
from babel.messages.catalog import Catalog
from django.contrib.auth.password_validation import MinimumLengthValidator
from django.core.exceptions import ValidationError
from django.utils import translation

from accounts import borrowed
from games.engine.errors import Reason
from games.live.errors import RejectCode
from games.templatetags import table_words
from games.templatetags.table_refusals import REFUSALS
from lobby.errors import Why
from tools import messages
from tools.messages import Said

if TYPE_CHECKING:
    from babel.messages.catalog import Message

PO = messages.BASE / "locale" / "ar" / "LC_MESSAGES" / "django.po"
ARABIC = re.compile(r"[\u0621-\u064a]")
PLACE = re.compile(r"%\(\w+\)[sd]|%d|\{\w+\}|</?\w+[^>]*>")
LATIN = re.compile(r"[A-Za-z](?:[A-Za-z0-9/.+-]*[A-Za-z0-9])?")
ALLOWED_LATIN = {"JavaScript", "http", "https", "rummy-fair/v1", "Shift", "C"}
"""Names of things that have no other name."""

WITHOUT_LETTERS = {
    ", ",
    "{who}",
    "{code}: {where}",
    "%(colour)s %(number)s",
    "%(rank)s of %(suit)s",
    "{rank} of {suit}",
}
"""What holds no Arabic word, only places and signs."""

ORPHANS = "[\u0660-\u0669\u06f0-\u06f9\u06a9\u06cc\u200b-\u200f\u202a-\u202e\u2066-\u2069]"
"""Arabic-Indic digits (a preference of the reader, never in the text), Persian letters, and marks nobody can see."""


def entries() -> list[Message]:
    return [message for message in messages.read(PO, "ar") if message.id]


def english(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def arabic(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def test_the_file_is_what_the_command_would_write() -> None:
    said = messages.everything_said()
    fresh = messages.written(messages.renewed(messages.read(PO, "ar"), said, "ar"), "ar")
    assert PO.read_bytes() == fresh, "run `python -m tools.messages`"


def test_everything_is_translated() -> None:
    assert len(entries()) > 500
    assert messages.missing(messages.read(PO, "ar")) == []
    assert [english(message) for message in entries() if message.fuzzy] == []


def test_counted_sentences_have_all_six_forms() -> None:
    counted = [message for message in entries() if message.pluralizable]
    assert len(counted) > 20
    for message in counted:
        assert len(arabic(message)) == 6, english(message)
        assert all(form.strip() for form in arabic(message)), english(message)


def test_numbers_choose_the_form_that_django_itself_would_choose() -> None:
    theirs = Path(django.__file__).parent / "conf" / "locale" / "ar" / "LC_MESSAGES" / "django.po"
    head = theirs.read_text("utf-8").split("\n\n")[0].replace('"\n"', "")
    assert f"plural={messages.PLURALS['ar'][1]};" in head


def test_every_place_of_a_sentence_is_filled_in_both_languages() -> None:
    for message in entries():
        places = set(PLACE.findall(english(message)[-1]))
        may_lack = (
            {"%(n)s", "%(n)d", "{n}", "%(count)d", "%(done)d"} if message.pluralizable else set()
        )
        for number, form in enumerate(arabic(message)):
            found = set(PLACE.findall(form))
            # "One card" and "two cards" are one word each; from three on the number is said.
            lacking = places - found - (may_lack if number < 3 else set())
            lacking -= {"{cards}"} if number == 0 and message.pluralizable else set()
            assert found <= places, (english(message), form)
            assert lacking == set(), (english(message), form)


def test_arabic_is_arabic() -> None:
    for message in entries():
        for form in arabic(message):
            bare = PLACE.sub(" ", form)
            if english(message)[0] not in WITHOUT_LETTERS:
                assert ARABIC.search(bare), (english(message), form)
            assert set(LATIN.findall(bare)) <= ALLOWED_LATIN, (english(message), form)
            assert not re.search(ORPHANS, form), (english(message), form)
            assert not re.search(r"(?<!\S)-\d", form), f"a minus is U+2212: {form}"
            assert not re.search(r"[,;?](?!\w)", bare), f"Arabic has its own signs: {form}"
            assert (form[:1] == " ", form[-1:] == " ") == (
                english(message)[0][:1] == " ",
                english(message)[0][-1:] == " ",
            ), (english(message), form)


def test_every_refusal_has_a_sentence_in_both_languages() -> None:
    assert set(REFUSALS) - {"other"} == {code.value for code in (*Reason, *RejectCode)}
    for sentence in (*REFUSALS.values(), *(why.label for why in Why)):
        with translation.override("en"):
            source = str(sentence)
            assert source.endswith(".")
        with translation.override("ar"):
            assert ARABIC.search(str(sentence)), source


def test_the_words_of_the_table_are_all_there() -> None:
    with translation.override("ar"):
        words = table_words.catalogue()
    plain, counted = words["plain"], words["counted"]
    assert isinstance(plain, dict)
    assert isinstance(counted, dict)
    assert words["lang"] == "ar"
    for key, text in plain.items():
        if not re.fullmatch(r"\d*|\{cards\}|\{who\}:|\{rank\} \{suit\}|، ", text):
            assert ARABIC.search(text), (key, text)
    for key, forms in counted.items():
        assert set(forms) == {"zero", "one", "two", "few", "many", "other"}, key
        assert all(ARABIC.search(form) for form in forms.values()), key


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (0, "لا أوراق"),
        (1, "ورقة واحدة"),
        (2, "ورقتان"),
        (3, "{n} أوراق"),
        (10, "{n} أوراق"),
        (11, "{n} ورقة"),
        (99, "{n} ورقة"),
        (100, "{n} ورقة"),
        (103, "{n} أوراق"),
    ],
)
def test_cards_are_counted_as_one_counts_in_arabic(number: int, said: str) -> None:
    with translation.override("ar"):
        assert table_words.COUNTED["cards_counted"](number) == said


def test_the_command_reads_python_and_templates() -> None:
    module = (
        'a = _("One" " two")\nb = ngettext("%(n)d x", "%(n)d y", n)\nc = pgettext_lazy("k", "Z")\n'
    )
    assert messages.said_in_python(module) == [
        Said("", "One two", ""),
        Said("", "%(n)d x", "%(n)d y"),
        Said("k", "Z", ""),
    ]
    template = (
        "{% load i18n %}{% comment %}don't{% endcomment %}\n  <p title=\"it's\">{% translate 'A' context 'k' %}\n"
        '{% blocktranslate count n=rows|length trimmed %}{{ n }} "row"\n  {% plural %}{{ n }} rows{% endblocktranslate %}\n'
        '{% include "x.html" with hint=_("B") %}{{ name }} won\'t be found'
    )
    assert messages.said_in_template(template) == [
        Said("k", "A", ""),
        Said("", '%(n)s "row"', "%(n)s rows"),
        Said("", "B", ""),
    ]


def test_the_command_keeps_drops_and_asks() -> None:
    old = Catalog(locale="ar")
    old.add("kept", "محفوظ")
    old.add("gone", "ذهب")
    old.add("unsure", "ربما", flags={"fuzzy"})
    old.add("once counted", "عدد")
    said = {
        Said("", "kept", ""): ["b.py", "c.py"],
        Said("ctx", "kept", ""): ["b.py"],
        Said("", "unsure", ""): ["b.py"],
        Said("", "once counted", "counted"): ["b.py"],
    }
    new = messages.renewed(old, said, "ar")
    assert messages.missing(new) == ["kept", "unsure", "once counted"]
    text = messages.written(new, "ar").decode()
    assert '#: b.py c.py\nmsgid "kept"\nmsgstr "محفوظ"\n' in text
    assert "gone" not in text
    assert "Date" not in text
    assert text.count("msgstr[") == 6


def test_one_sentence_cannot_have_two_plurals(tmp_path: Path) -> None:
    room = tmp_path / "games"
    room.mkdir()
    (room / "a.py").write_text('ngettext("sheep", "sheep", n)')
    assert len(messages.everything_said(tmp_path)) == 1
    (room / "b.py").write_text('ngettext("sheep", "sheeps", n)')
    with pytest.raises(ValueError, match="two plurals"):
        messages.everything_said(tmp_path)


def test_a_borrowed_sentence_is_one_that_django_says() -> None:
    for number in (1, 12):
        with translation.override("ar"):
            with pytest.raises(ValidationError) as caught:
                MinimumLengthValidator(number).validate("")
            assert caught.value.messages == [str(borrowed.TOO_SHORT % number)]
            assert ARABIC.search(caught.value.messages[0])
