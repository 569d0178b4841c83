"""Translations are compiled by Babel, and only when they changed."""

import gettext
import os
from pathlib import Path

from config.translations import compile_all

PO = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5);\\n"

msgid "Draw"
msgstr "اسحب"

msgid "%d card"
msgid_plural "%d cards"
msgstr[0] "لا ورق"
msgstr[1] "ورقة"
msgstr[2] "ورقتان"
msgstr[3] "%d أوراق"
msgstr[4] "%d ورقة"
msgstr[5] "%d ورقة"
"""


def test_what_changed_is_compiled_and_nothing_else(tmp_path: Path) -> None:
    source = tmp_path / "ar" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    source.write_text(PO)
    assert compile_all(tmp_path) == [source.with_suffix(".mo")]
    words = gettext.translation("django", str(tmp_path), ["ar"])
    assert words.gettext("Draw") == "اسحب"
    assert words.ngettext("%d card", "%d cards", 2) == "ورقتان"
    assert words.ngettext("%d card", "%d cards", 5) == "%d أوراق"
    assert compile_all(tmp_path) == []
    later = source.stat().st_mtime + 10
    os.utime(source, (later, later))
    assert compile_all(tmp_path) == [source.with_suffix(".mo")]
