"""The words of a trace, in files and in pipes: what weights there are, and rows of features."""

import re
import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import scipy.sparse
from numpy.typing import NDArray

from tabiya.learn._examples import Floats

# A feature with a weight for each end of the game.
PAIR = 2
# What may be one; whether it is, is known when it is read.
NUMBER = r"[^\s:]+"
# How much of a line that is wrong is shown.
SHOWN = 80


class FeatureFileError(ValueError):
    """A file holds no features of this form; the message names it and the line or column."""


@dataclass(frozen=True)
class Parsed:
    """Lines of numbers: those in front of each, and its features."""

    heads: Floats
    rows: NDArray[np.int64]
    # As they were written, for they may be no numbers of features.
    features: Floats
    counts: Floats


@dataclass(frozen=True)
class Declared:
    """The weights that a trace declares, and the phase of the opening."""

    names: tuple[str, ...]
    start: tuple[float, ...]
    # For each feature, its first weight and whether it has two.
    places: tuple[tuple[int, bool], ...]
    full_phase: float

    @staticmethod
    def read(lines: Iterable[str], where: str) -> "Declared":
        """Read the lines ``phase``, ``weight`` and ``pair``."""
        names: dict[str, None] = {}
        start: list[float] = []
        places: list[tuple[int, bool]] = []
        full_phase = 1.0
        for line in lines:
            word, *rest = line.split()
            values = _numbers(" ".join(rest[1:])) if word != "phase" else _numbers(" ".join(rest))
            sizes = {"phase": 1, "weight": 1, "pair": PAIR}
            if values is None or len(values) != sizes.get(word) or not np.isfinite(values).all():
                raise FeatureFileError(
                    f"{where}: expected 'phase N', 'weight NAME START' or 'pair NAME OPENING "
                    f"ENDING', found {line[:SHOWN]!r}"
                )
            if word == "phase":
                full_phase = float(values[0])
                if full_phase <= 0:
                    raise FeatureFileError(f"{where}: expected a phase above 0, found {line!r}")
                continue
            places.append((len(names), word == "pair"))
            for end in ("_opening", "_ending") if word == "pair" else ("",):
                name = f"{rest[0]}{end}"
                if name in names:
                    raise FeatureFileError(f"{where}: expected each weight once, found {name!r}")
                names[name] = None
            start += values.tolist()
        if not names:
            raise FeatureFileError(f"{where}: expected weights, found none")
        return Declared(tuple(names), tuple(start), tuple(places), full_phase)

    def matrix(
        self, parsed: Parsed, phase: Floats, where: Callable[[int], str]
    ) -> scipy.sparse.csr_array:
        """Return the matrix of counts, each pair as its two weights in proportion to the phase.

        Parameters
        ----------
        parsed : Parsed
            The features of every row.
        phase : ndarray
            That of every row, from 0 to the phase of the opening.
        where : callable
            What a row is called in a message.
        """
        bad = np.flatnonzero(~((phase >= 0) & (phase <= self.full_phase)))
        if len(bad):
            raise FeatureFileError(
                f"{where(int(bad[0]))}: expected a phase from 0 to {self.full_phase:g}, found "
                f"{phase[bad[0]]:g}"
            )
        features, counts, rows = parsed.features, parsed.counts, parsed.rows
        is_known = (features >= 0) & (features < len(self.places)) & (features % 1 == 0)
        for is_sound, numbers, what in (
            (is_known, features, f"features from 0 to {len(self.places) - 1}"),
            (np.isfinite(counts), counts, "finite counts"),
        ):
            stray = np.flatnonzero(~is_sound)
            if len(stray):
                raise FeatureFileError(
                    f"{where(int(rows[stray[0]]))}: expected {what}, found {numbers[stray[0]]:g}"
                )
        at = features.astype(np.int64)
        share = phase / self.full_phase
        first = np.array([place for place, _ in self.places])[at]
        is_pair = np.array([pair for _, pair in self.places])[at]
        pairs = np.flatnonzero(is_pair)
        begun = np.where(is_pair, share[rows], 1.0)
        values = np.concatenate([counts * begun, counts[pairs] * (1 - share[rows[pairs]])])
        places = (np.concatenate([rows, rows[pairs]]), np.concatenate([first, first[pairs] + 1]))
        found = scipy.sparse.csr_array((values, places), shape=(len(phase), len(self.names)))
        found.eliminate_zeros()
        return found


def parse_rows(lines: Sequence[str], where: Callable[[int], str], *, n_head: int) -> Parsed:
    """Read ``word A B C i:n i:n … ; rest`` with so many numbers in front, all lines at once.

    >>> found = parse_rows(["position 1 2 3 0:4 1:-5 ; fen"], str, n_head=3)
    >>> found.heads.tolist(), found.features.tolist(), found.counts.tolist()
    ([[1.0, 2.0, 3.0]], [0.0, 1.0], [4.0, -5.0])
    """
    bodies = [line.partition(";")[0].partition(" ")[2] for line in lines]
    n_pairs = np.fromiter((body.count(":") for body in bodies), np.int64, len(bodies))
    # Each by itself: a line with a number too many and one that lacks it would make good together.
    form = re.compile(rf"\s*{NUMBER}(?:\s+{NUMBER}){{{n_head - 1}}}(?:\s+{NUMBER}:{NUMBER})*\s*")
    bad = next((index for index, body in enumerate(bodies) if not form.fullmatch(body)), None)
    numbers = None if bad is not None else _numbers(" ".join(bodies))
    n_numbers = n_head + 2 * n_pairs
    if numbers is None or len(numbers) != n_numbers.sum():
        if bad is None:
            bad = next(i for i, body in enumerate(bodies) if not _has(body, n_numbers[i]))
        raise FeatureFileError(
            f"{where(bad)}: expected {n_head} numbers and then number:count, found "
            f"{lines[bad][:SHOWN]!r}"
        )
    starts = np.concatenate([[0], np.cumsum(n_numbers)[:-1]]).astype(np.int64)[: len(lines)]
    at_heads = starts[:, None] + np.arange(n_head)
    is_head = np.zeros(len(numbers), dtype=bool)
    is_head[at_heads.ravel()] = True
    pairs = numbers[~is_head].reshape(-1, 2)
    rows = np.repeat(np.arange(len(lines)), n_pairs)
    return Parsed(numbers[at_heads], rows, pairs[:, 0].copy(), pairs[:, 1].copy())


def _has(text: str, n: int) -> bool:
    found = _numbers(text)
    return found is not None and len(found) == n


def _numbers(text: str) -> Floats | None:
    """Return the numbers of a text with spaces and colons between them; None if it has others."""
    with warnings.catch_warnings():
        # What is no number ends the reading with a warning.
        warnings.simplefilter("error")
        try:
            return np.fromstring(text.replace(":", " "), sep=" ")
        except (ValueError, DeprecationWarning):
            return None
