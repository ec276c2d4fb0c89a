"""Positions to learn from and positions to be examined on, never of the same game."""

import hashlib
from pathlib import Path

import polars as pl

from tabiya.positions._merge import position_key
from tabiya.positions._set import PositionSet


def split(
    positions: PositionSet, fraction: float, seed: int = 0, *, purpose: str = ""
) -> tuple[PositionSet, PositionSet]:
    """Split a set in two by games.

    Positions of one game are much alike, so a game is on one side as a whole, and so are games
    that share a long opening and the same game in two files: which side, is decided by a hash of
    the seed and of where the opening of the game ended (the column ``opening``), so that it neither
    depends on the other games nor on the names of files nor on the order of the rows. Where the
    moves of a game are not known, the name of the file and the number of the game stand for them;
    a row without a game goes by its position, and one that was merged from several games by the
    first of them.

    Parameters
    ----------
    positions : PositionSet
        The set.
    fraction : float
        The share of the games, from 0 to 1, that go to the control set; about that many do.
    seed : int
        Seed of the choice.
    purpose : str
        Splits of different purposes do not depend on each other, whatever their seeds: a set that
        was split once can be split again.

    Returns
    -------
    train, control : PositionSet
        The two sets, in the order of the rows.

    Raises
    ------
    ValueError
        If the fraction is out of range, or leaves no game on one of the sides.

    Examples
    --------
    >>> import polars as pl
    >>> rows = [{"position": str(n), "file": "a.pgn", "game": n // 3} for n in range(300)]
    >>> train, control = split(PositionSet("chess", pl.DataFrame(rows)), 0.5)
    >>> len(train) + len(control), set(train.table["game"]) & set(control.table["game"])
    (300, set())
    """
    if not 0.0 <= fraction <= 1.0:
        raise ValueError(f"fraction: expected a number from 0 to 1, found {fraction!r}")
    table = positions.table
    names = {file: Path(file or "").name for file in table["file"].unique()}
    file = pl.col("file").replace_strict(names, default="", return_dtype=pl.String)
    group = (
        pl.when(pl.col("opening").is_not_null())
        .then(pl.format("opening {}", pl.col("opening").cast(pl.String)))
        .when(pl.col("game").is_null())
        .then(position_key(positions.game))
        .otherwise(pl.format("{}#{}", file.fill_null(""), pl.col("game").cast(pl.String)))
    )
    groups = table.select(group.alias("group")).to_series()
    unique = groups.unique()
    is_control = pl.Series(
        [_share(name, seed, purpose) < fraction for name in unique], dtype=pl.Boolean
    )
    chosen = groups.replace_strict(unique, is_control, return_dtype=pl.Boolean)
    train, control = table.filter(~chosen), table.filter(chosen)
    if 0.0 < fraction < 1.0 and not (train.height and control.height):
        side = "control" if train.height else "train"
        raise ValueError(
            f"split: expected games on both sides, found none for {side} with a share of "
            f"{fraction:g} of {len(unique)} games; try another seed or more games"
        )
    return positions.with_table(train), positions.with_table(control)


def _share(name: str, seed: int, purpose: str) -> float:
    """Return a number from 0 to 1 that is as good as random."""
    words = f"{purpose}\0{seed}" if purpose else f"{seed}"
    digest = hashlib.blake2b(f"{words}\0{name}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little") / 2**64
