"""Arrays in ``.npz`` files: written whole, and read with one line for whatever is wrong."""

import os
import tokenize
import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tabiya.files._beside import beside

if TYPE_CHECKING:
    from numpy.typing import NDArray

# What NumPy and the libraries below it raise for a file that is none of theirs, or a damaged one.
DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    tokenize.TokenError,
    ValueError,
    EOFError,
    KeyError,
    TypeError,
    SyntaxError,
    RuntimeError,  # also of entries that claim to be encrypted
    MemoryError,
    OverflowError,
)
# How archives, and single arrays of NumPy, begin.
ARCHIVE, ARRAY = b"PK", b"\x93NUMPY"


def save_arrays(path: str | os.PathLike[str], **arrays: "NDArray[Any]") -> None:
    """Write a compressed ``.npz`` file without pickles; it is complete or as it was before."""
    import numpy as np  # noqa: PLC0415 (loads slowly)

    with beside(path) as part, part.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **arrays)


def read_arrays(
    path: str | os.PathLike[str],
    names: Sequence[str] | None,
    what: str,
    error: type[ValueError] = ValueError,
) -> "dict[str, NDArray[Any]]":
    """Read arrays of a ``.npz`` file, all of them or none.

    Parameters
    ----------
    path : str or path
        The file.
    names : sequence of str, optional
        Those that it must have; without any, all that it has.
    what : str
        What it holds, for the message: ``a map of moves``.
    error : type
        What is raised if it is no such file, or a damaged one.

    Examples
    --------
    >>> import tempfile
    >>> import numpy as np
    >>> path = Path(tempfile.mkdtemp(), "some.npz")
    >>> save_arrays(path, one=np.ones(2))
    >>> read_arrays(path, ["one"], "numbers")
    {'one': array([1., 1.])}
    >>> read_arrays(path, ["two"], "numbers")
    Traceback (most recent call last):
    ValueError: ...some.npz: expected an array 'two', found none
    """
    import numpy as np  # noqa: PLC0415 (loads slowly)

    try:
        # NumPy does not close a file that it cannot read.
        with Path(path).open("rb") as opened:
            file = np.load(opened, allow_pickle=False)
            found = getattr(file, "files", None)
            if found is not None:
                wanted = found if names is None else names
                missing = [name for name in wanted if name not in found]
                if not missing:
                    return {name: file[name] for name in wanted}
    except OSError as reason:
        if reason.filename is not None:
            raise  # there is no such file; a damaged archive points to what the file does not hold
        raise error(f"{path}: expected {what}, found damage") from None
    except DAMAGE as reason:
        words = _kind_of(path) or (str(reason) or type(reason).__name__).splitlines()[0]
        raise error(f"{path}: expected {what}, found {words}") from None
    if found is None:
        raise error(f"{path}: expected {what}, found a single array")
    raise error(f"{path}: expected an array {missing[0]!r}, found none")


def _kind_of(path: str | os.PathLike[str]) -> str | None:
    """Say what a file that cannot be read is, where NumPy would only guess."""
    with Path(path).open("rb") as opened:
        start = opened.read(len(ARRAY))
    if not start:
        return "an empty file"
    if not start.startswith(ARCHIVE):
        return None if start == ARRAY else "a file of another kind"
    return None if zipfile.is_zipfile(path) else "an archive that is cut short"
