"""What analysts have said, kept on disk by analyst and position."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlalchemy import BigInteger, Column, Float, String, Table, select
from sqlalchemy.dialects import postgresql, sqlite

from tabiya.store import check_row, checksum, metadata, open_database

ASSESSMENTS = Table(
    "assessments",
    metadata,
    Column("analyst", String, primary_key=True),
    Column("position", String, primary_key=True),
    Column("score", Float, nullable=False),
    Column("checksum", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

# Positions asked for at once; databases limit the length of a question.
BLOCK = 500


def default_cache() -> Path:
    """Return where assessments are kept unless told otherwise: the user's cache folder."""
    root = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    # Numbered by the form of its table, so that one of an earlier version is left alone.
    return Path(root, "tabiya", "assessments-2.db")


class AssessmentCache:
    """Scores of the side to move, by analyst and position.

    Parameters
    ----------
    place : Path or str, optional
        A file, or the URL of a database; the user's cache folder if there is none.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with AssessmentCache(pathlib.Path(tempfile.mkdtemp(), "cache.db")) as cache:
    ...     cache.put("somebody", {"a position": 12.5})
    ...     cache.get("somebody", ["a position", "another one"])
    {'a position': 12.5}
    """

    def __init__(self, place: Path | str | None = None) -> None:
        if place is None:
            place = default_cache()
            place.parent.mkdir(parents=True, exist_ok=True)
        self._database = open_database(place)

    def get(self, analyst: str, positions: Sequence[str]) -> dict[str, float]:
        """Return the scores that are known."""
        known: dict[str, float] = {}
        with self._database.step() as connection:
            for start in range(0, len(positions), BLOCK):
                columns = ASSESSMENTS.c
                query = select(columns.position, columns.score, columns.checksum).where(
                    columns.analyst == analyst,
                    columns.position.in_(positions[start : start + BLOCK]),
                )
                for row in connection.execute(query):
                    values = (analyst, row.position, row.score)
                    what = f"the score of {row.position}"
                    check_row(self._database.place, what, row.checksum, values)
                    known[row.position] = row.score
        return known

    def put(self, analyst: str, scores: Mapping[str, float]) -> None:
        """Keep scores of positions that were not known."""
        rows = [
            {
                "analyst": analyst,
                "position": position,
                "score": float(score),
                "checksum": checksum(analyst, position, float(score)),
            }
            for position, score in scores.items()
        ]
        if not rows:
            return
        with self._database.step() as connection:
            # Another process may have been quicker; the scores are the same then.
            dialect = sqlite if self._database.engine.dialect.name == "sqlite" else postgresql
            connection.execute(dialect.insert(ASSESSMENTS).on_conflict_do_nothing(), rows)

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()
