"""Where a learner has come to, in a file that is always whole."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tabiya.files import read_arrays, save_arrays


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
        state = read_arrays(self._path, None, "the state of a learner")
        if str(state.pop("settings", None)) != self._settings:
            raise ValueError(f"{self._path}: expected a state of the same settings, found another")
        return state

    def save(self, **state: NDArray[np.generic]) -> None:
        """Write the state in one piece: whoever is killed meanwhile finds the one before."""
        if self._path is None:
            return
        save_arrays(self._path, settings=np.array(self._settings), **state)

    def remove(self) -> None:
        """Forget the state."""
        if self._path is not None:
            self._path.unlink(missing_ok=True)
