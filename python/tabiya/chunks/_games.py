"""Games of masters in a file: added, counted, looked up, taken out again."""

import os
from collections.abc import Iterable
from pathlib import Path

import chess
import numpy as np
import polars as pl
from numpy.typing import NDArray

from tabiya import _core
from tabiya.chunks._games_add import Addition, Progress, add_file, add_text, threads_or_all
from tabiya.chunks._where import parse_where
from tabiya.games import Position

# Columns of the table of games, and the tags they come from.
TAGS = {
    "white": "White",
    "black": "Black",
    "date": "Date",
    "event": "Event",
    "site": "Site",
    "round": "Round",
    "eco": "ECO",
}
RESULTS = ("*", "1-0", "1/2-1/2", "0-1")


def open_games(path: str | os.PathLike[str]) -> "Games":
    r"""Open a database of games; one that does not exist is empty, and is made by the first games.

    Parameters
    ----------
    path : path
        The file.

    Raises
    ------
    DatabaseError
        If the file is no database of games, is damaged, or is being written by another program.

    Examples
    --------
    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> db = open_games(Path(folder.name, "masters.db"))
    >>> db.add('[White "Morphy"]\n\n1. e4 e5 2. Nf3 d6 1-0\n\n1. e4 e5 2. Bc4 Nf6 0-1\n').n_added
    2
    >>> db.n_games, db.n_positions
    (2, 7)
    >>> db.exact("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")["san"].to_list()
    ['Nf3', 'Bc4']
    >>> folder.cleanup()
    """
    return Games(path)


class Games:
    """A database of games; see `open_games`."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self._core = _core.GameTree(self.path)
        self._table: pl.DataFrame | None = None

    @property
    def n_games(self) -> int:
        """Return how many games there are."""
        return self._core.n_games

    @property
    def n_positions(self) -> int:
        """Return how many different positions there are."""
        return self._core.n_positions

    @property
    def n_plies(self) -> int:
        """Return how many plies were stored: the positions of all games, repeated ones included."""
        return self._core.n_slots

    def add(
        self,
        *pgn: str | os.PathLike[str],
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> Addition:
        """Add games: each commit is kept whole or not at all, whatever happens.

        A call that was interrupted goes on when it is made again. Games that are there already
        (the same moves, surnames and year) are left out and counted; broken games are left out and
        told with file and line.

        Parameters
        ----------
        *pgn : path or str
            Files of games, plain or packed with gzip, bzip2 or zstandard; a text with a line feed
            is taken for the games themselves.
        threads : int, optional
            How many games are read at once; by default as many as there are processors.
        progress : callable, optional
            Called with the bytes read and the bytes of the file.

        Raises
        ------
        DatabaseError
            If another program has the database open, or the disk is full.
        """
        n_threads = threads_or_all(threads)
        for source in pgn:
            if not _is_text(source) and not Path(source).is_file():
                raise FileNotFoundError(f"{source}: expected a file of games, found none")
        self._core.begin_writing()
        self._table = None
        added = Addition()
        try:
            for source in pgn:
                if _is_text(source):
                    added += add_text(self._core, str(source), n_threads)
                else:
                    added += add_file(self._core, Path(source), n_threads, progress)
        except BaseException:
            self._core.abandon_writing()
            raise
        self._core.end_writing()
        return added

    def games(self, where: str | None = None) -> pl.DataFrame:
        """Return the games, or those that fulfil a condition, as a table.

        Parameters
        ----------
        where : str, optional
            A condition such as ``white ~ "Karpov" and eco >= "B90"``; see `parse_where`.
        """
        if self._table is None:
            self._table = self._read_table()
        return self._table if where is None else self._table.filter(parse_where(where))

    def exact(
        self, position: Position | chess.Board | str, where: str | None = None
    ) -> pl.DataFrame:
        """Return the moves that were played in a position, the most frequent first.

        A game that repeats the position counts once for every move that it played there.

        Parameters
        ----------
        position : Position, chess.Board or str
            The position.
        where : str, optional
            Count only games that fulfil this condition.

        Returns
        -------
        polars.DataFrame
            ``move`` (UCI), ``san``, ``games``, ``white``, ``draws``, ``black`` (results), ``score``
            (of the side that moved), ``rating`` (average of those who played it), ``performance``
            (rating that such results are worth), ``last`` (date).
        """
        fen = fen_of(position)
        found = self._core.statistics(fen, self._among(where))
        board = chess.Board(fen)
        finished = found["white"] + found["draws"] + found["black"]
        points = found["white"] if board.turn else found["black"]
        with np.errstate(invalid="ignore"):
            score = (points + found["draws"] / 2) / finished
        columns = {
            "move": pl.Series(found["move"], dtype=pl.String),
            "san": pl.Series(
                [board.san(board.parse_uci(m)) for m in found["move"]], dtype=pl.String
            ),
            "games": found["games"],
            "white": found["white"],
            "draws": found["draws"],
            "black": found["black"],
            "score": pl.Series(score, dtype=pl.Float64).fill_nan(None),
            "rating": pl.Series(found["rating"]).fill_nan(None),
            "performance": pl.Series(found["performance"]).fill_nan(None),
            "last": pl.Series([_day(day) for day in found["day"].tolist()], dtype=pl.String),
        }
        return pl.DataFrame(columns)

    def played(
        self, position: Position | chess.Board | str, where: str | None = None
    ) -> pl.DataFrame:
        """Return the games in which a position stood, with ply and move, as a table."""
        found = self._core.find_position(fen_of(position), self._among(where))
        moves = pl.Series(found["move"], dtype=pl.String).replace("", None)
        places = pl.DataFrame({"game": found["game"], "ply": found["ply"], "move": moves})
        return places.join(self.games(), on="game", how="left", maintain_order="left")

    def position(self, game: int, ply: int) -> str:
        """Return the position after so many plies of a game, as FEN."""
        fen = self._core.fen(game, ply)
        if fen is None:
            raise ValueError(f"{self.path}: expected a game and a ply of it, found {game}, {ply}")
        return fen

    def export(self, where: str | None = None) -> Iterable[str]:
        """Yield games that fulfil a condition as PGN, some at a time."""
        numbers = self.games(where)["game"].to_numpy()
        for start in range(0, len(numbers), 1000):
            yield self._core.pgn(numbers[start : start + 1000])

    def book(self, *, min_games: int = 3, max_ply: int = 40, where: str | None = None) -> bytes:
        """Return an opening book in Polyglot's format.

        Parameters
        ----------
        min_games : int
            A move must have been played in so many games.
        max_ply : int
            Only so many plies from the start.
        where : str, optional
            Only games that fulfil this condition.
        """
        if min_games < 1 or max_ply < 1:
            raise ValueError(
                f"expected a number of games and plies above 0, found {min_games}, {max_ply}"
            )
        return self._core.book(min_games, max_ply, self._among(where))

    def _among(self, where: str | None) -> NDArray[np.uint32] | None:
        return None if where is None else self.games(where)["game"].to_numpy()

    def _read_table(self) -> pl.DataFrame:
        found = self._core.table(list(TAGS.values()))
        n_games = len(found["plies"])
        texts = {
            column: _split(found[tag], n_games)  # type: ignore[literal-required]  # tags by name
            for column, tag in TAGS.items()
        }
        results = pl.Series(RESULTS).gather(found["result"])
        return pl.DataFrame(
            {
                "game": pl.int_range(n_games, dtype=pl.UInt32, eager=True),
                "white": texts["white"],
                "black": texts["black"],
                "white_elo": pl.Series(found["white_elo"]).replace(0, None),
                "black_elo": pl.Series(found["black_elo"]).replace(0, None),
                "result": results,
                **{name: texts[name] for name in ("date", "event", "site", "round", "eco")},
                "plies": found["plies"],
            }
        )


def fen_of(position: Position | chess.Board | str) -> str:
    """Return a position as FEN."""
    return position.fen() if isinstance(position, chess.Board) else str(position)


def _is_text(source: str | os.PathLike[str]) -> bool:
    return isinstance(source, str) and "\n" in source


def _split(text: str, n: int) -> pl.Series:
    if n == 0:
        return pl.Series([], dtype=pl.String)
    return pl.Series([text]).str.split("\n").explode()


def _day(number: int) -> str | None:
    """Write a date as PGN does.

    >>> _day(19720711), _day(19720000), _day(0)
    ('1972.07.11', '1972.??.??', None)
    """
    if number == 0:
        return None
    year, month, day = number // 10000, number // 100 % 100, number % 100
    return f"{year:04}.{month or '??':02}.{day or '??':02}"
