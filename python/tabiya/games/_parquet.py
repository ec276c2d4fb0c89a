"""Batches in Parquet files."""

import json
from pathlib import Path

import polars as pl

from tabiya._core import VERSION
from tabiya.files import beside, parse_json
from tabiya.games._batch import Batch
from tabiya.games._game import Game

COLUMN = "position"
GAME_KEY, RULES_KEY, VERSION_KEY = "tabiya.batch", "tabiya.rules", "tabiya.version"


def write_batch(batch: Batch, path: Path) -> None:
    """Write the positions beside the file, which is replaced when all of them are there."""
    metadata = {
        GAME_KEY: batch.game.name,
        RULES_KEY: json.dumps(batch.game.rules),
        VERSION_KEY: VERSION,
    }
    with beside(path) as part, part.open("wb") as file:
        batch.to_series(COLUMN).to_frame().write_parquet(file, metadata=metadata)


def read_batch(path: Path) -> Batch:
    """Read what ``write_batch`` wrote, and check every position."""
    path.stat()  # a file that is not there is an error of the system
    try:
        metadata = pl.read_parquet_metadata(path)
        if GAME_KEY not in metadata:
            raise ValueError("found no game in it")  # noqa: TRY301 (told with the others)
        game = Game(metadata[GAME_KEY], **parse_json(metadata[RULES_KEY], path))
        return Batch.from_series(game, pl.read_parquet(path, columns=[COLUMN], glob=False)[COLUMN])
    except (pl.exceptions.PolarsError, KeyError, TypeError, ValueError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise ValueError(f"{path}: expected a batch of positions, {reason}") from None
