"""When a game is decided before its end."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import chess
import chess.syzygy

from tabiya import _core
from tabiya.games import Position, as_board
from tabiya.play._record import Result

# Centipawns, and for how many plies in a row.
Agreement: TypeAlias = tuple[float, int]
RawAdjudication: TypeAlias = tuple[
    Agreement | None, Agreement | None, int, Agreement | None, int | None
]

# Longer games go nowhere.
MOST_PLIES = 400

WORDS = {
    "win": "adjudicated by score",
    "draw": "adjudicated draw",
    "resignation": "resignation",
    "length": "adjudicated by length",
    "time": "time forfeit",
}
TIME = WORDS["time"]
TABLEBASE = "adjudicated by tablebase"


@dataclass(frozen=True)
class Adjudication:
    """Rules that end games early. Only that of length is on unless it is asked for.

    Parameters
    ----------
    win : (float, int), optional
        A side wins when so many scores in a row, of both players, give it at least so many
        centipawns.
    draw : (float, int), optional
        The game is drawn when so many scores in a row, of both players, are at most so many
        centipawns from even.
    draw_after : int
        Plies before which no game is drawn by scores.
    resign : (float, int), optional
        A player resigns when so many of its own scores in a row are at most minus so many
        centipawns.
    max_plies : int, optional
        A game is drawn after so many plies, counted from its opening. Gomboc (2004, §7.2) cuts at
        move 121, which is 240.
    tablebase : str, optional
        Folder of Syzygy tablebases; chess games end when they know the result.

    Examples
    --------
    >>> rules = Adjudication(win=(1000, 4))
    >>> rules.judge([1200, -1100, 1500, -1000], second_begins=False)
    ('1-0', 'adjudicated by score')
    """

    win: Agreement | None = None
    draw: Agreement | None = None
    draw_after: int = 0
    resign: Agreement | None = None
    max_plies: int | None = MOST_PLIES
    tablebase: str | None = None

    def __post_init__(self) -> None:
        for name in ("win", "draw", "resign"):
            rule = getattr(self, name)
            if rule is not None and (rule[0] < 0 or rule[1] < 1):
                raise ValueError(f"{name}: expected centipawns and plies, found {rule!r}")
        if self.max_plies is not None and self.max_plies < 1:
            raise ValueError(f"max_plies: expected 1 or more, found {self.max_plies!r}")

    def judge(
        self, scores: Sequence[float | None], *, second_begins: bool
    ) -> tuple[Result, str] | None:
        """Look at the scores so far, each of the player who made that move.

        Returns
        -------
        tuple of str, or None
            The result and why, or None while the game goes on.
        """
        by_score = self.win or self.draw or self.resign
        if not by_score and (self.max_plies is None or len(scores) < self.max_plies):
            return None
        ruling = _core.adjudicate(scores, second_begins, self.raw())
        return None if ruling is None else (as_result(ruling[0]), WORDS[ruling[1]])

    def raw(self) -> RawAdjudication:
        """Return the rules as the core takes them."""
        return self.win, self.draw, self.draw_after, self.resign, self.max_plies


def cannot_win(position: Position, seat: int) -> bool:
    """Return whether a player of chess could never mate, so that time is no win (FIDE 6.9).

    >>> import tabiya
    >>> bare = tabiya.game("chess").position("8/8/8/3k4/8/8/4Q3/4K3 w - - 0 1")
    >>> cannot_win(bare, 0), cannot_win(bare, 1)
    (False, True)
    """
    if position.game.name != "chess":
        return False
    side = chess.WHITE if seat == 0 else chess.BLACK
    return as_board(position).has_insufficient_material(side)


def as_result(text: str) -> Result:
    """Return a result of the core as one of a record."""
    return "1-0" if text == "1-0" else "0-1" if text == "0-1" else "1/2-1/2"


def why_over(position: Position, result: str) -> str:
    """Say why a game is over by its rules, from its last position; the past is not needed.

    >>> from tabiya.games import Game
    >>> why_over(Game("chess").position("7k/5KQ1/8/8/8/8/8/8 b - - 0 1"), "1-0")
    'checkmate'
    """
    has_moves = bool(position.legal_moves())
    is_drawn = result == "1/2-1/2"
    if position.game.name != "chess":
        if is_drawn and has_moves:
            return "repetition"
        return "connection" if position.game.name == "loa" else "no moves left"
    if not has_moves:
        return "stalemate" if is_drawn else "checkmate"
    board = as_board(position)
    if board.is_insufficient_material():
        return "insufficient material"
    return "fifty-move rule" if board.is_fifty_moves() else "threefold repetition"


class Tablebase:
    """Syzygy tablebases, asked whether they know the result."""

    def __init__(self, folder: str) -> None:
        try:
            self._tables = chess.syzygy.open_tablebase(folder)
        except OSError as error:
            raise ValueError(f"tablebase: expected a folder, found {folder!r} ({error})") from None
        if not self._tables.wdl:
            raise ValueError(f"tablebase: expected files of Syzygy, found none in {folder!r}")

    def result(self, board: chess.Board) -> Result | None:
        """Return the result of best play, fifty-move rule included, or None if it is unknown."""
        if board.castling_rights or chess.popcount(board.occupied) > chess.syzygy.TBPIECES:
            return None
        won = self._tables.get_wdl(board)
        if won is None:
            return None
        decided = 2  # wins that the fifty-move rule spoils count 1
        if abs(won) < decided:
            return "1/2-1/2"
        return "1-0" if (won > 0) == (board.turn == chess.WHITE) else "0-1"

    def close(self) -> None:
        """Close the files."""
        self._tables.close()
