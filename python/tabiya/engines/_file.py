"""Files that describe engines."""

import shlex
from pathlib import Path

from tabiya.engines._spec import PROTOCOLS, EngineSpec, make_spec
from tabiya.files import read_toml

KEYS = {"command", "protocol", "options"}


class EngineFileError(ValueError):
    """A file does not describe engines."""


def load_engines(path: str | Path) -> dict[str, EngineSpec]:
    r"""Read a TOML file that describes engines.

    Every table below ``engines`` is one: ``command`` is a program or a list of a program and its
    arguments, ``protocol`` is ``"uci"``, ``"xboard"`` or ``"nboard"`` and may be left out for
    programs that are known, ``options`` is a table::

        [engines.safe]
        command = "toga2"
        options = { "King Safety" = 150, Hash = 16 }

        [engines.max]
        command = ["fairymax"]
        protocol = "xboard"

    Returns
    -------
    dict of str to EngineSpec
        In the order of the file.

    Raises
    ------
    EngineFileError
        If the file is not of that form; the message names the file, the engine and the key.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp(), "engines.toml")
    >>> _ = path.write_text('[engines.safe]\ncommand = "toga2"\noptions = { Hash = 16 }')
    >>> load_engines(path)["safe"].options
    {'Hash': 16}
    """
    data = read_toml(path, EngineFileError)
    tables = data.get("engines")
    if not isinstance(tables, dict) or not tables:
        raise EngineFileError(f"{path}: expected tables [engines.NAME], found {sorted(data)}")
    return {name: _read(f"{path}: engine {name!r}", name, each) for name, each in tables.items()}


def _read(place: str, name: str, table: object) -> EngineSpec:
    if not isinstance(table, dict):
        raise EngineFileError(f"{place}: expected a table, found {table!r}")
    unknown = sorted(set(table) - KEYS)
    if unknown:
        raise EngineFileError(f"{place}: expected command, protocol, options, found {unknown[0]!r}")
    command = table.get("command")
    words = shlex.split(command) if isinstance(command, str) else command
    if not isinstance(words, list) or not words or not all(isinstance(w, str) for w in words):
        raise EngineFileError(f"{place}: expected a command, found {command!r}")
    protocol = table.get("protocol")
    if protocol is not None and protocol not in PROTOCOLS:
        raise EngineFileError(
            f"{place}: expected a protocol of {', '.join(PROTOCOLS)}, found {protocol!r}"
        )
    options = table.get("options", {})
    if not isinstance(options, dict):
        raise EngineFileError(f"{place}: expected a table of options, found {options!r}")
    for option, value in options.items():
        if not isinstance(value, str | int | bool):
            raise EngineFileError(
                f"{place}: expected text or number for {option!r}, found {value!r}"
            )
    return make_spec(name, tuple(words), protocol, options)
