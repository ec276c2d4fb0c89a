"""Small charts as SVG. Colours come from the page's style, so that they suit light and dark."""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT = 640, 250
LEFT, RIGHT, TOP, BOTTOM = 48, 12, 12, 30
N_TICKS = 7
# The highest bar leaves a little air above it.
HEADROOM = 1.06


@dataclass(frozen=True)
class Level:
    """A level to draw across a chart, with a word beside it."""

    at: float
    style: str
    label: str = ""


@dataclass(frozen=True)
class _Scale:
    """Where values lie on the paper."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return round(self.start + min(max(share, 0.0), 1.0) * (self.end - self.start), 1)


def line_chart(
    x: Sequence[float],
    y: Sequence[float],
    *,
    low: Sequence[float] | None = None,
    high: Sequence[float] | None = None,
    lines: Sequence[Level] = (),
    limits: tuple[float, float],
    words: Sequence[str],
    x_label: str,
    percent: bool = False,
) -> str:
    """Draw values over time, with a band around them if it is given.

    Parameters
    ----------
    x, y : sequence of float
        The points.
    low, high : sequence of float, optional
        The band.
    lines : sequence of Level
        Levels to compare with.
    limits : pair of float
        What the paper shows; what lies beyond is drawn at its edge.
    words : sequence of str
        What a reader sees who points at a point.
    x_label : str
        What x counts.
    percent : bool
        Whether the values are shares.
    """
    across = _Scale(min(x), max(x) if max(x) > min(x) else min(x) + 1, LEFT, WIDTH - RIGHT)
    up = _Scale(*limits, HEIGHT - BOTTOM, TOP)
    body = [_grid(up, limits, percent=percent), _bottom(across, x_label)]
    body += [
        f'<line class="{line.style}" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{up(line.at)}" '
        f'y2="{up(line.at)}"/><text class="note" x="{WIDTH - RIGHT - 4}" y="{up(line.at) - 5}" '
        f'text-anchor="end">{escape(line.label)}</text>'
        for line in lines
    ]
    if low is not None and high is not None:
        there = [f"{across(a)},{up(b)}" for a, b in zip(x, high, strict=True)]
        back = [f"{across(a)},{up(b)}" for a, b in zip(x, low, strict=True)]
        body.append(f'<polygon class="band" points="{" ".join([*there, *back[::-1]])}"/>')
    points = " ".join(f"{across(a)},{up(b)}" for a, b in zip(x, y, strict=True))
    body.append(f'<polyline class="curve" points="{points}"/>')
    hover = [[across(a), up(b), text] for a, b, text in zip(x, y, words, strict=True)]
    return _svg("".join(body), hover=hover)


def stacked_bars(
    groups: Sequence[tuple[str, Sequence[float]]], styles: Sequence[str], *, x_label: str
) -> str:
    """Draw upright bars, each a stack of parts; only some are labelled if they are many."""
    highest = max((sum(parts) for _, parts in groups), default=1) or 1
    up = _Scale(0, highest * HEADROOM, HEIGHT - BOTTOM, TOP)
    step = (WIDTH - LEFT - RIGHT) / max(len(groups), 1)
    body = [_grid(up, (0, highest), whole=True)]
    every = math.ceil(len(groups) / 12)
    for number, (label, parts) in enumerate(groups):
        x, base = LEFT + number * step, 0.0
        for part, style in zip(parts, styles, strict=True):
            if part:
                top = up(base + part)
                body.append(
                    f'<rect class="{style}" x="{x + step * 0.08:.1f}" width="{step * 0.84:.1f}" '
                    f'y="{top}" height="{up(base) - top:.1f}"><title>{escape(label)}: '
                    f"{part:g}</title></rect>"
                )
            base += part
        if number % every == 0:
            body.append(_text(x + step / 2, HEIGHT - BOTTOM + 14, label, "middle"))
    body.append(_text(WIDTH - RIGHT, HEIGHT - 3, x_label, "end"))
    return _svg("".join(body))


def ticks(low: float, high: float, *, whole: bool = False) -> list[float]:
    """Return round numbers between two values, some seven of them at most.

    >>> ticks(0, 10)
    [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]
    """
    rough = (high - low) / N_TICKS
    power = 10 ** math.floor(math.log10(rough)) if rough > 0 else 1.0
    step = next(power * unit for unit in (1, 2, 5, 10) if power * unit >= rough * 0.999)
    if whole:
        step = max(step, 1.0)
    first = math.ceil(low / step - 1e-9)
    return [round(float(n * step), 10) for n in range(first, math.floor(high / step + 1e-9) + 1)]


def _grid(
    up: _Scale, limits: tuple[float, float], *, percent: bool = False, whole: bool = False
) -> str:
    parts = []
    for value in ticks(*limits, whole=whole):
        name = f"{value:.0%}" if percent else f"{value:g}"
        parts.append(
            f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{up(value)}" '
            f'y2="{up(value)}"/>' + _text(LEFT - 6, up(value) + 4, name, "end")
        )
    return "".join(parts)


def _bottom(across: _Scale, label: str) -> str:
    names = [
        _text(across(value), HEIGHT - BOTTOM + 14, f"{value:g}", "middle")
        for value in ticks(across.low, across.high, whole=True)
    ]
    return "".join(names) + _text(WIDTH - RIGHT, HEIGHT - 3, label, "end")


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _svg(body: str, *, hover: list[list[object]] | None = None) -> str:
    data = f" data-hover='{escape(json.dumps(hover), quote=True)}'" if hover else ""
    return f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"{data}>{body}</svg>'
