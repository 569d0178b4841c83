"""Cut the four web fonts of the site to the letters it needs, and write them to `static/fonts`.

The sources are the Noto families (SIL Open Font License 1.1, text beside the results), as packed for npm by
`@fontsource/noto-serif-display`, `@fontsource-variable/noto-sans`, `@fontsource-variable/noto-sans-arabic` and
`@expo-google-fonts/noto-kufi-arabic`. Unpack these four into one folder each and name the folder that holds them:

    python tools/fonts.py FOLDER

Needs `fonttools` and `brotli`. The results are committed, because nobody should need npm to start the site;
this script is how they can be made again.
"""

import sys
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

TARGET = Path(__file__).resolve().parent.parent / "static" / "fonts"
LIMIT = 40 * 1024
"""No font may weigh more than this, in bytes."""

LATIN = [*range(0x20, 0x7F), *range(0xA0, 0x100), *range(0x2010, 0x2015), *range(0x2018, 0x201F)]
LATIN += [
    0x2022,
    0x2026,
    0x2039,
    0x203A,
    0x20AC,
    0x2190,
    0x2192,
    0x2212,
    0x00D7,
    0x2215,
    0x200E,
    0x200F,
    0x202F,
]
# Arabic proper, with the Persian and Urdu letters that occur in names, and both sets of Arabic digits.
ARABIC = [*range(0x0621, 0x063B), *range(0x0640, 0x0656), *range(0x0660, 0x066E), 0x0670, 0x0671]
ARABIC += [
    0x060C,
    0x061B,
    0x061F,
    0x067E,
    0x0686,
    0x0698,
    0x06A4,
    0x06A9,
    0x06AF,
    0x06BE,
    0x06C1,
    0x06CC,
    0x06D2,
]
ARABIC += [*range(0x06F0, 0x06FA), 0x200C, 0x200D]


@dataclass(frozen=True, slots=True)
class Cut:
    """One font to make: the source file's name, the code points to keep, the weights to keep (None: static)."""

    name: str
    source: str
    letters: tuple[int, ...]
    weights: tuple[int, int] | None


CUTS = (
    Cut("jalsa-display.woff2", "noto-serif-display-latin-700-normal.woff2", tuple(LATIN), None),
    Cut("jalsa-kufi.woff2", "NotoKufiArabic_700Bold.ttf", tuple(LATIN + ARABIC), None),
    Cut("jalsa-sans.woff2", "noto-sans-latin-wght-normal.woff2", tuple(LATIN), (400, 700)),
    Cut(
        "jalsa-sans-arabic.woff2",
        "noto-sans-arabic-arabic-wght-normal.woff2",
        tuple(ARABIC),
        (400, 700),
    ),
)


def cut_font(source: Path, cut: Cut) -> bytes:
    """Return the woff2 bytes of one cut; hinting and unused tables go, shaping tables stay."""
    font = TTFont(source)
    options = Options()
    options.flavor = "woff2"
    options.hinting = False
    options.layout_features = [*options.layout_features, "tnum", "lnum"]
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=cut.letters)
    subsetter.subset(font)
    if cut.weights is not None:
        font = instancer.instantiateVariableFont(font, {"wght": cut.weights})
    font.flavor = "woff2"
    written = BytesIO()
    font.save(written)
    return written.getvalue()


def main(folder: Path) -> int:
    """Make all cuts; 1 if a source is missing or a result is too heavy."""
    TARGET.mkdir(parents=True, exist_ok=True)
    for cut in CUTS:
        found = sorted(folder.rglob(cut.source))
        if not found:
            return 1
        data = cut_font(found[0], cut)
        if len(data) > LIMIT:
            return 1
        (TARGET / cut.name).write_bytes(data)
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python tools/fonts.py FOLDER")
    sys.exit(main(Path(sys.argv[1])))
