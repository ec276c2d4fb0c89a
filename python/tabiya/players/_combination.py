"""Combinations of features in files: what a fitted player evaluates by."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabiya import _core
from tabiya.files import OPEN_SEAL, SEAL_KEY, beside, check_seal, read_toml, seal

MOST_MEN = 64


class CombinationError(ValueError):
    """A file does not describe a combination of features."""


def load_combination(path: str | Path, game: str) -> _core.Combination:
    """Read a combination that ``tabiya fit`` has written, for the core.

    Raises
    ------
    CombinationError
        If the file is not of that form; the message names it and what was expected.
    """
    data = read_combination(path)
    if data["game"] != game:
        raise CombinationError(f"{path}: expected a combination of {game}, found {data['game']!r}")
    names = _core.feature_names(game)
    if data.get("features") != names:
        raise CombinationError(
            f"{path}: expected the features {', '.join(names)}, found {data.get('features')!r}"
        )
    phases = data["phase"]
    try:
        by_men = phases_by_men([tuple(phase["men"]) for phase in phases])
        constants = np.array([phase["constant"] for phase in phases], dtype=np.float32)
        linear = np.array([phase["coefficients"] for phase in phases], dtype=np.float32)
        quadratic = None
        if "quadratic" in phases[0]:
            quadratic = np.array([phase["quadratic"] for phase in phases], dtype=np.float32)
        tables = None
        if "tables" in data:
            tables = load_tables(Path(path).parent / data["tables"], len(phases))
        return _core.Combination(by_men.tolist(), constants, linear, quadratic, tables)
    except (KeyError, TypeError, ValueError) as error:
        reason = f"a value for {error}" if isinstance(error, KeyError) else str(error)
        raise CombinationError(
            f"{path}: expected phases with their forms, found {reason}"
        ) from None


def read_combination(path: str | Path) -> dict[str, Any]:
    """Read what a combination file says."""
    data = read_toml(path, CombinationError)
    if not isinstance(data.get("game"), str) or not data.get("phase"):
        raise CombinationError(
            f'{path}: expected a combination with lines game = "..." and [[phase]], '
            f"found {sorted(data)!r}"
        )
    return data


def phases_by_men(ranges: list[tuple[int, int]]) -> NDArray[np.uint8]:
    """Return the phase of every number of men; one that no phase has goes to the next below.

    >>> phases_by_men([(4, 20), (21, 60)])[[0, 20, 21, 64]]
    array([0, 0, 1, 1], dtype=uint8)
    """
    men = np.arange(MOST_MEN + 1)
    firsts = [first for first, _ in ranges]
    return np.maximum(np.searchsorted(firsts, men, side="right") - 1, 0).astype(np.uint8)


def load_tables(path: Path, n_phases: int) -> NDArray[np.float32]:
    """Read the tables of Othello, as :func:`save_tables` writes them.

    Returns
    -------
    ndarray of shape (n_phases, n_entries)
    """
    import polars as pl  # noqa: PLC0415 (slow to load, and few players have tables)

    names, starts, _ = _core.othello_tables()
    try:
        check_seal(path)
        table = pl.read_parquet(path, glob=False)
        begins = table["table"].replace_strict(names, starts[:-1], return_dtype=pl.Int64)
        phases = table["phase"].to_numpy()
        tables = np.zeros((n_phases, starts[-1]), dtype=np.float32)
        tables[phases, begins.to_numpy() + table["entry"].to_numpy()] = table["value"].to_numpy()
    except (pl.exceptions.PolarsError, ValueError, IndexError) as error:
        reason = " ".join(str(error).split())
        raise CombinationError(f"{path}: expected tables of Othello, found {reason}") from None
    return tables


def save_tables(tables: NDArray[np.float32], occurrences: NDArray[np.float64], path: Path) -> None:
    """Write the entries of tables that occurred: phase, table, entry, occurrences and value."""
    import polars as pl  # noqa: PLC0415 (slow to load, and few players have tables)

    names, starts, _ = _core.othello_tables()
    phases, entries = np.nonzero(occurrences)
    of_table = np.searchsorted(starts, entries, side="right") - 1
    table = pl.DataFrame(
        {
            "phase": phases.astype(np.uint8),
            "table": np.array(names)[of_table],
            "entry": (entries - np.array(starts)[of_table]).astype(np.uint16),
            "occurrences": occurrences[phases, entries].astype(np.float32),
            "value": tables[phases, entries],
        }
    )
    with beside(path) as part:
        table.write_parquet(part, compression="zstd", metadata={SEAL_KEY: OPEN_SEAL})
        seal(part)
