"""What a search has learned to skip, in files of TOML."""

import hashlib
import json
import math
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tabiya import _core
from tabiya.files import read_origin, read_toml, toml_text, write_beside
from tabiya.games import Game
from tabiya.players._pruning import (
    CHECKPOINTS,
    Pruning,
    Reductions,
    SearchFunction,
    Widths,
)

ALL = "all"
# The word for a player that skips nothing but what the numbers of its search say.
NONE = "none"
KEYS = ("game", "version", "made_by", "params", "prune", "reduce", "null_move")
FUNCTION_KEYS = ("inputs", "checkpoints", "counts", "weights")
TABLES = {
    "prune": ("by", "widths", *FUNCTION_KEYS),
    "reduce": ("by", "rows", *FUNCTION_KEYS),
    "null_move": FUNCTION_KEYS,
}
DEFAULTS = Path(__file__).parent


class PruningFileError(ValueError):
    """A file does not say what a search skips."""


def save_pruning(pruning: Pruning, path: str | Path) -> None:
    """Write what was learned to a TOML file.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp(), "narrow.toml")
    >>> save_pruning(Pruning("loa", widths=Widths((None, 20, 7))), path)
    >>> load_pruning(path).widths
    Widths(widths=(None, 20, 7), by='depth', counts='all')
    """
    write_beside(path, pruning_text(pruning))


def pruning_text(pruning: Pruning) -> str:
    """Return what :func:`save_pruning` writes."""
    origin = {"game": pruning.game, "version": _core.VERSION, "made_by": pruning.made_by}
    return toml_text("What a search of tabiya skips.", {**origin, **_tables(pruning)})


def _tables(pruning: Pruning) -> dict[str, dict[str, Any]]:
    """Return what is skipped, without whose game it is and what made it."""
    prune, reduce = _function(pruning.function), _function(pruning.reduction_function)
    widths, reductions = pruning.widths, pruning.reductions
    if widths is not None:
        found = [ALL if width is None else width for width in widths.widths]
        prune |= {"by": widths.by, "counts": widths.counts, "widths": found}
    if reductions is not None:
        reduce |= {"by": reductions.by, "rows": [list(row) for row in reductions.rows]}
    tables = {
        "params": {name: float(value) for name, value in pruning.params.items()},
        "prune": prune,
        "reduce": reduce,
        "null_move": _function(pruning.null_move_function),
    }
    return {name: table for name, table in tables.items() if table}


def _function(function: SearchFunction | None) -> dict[str, Any]:
    if function is None:
        return {}
    columns = zip(function.units, function.weights.T.tolist(), strict=True)
    return {
        "inputs": list(function.inputs),
        "checkpoints": list(function.checkpoints),
        "counts": function.counts,
        "weights": {unit: column for unit, column in columns if any(column)},
    }


def load_pruning(path: str | Path, *, game: str | None = None) -> Pruning:
    """Read what :func:`save_pruning` has written; ``docs/pruning.md`` describes the form.

    Parameters
    ----------
    path : str or Path
        The file.
    game : str, optional
        The game that it must be of.

    Raises
    ------
    PruningFileError
        If the file is not of that form; the message names the file, the line and what was expected.
    """
    data = read_toml(path, PruningFileError)
    text = Path(path).read_text(encoding="utf-8")
    found = data.get("game")
    if found is None or (game is not None and found != game):
        wanted = game or "..."
        raise _fault(path, text, "game", f'expected a line game = "{wanted}", found {found!r}')
    try:
        name = Game(found).name
    except ValueError as error:
        raise _fault(path, text, "game", str(error)) from None
    _check_keys(path, text, data, KEYS)
    for table, known in TABLES.items():
        if not isinstance(data.get(table, {}), dict):
            raise _fault(path, text, table, f"expected a table [{table}]")
        _check_keys(path, text, data.get(table, {}), known)
    try:
        return _read(name, data)
    except (ValueError, TypeError) as error:
        word = re.match(r"\w+", str(error))
        raise _fault(path, text, word[0] if word else "", str(error)) from None


@cache
def default_pruning(game: str) -> Pruning | None:
    """Return what a game is played with unless something else is said, if games spoke for it.

    >>> str(default_pruning("loa").widths), default_pruning("chess")
    ('6 12 20 25 27', None)
    """
    path = DEFAULTS / f"{game}-pruning.toml"
    return load_pruning(path, game=game) if path.exists() else None


def digest(pruning: Pruning) -> str:
    """Return a text that is the same for what skips the same."""
    text = json.dumps([pruning.game, _tables(pruning)])
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def _read(game: str, data: Mapping[str, Any]) -> Pruning:
    params = _table(data, "params")
    known = {raw[0]: (raw[2], raw[3]) for raw in _core.params()}
    for name, value in params.items():
        if name not in known:
            raise ValueError(f"{name}: expected a number of the search, found another name")
        least, most = known[name]
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not least <= value <= most:
            expected = f"a number from {least:g} to {most:g}"
            raise ValueError(f"{name}: expected {expected}, found {value!r}")
    prune, reduce = data.get("prune", {}), data.get("reduce", {})
    widths = None
    if "widths" in prune:
        if "inputs" in prune:
            raise ValueError("inputs: expected widths or a function, found both")
        widths = Widths(
            _read_widths(prune["widths"], prune.get("by", "depth")),
            prune.get("by", "depth"),
            prune.get("counts", "all"),
        )
    elif prune and "inputs" not in prune:
        raise ValueError("prune: expected widths, or inputs and weights, found neither")
    reductions = None
    if "rows" in reduce:
        rows = reduce["rows"]
        is_table = isinstance(rows, list) and all(isinstance(row, list) for row in rows)
        if not is_table or not all(_is_finite(each) for row in rows for each in row):
            raise ValueError(f"rows: expected rows of numbers, found {rows!r}")
        reductions = Reductions(rows, reduce.get("by", "remaining"))
    elif reduce and "inputs" not in reduce:
        raise ValueError("reduce: expected rows, or inputs and weights, found neither")
    return Pruning(
        game,
        widths=widths,
        function=_read_function(game, prune, CHECKPOINTS),
        reductions=reductions,
        reduction_function=_read_function(game, reduce, CHECKPOINTS),
        null_move_function=_read_function(game, data.get("null_move", {}), (1,)),
        params=params,
        made_by=read_origin(data, "by hand"),
    )


def _table(data: Mapping[str, Any], name: str) -> dict[str, Any]:
    found = data.get(name, {})
    if not isinstance(found, dict):
        raise TypeError(f"{name}: expected a table, found {found!r}")
    return found


def _is_finite(value: object) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and math.isfinite(value)  # type: ignore[arg-type] # it is a number


def _read_widths(found: Any, by: str) -> tuple[int | None, ...]:
    if not isinstance(found, list):
        raise TypeError(f"widths: expected a list, found {found!r}")
    if by == "cell" and all(isinstance(row, list) for row in found):
        found = [width for row in found for width in row]
    return tuple(None if width == ALL else width for width in found)


def _read_function(
    game: str, table: Mapping[str, Any], usual: Sequence[int]
) -> SearchFunction | None:
    if "inputs" not in table:
        if "weights" in table:
            raise ValueError("weights: expected inputs beside them, found none")
        return None
    inputs, checkpoints = table["inputs"], table.get("checkpoints", list(usual))
    given = _table(table, "weights")
    if not checkpoints:
        raise ValueError("checkpoints: expected at least one, found none")
    if not isinstance(inputs, list) or not isinstance(checkpoints, list):
        raise TypeError(f"inputs: expected lists of inputs and checkpoints, found {inputs!r}")
    if len(set(map(str, inputs))) < len(inputs) or not all(isinstance(i, str) for i in inputs):
        raise ValueError(f"inputs: expected names, each once, found {inputs!r}")
    units = _core.search_units(game, inputs)
    weights = np.zeros((len(checkpoints), len(units)))
    places = {unit: place for place, unit in enumerate(units)}
    for unit, column in given.items():
        if unit not in places:
            raise ValueError(f"weights: expected a unit of {', '.join(inputs)}, found {unit!r}")
        if not isinstance(column, list) or len(column) != len(checkpoints):
            raise ValueError(
                f"weights: expected {len(checkpoints)} numbers for {unit!r}, found {column!r}"
            )
        if not all(_is_finite(each) for each in column):
            raise ValueError(f"weights: expected numbers for {unit!r}, found {column!r}")
        weights[:, places[unit]] = column
    return SearchFunction(
        game, tuple(inputs), weights, tuple(checkpoints), table.get("counts", "quiet")
    )


def _check_keys(
    path: str | Path, text: str, table: Mapping[str, Any], known: Sequence[str]
) -> None:
    for key in table:
        if key not in known:
            raise _fault(path, text, key, f"expected one of {', '.join(known)}, found {key!r}")


def _fault(path: str | Path, text: str, key: str, message: str) -> PruningFileError:
    """Return the error with the line on which the key stands, if it does."""
    lines = enumerate(text.splitlines(), 1)
    pattern = re.compile(rf'\s*\[?"?{re.escape(key)}\b')
    number = next((n for n, line in lines if key and pattern.match(line)), None)
    where = path if number is None else f"{path}, line {number}"
    return PruningFileError(f"{where}: {message}")
