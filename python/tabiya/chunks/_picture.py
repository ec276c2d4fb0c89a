"""A position with its chunks as coloured groups, as SVG."""

from collections.abc import Sequence
from html import escape

from tabiya.chunks._chunk import Coverage, Match
from tabiya.chunks._squares import FILES
from tabiya.games import Position

SQUARE, MARGIN = 45, 15
BOARD = 8 * SQUARE + 2 * MARGIN
LEGEND, LINE = 290, 22
# Colours that people with colour blindness can tell apart (CITE: Okabe, Ito 2008), and more.
COLOURS = (
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#cc79a7",
    "#e69f00",
    "#56b4e9",
    "#6a3d9a",
    "#b15928",
    "#1b7837",
    "#a50f15",
)
NOBODY = "#777777"


def draw_coverage(position: Position, coverage: Coverage, *, size: int = 390) -> str:
    """Draw a position with a frame in its colour around every piece of every chunk.

    Pieces in several chunks have several frames, and pieces in none have a dashed grey one.

    Parameters
    ----------
    position : Position
        The position.
    coverage : Coverage
        What ``Library.cover`` says of it.
    size : int
        Width of the board in pixels; the names of the chunks stand to its right.

    Examples
    --------
    >>> from tabiya.chunks import library
    >>> from tabiya.games import Game
    >>> p = Game("chess").initial()
    >>> draw_coverage(p, library().cover(p))[:4]
    '<svg'
    """
    body = [_board(position)]
    depth: dict[str, int] = {}
    for number, match in enumerate(coverage.matches):
        for square in match.squares:
            level = depth.get(square, 0)
            depth[square] = level + 1
            body.append(_frame(square, level, COLOURS[number % len(COLOURS)], number))
    body += [_frame(square, 0, NOBODY, None) for square in coverage.uncovered]
    body += _legend(coverage.matches, n_left=len(coverage.uncovered))
    height = max(BOARD, MARGIN + LINE * (len(coverage.matches) + 2))
    width = BOARD + LEGEND
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 {width} {height}" width="{size * width // BOARD}" '
        f'height="{size * height // BOARD}">'
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>{"".join(body)}</svg>'
    )


def _board(position: Position) -> str:
    picture = position.svg(size=BOARD)
    return picture[picture.index("<svg") :]


def corner(square: str) -> tuple[int, int]:
    """Return the upper left corner of a square.

    >>> corner("a8")
    (15, 15)
    """
    file, rank = FILES.index(square[0]), int(square[1])
    return MARGIN + SQUARE * file, MARGIN + SQUARE * (8 - rank)


def _frame(square: str, level: int, colour: str, group: int | None) -> str:
    x, y = corner(square)
    inset = 2 + 3 * (level % 6)
    side = SQUARE - 2 * inset
    dash = "" if group is not None else ' stroke-dasharray="4 3"'
    name = "" if group is None else f' class="chunk-{group}"'
    return (
        f'<rect{name} x="{x + inset}" y="{y + inset}" width="{side}" height="{side}" rx="4" '
        f'fill="none" stroke="{colour}" stroke-width="2.5"{dash}/>'
    )


def _legend(matches: Sequence[Match], n_left: int) -> list[str]:
    lines = [
        (COLOURS[number % len(COLOURS)], f"{match.name}, {match.mirror_name}")
        for number, match in enumerate(matches)
    ]
    lines.append((NOBODY, f"in no chunk: {n_left}"))
    body = []
    for i, (colour, text) in enumerate(lines):
        y = MARGIN + LINE * i
        body.append(
            f'<rect x="{BOARD + 8}" y="{y}" width="14" height="14" rx="3" fill="none" '
            f'stroke="{colour}" stroke-width="3"/>'
            f'<text x="{BOARD + 30}" y="{y + 12}" font-family="sans-serif" font-size="13" '
            f'fill="#222222">{escape(text)}</text>'
        )
    return body
