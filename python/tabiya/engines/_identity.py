"""Which engine it is: by the content of all files that its command names."""

import hashlib
import json
import re
import shutil
from functools import lru_cache
from pathlib import Path

from tabiya.engines._find import find_engine
from tabiya.engines._spec import EngineSpec

# A wrapper is a short text, which names the program that it runs.
LONGEST_WRAPPER = 1 << 16
WORDS = re.compile(r"""[^\s"';&|<>()$`=]+""")
DIGITS = 16


def engine_identity(spec: EngineSpec) -> str:
    """Return a text that changes with an engine: its files, command, protocol or options.

    The files are the program, the arguments that are files or programs (scripts, jars, what
    ``nice`` or ``env`` runs), files that options name, and those that a wrapper script names.

    Raises
    ------
    ValueError
        If there is no such program.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> script = pathlib.Path(tempfile.mkdtemp(), "engine.py")
    >>> spec = EngineSpec("mine", ("python3", str(script)))
    >>> _ = script.write_text("print('uciok')")
    >>> before = engine_identity(spec)
    >>> _ = script.write_text("print('uciok' )")
    >>> before == engine_identity(spec)
    False
    """
    files = program_digests(spec)
    options = {name: str(value) for name, value in sorted(spec.options.items())}
    return json.dumps([*spec.command, spec.protocol, options, files], sort_keys=True)


def program_digests(spec: EngineSpec) -> dict[str, str]:
    """Return digests of the files that a command, its options or its wrapper name, by name."""
    program = Path(find_engine(spec.command[0]))
    found = {spec.command[0]: program}
    for word in spec.command[1:]:
        found |= _files_in(word)
    for value in spec.options.values():
        if isinstance(value, str) and Path(value).is_file():
            found[value] = Path(value)
    for path in list(found.values()):
        for word in _wrapped(path):
            found |= _files_in(word, path.parent)
    return {name: _digest(path) for name, path in sorted(found.items())}


def _files_in(word: str, folder: Path | None = None) -> dict[str, Path]:
    """Return the file that a word of a command names, if it names one."""
    name = word.partition("=")[2] or word
    path = Path(name) if folder is None else folder / name
    if _is_file(path):
        return {name: path}
    # A word that stands alone may be a program, as behind "nice"; those of a script are too many.
    program = None if name.startswith("-") or folder is not None else shutil.which(name)
    return {name: Path(program)} if program else {}


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # too long for a name, or no name at all
        return False


def _wrapped(path: Path) -> set[str]:
    """Return the words of a script, of which some may be files."""
    if path.stat().st_size > LONGEST_WRAPPER:
        return set()
    text = path.read_bytes()
    if not text.startswith(b"#!"):
        return set()
    return set(WORDS.findall(text.decode("utf-8", "replace")))


def _digest(path: Path) -> str:
    at = path.stat()
    return _digest_at(str(path), at.st_size, at.st_mtime_ns, at.st_ino)


@lru_cache(maxsize=256)
def _digest_at(path: str, _size: int, _time: int, _node: int) -> str:
    """Return the digest of a file, which is read once as long as it stays as it is."""
    with Path(path).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:DIGITS]
