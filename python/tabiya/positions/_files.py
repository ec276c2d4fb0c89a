"""Which files are meant, and what they are."""

import os
from collections.abc import Sequence
from pathlib import Path

from tabiya.positions._fault import Fault
from tabiya.positions._formats import Format, find_format


def known_files(
    paths: Sequence[str | os.PathLike[str]],
) -> tuple[list[tuple[Path, Format]], list[Fault]]:
    """Return the files with their kinds, and faults for those that cannot be read.

    A folder means the files in it and below it, in the order of their names, hidden ones aside.

    Raises
    ------
    ValueError
        If there is only one file and it is of no kind that we know, or if a folder is empty.
    OSError
        If there is only one file and it cannot be read.
    """
    listed = [file for path in map(Path, paths) for file in _files(path)]
    known: list[tuple[Path, Format]] = []
    faults: list[Fault] = []
    for path in listed:
        try:
            known.append((path, find_format(path)))
        except (OSError, ValueError) as error:
            if len(listed) == 1:
                raise
            faults.append(whole_fault(path, error))
    return known, faults


def whole_fault(path: Path, error: OSError | ValueError) -> Fault:
    """Return the fault of a file of which nothing could be read."""
    reason = error.strerror or str(error) if isinstance(error, OSError) else str(error)
    return Fault(str(path), None, None, reason.removeprefix(f"{path}: "))


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    below = [file for file in sorted(path.rglob("*")) if file.is_file()]
    files = [file for file in below if not _is_hidden(file.relative_to(path))]
    if not files:
        raise ValueError(f"{path}: expected files in this folder, found none")
    return files


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)
