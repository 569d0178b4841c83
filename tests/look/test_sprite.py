"""The committed sprite is what its script draws, and holds every face of every deck."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from games.engine.cards import FR106, TILE106, Joker, Piece, Skin, face
from games.templatetags.faces import symbol
from tools import sprite

NAMES = re.findall(r'<symbol id="([^"]+)"', sprite.build())


def test_the_file_is_what_the_script_draws() -> None:
    assert sprite.TARGET.read_text(encoding="utf-8") == sprite.build(), (
        "run: python -m tools.sprite"
    )


def test_it_is_well_formed_and_no_name_stands_twice() -> None:
    ET.fromstring(sprite.build())  # noqa: S314  our own text
    assert len(NAMES) == len(set(NAMES))


def test_no_drawing_leans_on_another() -> None:
    assert "<use" not in sprite.build()


@pytest.mark.parametrize("size", ["s", "m", "l"])
@pytest.mark.parametrize("piece", FR106.pieces, ids=face)
def test_every_card_has_its_face(piece: Piece, size: str) -> None:
    assert symbol(face(piece), size) in NAMES
    if not isinstance(piece, Joker):
        assert symbol("JK1", size, face(piece)) in NAMES


@pytest.mark.parametrize("size", ["s", "m"])
def test_every_tile_has_its_face(size: str) -> None:
    for piece in TILE106.pieces:
        name = face(piece, Skin.TILES)
        assert symbol(name, size) in NAMES
        if not isinstance(piece, Joker):
            assert symbol("J1", size, name) in NAMES


def test_the_two_copies_of_a_card_look_alike_and_others_do_not() -> None:
    assert symbol("TH#2", "m") == symbol("TH", "m") == "c-m-TH"
    assert len({symbol(face(piece), "m") for piece in FR106.pieces}) == 52 + 1
