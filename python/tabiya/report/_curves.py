"""Several curves in one chart, a colour for each, with a legend that can be read."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from tabiya.report._chart import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, ticks

# A golden angle apart, so that neighbours differ and hundreds stay distinct.
HUE_STEP = 137.508
# After so many the hues come close to each other, and the next ones are darker or lighter.
N_HUES, LIGHTNESS = 7, (45, 29, 63)
# Positive values that differ by more than this are told apart on a logarithmic axis only.
MOST_LINEAR = 50.0
# Powers of ten that are marked on a logarithmic axis.
MOST_MARKS = 8


@dataclass(frozen=True)
class Curve:
    """Values over the iterations; what is None is left out."""

    name: str
    values: Sequence[float | None]
    colour: str
    is_dashed: bool = False


def colour_of(number: int) -> str:
    """Return a colour that differs from those of other numbers.

    >>> colour_of(0) == colour_of(1)
    False
    """
    lightness = LIGHTNESS[number // N_HUES % len(LIGHTNESS)]
    return f"hsl({(205 + number * HUE_STEP) % 360:.0f} 62% {lightness}%)"


def curves_chart(
    x: Sequence[float], curves: Sequence[Curve], *, x_label: str = "iteration", width: int = WIDTH
) -> str:
    """Draw curves as SVG, with the legend below them as HTML.

    The axis is linear, and logarithmic only where all values are positive and some would else lie
    on the ground. A chart for the whole width of the page is wider, with letters of the same size.
    """
    known = [v for curve in curves for v in curve.values if v is not None and math.isfinite(v)]
    if not known or not x:
        return ""
    is_log = min(known) > 0 and max(known) / min(known) > MOST_LINEAR
    scaled = [math.log10(v) for v in known] if is_log else known
    low, high = min(scaled), max(scaled)
    margin = (high - low) * 0.05 or abs(high) * 0.1 or 1.0
    low, high = low - margin, high + margin
    first, last = min(x), max(x) if max(x) > min(x) else min(x) + 1

    def across(value: float) -> float:
        return round(LEFT + (value - first) / (last - first) * (width - LEFT - RIGHT), 1)

    def up(value: float) -> float:
        share = ((math.log10(value) if is_log else value) - low) / (high - low)
        return round(HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP), 1)

    body = [
        (
            f'<line class="grid" x1="{LEFT}" x2="{width - RIGHT}" y1="{up(value)}" '
            f'y2="{up(value)}"/><text x="{LEFT - 6}" y="{up(value) + 4}" text-anchor="end">'
            f"{value:g}</text>"
        )
        for value in _marks(low, high, is_log=is_log)
    ]
    body += [
        f'<text x="{across(value)}" y="{HEIGHT - BOTTOM + 14}" text-anchor="middle">'
        f"{value:g}</text>"
        for value in ticks(first, last, whole=True)
    ]
    axis = f"{x_label}, logarithmic axis" if is_log else x_label
    body.append(f'<text x="{width - RIGHT}" y="{HEIGHT - 3}" text-anchor="end">{axis}</text>')
    for curve in curves:
        points = " ".join(
            f"{across(a)},{up(b)}"
            for a, b in zip(x, curve.values, strict=True)
            if b is not None and math.isfinite(b)
        )
        dash = ' stroke-dasharray="6 4"' if curve.is_dashed else ""
        body.append(
            f'<polyline class="line" style="stroke:{curve.colour}"{dash} points="{points}">'
            f"<title>{escape(curve.name)}</title></polyline>"
        )
    legend = "".join(
        f'<span><i style="background:{curve.colour}"></i>{escape(curve.name)} '
        f"<b>{_last(curve.values)}</b></span>"
        for curve in curves
    )
    return (
        f'<svg class="chart" viewBox="0 0 {width} {HEIGHT}" role="img">{"".join(body)}</svg>'
        f'<p class="legend">{legend}</p>'
    )


def _marks(low: float, high: float, *, is_log: bool) -> list[float]:
    if not is_log:
        return ticks(low, high)
    powers = range(math.floor(low), math.ceil(high) + 1)
    # Over many powers of ten, labels between them would lie on top of each other.
    digits = (1, 2, 5) if len(powers) <= MOST_MARKS // 2 else (1,)
    step = -(-len(powers) // MOST_MARKS)
    marks = [digit * 10.0**power for power in powers if power % step == 0 for digit in digits]
    return [mark for mark in marks if low <= math.log10(mark) <= high]


def _last(values: Sequence[float | None]) -> str:
    known = [value for value in values if value is not None and math.isfinite(value)]
    return f"{known[-1]:.4g}" if known else ""
