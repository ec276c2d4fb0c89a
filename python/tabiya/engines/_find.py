"""Where engines are installed."""

import os
import shutil
from pathlib import Path

# Debian keeps games apart, and often not on the PATH.
GAME_FOLDERS = ("/usr/games", "/usr/local/games", "/usr/lib/games")


def find_engine(name: str) -> str:
    """Return the path of a program: as it is given, on the PATH, or where games are kept.

    Parameters
    ----------
    name : str
        A name such as ``"stockfish"``, or a path.

    Raises
    ------
    ValueError
        If there is no such program, or it may not be run.

    Examples
    --------
    >>> find_engine("no-such-engine")
    Traceback (most recent call last):
    ValueError: engine: expected a program on the PATH or in /usr/games, ..., found 'no-such-engine'
    """
    places = os.pathsep.join((os.environ.get("PATH", os.defpath), *GAME_FOLDERS))
    path = shutil.which(name, path=places)
    if path is not None:
        return path
    if Path(name).is_file():
        raise ValueError(f"engine: expected a program that may be run, found {name!r}")
    folders = ", ".join(GAME_FOLDERS)
    raise ValueError(f"engine: expected a program on the PATH or in {folders}, found {name!r}")
