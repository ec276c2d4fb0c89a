"""Pages with a board: one file with everything in it, which needs no network."""

import json
from html import escape
from importlib import resources
from pathlib import Path
from typing import Any

from tabiya.files import write_beside

# Of pages without a board.
PLAIN_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem;
  background: #fff; color: #1d1d1f; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { padding: .25rem .8rem; text-align: right; border-bottom: 1px solid #ddd; }
th:first-child, td:first-child { text-align: left; }
.note { color: #666; }
"""


def fill_page(game: str, *, title: str, subtitle: str, sections: str, data: dict[str, Any]) -> str:
    """Return a page as HTML: sections above, and below them a board to replay games on."""
    page = {name: _asset(f"match.{name}") for name in ("html", "css", "js")}
    parts = {
        "title": escape(title),
        "heading": escape(title),
        "style": page["css"],
        "script": page["js"],
        "subtitle": escape(subtitle),
        "sections": sections,
        "pieces": _pieces() if game == "chess" else "",
        "data": embed(data),
    }
    text = page["html"]
    for name, value in parts.items():
        before, mark, after = text.partition(f"<!--{name}-->")
        assert mark, name
        text = before + value + after
    return text


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
