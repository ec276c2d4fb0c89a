"""TOML files that say when they were changed or cut: a file without its end may still be TOML."""

import re
import tomllib
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import tomli_w

from tabiya.files._nested import check_numbers

SEAL = re.compile(rb"# checksum crc32:([0-9a-f]{8})\n")
BEGINNING = b"# checksum"


def sealed(text: str) -> str:
    """Return a text below a line with its checksum, a comment.

    >>> sealed('game = "loa"').splitlines()
    ['# checksum crc32:933a4109', 'game = "loa"']
    """
    return f"# checksum crc32:{zlib.crc32(text.encode()):08x}\n{text}"


def read_toml(path: str | Path, error: type[ValueError] = ValueError) -> dict[str, Any]:
    """Read a TOML file; one that begins with a checksum must be as it was written.

    Parameters
    ----------
    path : str or Path
        The file.
    error : type
        What is raised if it is no TOML, or not the file that was written.
    """
    data = Path(path).read_bytes()
    if data.startswith(BEGINNING):
        found = SEAL.match(data)
        if found is None or int(found[1], 16) != zlib.crc32(data[found.end() :]):
            raise error(
                f"{path}: expected the file as it was written, found it changed, cut or damaged; "
                "remove its first line to use it as it is"
            )
    try:
        return check_numbers(tomllib.loads(data.decode("utf-8")))
    except RecursionError:
        raise error(f"{path}: expected TOML, found tables nested too deep") from None
    except ValueError as reason:  # no TOML, no UTF-8, or a number of thousands of digits
        raise error(f"{path}: expected TOML, found {reason}") from None


def read_origin(table: Mapping[str, Any], usual: str = "") -> str:
    """Return what a table says of what made it.

    >>> read_origin({"made_by": "tabiya tune"})
    'tabiya tune'

    Raises
    ------
    ValueError
        If that is no text.
    """
    found = table.get("made_by", usual)
    if not isinstance(found, str):
        raise ValueError(f"made_by: expected a text, found {found!r}")  # noqa: TRY004 (a value for the user)
    return found


def toml_text(heading: str, table: Mapping[str, Any]) -> str:
    """Return a table as TOML, below a comment that says what it is.

    >>> print(toml_text("A player.", {"game": "loa", "weights": {"mobility": 3.25}}), end="")
    # A player.
    game = "loa"
    <BLANKLINE>
    [weights]
    mobility = 3.25
    """
    return f"# {heading}\n{tomli_w.dumps(table)}"
