"""Positions with scores, packed: what patterns are fitted to."""

import os
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tabiya.files import read_arrays, save_arrays
from tabiya.positions import PositionSet

# Discs per unit of a label, by kind.
UNITS = {"theoretical": 1.0, "score": 0.01}
N_SQUARES = 64
ARRAYS = ("own", "opponent", "score", "importance", "game")


class ExamplesFileError(ValueError):
    """A file does not hold examples."""


@dataclass(frozen=True, eq=False)
class PatternExamples:
    """Positions of Othello, seen by the side to move, and what they are worth.

    Attributes
    ----------
    own, opponent : ndarray of shape (n,), uint64
        The discs, a1 the lowest bit.
    score : ndarray of shape (n,), float32
        The final disc difference that is expected.
    importance : ndarray of shape (n,), float32
        How much each counts.
    game : ndarray of shape (n,), uint32
        The game it is from: whole games are held out.

    Examples
    --------
    >>> start = np.array([0x0810000000], np.uint64), np.array([0x1008000000], np.uint64)
    >>> one = np.ones(1, np.float32)
    >>> PatternExamples(*start, score=one, importance=one, game=np.zeros(1, np.uint32)).empties
    array([60], dtype=uint8)
    """

    own: NDArray[np.uint64]
    opponent: NDArray[np.uint64]
    score: NDArray[np.float32]
    importance: NDArray[np.float32]
    game: NDArray[np.uint32]

    def __len__(self) -> int:
        return len(self.own)

    @property
    def empties(self) -> NDArray[np.uint8]:
        """Return the number of empty squares of each."""
        occupied = np.bitwise_count(self.own | self.opponent)
        return np.asarray(N_SQUARES - occupied, np.uint8)

    def __getitem__(self, rows: NDArray[np.intp] | NDArray[np.bool_] | slice) -> "PatternExamples":
        return PatternExamples(**{name: getattr(self, name)[rows] for name in ARRAYS})

    @staticmethod
    def join(parts: "list[PatternExamples]") -> "PatternExamples":
        """Return the examples of several, one after the other."""
        columns = {name: np.concatenate([getattr(p, name) for p in parts]) for name in ARRAYS}
        return PatternExamples(**columns)

    @staticmethod
    def of(positions: PositionSet) -> "PatternExamples":
        """Return the labelled positions of a set: theoretical scores in discs, and scores.

        Raises
        ------
        ValueError
            If the set is of another game or has no such labels.
        """
        if positions.game != "othello":
            raise ValueError(f"patterns: expected positions of othello, found {positions.game}")
        table = positions.labelled().table
        table = table.filter(table["kind"].is_in(list(UNITS)))
        if table.is_empty():
            raise ValueError("patterns: expected theoretical labels or scores, found neither")
        text = "".join(table["position"].str.slice(0, N_SQUARES)).upper().encode()
        cells = np.frombuffer(text, np.uint8).reshape(-1, N_SQUARES)
        black, white = _bits(cells == ord("X")), _bits(cells == ord("O"))
        is_black = table["side"].to_numpy() == "black"
        unit = table["kind"].replace_strict(UNITS).to_numpy()
        sign = np.where(is_black, 1.0, -1.0)
        keys = table["file"].fill_null("").hash(0) ^ table["game"].fill_null(0).hash(0)
        return PatternExamples(
            own=np.where(is_black, black, white),
            opponent=np.where(is_black, white, black),
            score=(table["value"].to_numpy() * unit * sign).clip(-64, 64).astype(np.float32),
            importance=table["weight"].to_numpy().astype(np.float32),
            game=keys.to_numpy().astype(np.uint32),
        )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write an ``.npz`` file; it is complete or not there at all."""
        save_arrays(path, **{name: getattr(self, name) for name in ARRAYS})


def load_examples(path: str | os.PathLike[str]) -> PatternExamples:
    """Read what :meth:`PatternExamples.save` has written.

    Raises
    ------
    ExamplesFileError
        If the file is not of that form.
    """
    return PatternExamples(**read_arrays(path, ARRAYS, "examples", ExamplesFileError))


def _bits(cells: NDArray[np.bool_]) -> NDArray[np.uint64]:
    return np.packbits(cells, axis=1, bitorder="little").view(np.uint64).ravel()
