"""Files that are written beside and renamed: complete, or as they were before."""

import errno
import os
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

SYSTEM_ERROR = re.compile(r"os error (\d+)")
PART = re.compile(r"-(\d+)\.part$")


@contextmanager
def beside(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Give a path beside a file; at the end the file is what was written there.

    If anything goes wrong, or the process is killed, the file is as it was before. What a killed
    process has left beside the same file is removed.

    Parameters
    ----------
    path : str or path
        The file; its suffix is that of the path that is given. Devices and pipes, which cannot be
        replaced, are given as they are.

    Raises
    ------
    OSError
        If it cannot be written, as on a full disk; the error names the file.

    Examples
    --------
    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp(), "table.csv")
    >>> with beside(path) as part:
    ...     _ = part.write_text("a,b")
    ...     path.exists()
    False
    >>> path.read_text(), [each.name for each in path.parent.iterdir()]
    ('a,b', ['table.csv'])
    """
    named, target = Path(path), Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        with _naming(named, target):
            yield target
        return
    head = f".{target.stem}.{socket.gethostname()}"
    _remove_left(target, head)
    part = target.with_name(f"{head}-{os.getpid()}.part{target.suffix}")
    with _naming(named, target):
        try:
            yield part
            _settle(part, target)
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)


def write_beside(path: str | os.PathLike[str], text: str | bytes) -> None:
    """Write a file in one step: a text as UTF-8, or bytes."""
    with beside(path) as part:
        part.write_bytes(text.encode() if isinstance(text, str) else text)


def _is_beside(name: str | bytes | int, target: Path) -> bool:
    """Return whether a file is the target, or one or in a folder that is made beside it."""
    if isinstance(name, int):
        return True
    found = Path(os.path.realpath(os.fsdecode(name)))
    if not found.is_relative_to(target.parent):
        return False
    first = (*found.relative_to(target.parent).parts, "")[0]
    return first == target.name or first.startswith(f".{target.stem}.")


def _settle(part: Path, target: Path) -> None:
    """Put the new file in the place of the old one, with its rights."""
    with part.open("rb") as file:
        os.fsync(file.fileno())
    with suppress(FileNotFoundError):
        part.chmod(target.stat().st_mode & 0o7777)
    part.replace(target)


def _remove_left(target: Path, head: str) -> None:
    """Remove what processes of this machine that are no more have left beside a file."""
    with suppress(OSError):
        for each in target.parent.iterdir():
            if not each.name.startswith(f"{head}-"):
                continue
            found = PART.search(each.name.removesuffix(target.suffix))
            if found and not is_alive(int(found[1])):
                each.unlink(missing_ok=True)


def is_alive(process: int) -> bool:
    """Return whether there is a process of this number on this machine.

    >>> is_alive(os.getpid()), is_alive(2**70)
    (True, False)
    """
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


@contextmanager
def _naming(path: Path, target: Path) -> Iterator[None]:
    """Let errors name the file that somebody asked for, not the one beside it."""
    try:
        yield
    except OSError as error:
        if error.filename is not None and not _is_beside(error.filename, target):
            raise  # what could not be read is another file
        if error.errno is None:
            raise OSError(f"{path}: {error}") from None
        raise OSError(error.errno, error.strerror, str(path)) from None
    except Exception as error:
        # Libraries that write by themselves have errors of their own for those of the system.
        found = SYSTEM_ERROR.search(str(error))
        number = int(found[1]) if found else None
        if number is None and "No space left on device" in str(error):
            number = errno.ENOSPC
        if number is None:
            raise
        raise OSError(number, os.strerror(number), str(path)) from None
