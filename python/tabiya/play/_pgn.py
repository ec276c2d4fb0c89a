"""Games as PGN, with what the players said in comments."""

import datetime as dt
import os
import re
import textwrap
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import chess

from tabiya.files import write_beside
from tabiya.games import Game, colour_result, is_chess960
from tabiya.play._record import GameRecord, Thought
from tabiya.players import plain_score

WIDTH = 100
CLOCK = re.compile(r"[0-9.]+\+[0-9.]+")
# How PGN says why a game ended; anything else is adjudication.
STANDARD_ENDINGS = {
    "checkmate": "normal",
    "stalemate": "normal",
    "insufficient material": "normal",
    "fifty-move rule": "normal",
    "threefold repetition": "normal",
    "repetition": "normal",
    "connection": "normal",
    "no moves left": "normal",
    "resignation": "normal",
    "time forfeit": "time forfeit",
    "crash": "abandoned",
    "hang": "abandoned",
    "no move": "abandoned",
    "cannot start": "abandoned",
    "illegal move": "rules infraction",
    "garbage": "rules infraction",
    "unterminated": "unterminated",
}


def format_pgn(
    record: GameRecord,
    game: Game,
    *,
    event: str = "?",
    limits: Mapping[str, str] | None = None,
    date: dt.date | None = None,
) -> str:
    """Return a game as PGN.

    Chess is standard PGN. The other games have the same form, their moves as positions write them,
    and a tag ``Game`` that names them. ``White``, ``Black`` and ``Result`` mean what they mean in
    every PGN, though Black moves first there: ``1-0`` is a win of White.

    Each move is followed by a comment: score of the player who made it in pawns (discs in Othello),
    depth, and seconds. ``+M5`` is a win in five moves.

    Parameters
    ----------
    record : GameRecord
        The game that was played.
    game : Game
        The game it was.
    event : str
        What it belongs to.
    limits : mapping of str to str, optional
        What each player was allowed, by name.
    date : date, optional
        When it was played; unknown if it is not given.

    Examples
    --------
    >>> start = str(Game("chess").initial())
    >>> thought = Thought(score=35.0, depth=8, seconds=0.0124)
    >>> record = GameRecord("a", "b", "1/2-1/2", start, "", ("e2e4",), (thought,))
    >>> print(format_pgn(record, Game("chess")).splitlines()[-1])
    1. e4 {+0.35/8 0.012s} 1/2-1/2
    """
    tags = _tags(record, game, event, limits or {})
    if date is not None:
        tags["Date"] = f"{date:%Y.%m.%d}"
    head = "\n".join(f'[{name} "{_escape(value)}"]' for name, value in tags.items())
    body = " ".join([*_moves(record, game), tags["Result"]])
    lines = textwrap.wrap(body, WIDTH, break_long_words=False, break_on_hyphens=False)
    return head + "\n\n" + "\n".join(lines) + "\n"


class PgnFile:
    """A file to which games are added, each in one piece.

    Parameters
    ----------
    path : str or Path
        The file.
    game : Game
        What is played.
    event : str
        What the games belong to.
    limits : mapping of str to str
        What each player is allowed.
    anew : bool
        Whether the file is written anew: in one step, at :meth:`settle`, with the games that were
        added by then. Otherwise games are added to what is in it.
    """

    def __init__(
        self,
        path: str | Path,
        game: Game,
        *,
        event: str,
        limits: Mapping[str, str],
        anew: bool = False,
    ) -> None:
        self._path = Path(path)
        self._game = game
        self._event = event
        self._limits = limits
        self._earlier: list[str] | None = [] if anew else None
        if not anew:
            with self._path.open("a", encoding="utf-8"):
                pass  # a path that cannot be written is an error before the first game

    def settle(self) -> None:
        """Write the games of earlier times, in place of what was in the file."""
        if self._earlier is not None:
            write_beside(self._path, "".join(self._earlier))
            self._earlier = None

    def add(self, record: GameRecord) -> None:
        """Write a game; on a full disk the file ends with the game before.

        Raises
        ------
        OSError
            If it cannot be written; the error names the file.
        """
        if self._earlier is not None:
            self._earlier.append(self._text(record))
            return
        size = self._path.stat().st_size
        try:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(self._text(record))
        except OSError as error:
            with suppress(OSError):
                os.truncate(self._path, size)
            raise OSError(error.errno, error.strerror, str(self._path)) from None

    def _text(self, record: GameRecord) -> str:
        today = dt.datetime.now(tz=dt.UTC).date()
        text = format_pgn(record, self._game, event=self._event, limits=self._limits, date=today)
        return text + "\n"


def _tags(record: GameRecord, game: Game, event: str, limits: Mapping[str, str]) -> dict[str, str]:
    sides = {game.sides[0]: record.first, game.sides[1]: record.second}
    tags = {
        "Event": event,
        "Site": "?",
        "Date": "????.??.??",
        "Round": f"{record.pair + 1}.{record.leg + 1}",
        "White": sides["white"],
        "Black": sides["black"],
        "Result": colour_result(game, record.result or "*"),
    }
    if game.name != "chess":
        tags["Game"] = game.name
    if is_chess960(game):
        tags["Variant"] = "Chess960"
    if record.opening != str(game.initial()):
        tags |= {"SetUp": "1", "FEN": record.opening}
    if record.opening_name:
        tags["Opening"] = record.opening_name
    tags["PlyCount"] = str(len(record.moves))
    if record.termination:
        tags["Termination"] = STANDARD_ENDINGS.get(record.termination, "adjudication")
        tags["TerminationDetails"] = record.termination
    allowed = {limits[name] for name in sides.values() if name in limits}
    if len(allowed) == 1:
        tags["TimeControl"] = _time_control(allowed.pop())
    for side in ("white", "black"):
        if sides[side] in limits:
            tags[f"{side.capitalize()}Limits"] = limits[sides[side]]
    return tags


def _time_control(limit: str) -> str:
    """Return a limit as PGN says it: seconds and increment; ``-`` if there is no clock.

    >>> _time_control("5+0.05"), _time_control("10,000 nodes")
    ('5+0.05', '-')
    """
    return limit if CLOCK.fullmatch(limit) else "-"


def _moves(record: GameRecord, game: Game) -> list[str]:
    texts = _texts(record, game)
    number, second_begins = _first_number(record, game)
    words = []
    for ply, text in enumerate(texts):
        at = ply + second_begins
        if at % 2 == 0:
            words.append(f"{number + at // 2}.")
        elif ply == 0 or record.thoughts:
            words.append(f"{number + at // 2}...")
        words.append(text)
        if record.thoughts:
            words.append(f"{{{_comment(record.thoughts[ply], game.name)}}}")
    return words


def _first_number(record: GameRecord, game: Game) -> tuple[int, bool]:
    """Return the number of the first move, and whether the second player makes it."""
    position = game.position(record.opening)
    number = int(record.opening.split()[-1]) if game.name == "chess" else 1
    return number, position.side_to_move == game.sides[1]


def _texts(record: GameRecord, game: Game) -> list[str]:
    """Return the moves as people write them, of the other games as positions do."""
    if game.name != "chess":
        return list(record.moves)
    board = chess.Board(record.opening, chess960=is_chess960(game))
    texts = []
    for move in record.moves:
        parsed = chess.Move.from_uci(move)
        texts.append(board.san(parsed))
        board.push(parsed)
    return texts


def _comment(thought: Thought, game: str) -> str:
    score = "book"
    if thought.score is not None:
        score = f"{plain_score(game, thought.score) / 100:+.2f}"
    if thought.win_in is not None:
        n_moves = (abs(thought.win_in) + 1) // 2
        score = f"{'+' if thought.win_in > 0 else '-'}M{n_moves}"
    depth = f"/{thought.depth}" if thought.depth is not None else ""
    seconds = f" {thought.seconds:.3f}s" if thought.seconds is not None else ""
    return f"{score}{depth}{seconds}"


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
