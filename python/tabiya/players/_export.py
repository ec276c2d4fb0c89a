"""Weights in the languages that engines are written in."""

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from tabiya._core import VERSION
from tabiya.files import read_toml, toml_text, write_beside

HEADING = "Weights by tabiya"
ENDS = ("opening", "ending")
# A name with a square in it, or a number, and perhaps an end of the game behind that.
SQUARE = re.compile(r"(?P<stem>.+)_(?P<at>[a-h][1-8])(?:_(?P<end>opening|ending))?")
NUMBERED = re.compile(r"(?P<stem>.+)_(?P<at>\d+)(?:_(?P<end>opening|ending))?")
N_SQUARES = 64
# What an array of squares is called behind the name that they share.
SQUARES = "_squares"
# Files with constants of a language, in which weights can take another form.
SOURCES = (".h", ".rs")
# More decimals than this no double has.
MOST_DECIMALS = 17
# An array has no more places than this; most of a longer one would be empty.
MOST_NUMBERED = 4096

# A number, or as many as an array has, or pairs of them.
Value: TypeAlias = "float | Sequence[Value]"


class ExportError(ValueError):
    """Weights cannot be written or read in this form."""


@dataclass(frozen=True)
class Form:
    """How weights are written for C and Rust.

    Attributes
    ----------
    prefix : str
        Put before every name.
    decimals : int, optional
        Round to so many; 0 makes whole numbers.
    pairs : bool
        Weights of the opening and the ending of one name become a pair.
    arrays : bool
        Weights that differ in a square or a number become an array; that of squares is called
        ``NAME_squares``.
    """

    prefix: str = ""
    decimals: int | None = None
    pairs: bool = False
    arrays: bool = False

    def check(self, suffix: str) -> None:
        """Refuse what would be ignored, or would not compile.

        >>> Form(pairs=True).check(".json")
        Traceback (most recent call last):
        tabiya.players._export.ExportError: pairs: expected a file .h, .rs, found '.json'
        """
        if self.decimals is not None and not 0 <= self.decimals <= MOST_DECIMALS:
            raise ExportError(f"round: expected 0 to {MOST_DECIMALS}, found {self.decimals}")
        given = {
            "prefix": bool(self.prefix),
            "round": self.decimals is not None,
            "pairs": self.pairs,
            "arrays": self.arrays,
        }
        for option, is_given in given.items():
            if is_given and suffix not in SOURCES:
                raise ExportError(
                    f"{option}: expected a file {', '.join(SOURCES)}, found {suffix!r}"
                )


def export_weights(
    values: Mapping[str, float],
    path: Path | str,
    *,
    made_by: str = "",
    form: Form | None = None,
) -> None:
    """Write named weights for another program; the name of the file says how.

    Parameters
    ----------
    values : mapping of str to float
        Names and values.
    path : Path or str
        ``.toml``, ``.json``, ``.h`` (C constants), ``.rs`` (Rust constants) or ``.uci`` (setoption
        lines with whole numbers).
    made_by : str
        What made them: the command and a hash of the set.
    form : Form, optional
        Prefix, rounding, pairs and arrays, for C and Rust.

    Raises
    ------
    ExportError
        If the file is to be something else, or names cannot be told apart there.

    Examples
    --------
    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp(), "weights.rs")
    >>> export_weights({"knight": 310.5}, path)
    >>> print(path.read_text().splitlines()[-1])
    pub const KNIGHT: f64 = 310.5;
    >>> pair = {"rook_opening": 500.4, "rook_ending": 520.0}
    >>> export_weights(pair, path, form=Form(prefix="eval_", decimals=0, pairs=True))
    >>> print(path.read_text().splitlines()[-1])
    pub const EVAL_ROOK: [i32; 2] = [500, 520];
    """
    suffix = Path(path).suffix.lower()
    if suffix not in WRITERS:
        known = ", ".join(WRITERS)
        raise ExportError(f"{path}: expected a file {known}, found {suffix or 'none'!r}")
    (form or Form()).check(suffix)
    write_beside(path, WRITERS[suffix](values, made_by, form or Form()))


def load_values(path: Path | str) -> dict[str, float]:
    """Read named values that :func:`export_weights` has written as TOML.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp(), "weights.toml")
    >>> export_weights({"King Safety": 120}, path)
    >>> load_values(path)
    {'King Safety': 120.0}
    """
    values = read_toml(path, ExportError).get("weights")
    if not isinstance(values, dict):
        raise ExportError(f"{path}: expected a table [weights], found {values!r}")
    for name, value in values.items():
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not math.isfinite(value):
            raise ExportError(f"{path}: expected a number for {name}, found {value!r}")
    return {name: float(value) for name, value in values.items()}


def _origin(made_by: str) -> str:
    return f"{HEADING} {VERSION}{made_by and f': {made_by}'}"


def _toml(values: Mapping[str, float], made_by: str, form: Form) -> str:
    del form
    numbers = {name: float(value) for name, value in values.items()}
    table = {"version": VERSION, "made_by": made_by or "by hand", "weights": numbers}
    return toml_text(f"{HEADING}.", table)


def _json(values: Mapping[str, float], made_by: str, form: Form) -> str:
    del form
    content = {"version": VERSION, "made_by": made_by, "weights": dict(values)}
    return json.dumps(content, indent=2) + "\n"


def _header(values: Mapping[str, float], made_by: str, form: Form) -> str:
    kind = "int" if form.decimals == 0 else "double"
    lines = []
    for name, value in _formed(values, form).items():
        sizes = "".join(f"[{size}]" for size in _shape(value))
        lines.append(f"static const {kind} {name}{sizes} = {_numbers(value, form, '{}')};")
    guard = re.sub(r"\W", "_", f"{form.prefix}WEIGHTS_H".upper()) if form.prefix else None
    guard = guard or "TABIYA_WEIGHTS_H"
    comment = _origin(made_by).replace("*/", "* /")
    head = [f"/* {comment} */", f"#ifndef {guard}", f"#define {guard}"]
    return "\n".join([*head, *lines, "#endif"]) + "\n"


def _rust(values: Mapping[str, float], made_by: str, form: Form) -> str:
    lines = []
    for name, value in _formed(values, form).items():
        kind = "i32" if form.decimals == 0 else "f64"
        for size in reversed(_shape(value)):
            kind = f"[{kind}; {size}]"
        lines.append(f"pub const {name.upper()}: {kind} = {_numbers(value, form, '[]')};")
    origin = " ".join(_origin(made_by).split())  # a comment of one line
    return "\n".join([f"// {origin}", *lines]) + "\n"


def _uci(values: Mapping[str, float], made_by: str, form: Form) -> str:
    del made_by, form  # it is read by engines, which know no comments
    lines = [f"setoption name {name} value {round(value)}" for name, value in values.items()]
    return "\n".join(lines) + "\n"


def _formed(values: Mapping[str, float], form: Form) -> dict[str, Value]:
    """Return what is written under each name: numbers, pairs, arrays."""
    found: dict[str, Value] = {}
    rest = dict(values)
    if form.arrays:
        for pattern, size in ((SQUARE, N_SQUARES), (NUMBERED, None)):
            for stem, members in _families(rest, pattern).items():
                # A piece has a value of its own name, too.
                name = f"{stem}{SQUARES}" if size else stem
                _put(found, name, _array(rest, members, size, form))
                rest = {name: value for name, value in rest.items() if name not in members}
    if form.pairs:
        for name in [name for name in rest if name.endswith(f"_{ENDS[0]}")]:
            stem = name.removesuffix(f"_{ENDS[0]}")
            if f"{stem}_{ENDS[1]}" in rest:
                _put(found, stem, [rest.pop(f"{stem}_{end}") for end in ENDS])
    for name, value in rest.items():
        _put(found, name, value)
    return _identifiers(found, form.prefix)


def _put(found: dict[str, Value], name: str, value: Value) -> None:
    """Write under a name, unless that would lose what is there."""
    if name in found:
        raise ExportError(f"weights: expected names that stay different, found {name!r} twice")
    found[name] = value


def _families(values: Mapping[str, float], pattern: re.Pattern[str]) -> dict[str, list[str]]:
    """Return the names that differ in a square or a number alone, by what they share."""
    found: dict[str, list[str]] = {}
    for name in values:
        match = pattern.fullmatch(name)
        if match is not None:
            found.setdefault(match["stem"], []).append(name)
    return {stem: names for stem, names in found.items() if len(names) > 1}


def _array(
    values: Mapping[str, float], names: Sequence[str], size: int | None, form: Form
) -> Value:
    """Return the values by place, a1, b1, … h8 or 0, 1, 2 …; 0 where there is none."""
    pattern = NUMBERED if size is None else SQUARE
    places: dict[int, dict[str, float]] = {}
    for name in names:
        match = pattern.fullmatch(name)
        assert match is not None, "it was matched before"
        at = int(match["at"]) if size is None else _square(match["at"])
        places.setdefault(at, {})[match["end"] or ""] = values[name]
    ends = sorted({end for each in places.values() for end in each}, key=_end_order)
    n = size or max(places) + 1
    if n > MOST_NUMBERED:
        raise ExportError(
            f"weights: expected numbers up to {MOST_NUMBERED - 1} for an array, found {names[-1]!r}"
        )
    rows = [[places.get(at, {}).get(end, 0.0) for end in ends] for at in range(n)]
    if len(ends) == 1:
        return [row[0] for row in rows]
    return rows if form.pairs else [[row[k] for row in rows] for k in range(len(ends))]


def _end_order(end: str) -> int:
    return ENDS.index(end) if end in ENDS else -1


def _square(text: str) -> int:
    return "abcdefgh".index(text[0]) + 8 * (int(text[1]) - 1)


def _shape(value: Value) -> list[int]:
    return [] if isinstance(value, float | int) else [len(value), *_shape(value[0])]


def _numbers(value: Value, form: Form, brackets: str) -> str:
    """Return a number or numbers in brackets."""
    if not isinstance(value, float | int):
        inner = ", ".join(_numbers(each, form, brackets) for each in value)
        return f"{brackets[0]}{inner}{brackets[1]}"
    if form.decimals is None:
        return repr(float(value))
    return str(round(value)) if form.decimals == 0 else repr(round(float(value), form.decimals))


def _identifiers(values: Mapping[str, Value], prefix: str) -> dict[str, Value]:
    """Return names that C and Rust allow."""
    found: dict[str, Value] = {}
    for name, value in values.items():
        word = re.sub(r"\W+", "_", f"{prefix}{name.strip()}", flags=re.ASCII).lower()
        word = f"_{word}" if word[:1].isdigit() else word
        if word in found:
            raise ExportError(f"weights: expected names that stay different, found {name!r} twice")
        found[word] = value
    return found


WRITERS: dict[str, Callable[[Mapping[str, float], str, Form], str]] = {
    ".toml": _toml,
    ".json": _json,
    ".h": _header,
    ".rs": _rust,
    ".uci": _uci,
}
