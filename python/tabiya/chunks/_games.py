"""Games of masters in a file: added, counted, looked up, taken out again."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

import chess
import numpy as np
import polars as pl
from numpy.typing import NDArray

from tabiya import _core
from tabiya.chunks._advice import N_POSITIONS, AdvisedMove
from tabiya.chunks._advising import find_advice
from tabiya.chunks._chunk import Chunk
from tabiya.chunks._games_add import Addition, Progress, add_file, add_text, threads_or_all
from tabiya.chunks._games_table import read_table
from tabiya.chunks._index import Indexed
from tabiya.chunks._index import find as find_chunk
from tabiya.chunks._library import Library
from tabiya.chunks._library import library as shipped_library
from tabiya.chunks._ranking import Ranking
from tabiya.chunks._similarity import (
    Similarity,
    SimilarPosition,
    Voices,
    as_similarity,
    find_similar,
    find_voices,
)
from tabiya.chunks._where import parse_where
from tabiya.games import Position

# The table of the moves of a position.
EXACT = {
    "move": pl.String,
    "san": pl.String,
    "games": pl.UInt32,
    "white": pl.UInt32,
    "draws": pl.UInt32,
    "black": pl.UInt32,
    "score": pl.Float64,
    "rating": pl.Float64,
    "performance": pl.Float64,
    "last": pl.String,
}


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
        self._indexed: Indexed | None = None
        self._n_indexed = 0

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
            self._table = read_table(self._core)
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
            "move": found["move"],
            "san": [board.san(board.parse_uci(m)) for m in found["move"]],
            "games": found["games"],
            "white": found["white"],
            "draws": found["draws"],
            "black": found["black"],
            "score": _known(score),
            "rating": _known(found["rating"]),
            "performance": _known(found["performance"]),
            "last": [_day(day) for day in found["day"].tolist()],
        }
        return pl.DataFrame(columns, schema=EXACT)

    def played(
        self, position: Position | chess.Board | str, where: str | None = None
    ) -> pl.DataFrame:
        """Return the games in which a position stood, with ply and move, as a table."""
        places = self.stood(position, where)
        return places.join(self.games(), on="game", how="left", maintain_order="left")

    def stood(
        self, position: Position | chess.Board | str, where: str | None = None
    ) -> pl.DataFrame:
        """Return game, ply and move wherever a position stood, as a table."""
        found = self._core.find_position(fen_of(position), self._among(where))
        moves = pl.Series(found["move"], dtype=pl.String).replace("", None)
        return pl.DataFrame({"game": found["game"], "ply": found["ply"], "move": moves})

    def position(self, game: int, ply: int) -> str:
        """Return the position after so many plies of a game, as FEN."""
        fen = self._core.fen(game, ply)
        if fen is None:
            raise ValueError(f"{self.path}: expected a game and a ply of it, found {game}, {ply}")
        return fen

    @property
    def library(self) -> Library:
        """Return the chunks that are in use."""
        return self._library().library

    def index(self, library: Library | None = None) -> int:
        """Look for the chunks of a library in all games, and use them from now on.

        A chunk that has been looked for is not looked for again, in new games apart; so a new or
        changed chunk costs only itself.

        Parameters
        ----------
        library : Library, optional
            The chunks; by default those that come with tabiya.

        Returns
        -------
        int
            How many chunks had to be looked for.
        """
        self._indexed = Indexed(shipped_library() if library is None else library)
        n_new = self._indexed.update(self._core) if self.n_games else 0
        self._n_indexed = self.n_plies
        return n_new

    def find(self, chunk: str | Chunk) -> pl.DataFrame:
        """Return where a chunk stands: ``game``, ``ply``, ``mirror``, ``seen_as``.

        Parameters
        ----------
        chunk : str or Chunk
            The name of a chunk, or an unnamed one such as ``"WN on E5; WP on D4 E3 F4"``. One that
            is not in the index is looked for in all games.
        """
        return find_chunk(self._core, self._library(), chunk)

    def similar(
        self,
        position: Position | chess.Board | str,
        limit: int = 10,
        *,
        similarity: Similarity | str = "learned",
        where: str | None = None,
        playable: bool = False,
        except_game: int | None = None,
    ) -> list[SimilarPosition]:
        """Return the positions that are most like another one, one for each game.

        Parameters
        ----------
        position : Position, chess.Board or str
            The position.
        limit : int
            How many.
        similarity : Similarity or str
            ``"learned"``, ``"mach"`` (§4.5 of the thesis) or ``"overlap"``.
        where : str, optional
            Only games that fulfil this condition.
        playable : bool
            Only positions whose move is legal here.
        except_game : int, optional
            A game that does not count, such as the one that is asked about.
        """
        if limit < 1:
            raise ValueError(f"limit: expected a number above 0, found {limit!r}")
        return find_similar(
            self._core,
            self._up_to_date(),
            as_similarity(similarity),
            fen_of(position),
            limit=limit,
            playable=playable,
            among=self._among(where),
            except_game=except_game,
        )

    def voices(
        self,
        position: Position | chess.Board | str,
        limit: int = 8,
        *,
        similarity: Similarity | str = "learned",
        where: str | None = None,
        except_game: int | None = None,
    ) -> list[Voices]:
        """Return the legal moves that were played in similar positions, and who speaks for them.

        Parameters
        ----------
        position : Position, chess.Board or str
            The position.
        limit : int
            How many positions are told for each move; many more have spoken.
        similarity : Similarity or str
            ``"learned"``, with other weights if so wished.
        where, except_game
            As in `similar`.
        """
        measure = as_similarity(similarity)
        if measure.name != "learned":
            raise ValueError(f"similarity: expected 'learned', found {measure.name!r}")
        return find_voices(
            self._core,
            self._up_to_date(),
            measure,
            fen_of(position),
            limit=limit,
            among=self._among(where),
            except_game=except_game,
        )

    def advise(
        self,
        position: Position | chess.Board | str,
        *,
        similarity: Similarity | str = "learned",
        where: str | None = None,
        ranking: Ranking | None = None,
        n_positions: int = N_POSITIONS,
        except_game: int | None = None,
    ) -> list[AdvisedMove]:
        """Return the moves that masters played in positions like this one, the best advice first.

        Moves are mapped back through the mirror; what is illegal here or was played by the other
        side is dropped, the same moves are merged.

        Parameters
        ----------
        position : Position, chess.Board or str
            The position.
        similarity, where, except_game
            As in `similar`.
        ranking : Ranking, optional
            How the moves are ranked, if the similarity is ``"learned"``; as learned by default.
        n_positions : int
            How many similar positions are shown behind a move; many more advise.
        """
        return find_advice(
            self,
            fen_of(position),
            as_similarity(similarity),
            Ranking() if ranking is None else ranking,
            where=where,
            n_positions=n_positions,
            except_game=except_game,
        )

    def habits(
        self, position: Position | chess.Board | str
    ) -> tuple[list[str], NDArray[np.float64]]:
        """Return the legal moves, and what is to be said of each beside who played it.

        Parameters
        ----------
        position : Position, chess.Board or str
            The position.

        Returns
        -------
        (list of str, ndarray of shape (n_moves, n_habits))
            The columns are those of `Ranking`: ``tabiya._core.MOVE_HABITS``.
        """
        return self._core.habits(fen_of(position))

    def n_candidates(
        self, position: Position | chess.Board | str, *, allowed: int = 1, classes: bool = False
    ) -> int:
        """Return how many positions have all chunks of a position, or all but so many.

        It is what §5.5 of the thesis counts before material and location are looked at; with
        `classes` some chunk of each class is enough.
        """
        indexed, fen = self._up_to_date(), fen_of(position)
        if classes:
            standing = {match.chunk.name for match in indexed.library.match(fen)}
            digests = [
                digest
                for digest, members in indexed.classes
                if any(indexed.library.chunks[number].name in standing for number in members)
            ]
            return self._core.n_with_classes(digests, allowed) if digests else 0
        return self._core.n_with_chunks(fen, indexed.library.core, indexed.hashes, allowed)

    def places(
        self, similar: Sequence[SimilarPosition], where: str | None = None
    ) -> list[list[tuple[int, int, str]]]:
        """Return game, ply and move wherever each of some positions stood."""
        places = [(found.game, found.ply) for found in similar]
        return self._core.played_at(places, self._among(where))

    def plan(self, game: int, ply: int, n_plies: int = 10) -> list[str]:
        """Return the moves that were played from a ply of a game on: what the master went on to do.

        Every second one is the master's own.
        """
        if n_plies < 0:
            message = f"n_plies: expected 0 or more, found {n_plies}"
            raise ValueError(message)
        self.position(game, ply)
        return self._core.continuation(game, ply, n_plies)

    def _library(self) -> Indexed:
        if self._indexed is None:
            self._indexed = Indexed(shipped_library())
        return self._indexed

    def _up_to_date(self) -> Indexed:
        indexed = self._library()
        if self._n_indexed != self.n_plies:
            indexed.update(self._core)
            self._n_indexed = self.n_plies
        return indexed

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


def fen_of(position: Position | chess.Board | str) -> str:
    """Return a position as FEN."""
    return position.fen() if isinstance(position, chess.Board) else str(position)


def _known(numbers: NDArray[np.float64]) -> list[float | None]:
    return [None if np.isnan(number) else number for number in numbers.tolist()]


def _is_text(source: str | os.PathLike[str]) -> bool:
    return isinstance(source, str) and "\n" in source


def _day(number: int) -> str | None:
    """Write a date as PGN does.

    >>> _day(19720711), _day(19720000), _day(0)
    ('1972.07.11', '1972.??.??', None)
    """
    if number == 0:
        return None
    year, month, day = number // 10000, number // 100 % 100, number % 100
    return f"{year:04}.{month or '??':02}.{day or '??':02}"
