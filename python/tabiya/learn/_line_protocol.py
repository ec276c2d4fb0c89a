"""The line protocol: an evaluation that is asked through a pipe, block by block.

The program reads lines and writes lines. To ``weights`` it answers with its weights, as in a trace
(``phase N``, ``weight NAME START``, ``pair NAME OPENING ENDING``), and ``ok``. To ``eval fen FEN``
it answers ``features PHASE 0:1 1:-2 …`` or ``score CENTIPAWNS``, both from the first player. After
``set NAME VALUE``, which has no answer, its scores are those of the new value. To ``ready`` it
answers ``ready`` and writes out all that it kept back; so it need not do so before. ``quit`` ends
it.
"""

import contextlib
import select
import shlex
import subprocess
import threading
import weakref
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from tabiya.engines import find_engine
from tabiya.games import Batch, Position
from tabiya.learn._examples import Floats
from tabiya.learn._feature_files import Features
from tabiya.learn._trace_text import Declared, FeatureFileError, Parsed, parse_rows

# Bytes that are read at a time.
CHUNK = 1 << 20
# Positions that are asked before an answer is waited for.
BLOCK = 1 << 14
# A program that has not told of its weights by then does not speak the protocol.
START_SECONDS = 10.0
# One that has not written a byte for so long will not answer; a block may take a while.
SILENCE_SECONDS = 300.0
# Features of a position, with room to spare.
LONGEST_LINE = 1 << 22
SCORE, FEATURES = "score", "features"


class LineEvaluator:
    """A program that says what positions are worth, or what features they have.

    Parameters
    ----------
    command : str
        The program and its arguments, as a shell splits them.

    Raises
    ------
    FeatureFileError
        If it does not answer in the protocol.
    """

    def __init__(self, command: str) -> None:
        self.command = command
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise FeatureFileError(
                f"eval: expected a command, found {command!r} ({str(error).lower()})"
            ) from None
        if not words:
            raise FeatureFileError("eval: expected a command, found none")
        program = words[0] if Path(words[0]).is_file() else find_engine(words[0])
        self._process = subprocess.Popen(  # noqa: S603 (the user names it)
            [str(Path(program).resolve()), *words[1:]],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
        )
        self._rest = b""
        self._finalizer = weakref.finalize(self, _end, self._process)
        self._values: dict[str, float] = {}
        try:
            self.declared = Declared.read(self._declared_lines(), command)
        except BaseException:
            self.close()
            raise

    @property
    def start(self) -> dict[str, float]:
        """Return the weights that the program has told of, by name."""
        return dict(zip(self.declared.names, self.declared.start, strict=True))

    def answers(self, texts: Sequence[str]) -> Iterator[list[str]]:
        """Ask about positions; yield the answers block by block."""
        for start in range(0, len(texts), BLOCK):
            block = texts[start : start + BLOCK]
            found = self._talk([f"eval fen {text}" for text in block], len(block))
            yield found

    def kind(self, text: str) -> str:
        """Return whether the program answers with a score or with features."""
        (block,) = self.answers([text])
        word = block[0].split(" ", 1)[0]
        if word not in (SCORE, FEATURES):
            raise FeatureFileError(
                f"{self.command}: expected 'features …' or 'score …', found {block[0]!r}"
            )
        return word

    def features(
        self, positions: Batch | Sequence[Position], labels: ArrayLike, groups: ArrayLike | None
    ) -> Features:
        """Return the features of positions, with their labels."""
        texts = _texts(positions)
        heads, rows, numbers, counts = [], [], [], []
        n_before = 0
        for block in self.answers(texts):
            found = parse_rows(block, self._where(texts, n_before), n_head=1)
            heads.append(found.heads[:, 0])
            rows.append(found.rows + n_before)
            numbers.append(found.features)
            counts.append(found.counts)
            n_before += len(block)
        # Phases beyond the opening's, of positions with promoted pieces, are those of the opening.
        phase = np.clip(np.concatenate(heads), 0, self.declared.full_phase)
        parsed = Parsed(
            np.empty((0, 0)),
            np.concatenate(rows),
            np.concatenate(numbers),
            np.concatenate(counts),
        )
        matrix = self.declared.matrix(parsed, phase, self._where(texts, 0))
        values = np.asarray(labels, dtype=np.float64)
        games = None if groups is None else np.asarray(groups)
        return Features(matrix, values, self.declared.names, self.declared.start, games)

    def __call__(self, weights: dict[str, float], positions: Batch | Sequence[Position]) -> Floats:
        """Return scores of the first player with these weights, as ``assess=`` wants them."""
        changed = {n: v for n, v in weights.items() if self._values.get(n) != v}
        self._talk([f"set {name} {value!r}" for name, value in changed.items()], 0)
        self._values |= changed
        texts = _texts(positions)
        found: list[str] = []
        for block in self.answers(texts):
            found += block
        for text, line in zip(texts, found, strict=True):
            if not line.startswith(f"{SCORE} "):
                raise FeatureFileError(
                    f"{self.command}: expected 'score …' for {text!r}, found {line!r}"
                )
        try:
            scores = np.array([line[len(SCORE) + 1 :] for line in found], dtype=np.float64)
        except ValueError as error:
            raise FeatureFileError(f"{self.command}: expected numbers, found {error}") from None
        bad = np.flatnonzero(~np.isfinite(scores))
        if len(bad):
            raise FeatureFileError(
                f"{self.command}: expected a finite score for {texts[bad[0]]!r}, found "
                f"{found[bad[0]]!r}"
            )
        return scores

    def close(self) -> None:
        """End the program."""
        self._finalizer()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        """Open another one, where it is sent to."""
        return LineEvaluator, (self.command,)

    def _declared_lines(self) -> list[str]:
        # A program that speaks something else may wait for ever.
        watch = threading.Timer(START_SECONDS, self._process.kill)
        watch.start()
        try:
            self._write(b"weights\nready\n")
            lines: list[str] = []
            while not lines or lines[-1] != "ok":
                lines += self._read(1)
            self._expect_ready(self._read(1)[0])
        finally:
            watch.cancel()
        return lines[:-1]

    def _talk(self, lines: Sequence[str], n_answers: int) -> list[str]:
        """Write lines while the answers are read, so that neither side waits for the other."""
        text = "\n".join([*lines, "ready\n"]).encode()
        writer = threading.Thread(target=self._write, args=(text,))
        writer.start()
        try:
            *found, last = self._read(n_answers + 1)
        except BaseException:
            self._process.kill()  # it may not read any more, and the writer would wait for ever
            raise
        finally:
            writer.join()
        self._expect_ready(last)
        return found

    def _write(self, text: bytes) -> None:
        assert self._process.stdin is not None, "it is a pipe"
        left = memoryview(text)
        with contextlib.suppress(BrokenPipeError):  # whoever reads will say so
            while left:
                left = left[self._process.stdin.write(left) :]

    def _read(self, n: int) -> list[str]:
        """Return so many lines; what comes behind them waits."""
        assert self._process.stdout is not None, "it is a pipe"
        parts = [self._rest]
        n_found = self._rest.count(b"\n")
        n_open = len(self._rest) - 1 - self._rest.rfind(b"\n")
        while n_found < n:
            is_there, _, _ = select.select([self._process.stdout], [], [], SILENCE_SECONDS)
            if not is_there:
                raise FeatureFileError(
                    f"{self.command}: expected an answer within {SILENCE_SECONDS:g} s, found none"
                )
            part = self._process.stdout.read(CHUNK)
            if not part:
                raise FeatureFileError(f"{self.command}: expected an answer, found the end of it")
            parts.append(part)
            n_found += part.count(b"\n")
            end = part.rfind(b"\n")
            n_open = len(part) - 1 - end if end >= 0 else n_open + len(part)
            if n_open > LONGEST_LINE:
                raise FeatureFileError(f"{self.command}: expected lines, found one without an end")
        *lines, self._rest = b"".join(parts).split(b"\n", n)
        return b"\n".join(lines).decode("utf-8", "replace").replace("\r", "").split("\n")

    def _expect_ready(self, line: str) -> None:
        if line != "ready":
            raise FeatureFileError(f"{self.command}: expected 'ready', found {line!r}")

    def _where(self, texts: Sequence[str], n_before: int) -> Any:
        return lambda index: f"{self.command}: {texts[n_before + index]}"


def _texts(positions: Batch | Sequence[Position]) -> list[str]:
    return positions.texts() if isinstance(positions, Batch) else [str(p) for p in positions]


def _end(process: "subprocess.Popen[bytes]") -> None:
    if process.stdin is not None:
        with contextlib.suppress(OSError, ValueError):
            process.stdin.write(b"quit\n")
        with contextlib.suppress(OSError):
            process.stdin.close()
    try:
        process.wait(1)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stdout is not None:
        process.stdout.close()
