"""The moves of a position as a map ranks them, beside the order of history, and as a picture."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tabiya.games import Position
from tabiya.players import MoveMap, Player

# The least and the most of a square's colour.
PALE, FULL = 0.06, 0.85
# Of a player: no map orders its moves.
NONE = "none"
COLOUR = "#d1495b"


@dataclass(frozen=True)
class RankedMove:
    """A legal move, its score by the map, and its number in the order of history, from 1."""

    move: str
    from_square: int
    to_square: int
    score: float
    by_history: int | None


def rank_moves(
    ordering: MoveMap, position: Position, *, player: Player | None = None, depth: int | None = None
) -> list[RankedMove]:
    """Return the moves of a position, those that the map likes best first.

    Parameters
    ----------
    ordering : MoveMap
        The map.
    position : Position
        The position.
    player : Player, optional
        Whose order is told; the default player of the game, without a map.
    depth : int, optional
        Plies of the search after which that order is looked at; without it, it is not told.

    Examples
    --------
    >>> import numpy as np
    >>> import tabiya
    >>> shape = tabiya.players.MapShape("othello", hidden=4)
    >>> zeros = tabiya.players.MoveMap(shape, np.zeros(shape.n_weights, np.float32))
    >>> ranked = rank_moves(zeros, tabiya.game("othello").initial(), depth=4)
    >>> sorted(each.by_history for each in ranked)
    [1, 2, 3, 4]
    """
    found = ordering.squares(position)
    order: dict[tuple[int, int], int] = {}
    if depth is not None:
        by_history = player or Player(position.game, ordering=NONE)
        log = by_history.log_searches([position], depth=depth)
        at_root = (log.columns["ply"] == 0).nonzero()[0]
        if len(at_root):
            row = int(at_root[-1])
            moves = slice(log.starts[row], log.starts[row + 1])
            squares = zip(log.from_squares[moves], log.to_squares[moves], strict=True)
            for number, (start, end) in enumerate(squares, start=1):
                order.setdefault((int(start), int(end)), number)
    ranked = [
        RankedMove(m, start, end, score, order.get((start, end))) for m, start, end, score in found
    ]
    return sorted(ranked, key=lambda each: -each.score)


def shade_squares(ranked: Sequence[RankedMove]) -> dict[int, float]:
    """Return for each square that a move goes to how far in front the best of them is, from 0 to 1.

    >>> moves = [RankedMove("a", 0, 8, 2.0, None), RankedMove("b", 1, 9, 1.0, None)]
    >>> shade_squares([*moves, RankedMove("c", 2, 8, 0.0, None)])
    {8: 1.0, 9: 0.25}
    """
    n = max(1, len(ranked) - 1)
    shades: dict[int, float] = {}
    for number, each in enumerate(ranked):
        shades.setdefault(each.to_square, (1 - number / n) ** 2)
    return shades


def draw_moves(position: Position, ranked: list[RankedMove], *, size: int = 400) -> str:
    """Draw the board, with squares the fuller coloured the better the best move to them is ranked.

    A line with a dot shows the best one.
    """
    picture = position.svg(size=size)
    margin, square, top_is_first = _geometry(picture, position.game.name)
    marks = [
        _mark(to, part, margin, square, top_is_first=top_is_first)
        for to, part in shade_squares(ranked).items()
    ]
    best = ranked[0] if ranked else None
    if best is not None and best.from_square != best.to_square:
        marks.append(_arrow(best, margin, square, top_is_first=top_is_first))
    return re.sub(r"</svg>\s*$", "".join(marks) + "</svg>", picture)


def _geometry(picture: str, game: str) -> tuple[float, float, bool]:
    box = re.search(r'viewBox="0 0 (\d+)', picture)
    side = float(box[1]) if box else 400.0
    square = 45.0
    return (side - 8 * square) / 2, square, game == "othello"


def _place(square: int, margin: float, size: float, *, top_is_first: bool) -> tuple[float, float]:
    rank = square // 8 if top_is_first else 7 - square // 8
    return margin + square % 8 * size, margin + rank * size


def _mark(square: int, part: float, margin: float, size: float, *, top_is_first: bool) -> str:
    x, y = _place(square, margin, size, top_is_first=top_is_first)
    opacity = PALE + (FULL - PALE) * part
    return (
        f'<rect x="{x + 3:g}" y="{y + 3:g}" width="{size - 6:g}" height="{size - 6:g}" rx="6" '
        f'fill="{COLOUR}" fill-opacity="{opacity * 0.6:.2f}" stroke="{COLOUR}" '
        f'stroke-opacity="{opacity:.2f}" stroke-width="2"/>'
    )


def _arrow(best: RankedMove, margin: float, size: float, *, top_is_first: bool) -> str:
    (x1, y1), (x2, y2) = (
        _place(square, margin, size, top_is_first=top_is_first)
        for square in (best.from_square, best.to_square)
    )
    half = size / 2
    return (
        f'<line x1="{x1 + half:g}" y1="{y1 + half:g}" x2="{x2 + half:g}" y2="{y2 + half:g}" '
        f'stroke="#1d3557" stroke-width="4" stroke-linecap="round" stroke-opacity="0.8"/>'
        f'<circle cx="{x2 + half:g}" cy="{y2 + half:g}" r="6" fill="#1d3557" fill-opacity="0.9"/>'
    )
