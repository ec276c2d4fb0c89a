"""Where a learner has come to, in a file that is always whole."""

import os
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray


class Checkpoint:
    """A file with the state of a learner.

    Parameters
    ----------
    path : Path, optional
        The file; without one nothing is kept.
    settings : str
        What the state is of; that of another learner is refused.

    Examples
    --------
    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp(), "state.npz")
    >>> Checkpoint(path, "one").save(done=np.array(3))
    >>> int(Checkpoint(path, "one").load()["done"])
    3
    >>> Checkpoint(path, "other").load()
    Traceback (most recent call last):
    ValueError: ...state.npz: expected a state of the same settings, found another
    """

    def __init__(self, path: Path | None, settings: str) -> None:
        self._path = path
        self._settings = settings

    def load(self) -> dict[str, NDArray[np.float64]]:
        """Return the state; empty if there is none."""
        if self._path is None or not self._path.exists():
            return {}
        try:
            with self._path.open("rb") as file, np.load(file) as data:
                state = dict(data)
            settings = str(state.pop("settings"))
        except (ValueError, KeyError, EOFError, BadZipFile):
            raise ValueError(f"{self._path}: expected the state of a learner, found none") from None
        if settings != self._settings:
            raise ValueError(f"{self._path}: expected a state of the same settings, found another")
        return state

    def save(self, **state: NDArray[np.generic]) -> None:
        """Write the state in one piece: whoever is killed meanwhile finds the one before."""
        if self._path is None:
            return
        part = self._path.with_name(self._path.name + ".part")
        with part.open("wb") as file:
            np.savez(file, allow_pickle=False, settings=np.array(self._settings), **state)
            file.flush()
            os.fsync(file.fileno())
        part.replace(self._path)

    def remove(self) -> None:
        """Forget the state."""
        if self._path is not None:
            self._path.unlink(missing_ok=True)
