"""The games of a database as a table."""

import polars as pl

from tabiya import _core

# Columns of the table of games, and the tags they come from.
TAGS = {
    "white": "White",
    "black": "Black",
    "date": "Date",
    "event": "Event",
    "site": "Site",
    "round": "Round",
    "eco": "ECO",
}
RESULTS = ("*", "1-0", "1/2-1/2", "0-1")


def read_table(core: _core.GameTree) -> pl.DataFrame:
    """Return a row for each game."""
    found = core.table(list(TAGS.values()))
    n_games = len(found["plies"])
    texts = {
        column: _split(found[tag], n_games)  # type: ignore[literal-required]  # tags by name
        for column, tag in TAGS.items()
    }
    results = pl.Series(RESULTS).gather(found["result"])
    return pl.DataFrame(
        {
            "game": pl.int_range(n_games, dtype=pl.UInt32, eager=True),
            "white": texts["white"],
            "black": texts["black"],
            "white_elo": pl.Series(found["white_elo"]).replace(0, None),
            "black_elo": pl.Series(found["black_elo"]).replace(0, None),
            "result": results,
            **{name: texts[name] for name in ("date", "event", "site", "round", "eco")},
            "plies": found["plies"],
        }
    )


def _split(text: str, n: int) -> pl.Series:
    if n == 0:
        return pl.Series([], dtype=pl.String)
    return pl.Series([text]).str.split("\n").explode()
