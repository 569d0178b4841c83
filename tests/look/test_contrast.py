"""The colours hold: WCAG contrast of every pair the design promises, computed from tokens.css itself."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TOKENS = (Path(__file__).parents[2] / "static" / "css" / "tokens.css").read_text(encoding="utf-8")

# (ink, ground, noon, night): the promised ratios; a later colour may be better, never worse.
PAIRS = [
    ("ink", "page", 13.4, 14.9),
    ("ink", "panel-2", 12.0, 11.5),
    ("ink-2", "page", 6.1, 8.5),
    ("ink-2", "panel-2", 5.5, 6.6),
    ("link", "page", 6.7, 10.2),
    ("accent-text", "page", 6.2, 10.3),
    ("on-accent", "accent", 8.1, 8.6),
    ("ok", "panel", 6.2, 9.1),
    ("bad", "page", 5.6, 9.0),
    ("line-strong", "panel", 3.9, 4.3),
    ("on-cloth", "cloth", 6.4, 9.2),
    ("on-cloth-2", "cloth", 5.1, 6.3),
    ("on-cloth-2", "cloth-3", 7.4, 8.6),
    ("ok-c", "cloth", 5.0, 6.6),
    ("bad-c", "cloth", 4.6, 5.8),
    ("wait-c", "cloth", 5.4, 7.8),
    ("accent", "cloth", 3.1, 5.2),
    ("face", "cloth", 6.6, 9.5),
    ("suit-s", "face", 16.7, 15.3),
    ("suit-h", "face", 5.5, 5.0),
    ("suit-d", "face", 5.6, 5.2),
    ("suit-c", "face", 5.0, 4.6),
    ("joker", "face", 7.4, 6.7),
    ("tile-r", "face", 6.8, 6.2),
    ("tile-b", "face", 5.6, 5.2),
    ("tile-k", "face", 16.7, 15.3),
    ("tile-o", "face", 3.9, 3.5),
    ("back-b", "back-a", 6.9, 6.9),
]


def blocks(selector: str) -> list[dict[str, str]]:
    """Give the hexadecimal colours of every rule with exactly this selector."""
    found = re.findall(r"(?m)^\s*" + re.escape(selector) + r"\s*\{([^}]*)\}", TOKENS)
    return [dict(re.findall(r"--([\w-]+):\s*([^;]+);", body)) for body in found]


SHARED = blocks(":root")[0]
NOON = SHARED | blocks(':root, [data-theme="noon"]')[0]
NIGHT = NOON | blocks('[data-theme="night"]')[0]


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def ratio(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_black_on_white_is_twenty_one() -> None:
    assert ratio("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize(("ink", "ground", "noon", "night"), PAIRS)
def test_a_pair_keeps_its_contrast(ink: str, ground: str, noon: float, night: float) -> None:
    assert round(ratio(NOON[ink], NOON[ground]), 1) >= noon
    assert round(ratio(NIGHT[ink], NIGHT[ground]), 1) >= night


def test_the_night_of_the_system_is_the_night_of_the_switch() -> None:
    assert blocks(":root:not([data-theme])") == blocks('[data-theme="night"]')


def test_both_themes_name_the_same_tokens() -> None:
    noon, night = blocks(':root, [data-theme="noon"]')[0], blocks('[data-theme="night"]')[0]
    assert noon.keys() == night.keys()


@pytest.mark.parametrize("deck", ["two", "safe"])
def test_every_deck_can_be_read_on_a_card(deck: str) -> None:
    colours = blocks(f'[data-deck="{deck}"]')[0]
    assert set(colours) == {"suit-d", "suit-c"}
    for theme in (NOON, NIGHT):
        assert all(ratio(colour, theme["face"]) >= 4.5 for colour in colours.values())
