"""Which engine it is: by the content of all files that its command names."""

import hashlib
import json
import re
import shutil
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from tabiya.engines._find import find_engine
from tabiya.engines._spec import EngineSpec

# A wrapper is a short text, which names the program that it runs; that may be a wrapper again.
LONGEST_WRAPPER = 1 << 16
MOST_WRAPPERS = 4
WORDS = re.compile(r"""[^\s"';&|<>()$`={}]+""")
SHELL = re.compile(r"#!\s*(\S*/env\s+(-\S+\s+)*)?\S*\b(ba|da|z|k)?sh\b")
# What a shell does by itself, though there are programs of these names too.
BY_ITSELF = frozenset(("[", "echo", "false", "kill", "printf", "pwd", "test", "true"))
DIGITS = 16


def engine_identity(spec: EngineSpec) -> str:
    """Return a text that changes with an engine: its files, command, protocol or options.

    The files are the program, the arguments that are files or programs (scripts, jars, what
    ``nice`` or ``env`` runs), files that options name, those that a wrapper script names, by a path
    of its own or beside it, and the programs that it runs.

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
    scripts = list(found.values())
    for _ in range(MOST_WRAPPERS):
        named = [each for path in scripts for each in _wrapped(path)]
        scripts = [path for path in named if path not in found.values()]
        for path in scripts:
            found[path.name if path.name not in found else str(path)] = path
    return {name: _digest(path) for name, path in sorted(found.items())}


def _files_in(word: str) -> dict[str, Path]:
    """Return the file that a word of a command names, if it names one."""
    name = word.partition("=")[2] or word
    if _is_file(Path(name)):
        return {name: Path(name)}
    # A word that stands alone may be a program, as behind "nice".
    program = None if name.startswith("-") else shutil.which(name)
    return {name: Path(program)} if program else {}


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # too long for a name, or no name at all
        return False


def _wrapped(path: Path) -> list[Path]:
    """Return the files that a script names, and the programs that a script of the shell runs."""
    if path.stat().st_size > LONGEST_WRAPPER:
        return []
    data = path.read_bytes()
    if not data.startswith(b"#!"):
        return []
    text = data.decode("utf-8", "replace")
    found = {word: _beside(word, path.parent) for word in WORDS.findall(text)}
    if SHELL.match(text):
        for word in _commands(text):
            program = None if found.get(word) else shutil.which(word)
            found[word] = Path(program) if program else found.get(word)
    return [each for each in found.values() if each is not None]


def _beside(word: str, folder: Path) -> Path | None:
    """Return the file that a word of a script means.

    What stands before a slash may be a variable or another command that tells where the script is,
    as in ``$(dirname "$0")/engine``; then the rest is looked for beside the script.
    """
    tail = word
    while tail:
        if _is_file(folder / tail):
            return folder / tail
        _, _, tail = tail.partition("/")
    return None


def _commands(text: str) -> Iterator[str]:
    """Yield what a script of the shell may run: words that begin a line or stand behind exec."""
    for line in text.splitlines()[1:]:
        words = WORDS.findall(line.partition("#")[0])
        behind = words[words.index("exec") + 1 :] if "exec" in words else words[:1]
        yield from (word for word in behind if word[0] != "-" and word not in BY_ITSELF)


def _digest(path: Path) -> str:
    at = path.stat()
    return _digest_at(str(path), at.st_size, at.st_mtime_ns, at.st_ino)


@lru_cache(maxsize=256)
def _digest_at(path: str, _size: int, _time: int, _node: int) -> str:
    """Return the digest of a file, which is read once as long as it stays as it is."""
    with Path(path).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:DIGITS]
