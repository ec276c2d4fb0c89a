"""Draw the diagrams of the documentation: a position of each family of features, with marks.

Run it as ``python examples/draw_features.py``, or with another folder than ``docs/images``.
"""

import math
import sys
from dataclasses import dataclass
from pathlib import Path

import chess
import chess.svg

import tabiya

GOOD, BAD, NOTE = "#3fa34dcc", "#d64545cc", "#e8c547cc"
# Discs stand on darker boards.
BRIGHT = {GOOD: "#8ee07a", BAD: "#e05a4e", NOTE: "#f2d13c"}
LINE, RING, CROSS = "#1f5fbfcc", "#3b82f6", "#d64545"
SIZE = 340
# The geometry of boards with discs.
SQUARE, MARGIN = 45, 20

GROUP = "2w3w1/7w/1b5w/w3bb2/2bbb3/2bb3w/w7/8 b"


@dataclass(frozen=True)
class Diagram:
    """A picture: a position and what is marked on it.

    Squares are names with spaces between them; an arrow or a line is a pair such as ``d1a4``; a
    quad is the lower left of four squares; the centre is a point in squares from the middle of a1,
    to which lines lead from the rings.
    """

    file: str
    game: str
    position: str
    caption: str
    good: str = ""
    bad: str = ""
    note: str = ""
    rings: str = ""
    arrows: str = ""
    lines: str = ""
    quads: str = ""
    centre: tuple[float, float] | None = None


DIAGRAMS = (
    Diagram(
        "chess-squares",
        "chess",
        "4k3/pppppppp/5n2/8/8/5N2/PPPPPPPP/4K3 w - - 0 1",
        "Both knights stand on knight_f3: Black's squares are counted from Black's side.",
        rings="f3 f6",
    ),
    Diagram(
        "chess-mobility",
        "chess",
        "4k3/3p4/p5p1/8/3N4/8/2P5/4K3 w - - 0 1",
        "The knight counts three squares. Enemy pawns cover four, and the pawn on c2 is at home.",
        good="b3 e2 f3",
        bad="b5 c6 e6 f5 c2",
        rings="d4",
    ),
    Diagram(
        "chess-minors",
        "chess",
        "6k1/pp3ppp/3p4/3N4/4P3/1P1B2P1/P4P1P/6K1 w - - 0 1",
        "An outpost on d5, behind a pawn; three pawns on the colour of their bishop.",
        good="d5",
        bad="a2 b3 e4",
        note="d6",
        rings="d3",
        arrows="e4d5",
    ),
    Diagram(
        "chess-rooks",
        "chess",
        "4r1k1/3R1ppp/8/P7/4P3/6P1/5P1P/R5K1 b - - 0 1",
        "d7: open file and seventh rank. a1: behind a passed pawn. e8: half-open file.",
        good="d1 d2 d3 d4 d5 d6 d8",
        note="e2 e3 e5 e6 e7",
        rings="d7 a1 e8",
        arrows="a1a5",
    ),
    Diagram(
        "chess-space",
        "chess",
        "rnbqkbnr/ppp2ppp/4p3/3pP3/3P4/8/PPP2PPP/RNBQKBNR b KQkq - 0 3",
        "White's space: seven squares. Black's pawn covers two, White's pawns stand on three.",
        good="c3 d2 d3 e2 e3 f3 f4",
        bad="c4 e4",
        note="c2 d4 f2",
    ),
    Diagram(
        "chess-threats",
        "chess",
        "5rk1/pp2qp1p/2n3pB/3P4/n7/8/P4PPP/3QR1K1 w - - 0 1",
        "A pawn attacks a knight, a bishop a rook, a rook a queen; the knight on a4 hangs.",
        bad="c6 f8 e7 a4",
        arrows="d5c6 h6f8 e1e7 d1a4",
    ),
    Diagram(
        "chess-structure",
        "chess",
        "6k1/p7/3p4/2p3p1/2P1P3/2P2P2/7P/6K1 w - - 0 1",
        "c3 and c4: isolated, c3 doubled. h2: isolated and open. f3: backward and open. "
        "e4: connected and a candidate.",
        good="e4",
        bad="c3 c4 h2",
        note="f3",
        arrows="g5f4 f3e4",
    ),
    Diagram(
        "chess-blocked",
        "chess",
        "4k3/8/8/3p4/3P4/4B3/4P3/4K3 w - - 0 1",
        "d4, e2 and Black's d5 are blocked; e2 is a blocked central pawn too.",
        bad="d4 e2 d5",
        note="e3",
    ),
    Diagram(
        "chess-passed",
        "chess",
        "8/4k3/8/3P4/2P5/7p/7K/8 w - - 0 1",
        "Three passed pawns. d5 is protected, c4 has a free way, h3 is stopped. "
        "The kings' steps to d6 count for d5.",
        good="c5 c6 c7 c8",
        bad="d7 d8 h2",
        note="d6",
        arrows="h2d6 e7d6",
        rings="c4 d5 h3",
    ),
    Diagram(
        "chess-tropism",
        "chess",
        "6k1/5ppp/8/6N1/8/3Q4/5PPP/6K1 w - - 0 1",
        "The knight is three steps from the king and counts four; the queen is five away, "
        "and counts two.",
        rings="g8",
        arrows="g5g8 d3g8",
    ),
    Diagram(
        "chess-shelter",
        "chess",
        "6k1/5p2/8/6pp/8/7P/5P2/6K1 w - - 0 1",
        "Three files at the king: shelter_1, shelter_0 and shelter_2; storm_6, storm_4 and "
        "storm_4; the g-file is half open.",
        good="f2 h3",
        bad="f7 g5 h5",
        note="g2 g3 g4",
        rings="g1",
    ),
    Diagram(
        "chess-danger",
        "chess",
        "5rk1/5ppp/8/6NQ/8/3B4/5PPP/6K1 b - - 0 1",
        "Green: attacked squares next to the king. Yellow: the rest of its zone. Red: squares of "
        "the zone that Black's pawns cover, which do not count.",
        good="f7 h7",
        bad="f6 g6 h6",
        note="f8 g7 h8",
        arrows="h5h7 g5f7 d3h7",
    ),
    Diagram(
        "chess-kpk",
        "chess",
        "8/4k3/8/4K3/4P3/8/8/8 w - - 0 1",
        "White to move only draws, and the score is zero; if Black were to move, White would win.",
        rings="e5 e7",
        bad="d6 e6 f6",
    ),
    Diagram(
        "chess-endings",
        "chess",
        "k7/8/1K6/P7/8/8/8/2B5 w - - 0 1",
        "The wrong bishop: it never covers a8, so nothing of the score counts.",
        bad="a8",
        note="c1",
        arrows="a5a7",
    ),
    Diagram(
        "othello-mobility",
        "othello",
        "------------X-----OXXX----OXXO---OOOOO---XXXX------------------- X",
        "Green: Black's legal moves. Rings: Black's frontier discs.",
        good="b2 c2 b3 g3 a4 b4 g4 g5 a6 f6 g6",
        rings="e2 d3 e3 f3 b6 c6 d6 e6",
    ),
    Diagram(
        "othello-corners",
        "othello",
        "XXX---O-XX------XXOOX-----XOXO----OXO-----OOXX---O----X--------O X",
        "Rings: Black's stable discs. Red: White's C-square g1 and X-square b7, and Black's disc "
        "beside the lost corner h8.",
        bad="g1 b7 g7",
        note="h1 a8 h8",
        rings="a1 b1 c1 a2 b2 a3",
    ),
    Diagram(
        "othello-edges",
        "othello",
        "-XXXXXX-O-------O--XO--OO--OXX--O--XOO-OO---X---------------OOXX X",
        "Top: a balanced edge. Left: an unbalanced one. Right: a place to wedge in, h4. "
        "Bottom: a row that a disc on d8 turns.",
        good="b1 c1 d1 e1 f1 g1",
        bad="a2 a3 a4 a5 a6 e8 f8",
        note="h4 d8 a7",
    ),
    Diagram(
        "othello-parity",
        "othello",
        "-XXXXXX--OXXXXO-OOXXXOOXOOXOOXXXOOXXXXXXOOOXXXX--OOOXX----OOOOO- X",
        "Green: the empty squares of a quarter with an odd number of them. Yellow: even quarters.",
        good="a7 a8 b8",
        note="a1 a2 h1 h2 h6 g7 h7 h8",
    ),
    Diagram(
        "loa-shape",
        "loa",
        GROUP,
        "The cross is Black's centre of mass; the distances of Black's pieces to it count.",
        rings="c3 d3 c4 d4 e4 e5 f5 b6",
        centre=(3.0, 3.25),
    ),
    Diagram(
        "loa-centralisation",
        "loa",
        GROUP,
        "Distance to the nearest edge: none at the rim, one on red, two on yellow, three on green.",
        bad="b2 c2 d2 e2 f2 g2 b3 b4 b5 b6 b7 c7 d7 e7 f7 g7 g3 g4 g5 g6",
        note="c3 d3 e3 f3 c4 c5 c6 d6 e6 f6 f4 f5",
        good="d4 e4 d5 e5",
    ),
    Diagram(
        "loa-quads",
        "loa",
        GROUP,
        "Four squares of 2x2 hold three or four black pieces near the centre of mass, the cross.",
        quads="c3 d3 d4 e4",
        centre=(3.0, 3.25),
    ),
    Diagram(
        "loa-mobility",
        "loa",
        "8/8/3b1w2/8/3b2bw/8/8/8 b",
        "Moves of the piece on d4: quiet (green), to the edge (yellow), a capture (red).",
        good="b2 d2 e3 c5",
        note="a4",
        bad="f6",
        arrows="d4b2 d4d2 d4e3 d4c5 d4a4 d4f6",
    ),
    Diagram(
        "loa-walls",
        "loa",
        "8/6w1/5w2/1b6/wb6/1b6/5b2/8 b",
        "White's piece at the edge has three ways inward, and Black's wall stops them all.",
        bad="c2 c4 c6",
        rings="b3 b4 b5",
        arrows="a4c2 a4c4 a4c6",
    ),
    Diagram(
        "loa-connectedness",
        "loa",
        GROUP,
        "Each line joins two black neighbours.",
        rings="b6",
        lines="c3d3 c3c4 c3d4 d3d4 d3c4 d3e4 c4d4 d4e4 d4e5 e4e5 e4f5 e5f5",
    ),
    Diagram(
        "loa-uniformity",
        "loa",
        GROUP,
        "The smallest rectangle that holds all black pieces.",
        good="b3 c3 d3 e3 f3 b4 c4 d4 e4 f4 b5 c5 d5 e5 f5 b6 c6 d6 e6 f6",
    ),
)


Point = tuple[float, float]


def draw(diagram: Diagram) -> str:
    """Return the picture as SVG, with the caption as its title."""
    position = tabiya.game(diagram.game).position(diagram.position)
    is_chess = diagram.game == "chess"
    picture = _draw_chess(diagram) if is_chess else _draw_discs(position, diagram)
    start = picture.index(">") + 1
    return f"{picture[:start]}<title>{diagram.caption}</title>{picture[start:]}\n"


def _draw_chess(diagram: Diagram) -> str:
    fill = {chess.parse_square(name): colour for name, colour in _fills(diagram)}
    pairs = [*_pairs(diagram.arrows), *((name, name) for name in diagram.rings.split())]
    arrows = [
        chess.svg.Arrow(chess.parse_square(tail), chess.parse_square(head), color=LINE)
        for tail, head in pairs
    ]
    board = chess.BaseBoard(diagram.position.split()[0])
    return str(chess.svg.board(board, size=SIZE, fill=fill, arrows=arrows))


def _draw_discs(position: tabiya.Position, diagram: Diagram) -> str:
    """Put fills below the discs, and everything else above them."""
    is_turned = diagram.game == "othello"

    def at(file: float, rank: float) -> Point:
        row = rank if is_turned else 7 - rank
        return MARGIN + (file + 0.5) * SQUARE, MARGIN + (row + 0.5) * SQUARE

    def of(name: str) -> Point:
        return at("abcdefgh".index(name[0]), int(name[1]) - 1)

    below = "".join(_square(of(name), BRIGHT[colour]) for name, colour in _fills(diagram))
    above = "".join(_ring(of(name)) for name in diagram.rings.split())
    for tail, head in _pairs(diagram.arrows):
        above += _line(of(tail), of(head), has_head=True)
    for tail, head in _pairs(diagram.lines):
        above += _line(of(tail), of(head))
    for index, name in enumerate(diagram.quads.split()):
        above += _quad(of(name), inset=4 * index + 2)
    if diagram.centre is not None:
        centre = at(*diagram.centre)
        above += "".join(_line(of(name), centre) for name in diagram.rings.split())
        above += _cross(centre)
    picture = position.svg(size=SIZE)
    discs = picture.index("<circle")
    end = picture.rindex("</svg>")
    return picture[:discs] + below + picture[discs:end] + above + picture[end:]


def _fills(diagram: Diagram) -> list[tuple[str, str]]:
    groups = ((diagram.good, GOOD), (diagram.bad, BAD), (diagram.note, NOTE))
    return [(name, colour) for names, colour in groups for name in names.split()]


def _pairs(names: str) -> list[tuple[str, str]]:
    return [(pair[:2], pair[2:]) for pair in names.split()]


def _square(centre: Point, colour: str) -> str:
    x, y = (part - SQUARE / 2 + 1 for part in centre)
    return f'<rect x="{x:g}" y="{y:g}" width="{SQUARE - 2}" height="{SQUARE - 2}" fill="{colour}"/>'


def _ring(centre: Point) -> str:
    x, y = centre
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{SQUARE * 0.4:g}" fill="none" stroke="{RING}" '
        f'stroke-width="4"/>'
    )


def _line(tail: Point, head: Point, *, has_head: bool = False) -> str:
    (x1, y1), (x2, y2) = tail, head
    line = f'<path d="M{x1:g} {y1:g}L{x2:g} {y2:g}" stroke="{RING}" stroke-width="4"/>'
    if not has_head:
        return line
    length = math.hypot(x2 - x1, y2 - y1)
    dx, dy = 12 * (x2 - x1) / length, 12 * (y2 - y1) / length
    corners = ((x2, y2), (x2 - dx - dy / 2, y2 - dy + dx / 2), (x2 - dx + dy / 2, y2 - dy - dx / 2))
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
    return f'{line}<polygon points="{points}" fill="{RING}" stroke="{RING}" stroke-width="3"/>'


def _quad(lower_left: Point, *, inset: int) -> str:
    x, y = lower_left[0] - SQUARE / 2 + inset, lower_left[1] - 1.5 * SQUARE + inset
    side = 2 * (SQUARE - inset)
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{side}" height="{side}" rx="12" fill="none" '
        f'stroke="{RING}" stroke-width="3"/>'
    )


def _cross(centre: Point) -> str:
    x, y = centre
    return f'<path d="M{x - 12:g} {y:g}h24M{x:g} {y - 12:g}v24" stroke="{CROSS}" stroke-width="6"/>'


def main() -> None:
    """Draw all diagrams into a folder."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/images")
    folder.mkdir(parents=True, exist_ok=True)
    for diagram in DIAGRAMS:
        (folder / f"{diagram.file}.svg").write_text(draw(diagram), encoding="utf-8")
    print(f"{folder}: {len(DIAGRAMS)} diagrams")


if __name__ == "__main__":
    main()
