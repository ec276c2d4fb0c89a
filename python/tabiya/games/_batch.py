"""Many positions of one game in one array of bytes."""

import operator
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tabiya import _core
from tabiya.games._game import Game, Position, encodable

if TYPE_CHECKING:
    import polars as pl


class Batch(Sequence[Position]):
    """Positions of one game, packed at a fixed width: no object for any of them.

    Chess takes 32 bytes per position (castling, en passant and both clocks included), Othello and
    Lines of Action 17. Positions that have the same text have the same bytes. A batch has the rules
    of its game once, and its positions have no past; it never changes.

    Players, traces, analysts and all that learns take a batch wherever they take a list of
    positions, and hand it to the core as it is.

    Parameters
    ----------
    game : str or Game
        The game.
    packed : ndarray of uint8, of shape (n_positions, width)
        Packed positions, as ``Batch.packed`` gives them.
    checked : bool
        These bytes are known to be positions. What is not is told when it is unpacked.

    Raises
    ------
    ValueError
        If these are not the bytes of positions of this game.

    Examples
    --------
    >>> import tabiya
    >>> start = tabiya.game("chess").initial()
    >>> batch = Batch.of([start, start.play("e2e4"), start.play("d2d4")])
    >>> len(batch), batch.packed.shape, batch.packed.dtype
    (3, (3, 32), dtype('uint8'))
    >>> batch[1] == start.play("e2e4"), str(batch[-1]) == batch.texts()[-1]
    (True, True)
    >>> black = batch[batch.turns == 1]
    >>> len(black), black[0].side_to_move
    (2, 'black')
    """

    __slots__ = ("_game", "_packed")

    def __init__(self, game: str | Game, packed: ArrayLike, *, checked: bool = False) -> None:
        game = game if isinstance(game, Game) else Game(game)
        found = np.asarray(packed)
        width = _core.packed_width(game.name)
        if found.dtype != np.uint8 or found.ndim != 2 or found.shape[1] != width:  # noqa: PLR2004 (rows and columns)
            raise ValueError(
                f"batch: expected an array of uint8 of shape (n, {width}) for {game.name}, "
                f"found {found.dtype} of shape {found.shape}"
            )
        self._game = game
        self._packed = _kept(found)
        if not checked:
            _core.check_packed(game.name, self._packed, self._rules)

    @classmethod
    def of(cls, positions: Iterable[Position], game: str | Game | None = None) -> "Batch":
        """Pack positions; their past stays behind.

        Parameters
        ----------
        positions : iterable of Position
            Positions of one game by the same rules, or a batch, which is returned as it is.
        game : str or Game, optional
            The game; that of the first position unless there is none.

        Examples
        --------
        >>> import tabiya
        >>> Batch.of([tabiya.game("loa").initial()])
        <Batch of 1 position of game('loa')>
        """
        if isinstance(positions, Batch):
            return positions
        listed = list(positions)
        if game is None:
            if not listed:
                raise ValueError("batch: expected a game or at least one position, found neither")
            game = listed[0].game
        game = game if isinstance(game, Game) else Game(game)
        other = next((p.game for p in listed if p.game != game), None)
        if other is not None:
            raise ValueError(f"batch: expected positions of {game!r}, found one of {other!r}")
        cores = [position._core for position in listed]
        return cls(game, _core.pack_positions(game.name, cores), checked=True)

    @classmethod
    def from_texts(cls, game: str | Game, texts: Iterable[str]) -> "Batch":
        """Read positions, as ``Game.position`` does each of them.

        Raises
        ------
        ParsePositionError
            If a text is not a position; the message begins with its number, from 0.

        Examples
        --------
        >>> import tabiya
        >>> start = str(tabiya.game("chess").initial())
        >>> Batch.from_texts("chess", [start] * 3).texts() == [start] * 3
        True
        >>> Batch.from_texts("chess", [start, "8/8 w"])
        Traceback (most recent call last):
        tabiya.ParsePositionError: text 1: chess position, board: expected ...
        """
        batch, faults = cls.read_texts(game, texts)
        if faults:
            index, reason = min(faults.items())
            raise _core.ParsePositionError(f"text {index}: {reason}")
        return batch

    @classmethod
    def read_texts(cls, game: str | Game, texts: Iterable[str]) -> "tuple[Batch, dict[int, str]]":
        """Read positions and say which texts are none.

        Returns
        -------
        batch : Batch
            The texts that are positions, in order.
        faults : dict of int to str
            What is wrong with the others, by their number, from 0.

        Examples
        --------
        >>> batch, faults = Batch.read_texts("loa", ["nothing", "b7/8/8/8/8/8/8/7w b"])
        >>> len(batch), list(faults)
        (1, [0])
        """
        game = game if isinstance(game, Game) else Game(game)
        packed, faults = pack_texts(game, texts)
        if faults:
            packed = np.delete(packed, list(faults), axis=0)
        return cls(game, packed, checked=True), faults

    @classmethod
    def join(cls, batches: Iterable["Batch"]) -> "Batch":
        """Put batches of the same game behind each other.

        >>> import tabiya
        >>> batch = Batch.of([tabiya.game("othello").initial()])
        >>> len(Batch.join([batch, batch]))
        2
        """
        listed = list(batches)
        if not listed:
            raise ValueError("batch: expected at least one batch, found none")
        games = {batch.game for batch in listed}
        if len(games) > 1:
            raise ValueError(f"batch: expected one game, found {sorted(map(repr, games))}")
        packed = np.concatenate([batch.packed for batch in listed])
        return cls(listed[0].game, packed, checked=True)

    @property
    def game(self) -> Game:
        """Return the game, with its rules."""
        return self._game

    @property
    def packed(self) -> NDArray[np.uint8]:
        """Return the bytes, one row per position; they cannot be written to."""
        return self._packed

    @property
    def nbytes(self) -> int:
        """Return the memory that the positions take."""
        return self._packed.nbytes

    @property
    def turns(self) -> NDArray[np.uint8]:
        """Return who moves in each position: 0 for the first player, 1 for the second."""
        return _core.packed_turns(self.game.name, self._packed)

    @property
    def signs(self) -> NDArray[np.float64]:
        """Return what turns scores of the side to move into those of the first player: 1 or -1."""
        return np.where(self.turns == 0, 1.0, -1.0)

    def results(self) -> NDArray[np.float64]:
        """Return what the first player has got where the board shows it; NaN while a game goes on.

        >>> texts = ["7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1"]
        >>> Batch.from_texts("chess", [*texts, "7k/5KQ1/8/8/8/8/8/8 w - - 0 1"][:2]).results()
        array([1. , 0.5])
        """
        return _core.packed_results(self.game.name, self._packed, self._rules)

    def keys(self) -> NDArray[np.uint64]:
        """Return a hash of each position: equal positions have equal keys."""
        return _core.packed_keys(self.game.name, self._packed)

    def texts(self) -> list[str]:
        """Return the positions as texts."""
        return self.lines().split("\n") if len(self) else []

    def lines(self) -> str:
        """Return the positions as one text, a line for each, without a line feed at the end."""
        return _core.unpack_lines(self.game.name, self._packed, self._rules)

    def to_series(self, name: str = "position") -> "pl.Series":
        """Return the bytes as a column of a polars table, of arrays of ``uint8``.

        >>> import tabiya
        >>> batch = Batch.of([tabiya.game("othello").initial()])
        >>> batch.to_series().dtype
        Array(UInt8, shape=(17,))
        >>> Batch.from_series("othello", batch.to_series()) == batch
        True
        """
        import polars as pl  # noqa: PLC0415 (slow to load, and few need it)

        return pl.Series(name, self._packed, dtype=pl.Array(pl.UInt8, self._packed.shape[1]))

    @classmethod
    def from_series(cls, game: str | Game, series: "pl.Series") -> "Batch":
        """Make a batch of what ``to_series`` gave."""
        game = game if isinstance(game, Game) else Game(game)
        width = _core.packed_width(game.name)
        return cls(game, series.to_numpy() if len(series) else np.empty((0, width), np.uint8))

    def write(self, path: str | Path) -> None:
        """Write a Parquet file of one column, ``position``; it is complete or not there at all."""
        from tabiya.games._parquet import write_batch  # noqa: PLC0415 (polars is slow to load)

        write_batch(self, Path(path))

    @classmethod
    def read(cls, path: str | Path) -> "Batch":
        """Read what ``write`` wrote.

        Raises
        ------
        ValueError
            If the file is something else.

        Examples
        --------
        >>> import pathlib, tabiya, tempfile
        >>> batch = Batch.of([tabiya.game("loa", repetition=2).initial()])
        >>> path = pathlib.Path(tempfile.mkdtemp(), "batch.parquet")
        >>> batch.write(path)
        >>> Batch.read(path) == batch
        True
        """
        from tabiya.games._parquet import read_batch  # noqa: PLC0415 (polars is slow to load)

        return read_batch(Path(path))

    def __len__(self) -> int:
        return len(self._packed)

    @overload
    def __getitem__(self, index: int | np.integer) -> Position: ...
    @overload
    def __getitem__(self, index: slice | NDArray[Any] | Sequence[int]) -> "Batch": ...
    def __getitem__(self, index: Any) -> "Position | Batch":
        """Return one position, or a batch of some: a slice, numbers, or an array of booleans."""
        if isinstance(index, slice):
            return Batch(self.game, self._packed[index], checked=True)
        if isinstance(index, int | np.integer):
            return self._position(operator.index(index))
        chosen = np.asarray(index)
        if chosen.size == 0 and chosen.dtype == np.float64:
            chosen = chosen.astype(np.intp)  # an empty list
        if chosen.ndim != 1 or chosen.dtype.kind not in "iub":
            raise IndexError(f"batch: expected numbers or booleans in one row, found {index!r}")
        return Batch(self.game, self._packed[chosen], checked=True)

    def _position(self, index: int) -> Position:
        at = index + len(self) if index < 0 else index
        if not 0 <= at < len(self):
            raise IndexError(f"batch: expected a number below {len(self)}, found {index}")
        core = _core.unpack(self.game.name, self._packed[at : at + 1], 0, self._rules)
        return Position(self.game, core)

    def __iter__(self) -> Iterator[Position]:
        return map(self._position, range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Batch):
            return NotImplemented
        return self.game == other.game and bool(np.array_equal(self._packed, other._packed))

    __hash__ = None  # type: ignore[assignment]  # as that of lists and arrays

    def __repr__(self) -> str:
        noun = "position" if len(self) == 1 else "positions"
        return f"<Batch of {len(self):,} {noun} of {self.game!r}>"

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return _rebuild, (self.game, self._packed)

    @property
    def _rules(self) -> list[tuple[str, str]]:
        return list(self.game.rules.items())


def pack_texts(game: Game, texts: Iterable[str]) -> tuple[NDArray[np.uint8], dict[int, str]]:
    """Return a row of bytes for each text, and what is wrong with those that are no position."""
    listed = list(texts)
    if not listed:
        return np.empty((0, _core.packed_width(game.name)), np.uint8), {}
    try:
        lines = "\n".join(listed)
    except TypeError:
        wrong = next(text for text in listed if not isinstance(text, str))
        raise TypeError(f"{game.name} position: expected a text, found {wrong!r}") from None
    if lines.count("\n") >= len(listed):
        lines = "\n".join(text.replace("\n", " ") for text in listed)
    packed, faults = _core.pack_lines(game.name, encodable(lines), list(game.rules.items()))
    return packed, dict(faults)


def _kept(packed: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the bytes in order, so that nobody can write to them."""
    view: NDArray[np.uint8] = np.ascontiguousarray(packed).view()
    view.flags.writeable = False
    return view


def _rebuild(game: Game, packed: NDArray[np.uint8]) -> Batch:
    return Batch(game, packed, checked=True)
