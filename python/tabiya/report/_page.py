"""Pages with a board: one file with everything in it, which needs no network."""

import json
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tabiya.files import fill_template, write_beside

if TYPE_CHECKING:
    from markupsafe import Markup

# Of pages without a board.
PLAIN_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem;
  background: #fff; color: #1d1d1f; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { padding: .25rem .8rem; text-align: right; border-bottom: 1px solid #ddd; }
th:first-child, td:first-child { text-align: left; }
.note { color: #666; }
"""


def fill(name: str, **values: object) -> "Markup":
    """Return a part of a page, made of its template in ``page/``."""
    return fill_template("tabiya.report", name, **values)


def card(
    title: str, body: "Markup | str", note: "Markup | str" = "", *, wide: bool = False
) -> "Markup":
    """Return a section with a heading.

    >>> print(card("Lengths", "none"))
    <section class="card"><h2>Lengths</h2>none</section>
    """
    return fill("card.html", title=title, body=body, note=note, wide=wide)


def markup(*parts: str) -> "Markup":
    """Return what is HTML already, such as a chart, for a template that takes it as it is."""
    from markupsafe import Markup  # noqa: PLC0415 (only pages need it)

    return Markup("\n").join(map(Markup, parts))


def fill_page(
    game: str, *, title: str, subtitle: str, sections: "Markup", data: dict[str, Any]
) -> str:
    """Return a page as HTML: sections above, and below them a board to replay games on."""
    return str(
        fill(
            "match.html",
            title=title,
            subtitle=subtitle,
            style=markup(_asset("match.css")),
            script=markup(_asset("match.js")),
            sections=sections,
            pieces=markup(_pieces() if game == "chess" else ""),
            data=markup(embed(data)),
        )
    )


def write_page(path: str | Path, text: str) -> Path:
    """Write a page in one step, so that a reader never sees half of it."""
    write_beside(path, text)
    return Path(path)


def embed(data: dict[str, Any]) -> str:
    """Return JSON that may stand inside a script element, whatever the names in it."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _pieces() -> str:
    """Return the pictures of the chess pieces, which python-chess brings along."""
    import chess.svg  # noqa: PLC0415 (only pages of chess need it)

    return "".join(chess.svg.PIECES.values())


def _asset(name: str) -> str:
    return (resources.files("tabiya.report") / "page" / name).read_text(encoding="utf-8")
