"""Examples to learn a map of moves from: positions with their best moves, kept in a file."""

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabiya import _core
from tabiya.files import read_arrays, save_arrays
from tabiya.games import Batch, Game
from tabiya.players import MapFileError

FORMAT = "tabiya move examples 1"
ARRAYS = ("format", "game", "packed", "from", "to", "previous", "group", "eco", "made_by")
# No last move is known.
NO_SQUARE = 64
# Games that agree so long are taken for one when examples are divided.
LONG_OPENING = 24
# The columns of a file, in the order of the attributes, and their types.
COLUMNS: dict[str, np.dtype[Any]] = {
    "packed": np.dtype(np.uint8),
    "from": np.dtype(np.uint8),
    "to": np.dtype(np.uint8),
    "previous": np.dtype(np.uint8),
    "group": np.dtype(np.uint64),
    "eco": np.dtype("U3"),
}
# Examples that are checked at a time.
AT_ONCE = 1 << 16

Bytes = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class MoveExamples:
    """Positions of one game, and the best move of each.

    Attributes
    ----------
    game : str
        The game.
    packed : ndarray of shape (n, width), uint8
        The positions, as :class:`tabiya.Batch` packs them.
    from_squares, to_squares : ndarray of shape (n,), uint8
        The best moves: a1 = 0, b1 = 1, … h8 = 63; castling goes to the rook's square.
    previous : ndarray of shape (n,), uint8
        The square that the move before went to; 64 where it is not known.
    group : ndarray of shape (n,), uint64
        The same for examples that must not be divided: those of one game, and of games that share
        a long opening.
    eco : ndarray of shape (n,), str
        The code of the opening, empty where nobody told it.
    made_by : str
        What made them.
    """

    game: str
    packed: Bytes
    from_squares: Bytes
    to_squares: Bytes
    previous: Bytes
    group: NDArray[np.uint64]
    eco: NDArray[np.str_]
    made_by: str = ""

    def __len__(self) -> int:
        return len(self.packed)

    def __getitem__(self, part: slice) -> "MoveExamples":
        return self.take(part)

    @property
    def positions(self) -> Batch:
        """Return the positions."""
        return Batch(Game(self.game), self.packed, checked=True)

    def take(self, chosen: NDArray[Any] | slice) -> "MoveExamples":
        """Return some of them: a mask, numbers or a slice."""
        return replace(
            self,
            packed=np.ascontiguousarray(self.packed[chosen]),
            from_squares=self.from_squares[chosen],
            to_squares=self.to_squares[chosen],
            previous=self.previous[chosen],
            group=self.group[chosen],
            eco=self.eco[chosen],
        )

    def going_on(self) -> "MoveExamples":
        """Leave out where the game has ended by the rules, though the players went on.

        Nobody need claim a draw after fifty moves, so that games of masters have such positions;
        a search has nothing to say there.
        """
        return self.take(np.flatnonzero(np.isnan(self.positions.results())))

    def of_openings(self, eco: str) -> "MoveExamples":
        """Return those of an opening or of a range: ``E97``, ``E9``, ``B80-B99``, ``B8-C``.

        Raises
        ------
        ValueError
            If that names no openings, or there are none of them.
        """
        if not re.fullmatch(r"[A-Ea-e]\d{0,2}(-[A-Ea-e]\d{0,2})?", eco):
            raise ValueError(f"eco: expected such as E97, E9 or B80-B99, found {eco!r}")
        first, _, last = eco.upper().partition("-")
        last = last or first
        codes = np.char.upper(self.eco.astype("U3"))
        low, high = codes.astype(f"U{len(first)}"), codes.astype(f"U{len(last)}")
        chosen = (low >= first) & (high <= last) & (codes != "")
        if not chosen.any():
            raise ValueError(f"eco: expected games of the opening {eco}, found none")
        return self.take(chosen)

    def core(self, inputs: str) -> _core.MoveExamples:
        """Return the core's half of them, for maps with these inputs."""
        return _core.MoveExamples(
            self.game,
            np.ascontiguousarray(self.packed),
            np.ascontiguousarray(self.from_squares),
            np.ascontiguousarray(self.to_squares),
            np.ascontiguousarray(self.previous),
            inputs,
        )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a compressed ``.npz`` file without pickles; it is complete or not there at all."""
        arrays = {
            "format": np.array(FORMAT),
            "game": np.array(self.game),
            "packed": self.packed,
            "from": self.from_squares,
            "to": self.to_squares,
            "previous": self.previous,
            "group": self.group,
            "eco": self.eco.astype("U3"),
            "made_by": np.array(self.made_by),
        }
        save_arrays(path, **arrays)


def join(parts: Sequence[MoveExamples]) -> MoveExamples:
    """Put examples of one game behind one another.

    Raises
    ------
    ValueError
        If there are none, or they are of different games.
    """
    games = {part.game for part in parts}
    if len(games) != 1:
        found = " and ".join(sorted(games)) or "nothing"
        raise ValueError(f"examples: expected those of one game, found {found}")
    columns = ("packed", "from_squares", "to_squares", "previous", "group", "eco")
    joined = {name: np.concatenate([getattr(part, name) for part in parts]) for name in columns}
    return MoveExamples(games.pop(), **joined, made_by=parts[0].made_by)


def load_examples(path: str | os.PathLike[str]) -> MoveExamples:
    """Read what :meth:`MoveExamples.save` has written.

    Raises
    ------
    MapFileError
        If the file is not of that form.
    """
    arrays = read_arrays(path, ARRAYS, "a file of move examples", MapFileError)
    if str(arrays["format"]) != FORMAT:
        raise MapFileError(f"{path}: expected {FORMAT!r}, found {str(arrays['format'])!r}")
    try:
        game = Game(str(arrays["game"])).name
    except ValueError as error:
        raise MapFileError(f"{path}: {error}") from None
    width, n = _core.packed_width(game), arrays["from"].size
    for name, kind in COLUMNS.items():
        found, shape = arrays[name], (n, width) if name == "packed" else (n,)
        if not np.can_cast(found.dtype, kind) or found.shape != shape:
            raise MapFileError(
                f"{path}: {name}: expected {kind} {shape}, found {found.dtype} {found.shape}"
            )
    packed, start, end, previous, group, eco = (
        arrays[name].astype(kind) for name, kind in COLUMNS.items()
    )
    made_by = str(arrays["made_by"])
    examples = MoveExamples(game, packed, start, end, previous, group, eco, made_by)
    _check_rows(path, examples)
    return examples


def _check_rows(path: str | os.PathLike[str], examples: MoveExamples) -> None:
    """Refuse bytes that are no positions, and moves that are none there."""
    strange = np.flatnonzero(examples.previous > NO_SQUARE)
    if len(strange):
        row = int(strange[0])
        raise MapFileError(
            f"{path}: example {row}: expected a square of the last move from 0 to {NO_SQUARE}, "
            f"found {examples.previous[row]}"
        )
    for start in range(0, len(examples), AT_ONCE):
        try:
            examples[start : start + AT_ONCE].core("board")
        except ValueError as error:
            _, number, rest = str(error).split(" ", 2)
            row = start + int(number.rstrip(":"))
            raise MapFileError(f"{path}: example {row}: {rest}") from None


def sample_examples(examples: MoveExamples, n: int, *, seed: int = 0) -> MoveExamples:
    """Draw so many examples, all if there are no more, in their order."""
    if n >= len(examples):
        return examples
    drawn = np.random.default_rng(seed).choice(len(examples), n, replace=False)
    return examples.take(np.sort(drawn))


def divide(
    examples: MoveExamples, *, validation: float = 0.1, test: float = 0.1, seed: int = 0
) -> tuple[MoveExamples, MoveExamples, MoveExamples]:
    """Divide examples into those to learn from, those to stop by and those to be tested on.

    Examples of one game, and of games that share a long opening, stay together. Which part they go
    to depends on the seed and on that opening alone. So, with the same seed, what is tested on was
    never learnt from, however many games there are.

    Parameters
    ----------
    examples : MoveExamples
        The examples.
    validation, test : float
        The parts, from 0 to 1, of games that go to either set.
    seed : int
        Of the division.

    Returns
    -------
    learning, validation, test : MoveExamples
        In the order of the examples.

    Raises
    ------
    ValueError
        If the parts are more than all.
    """
    if not (validation >= 0 and test >= 0 and validation + test < 1):
        raise ValueError(
            f"divide: expected parts of 0 or more and together below 1, found {validation}, {test}"
        )
    share = _shares(examples.group, seed)
    is_test = share < test
    is_validation = ~is_test & (share < test + validation)
    parts = (~is_test & ~is_validation, is_validation, is_test)
    learning, stopping, testing = (examples.take(part) for part in parts)
    return learning, stopping, testing


def _shares(group: NDArray[np.uint64], seed: int) -> NDArray[np.float64]:
    """Return a number from 0 to 1 for each group, as good as random (splitmix64)."""
    z = group + np.uint64((seed * 0x9E3779B97F4A7C15 + 0x9E3779B97F4A7C15) % 2**64)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z ^= z >> np.uint64(31)
    return z.astype(np.float64) / 2.0**64
