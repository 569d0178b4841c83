"""The chart under a replay: cards in hand over time, which is also the picture of its slider."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.utils.safestring import SafeString

register = template.Library()

STYLES = "abcd"
"""One line style for each seat: solid, dashed, dotted, dash-dot (CSS classes l-a to l-d)."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Where the plot lies inside the drawing, in units of the drawing."""

    width: float
    height: float
    left: float = 28
    top: float = 20
    right: float = 8
    bottom: float = 34

    def x(self, step: float, steps: int) -> float:
        """Give the place of a step; steps run from 0 to `steps`."""
        return self.left + (self.width - self.left - self.right) * step / max(steps, 1)

    def y(self, value: float, top: float) -> float:
        """Give the height of a value; values run from 0 to `top`."""
        plot = self.height - self.top - self.bottom
        return self.top + plot * (1 - value / max(top, 1))


WIDE = Frame(926, 180)
NARROW = Frame(328, 150)


def _stairs(frame: Frame, values: Sequence[int], top: int) -> str:
    """Draw the sizes of one hand as stairs: a size holds until the next step."""
    steps = len(values) - 1
    path = f"M{frame.x(0, steps):.1f} {frame.y(values[0], top):.1f}"
    for step, value in enumerate(values[1:], start=1):
        path += f"H{frame.x(step, steps):.1f}V{frame.y(value, top):.1f}"
    return path


def _grid(frame: Frame, top: int, steps: int) -> SafeString:
    """Draw a line for every five cards and a number for every tenth or twentieth turn."""
    every = 5 if top > 7 else 2
    lines = format_html_join(
        "",
        '<path class="grid" d="M{} {}H{}"/><text x="{}" y="{}" text-anchor="end">{}</text>',
        (
            (
                f"{frame.left:g}",
                f"{frame.y(value, top):.1f}",
                f"{frame.width - frame.right:g}",
                f"{frame.left - 8:g}",
                f"{frame.y(value, top) + 4:.1f}",
                value,
            )
            for value in range(0, top + 1, every)
        ),
    )
    stride = 10 if frame.width > 500 else 20
    ticks = format_html_join(
        "",
        '<text x="{}" y="{}" text-anchor="middle">{}</text>',
        (
            (f"{frame.x(step, steps):.1f}", f"{frame.height - 4:g}", step)
            for step in range(stride, steps + 1, stride)
        ),
    )
    return lines + ticks


def _marks(frame: Frame, marks: Sequence[str], steps: int) -> SafeString:
    """Mark the steps in which cards were laid (short) or the table was rearranged (tall)."""
    base = frame.height - 18
    tall = {"laid": (5, "lay"), "rearranged": (11, "re")}
    return format_html_join(
        "",
        '<rect class="{}" x="{}" y="{}" width="3" height="{}"/>',
        (
            (
                tall[mark][1],
                f"{frame.x(step, steps) - 1.5:.1f}",
                f"{base - tall[mark][0]:g}",
                tall[mark][0],
            )
            for step, mark in enumerate(marks)
            if mark in tall
        ),
    )


def _draw(
    frame: Frame, hands: Sequence[Sequence[int]], marks: Sequence[str], now: int, css: str
) -> SafeString:
    steps = len(hands[0]) - 1
    top = max(max(sizes) for sizes in hands)
    lines = format_html_join(
        "",
        '<path class="ln l-{}" d="{}"/>',
        ((style, _stairs(frame, sizes, top)) for style, sizes in zip(STYLES, hands, strict=False)),
    )
    at = f"{frame.x(now, steps):.1f}"
    head = format_html(
        '<path class="head" d="M{} {}V{}"/><circle class="knob" cx="{}" cy="{}" r="8"/>',
        at,
        f"{frame.top - 6:g}",
        f"{frame.height - 16:g}",
        at,
        f"{frame.top - 8:g}",
    )
    return format_html(
        '<svg class="chart {}" viewBox="0 0 {} {}" direction="ltr" aria-hidden="true">{}{}{}{}</svg>',
        css,
        f"{frame.width:g}",
        f"{frame.height:g}",
        _grid(frame, top, steps),
        lines,
        _marks(frame, marks, steps),
        head,
    )


@register.simple_tag
def hand_chart(hands: Sequence[Sequence[int]], marks: Sequence[str], now: int) -> SafeString:
    """Draw the hand sizes of every seat after each step, wide and narrow; CSS shows one of them.

    `hands` holds one list of sizes for each seat, all of the same length, the deal first; `marks` says for each step
    "", "laid" or "rearranged"; `now` is the step on show. The chart reads from left to right in every language, as time on
    a clock does.
    """
    if not hands or len(hands[0]) < 2:
        return format_html('<p class="muted">{}</p>', _("Nothing to draw yet."))
    return _draw(WIDE, hands, marks, now, "wide") + _draw(NARROW, hands, marks, now, "narrow")
