"""Positions of disagreement as a page with diagrams, as EPD, and as PGN."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import chess
import chess.pgn

from tabiya._core import DECIDED_SCORE
from tabiya.files import write_beside
from tabiya.games import Position, is_chess960
from tabiya.measure import Disagreement, SymbolScale
from tabiya.players import score_unit
from tabiya.report._page import fill, markup

if TYPE_CHECKING:
    from markupsafe import Markup

FIGURE_STYLE = """
.figures { display: grid; gap: 1.5rem;
  grid-template-columns: repeat(auto-fill, minmax(19rem, 1fr)); }
figure { margin: 0; padding: 1rem; border: 1px solid color-mix(in srgb, CanvasText 20%, Canvas);
  border-radius: .6rem; }
figure svg { width: 100%; height: auto; }
dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .1rem .8rem;
  margin: .6rem 0 .4rem; }
dt { opacity: .65; white-space: nowrap; }
dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
code { font-size: .75rem; overflow-wrap: anywhere; }
"""
STYLE = f"""
body {{ font: 16px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem;
  background: Canvas; color: CanvasText; color-scheme: light dark; }}
{FIGURE_STYLE}"""


def write_disagreements(
    found: Sequence[Disagreement],
    path: Path | str,
    *,
    analyst: str,
    scale: SymbolScale | None = None,
) -> None:
    """Write the positions and the two opinions of each; the name of the file says how.

    Parameters
    ----------
    found : sequence of Disagreement
        The positions, the worst first.
    path : Path or str
        A file .html, .epd or .pgn; PGN is for chess alone.
    analyst : str
        Whose scores they are.
    scale : SymbolScale, optional
        Makes symbols of the scores, to stand beside those of the annotators.

    Raises
    ------
    ValueError
        If the file is to be something else.
    """
    writers = {".html": _page, ".epd": _epd, ".pgn": _pgn}
    suffix = Path(path).suffix.lower()
    if suffix not in writers:
        raise ValueError(f"{path}: expected a file .html, .epd or .pgn, found {suffix!r}")
    write_beside(path, writers[suffix](found, analyst, scale))


def _opinion(each: Disagreement, scale: SymbolScale | None) -> str:
    score = f"{each.score / 100:+.2f}"
    if abs(each.score) > DECIDED_SCORE:
        score = "won for the first player" if each.score > 0 else "won for the second player"
    return f"{score} {scale.symbol(each.score)}" if scale else score


def disagreement_figures(
    found: Sequence[Disagreement], scale: SymbolScale | None = None
) -> "Markup":
    """Return a diagram of each position, with both opinions below it, as HTML."""
    figures = [
        {
            "label": each.label,
            "board": markup(each.position.svg()),
            "score": _opinion(each, scale),
            "side": each.position.side_to_move,
            "tau": each.share,
            "best": each.best,
            "line": each.line,
            "source": each.source,
            "position": str(each.position),
            "address": _elsewhere(each.position),
        }
        for each in found
    ]
    return fill("disagreement_figures.html", figures=figures)


def _elsewhere(position: Position) -> str:
    """Return the address of a page on which a position of chess can be played on."""
    if position.game.name != "chess":
        return ""
    variant = "chess960" if is_chess960(position.game) else "standard"
    return f"https://lichess.org/analysis/{variant}/{quote(str(position).replace(' ', '_'))}"


def _page(found: Sequence[Disagreement], analyst: str, scale: SymbolScale | None) -> str:
    return str(
        fill(
            "disagreements.html",
            analyst=analyst,
            style=markup(STYLE),
            unit=score_unit(found[0].position.game.name) if found else "",
            figures=disagreement_figures(found, scale),
        )
    )


def _epd(found: Sequence[Disagreement], analyst: str, scale: SymbolScale | None) -> str:
    lines = []
    for number, each in enumerate(found, start=1):
        text = str(each.position)
        if each.position.game.name == "chess":
            text = " ".join(text.split()[:4])
        opinion = f"{analyst} {_opinion(each, scale)}"
        fields = [f'id "{number}"', f'c0 "{each.label}"', f'c1 "{opinion}"', f'c2 "{each.source}"']
        lines.append(" ".join(f"{field};" for field in (f"{text} {fields[0]}", *fields[1:])))
    return "\n".join(lines) + "\n"


def _pgn(found: Sequence[Disagreement], analyst: str, scale: SymbolScale | None) -> str:
    games = []
    for number, each in enumerate(found, start=1):
        if each.position.game.name != "chess":
            raise ValueError("PGN: expected positions of chess; write .html or .epd")
        game = chess.pgn.Game()
        game.setup(chess.Board(str(each.position)))
        game.headers["Event"] = f"Disagreement {number}"
        game.headers["Site"] = each.source
        game.comment = f"{each.label} against {_opinion(each, scale)} of {analyst}"
        games.append(str(game))
    return "\n\n".join(games) + "\n"
