"""Draw `static/img/sprite.svg`: every card face, tile, back, icon and sign of the site.

The drawings are the project's own. Colours are CSS variables with a fallback, so that themes and decks recolour one
file. Every symbol is whole in itself: an outside `<use>` whose symbol again uses another one is not drawn
by every browser, so parts are copied in as nested `<svg>` elements, which also clip as symbols do.

    python -m tools.sprite            write the file

The file is committed because nobody should need a build step to see a card; `tests/look/test_sprite.py`
fails when the file and this script differ.

Names: `c-s-7H` `c-m-` `c-l-` faces in three sizes (T is ten), `j-s-7H` a joker that stands for the card,
`c-m-JK` a joker, `t-m-R5` tiles, `tj-m-R5` a tile joker, `back` `back-s` `back-x`, `r-7` ranks, `s-H` suits, `t-R` tile
shapes, `i-menu` icons, `v-ok` verdicts, `mark`, `arch`, `edge-h`, `edge-v`.
"""

import math
from collections.abc import Iterator
from pathlib import Path

from tools.glyphs import (
    BACK_A,
    BACK_B,
    FACE,
    GLYPH,
    ICON,
    ICON_STROKE,
    JOKER_INK,
    PAIR,
    RANKS,
    SUIT,
    SUIT_INK,
    SUITS,
    TILE_INK,
    TILE_SHAPE,
)

TARGET = Path(__file__).resolve().parent.parent / "static" / "img" / "sprite.svg"


def symbol(name: str, width: float, height: float, body: str, extra: str = "") -> str:
    """Wrap a drawing as one `<symbol>` of the sprite."""
    return f'<symbol id="{name}" viewBox="0 0 {width:g} {height:g}"{extra}>{body}</symbol>'


def part(box: tuple[float, float], at: tuple[float, float], height: float, body: str) -> str:
    """Place a drawing of size `box` at `at`, scaled to `height`, clipped to its box."""
    width = box[0] * height / box[1]
    return (
        f'<svg x="{at[0]:.2f}" y="{at[1]:g}" width="{width:.2f}" height="{height:g}" '
        f'viewBox="0 0 {box[0]:g} {box[1]:g}">{body}</svg>'
    )


def rank_width(rank: str) -> float:
    """Return the width of a rank at cap height 28."""
    if rank in PAIR:
        first, second, gap = PAIR[rank]
        return GLYPH[first][0] + gap + GLYPH[second][0]
    return GLYPH[rank][0]


def rank_body(rank: str) -> str:
    """Draw a rank in its own box."""
    if rank in PAIR:
        first, second, gap = PAIR[rank]
        step = GLYPH[first][0] + gap
        paths = f'<path d="{GLYPH[first][1]}"/><path transform="translate({step:g} 0)" d="{GLYPH[second][1]}"/>'
    else:
        paths = f'<path d="{GLYPH[rank][1]}"/>'
    return f'<g fill="none" stroke="currentColor" stroke-width="4.6">{paths}</g>'


def suit_body(suit: str) -> str:
    """Draw a suit in its 24 square."""
    return f'<path fill="currentColor" d="{SUIT[suit]}"/>'


def put_rank(rank: str, x: float, y: float, height: float, anchor: str = "start") -> str:
    """Place a rank of cap height `height`; `anchor` says which point of it lies at x: start, mid or end."""
    width = rank_width(rank) * height / 28
    shift = {"start": 0.0, "mid": width / 2, "end": width}[anchor]
    return part((rank_width(rank), 28), (x - shift, y), height, rank_body(rank))


def put_suit(suit: str, x: float, y: float, size: float) -> str:
    """Place a suit of `size` units a side."""
    return part((24, 24), (x, y), size, suit_body(suit))


def put_shape(colour: str, x: float, y: float, size: float) -> str:
    """Place the shape that goes with a tile colour."""
    return part((24, 24), (x, y), size, f'<g fill="currentColor">{TILE_SHAPE[colour]}</g>')


def leaf(x: float, y: float, degrees: float, length: float) -> str:
    """Draw one olive leaf, its stalk end at (x, y)."""
    bulge = length * 0.33
    near, far = length * 0.25, length * 0.7
    curve = f"M0 0C{near:.2f} {-bulge:.2f} {far:.2f} {-bulge:.2f} {length:g} 0"
    back = f"C{far:.2f} {bulge:.2f} {near:.2f} {bulge:.2f} 0 0Z"
    return f'<path transform="translate({x:g} {y:g}) rotate({degrees:g})" d="{curve}{back}"/>'


def emblems() -> dict[str, str]:
    """Draw the court signs in their 48 square: crown, jasmine, olive sprig."""
    petal = "M24 21.4C16.9 16.4 17 6.4 24 1.4C31 6.4 31.1 16.4 24 21.4Z"
    petals = "".join(
        f'<path transform="rotate({turn * 72} 24 24)" d="{petal}"/>' for turn in range(5)
    )
    leaves = "".join(
        leaf(*at)
        for at in (
            (33, 11.5, -62, 13.5),
            (29.6, 19.2, -16, 17),
            (22.6, 29.6, 4, 18),
            (28.6, 21, -134, 18),
            (20.4, 32.2, -150, 18),
        )
    )
    stroke = 'fill="none" stroke="currentColor"'
    return {
        "K": '<path d="M5 13.5L14.2 23L24 6.5L33.8 23L43 13.5L39.6 35.5H8.4Z"/><path d="M8.4 38.5H39.6V43.5H8.4Z"/>'
        '<circle cx="24" cy="4.6" r="3"/><circle cx="4.4" cy="11.4" r="2.7"/><circle cx="43.6" cy="11.4" r="2.7"/>'
        f'<path fill="{FACE}" d="M24 19.4L28.2 26L24 32.6L19.8 26Z"/>',
        "Q": petals
        + f'<circle cx="24" cy="24" r="4.9" fill="{FACE}"/><circle cx="24" cy="24" r="3"/>',
        "J": f'<path {stroke} stroke-width="3" stroke-linecap="round" d="M6.5 45.5C16 39 27 26.5 33 11"/>{leaves}'
        '<ellipse cx="34.6" cy="39.2" rx="4.6" ry="5.6" transform="rotate(-24 34.6 39.2)"/>'
        f'<path {stroke} stroke-width="2.2" d="M18 34.5C24 34 29 35 32 37.5"/>',
    }


EMBLEM = emblems()


def emblem_body(rank: str) -> str:
    """Return the sign of a court card."""
    return f'<g fill="currentColor">{EMBLEM[rank]}</g>'


def star_path(radius: float) -> str:
    """Draw an eight-point star of two squares, around (12, 12)."""
    points = []
    for i in range(16):
        angle = math.pi / 8 * i - math.pi / 2
        reach = radius if i % 2 == 0 else radius * 0.765
        points.append(f"{12 + reach * math.cos(angle):.2f} {12 + reach * math.sin(angle):.2f}")
    return "M" + "L".join(points) + "Z"


STAR = (
    f'<path fill="currentColor" d="{star_path(11.6)}"/><path fill="{FACE}" d="{star_path(7.6)}"/>'
    f'<path fill="currentColor" d="{star_path(4.6)}"/>'
)


def put_star(x: float, y: float, size: float) -> str:
    """Place the star of a joker, in its colour."""
    return f'<g color="{JOKER_INK}">{part((24, 24), (x, y), size, STAR)}</g>'


def card_faces(rank: str, suit: str) -> Iterator[str]:
    """Yield the three sizes of one card, and of a joker that stands for it."""
    name = rank + suit

    def ink(body: str) -> str:
        return f'<g color="{SUIT_INK[suit]}">{body}</g>'

    big = (
        part((48, 48), (23.5, 54.5), 45, emblem_body(rank))
        if rank in EMBLEM
        else put_suit(suit, 26.5, 56.5, 42)
    )
    yield symbol(
        f"c-s-{name}",
        22,
        40,
        ink(put_rank(rank, 11, 4.5, 17, "mid") + put_suit(suit, 4.5, 24.2, 13)),
    )
    yield symbol(
        f"c-m-{name}",
        44,
        62,
        ink(put_rank(rank, 5.5, 6.5, 23.5) + put_suit(suit, 15.5, 33.5, 23.5)),
    )
    yield symbol(
        f"c-l-{name}",
        76,
        106,
        ink(put_rank(rank, 8.5, 9, 33) + put_suit(suit, 8.5, 47.5, 17) + big),
    )
    small = ink(put_rank(rank, 11, 15.4, 12.6, "mid") + put_suit(suit, 6.2, 29, 9.6))
    middle = ink(put_rank(rank, 22.5, 37, 18, "end") + put_suit(suit, 24.2, 38.2, 15.6))
    large = ink(put_rank(rank, 40, 68, 27, "end") + put_suit(suit, 43.4, 69.6, 24))
    yield symbol(f"j-s-{name}", 22, 40, put_star(5.2, 2.2, 11.6) + small)
    yield symbol(f"j-m-{name}", 44, 62, put_star(5, 6, 22) + middle)
    yield symbol(f"j-l-{name}", 76, 106, put_star(8.5, 9, 36) + large)


def tile_faces(colour: str, number: int) -> Iterator[str]:
    """Yield the two sizes of one tile, and of a joker that stands for it."""
    rank = "T" if number == 10 else str(number)
    name = f"{colour}{number}"

    def ink(body: str) -> str:
        return f'<g color="{TILE_INK[colour]}">{body}</g>'

    yield symbol(
        f"t-m-{name}", 44, 60, ink(put_rank(rank, 22, 8, 27, "mid") + put_shape(colour, 15, 41, 14))
    )
    yield symbol(
        f"t-s-{name}",
        24,
        40,
        ink(put_rank(rank, 12, 4.6, 17, "mid") + put_shape(colour, 6.8, 25.8, 10.4)),
    )
    middle = ink(put_rank(rank, 23, 31.5, 18, "end") + put_shape(colour, 25.5, 34, 12.5))
    small = ink(put_rank(rank, 12, 15.4, 12, "mid") + put_shape(colour, 8, 29.2, 8))
    yield symbol(f"tj-m-{name}", 44, 60, put_star(12, 4.5, 20) + middle)
    yield symbol(f"tj-s-{name}", 24, 40, put_star(6.2, 2.2, 11.6) + small)


def jokers() -> Iterator[str]:
    """Yield the jokers that stand for nothing yet."""
    yield symbol("c-s-JK", 22, 40, put_star(3, 12, 16))
    yield symbol("c-m-JK", 44, 62, put_star(5, 6, 19) + put_star(15, 33, 24))
    yield symbol("c-l-JK", 76, 106, put_star(8.5, 9, 28) + put_star(26, 55, 43))
    yield symbol("t-m-J", 44, 60, put_star(9, 13, 26))
    yield symbol("t-s-J", 24, 40, put_star(4, 10, 16))


def stepped(
    rows: int, sign: int, unit: tuple[float, float, float, float], *, up: bool = False
) -> str:
    """Trace a stepped joint along one side of a band, tooth out, tooth in; `unit` = step, tread, rest, rise."""
    step, tread, rest, rise = unit
    moves: list[tuple[str, float]] = []
    for row in range(rows):
        out = sign if row % 2 == 0 else -sign
        moves += [("v", rest), ("h", out * step), ("v", tread), ("h", out * step), ("v", rise)]
        moves += [("h", -out * step), ("v", tread), ("h", -out * step), ("v", rest)]
    if up:
        moves = [(kind, -length) for kind, length in reversed(moves)]
    return "".join(f"{kind}{length:.2f}" for kind, length in moves)


def back_body() -> str:
    """Draw the card back, 44 by 62: an ivory edge and seven bands that lock into each other."""
    width, height, bands, rows, margin = 44, 62, 7, 6, 3.2
    inner_width, inner_height = width - 2 * margin, height - 2 * margin
    band, row = inner_width / bands, inner_height / rows
    tread, rise = row * 0.15, row * 0.3
    unit = (band * 0.22, tread, (row - rise - 2 * tread) / 2, rise)
    body = f'<rect width="{width}" height="{height}" fill="{BACK_B}"/>'
    body += f'<rect x="{margin}" y="{margin}" width="{inner_width:g}" height="{inner_height:g}" fill="{BACK_A}"/>'
    for k in range(1, bands, 2):
        left, right = margin + k * band, margin + (k + 1) * band
        side = f"M{left:.2f} {margin}{stepped(rows, 1, unit)}H{right:.2f}{stepped(rows, 1, unit, up=True)}Z"
        body += f'<path fill="{BACK_B}" d="{side}"/>'
    return body


def backs() -> Iterator[str]:
    """Yield the back, a small one with a single joint for counts, and a plain one for fans."""
    plain = (
        f'<rect width="20" height="28" fill="{BACK_B}"/>'
        f'<rect x="1.6" y="1.6" width="16.8" height="24.8" rx="1" fill="{BACK_A}"/>'
    )
    joint = (
        f'<path fill="{BACK_B}" d="M8.5 1.6h3v3h2v2h2v3h-2v2h-2v4.8h-2v2h-2v3h2v2h2v3h-3v-3h-2v-2h-2v-3h2v-2h2v-4.8h2'
        'v-2h2v-3h-2v-2h-2Z"/>'
    )
    yield symbol("back", 44, 62, back_body())
    yield symbol("back-s", 20, 28, plain + joint)
    yield symbol("back-x", 20, 28, plain)


def mark() -> str:
    """Draw the mark: two halves that lock, as melds do."""
    return symbol(
        "mark",
        32,
        32,
        '<path fill="var(--mark-a,#1f5654)" d="M7 2H14.1V7.5H20.1V14.9H14.1V17.1H8.1V24.5H14.1V30H7'
        'A5 5 0 0 1 2 25V7A5 5 0 0 1 7 2Z"/>'
        '<path fill="var(--mark-b,#e6a52f)" d="M25 2H15.9V5.7H21.9V16.7H15.9V18.9H9.9V22.7H15.9V30H25'
        'A5 5 0 0 0 30 25V7A5 5 0 0 0 25 2Z"/>',
    )


def edges() -> Iterator[str]:
    """Yield the joggled edges that lie where cloth meets page."""
    across = "h12v4h6v4h6v4h12v-4h6v-4h6v-4" * 40
    along = "v20h6v10h6v10h6v20h-6v10h-6v10h-6" * 24
    top = ' preserveAspectRatio="xMidYMin slice"'
    side = ' preserveAspectRatio="xMinYMid slice"'
    yield symbol("edge-h", 1920, 14, f'<path fill="currentColor" d="M0 0V1{across}V0Z"/>', top)
    yield symbol("edge-v", 20, 1920, f'<path fill="currentColor" d="M0 0H1{along}H0Z"/>', side)


def arch() -> str:
    """Draw the arch of seven stones, one for each step of a check: `st0` to `st6` from the left, `st3` the keystone."""
    stones, inner, outer, cx, cy, gap = 7, 37, 61, 64, 66, 0.9

    def point(radius: float, angle: float, off: float) -> str:
        x = cx + radius * math.cos(angle) + off * math.sin(angle)
        y = cy - radius * math.sin(angle) + off * math.cos(angle)
        return f"{x:.2f} {y:.2f}"

    body = ""
    for k in range(stones):
        key = k == stones // 2
        start, end = math.pi * (1 - k / stones), math.pi * (1 - (k + 1) / stones)
        low, high = (inner - 4, outer + 4) if key else (inner, outer)
        light = "var(--arch-a,#f1e8d6)" if k % 2 == 0 else "var(--arch-b,#8fb3ad)"
        fill = "var(--arch-k,#e6a52f)" if key else light
        outside = f"M{point(low, start, gap)}L{point(high, start, gap)}A{high} {high} 0 0 1 {point(high, end, -gap)}"
        inside = f"L{point(low, end, -gap)}A{low} {low} 0 0 0 {point(low, start, gap)}Z"
        body += f'<path class="st{k}" fill="{fill}" d="{outside}{inside}"/>'
    body += '<path fill="var(--arch-b,#8fb3ad)" d="M2 67.8H28.2V84H2ZM99.8 67.8H126V84H99.8Z"/>'
    body += '<path fill="var(--arch-a,#f1e8d6)" d="M2 85.8H28.2V102H2ZM99.8 85.8H126V102H99.8Z"/>'
    return symbol("arch", 128, 104, body)


def icons() -> Iterator[str]:
    """Yield the line icons, in the colour of the text."""
    for name, path in ICON.items():
        width = ICON_STROKE.get(name, 2)
        stroke = f'fill="none" stroke="currentColor" stroke-width="{width:g}"'
        yield symbol(
            f"i-{name}",
            24,
            24,
            f'<path {stroke} stroke-linecap="round" stroke-linejoin="round" d="{path}"/>',
        )


def verdicts() -> Iterator[str]:
    """Yield solid signs for valid, not valid and incomplete, legible from 10 px."""
    line = 'fill="none" stroke="currentColor"'
    ends = 'stroke-linecap="round" stroke-linejoin="round"'
    yield symbol(
        "v-ok", 16, 16, f'<path {line} stroke-width="2.8" {ends} d="M2.6 8.6L6.4 12.4L13.4 4"/>'
    )
    cross = 'stroke="var(--sign-ink,#12302f)" stroke-width="2.2" stroke-linecap="round"'
    yield symbol(
        "v-bad",
        16,
        16,
        '<path fill="currentColor" d="M4.7 0H11.3L16 4.7V11.3L11.3 16H4.7L0 11.3V4.7Z"/>'
        f'<path {cross} d="M5.2 5.2L10.8 10.8M10.8 5.2L5.2 10.8"/>',
    )
    yield symbol(
        "v-wait",
        16,
        16,
        f'<circle cx="8" cy="8" r="6.9" {line} stroke-width="2.2" stroke-dasharray="2.6 2.8"/>'
        '<path stroke="currentColor" stroke-width="2.2" stroke-linecap="round" d="M5 8H5.01M8 8H8.01M11 8H11.01"/>',
    )


def drawings() -> Iterator[str]:
    """Yield every symbol, in the order of the file."""
    for rank in (*RANKS, "0", "1", "11", "12", "13"):
        yield symbol(f"r-{rank}", rank_width(rank), 28, rank_body(rank))
    for suit in SUITS:
        yield symbol(f"s-{suit}", 24, 24, suit_body(suit))
    for rank in EMBLEM:
        yield symbol(f"e-{rank}", 48, 48, emblem_body(rank))
    yield symbol("star", 24, 24, STAR)
    for suit in SUITS:
        for rank in RANKS:
            yield from card_faces(rank, suit)
    for colour, shape in TILE_SHAPE.items():
        yield symbol(f"t-{colour}", 24, 24, f'<g fill="currentColor">{shape}</g>')
        for number in range(1, 14):
            yield from tile_faces(colour, number)
    yield from jokers()
    yield from backs()
    yield mark()
    yield from icons()
    yield from verdicts()
    yield from edges()
    yield arch()


def build() -> str:
    """Return the text of the whole sprite."""
    return '<svg xmlns="http://www.w3.org/2000/svg">' + "\n".join(drawings()) + "</svg>\n"


if __name__ == "__main__":
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(build(), encoding="utf-8")
