"""Template tags that draw from the sprite: icons, verdict signs, cards and card names.

    {% load faces %}
    {% icon "menu" %}  {% sign "ok" %}  {% card "7H#2" %}  {% card "7H" "sm" %}  {% card "JK1" "m" "TC" %}  {% tok "7H" %}
    {{ "7H"|face_name }}  {{ name|initial }}

Faces are those of the rule cards, section 0: `7H`, `TC#2`, `JK1`, tiles `R5`, `K13#2`, `J1`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.engine.cards import Joker, Piece, Skin, Suit, parse

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.utils.safestring import SafeString

register = template.Library()

_SUIT_LETTER = {
    Skin.CARDS: dict(zip(Suit, "SHDC", strict=True)),
    Skin.TILES: dict(zip(Suit, "RBKO", strict=True)),
}
_RANK_LETTER = "A23456789TJQK"
_SUIT_NAME = {
    Skin.CARDS: {
        Suit.SPADES: gettext_lazy("spades"),
        Suit.HEARTS: gettext_lazy("hearts"),
        Suit.DIAMONDS: gettext_lazy("diamonds"),
        Suit.CLUBS: gettext_lazy("clubs"),
    },
    Skin.TILES: {
        Suit.SPADES: pgettext_lazy("tile colour", "red"),
        Suit.HEARTS: pgettext_lazy("tile colour", "blue"),
        Suit.DIAMONDS: pgettext_lazy("tile colour", "black"),
        Suit.CLUBS: pgettext_lazy("tile colour", "orange"),
    },
}
_RANK_NAME = {
    1: pgettext_lazy("card rank", "ace"),
    11: pgettext_lazy("card rank", "jack"),
    12: pgettext_lazy("card rank", "queen"),
    13: pgettext_lazy("card rank", "king"),
}


def _read(face: str) -> tuple[Piece, Skin]:
    """Read a face of either skin; raises ValueError for anything else."""
    try:
        return parse(face), Skin.CARDS
    except ValueError:
        return parse(face, Skin.TILES), Skin.TILES


def symbol(face: str, size: str, stands_for: str = "") -> str:
    """Name the drawing of a face in the sprite; `size` is s, m or l (tiles have s and m).

    >>> symbol("TH#2", "m"), symbol("JK1", "s", "TC"), symbol("K13", "m"), symbol("J1", "s")
    ('c-m-TH', 'j-s-TC', 't-m-K13', 't-s-J')
    """
    piece, skin = _read(face)
    if isinstance(piece, Joker):
        if stands_for:
            return symbol(stands_for, size).replace("c-", "j-", 1).replace("t-", "tj-", 1)
        return f"c-{size}-JK" if skin is Skin.CARDS else f"t-{size}-J"
    letter = _SUIT_LETTER[skin][piece.suit]
    if skin is Skin.CARDS:
        return f"c-{size}-{_RANK_LETTER[piece.rank - 1]}{letter}"
    return f"t-{size}-{letter}{int(piece.rank)}"


@register.filter
def face_name(face: str) -> str:
    """Say a piece in words, in the language of the page: "10 of hearts", "red 5", "joker"."""
    piece, skin = _read(face)
    if isinstance(piece, Joker):
        return _("joker")
    suit = _SUIT_NAME[skin][piece.suit]
    if skin is Skin.TILES:
        # Translators: a tile, such as "red 5"
        return _("%(colour)s %(number)s") % {"colour": suit, "number": int(piece.rank)}
    rank = _RANK_NAME.get(int(piece.rank), int(piece.rank))
    return _("%(rank)s of %(suit)s") % {"rank": rank, "suit": suit}


@register.filter
def initial(name: object) -> str:
    """Give the letter of a name that stands in an avatar; one letter alone takes its isolated form."""
    return str(name)[:1].upper()


@register.simple_tag
def icon(name: str, css: str = "ic") -> SafeString:
    """Draw a line icon; it says nothing to a screen reader, so words must stand beside it."""
    return _use(f"i-{name}", css)


@register.simple_tag
def sign(name: str, css: str = "sign") -> SafeString:
    """Draw a verdict: ok, bad or wait."""
    return _use(f"v-{name}", css)


@register.simple_tag
def drawing(name: str, css: str = "") -> SafeString:
    """Draw anything else of the sprite, such as mark, arch, edge-h or back-s."""
    return _use(name, css)


@register.simple_tag
def card(face: str, sizes: str = "m", stands_for: str = "") -> SafeString:
    """Draw one card as a picture with its name; `sizes` lists those the place may ask for, such as "sm"."""
    skin = _read(face)[1]
    faces = format_html_join(
        "", "{}", ((_use(symbol(face, size, stands_for), f"f f-{size}"),) for size in sizes)
    )
    name = face_name(face)
    if stands_for:
        name = _("joker for %(card)s") % {"card": face_name(stands_for)}
    kind = "card" if skin is Skin.CARDS else "tile"
    return format_html('<span role="img" class="{}" aria-label="{}">{}</span>', kind, name, faces)


@register.simple_tag
def cards(faces: str | Iterable[str], sizes: str = "m") -> SafeString:
    """Draw several cards side by side; `faces` is a list, or one string with spaces between."""
    listed = faces.split() if isinstance(faces, str) else faces
    return format_html_join("", "{}", ((card(face, sizes),) for face in listed))


@register.simple_tag
def tok(face: str) -> SafeString:
    """Write a card into running text: an ivory chip, rank then suit, isolated from the direction around it."""
    piece, skin = _read(face)
    if isinstance(piece, Joker):
        return format_html(
            '<bdi class="tok tok-jk" dir="ltr" role="img" aria-label="{}">{}</bdi>',
            face_name(face),
            _use("star"),
        )
    letter = _SUIT_LETTER[skin][piece.suit]
    plain = _RANK_LETTER[piece.rank - 1]
    rank = str(int(piece.rank)) if skin is Skin.TILES or plain == "T" else plain
    return format_html(
        '<bdi class="tok tok-{}" dir="ltr" role="img" aria-label="{}">{}{}</bdi>',
        letter.lower(),
        face_name(face),
        rank,
        _use(f"s-{letter}" if skin is Skin.CARDS else f"t-{letter}"),
    )


@register.simple_tag
def toks(faces: Iterable[str]) -> SafeString:
    """Write several cards into running text."""
    return format_html_join("", "{}", ((tok(face),) for face in faces))


@register.simple_tag
def who(name: str) -> SafeString:
    """Write a name for use inside a sentence: bold, and isolated from the direction around it."""
    return format_html("<b><bdi>{}</bdi></b>", name)


def _use(name: str, css: str = "") -> SafeString:
    return format_html(
        '<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>',
        css,
        static("img/sprite.svg"),
        name,
    )
