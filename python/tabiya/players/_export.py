"""Weights in the languages that engines are written in."""

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path

from tabiya._core import VERSION
from tabiya.files import write_beside
from tabiya.players._weights import quote_toml

HEADING = "Weights by tabiya"


def export_weights(values: Mapping[str, float], path: Path | str) -> None:
    """Write named weights for another program; the name of the file says how.

    Parameters
    ----------
    values : mapping of str to float
        Names and values.
    path : Path or str
        ``.toml``, ``.json``, ``.h`` (C constants), ``.rs`` (Rust constants) or ``.uci`` (setoption
        lines with whole numbers).

    Raises
    ------
    ValueError
        If the file is to be something else, or names cannot be told apart there.

    Examples
    --------
    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp(), "weights.rs")
    >>> export_weights({"knight": 310.5}, path)
    >>> print(path.read_text().splitlines()[-1])
    pub const KNIGHT: f64 = 310.5;
    """
    suffix = Path(path).suffix.lower()
    if suffix not in WRITERS:
        known = ", ".join(WRITERS)
        raise ValueError(f"{path}: expected a file {known}, found {suffix or 'none'!r}")
    write_beside(path, WRITERS[suffix](values))


def _toml(values: Mapping[str, float]) -> str:
    lines = [f"{quote_toml(name)} = {float(value)!r}" for name, value in values.items()]
    return "\n".join([f"# {HEADING} {VERSION}", "[weights]", *lines]) + "\n"


def _json(values: Mapping[str, float]) -> str:
    return json.dumps({"version": VERSION, "weights": dict(values)}, indent=2) + "\n"


def _header(values: Mapping[str, float]) -> str:
    names = _identifiers(values)
    lines = [f"static const double {name} = {float(v)!r};" for name, v in names.items()]
    guard = ["#ifndef TABIYA_WEIGHTS_H", "#define TABIYA_WEIGHTS_H"]
    return "\n".join([f"/* {HEADING} {VERSION} */", *guard, *lines, "#endif"]) + "\n"


def _rust(values: Mapping[str, float]) -> str:
    names = _identifiers(values)
    lines = [f"pub const {name.upper()}: f64 = {float(v)!r};" for name, v in names.items()]
    return "\n".join([f"// {HEADING} {VERSION}", *lines]) + "\n"


def _uci(values: Mapping[str, float]) -> str:
    lines = [f"setoption name {name} value {round(value)}" for name, value in values.items()]
    return "\n".join(lines) + "\n"


def _identifiers(values: Mapping[str, float]) -> dict[str, float]:
    """Return names that C and Rust allow."""
    found: dict[str, float] = {}
    for name, value in values.items():
        word = re.sub(r"\W+", "_", name.strip(), flags=re.ASCII).lower()
        word = f"_{word}" if word[:1].isdigit() else word
        if word in found:
            raise ValueError(f"weights: expected names that stay different, found {name!r} twice")
        found[word] = value
    return found


WRITERS: dict[str, Callable[[Mapping[str, float]], str]] = {
    ".toml": _toml,
    ".json": _json,
    ".h": _header,
    ".rs": _rust,
    ".uci": _uci,
}
