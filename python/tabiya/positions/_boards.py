"""Positions in text as others write them, turned into ours."""

import polars as pl

from tabiya import _core
from tabiya.games import Game

# The position, the side to move, and the rest of the line.
_REST = r"((?:[\s;|\[,].*)?)$"
PATTERNS = {
    "chess": r"^((?:[pnbrqkPNBRQK1-8]{1,8}/){7}[pnbrqkPNBRQK1-8]{1,8}\s+([wb])\s+"
    r"(?:-|[KQkqA-Ha-h]{1,4})\s+(?:-|[a-h][36])(?:\s+[0-9]{1,4}\s+[0-9]{1,5})?)" + _REST,
    "othello": r"^([-XxOo.*@_BbWw]{64}\s+(X|O|x|o|\*|@|[Bb](?:lack)?|[Ww](?:hite)?))" + _REST,
    "loa": r"^((?:[bw1-8]{1,8}/){7}[bw1-8]{1,8}\s+([bw]))" + _REST,
}
NAMES = {"chess": "chess", "othello": "Othello", "loa": "Lines of Action"}
SHOWN = 40
# Games that are numbered in several ways are kept apart by this much.
ID_STEP = 10**12

_BLACK, _WHITE, _EMPTY = "Xx*@Bb", "OoWw", "-._"
_PLAIN = str.maketrans(
    dict.fromkeys(_BLACK, "X") | dict.fromkeys(_WHITE, "O") | dict.fromkeys(_EMPTY, "-")
)


def find_game(texts: pl.Series) -> str | None:
    """Return the game that most of these texts are positions of, if any are."""
    counts = {game: int(texts.str.contains(pattern).sum()) for game, pattern in PATTERNS.items()}
    best = max(counts, key=lambda game: counts[game])
    return best if counts[best] else None


# Two numbers where the counters of a FEN stand, which are none.
JUNK_COUNTERS = r"^\s+([-+]?[0-9]+\s+[-+]?[0-9]+)(?:[\s;|\[,]|$)"


def read_boards(texts: pl.Series, game: str) -> pl.DataFrame:
    """Read positions, whatever stands behind them.

    Returns
    -------
    polars.DataFrame
        ``position``, null where there is none, and ``reason``, why not; ``side``; ``spelled``,
        whether the side is written as a word; ``rest``, what stands behind the position.
    """
    groups = texts.to_frame("text").select(
        pl.col("text").str.extract_groups(PATTERNS[game]).struct.unnest()
    )
    positions, reasons = _canonical(texts, groups["1"].str.replace_all(r"\s+", " "), game)
    if game == "chess":
        positions, reasons = _refuse_counters(groups["3"], positions, reasons)
    first, second = Game(game).sides
    letter = pl.col("2")
    is_first = letter.str.slice(0, 1).is_in(["w"] if game == "chess" else [*_BLACK])
    return groups.select(
        pl.Series("position", positions, dtype=pl.String),
        pl.Series("reason", reasons, dtype=pl.String),
        pl.when(is_first).then(pl.lit(first)).otherwise(pl.lit(second)).alias("side"),
        (letter.str.len_bytes() > 1).alias("spelled"),
        pl.col("3").fill_null("").alias("rest"),
    )


def _canonical(
    texts: pl.Series, found: pl.Series, game: str
) -> tuple[list[str | None], list[str | None]]:
    """Return the texts of the positions, or what is wrong with them."""
    positions: list[str | None] = [None] * len(found)
    reasons: list[str | None] = [None] * len(found)
    parse = _core.Position.parse
    for index, text in enumerate(found.to_list()):
        if text is None:
            shown = (texts[index] or "")[:SHOWN]
            reasons[index] = f"expected a {NAMES[game]} position, found {shown!r}"
            continue
        try:
            plain = plain_othello(text) if game == "othello" else text
            positions[index] = parse(game, plain, ()).text
        except ValueError as error:
            reasons[index] = str(error)
    return positions, reasons


def _refuse_counters(
    rests: pl.Series, positions: list[str | None], reasons: list[str | None]
) -> tuple[list[str | None], list[str | None]]:
    """Refuse positions behind which two numbers stand that are no counters."""
    junk = rests.str.extract(JUNK_COUNTERS)
    for index in junk.is_not_null().arg_true().to_list():
        positions[index] = None
        reasons[index] = (
            f"expected a halfmove clock and a move number, found {junk[index][:SHOWN]!r}"
        )
    return positions, reasons


def plain_othello(text: str) -> str:
    """Return an Othello position in our letters, whatever signs it is written with.

    >>> plain_othello("." * 27 + "o*......*o" + "." * 27 + " Black")
    '---------------------------OX------XO--------------------------- X'
    """
    board, side = text.split(" ")
    return f"{board.translate(_PLAIN)} {side[0].translate(_PLAIN)}"


def number_games(names: pl.Series, prefixes: dict[str, int]) -> pl.Series:
    """Return the numbers in the names of games, such as 12 for "t012".

    Parameters
    ----------
    names : polars.Series
        Names, some of which may be null.
    prefixes : dict
        What stood before the numbers so far; it is added to. Those of the first are kept as they
        are, others are far away from them, so that "a1" and "b1" stay two games.
    """
    parts = names.to_frame("name").select(
        pl.col("name").str.extract_groups(r"^(.*?)([0-9]{0,11})$").struct.unnest()
    )
    for prefix in parts["1"].drop_nulls().unique(maintain_order=True):
        prefixes.setdefault(prefix, len(prefixes))
    step = pl.col("1").replace_strict(prefixes, default=None, return_dtype=pl.Int64)
    number = pl.col("2").cast(pl.Int64, strict=False).fill_null(0)
    return parts.select((step * ID_STEP + number).alias("game")).to_series()
