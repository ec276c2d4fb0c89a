"""Where the time went in a game: clock comments of any PGN."""

import re
from dataclasses import dataclass
from pathlib import Path

from tabiya.games import Game

# A tag, a comment, the end of a line that is one, an open or a closed variation, or a word.
TOKEN = re.compile(r'\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]|\{([^}]*)\}|;[^\n]*|([()])|([^\s{}();]+)')
CLK = re.compile(r"\[%clk\s+(?:(\d+):)?(\d+):(\d+(?:\.\d+)?)\]")
EMT = re.compile(r"\[%emt\s+(?:(\d+):)?(?:(\d+):)?(\d+(?:\.\d+)?)\]")
EVAL = re.compile(r"\[%eval\s+(#?[-+]?\d+(?:\.\d+)?)(?:,(\d+))?\]")
# What match runners and interfaces write: score, depth and time, such as +0.35/8 0.012s,
# +M5/20 1.2s or -0.20/14 1:05. A draw (1/2-1/2) has neither sign nor dot before it.
SAID = re.compile(
    r"(?<![\d/])([-+]?M\d+|[-+]\d+(?:\.\d+)?|\d+\.\d+)/(\d+)"
    r"(?:\s+(?:(\d+):)?(\d+(?:\.\d+)?)\s*(m?s)?)?"
)
# What broadcasts of engines write: depth, milliseconds of the move and left, White's score.
NAMED = re.compile(r"(?<![\w=])(?:(d|mt|tl)=(\d+)|(wv)=([-+]?M?\d+(?:\.\d+)?))")
RESULTS = {"1-0", "0-1", "1/2-1/2", "*"}
CONTROL = re.compile(r"(?:(\d+)/)?(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?")
# A forced win counts as so much in a picture, and nothing counts for more.
WON = {"chess": 20.0, "othello": 64.0, "loa": 20.0}
# Who moves second, as texts of positions have it.
SECOND = {"chess": "b", "othello": "O", "loa": "w"}


class ClockCommentError(ValueError):
    """A file has no game with times."""


@dataclass(frozen=True)
class SpentMove:
    """A move and what it cost.

    Attributes
    ----------
    number : int
        Of the ply, from 1.
    text : str
        The move as it is written.
    side : int
        0 for White, or for the first player of another game; 1 for the other.
    seconds : float or None
        The time of the move.
    left : float or None
        What the clock showed after it.
    share : float or None
        The part of the clock that the move took.
    depth : int or None
        Of the search.
    score : float or None
        Of the player who made the move: pawns in chess, discs in Othello.
    """

    number: int
    text: str
    side: int
    seconds: float | None = None
    left: float | None = None
    share: float | None = None
    depth: int | None = None
    score: float | None = None


@dataclass(frozen=True)
class SpentGame:
    """A game with its times: tags, and moves."""

    tags: dict[str, str]
    moves: tuple[SpentMove, ...]

    @property
    def game(self) -> str:
        """Return the name of the game; what is not said is chess, as in every PGN."""
        return _game(self.tags)

    @property
    def players(self) -> tuple[str, str]:
        """Return the names of both sides, that which moves first before the other."""
        tags = self.tags
        if "First" in tags:
            return tags["First"], tags.get("Second", "?")
        first, second = Game(self.game).sides
        return tags.get(first.capitalize(), "?"), tags.get(second.capitalize(), "?")


def read_spent(path: str | Path, *, game: int = 1) -> SpentGame:
    r"""Read where the time went in a game of a PGN file.

    Times may be said as ``[%clk 0:03:00]``, as ``[%emt 0:00:05]``, as match runners do
    (``{+0.35/8 0.012s}``), or as broadcasts of engines do (``{d=25, mt=12000, wv=0.35}``).
    Games of any kind can be read; moves are taken as they are written.

    Parameters
    ----------
    path : str or Path
        The file.
    game : int
        Which game of the file, from 1.

    Raises
    ------
    ClockCommentError
        If there is no such game, or no time in it.

    Examples
    --------
    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp(), "game.pgn")
    >>> text = '[TimeControl "60+1"]\n\n1. e4 {[%clk 0:00:59]} e5 {+0.10/9 3.5s} 1-0\n'
    >>> _ = path.write_text(text)
    >>> [(move.text, move.seconds, move.depth) for move in read_spent(path).moves]
    [('e4', 2.0, None), ('e5', 3.5, 9)]
    """
    text = Path(path).read_text(encoding="utf-8-sig", errors="replace")
    found = _games(text)
    if game < 1:
        raise ClockCommentError(f"game: expected a number from 1 on, found {game}")
    if game > len(found):
        raise ClockCommentError(f"{path}: expected game {game}, found {len(found)} games")
    tags, plies = found[game - 1]
    spent = _with_times(tags, plies)
    if all(move.seconds is None for move in spent):
        if any(move.left is not None for move in spent):
            raise ClockCommentError(
                f"{path}: expected a TimeControl, or two clocks of one side, in game {game}, "
                "found neither: what a move took cannot be told"
            )
        raise ClockCommentError(
            f"{path}: expected times in the comments of game {game}, such as [%clk 0:03:00], "
            "found none"
        )
    return SpentGame(tags, tuple(spent))


class _Scan:
    """The games of a text as they are read: tags, and moves with their comments."""

    def __init__(self) -> None:
        self.games: list[tuple[dict[str, str], list[tuple[str, str]]]] = []
        self._tags: dict[str, str] = {}
        self._plies: list[tuple[str, str]] = []

    def end_game(self) -> None:
        if self._plies:
            self.games.append((self._tags, self._plies))
            self._tags, self._plies = {}, []

    def tag(self, name: str, value: str) -> None:
        self.end_game()
        self._tags[name] = value.replace('\\"', '"').replace("\\\\", "\\")

    def comment(self, text: str) -> None:
        if self._plies:
            move, before = self._plies[-1]
            self._plies[-1] = (move, f"{before} {text}")

    def word(self, text: str) -> None:
        move = re.sub(r"^\d+\.+", "", text)
        if text in RESULTS:
            self.end_game()
            self._tags = {}
        elif move and not re.fullmatch(r"\d+|\$\d+|[!?]+|\.+", move):
            self._plies.append((move, ""))


def _games(text: str) -> list[tuple[dict[str, str], list[tuple[str, str]]]]:
    """Return the tags of each game, and its moves with their comments; variations are skipped."""
    scan = _Scan()
    depth = 0
    for match in TOKEN.finditer(text):
        name, value, comment, bracket, word = match.groups()
        if bracket is not None:
            depth = max(0, depth + (1 if bracket == "(" else -1))
        elif depth:
            continue
        elif name is not None:
            scan.tag(name, value)
        elif comment is not None:
            scan.comment(comment)
        elif word is not None:
            scan.word(word)
    scan.end_game()
    return scan.games


def _with_times(tags: dict[str, str], plies: list[tuple[str, str]]) -> list[SpentMove]:
    """Work out what each move cost, from what the clocks showed where nothing else says it."""
    control = _Control(tags.get("TimeControl", ""))
    clocks = [control.base, control.base]
    begins = 1 if _second_begins(tags) else 0
    moves = []
    for number, (text, comment) in enumerate(plies, start=begins):
        side = number % 2
        before = clocks[side]
        gained = control.gained(number // 2 + 1)
        left, seconds = _clk(comment), _seconds(comment)
        if seconds is None and left is not None and before is not None:
            seconds = max(0.0, before + gained - left)
            if control.base is None and left > before:
                seconds = None  # something was added that nobody names
            elif number - begins < 2 and left == before:  # noqa: PLR2004 (the first of each side)
                seconds = 0.0  # a server whose clock starts with the second move
        if left is None and seconds is not None and before is not None:
            left = before - seconds + gained  # below nothing where a runner allows for a delay
        share = None if seconds is None or not before or before < 0 else min(1.0, seconds / before)
        clocks[side] = control.base if control.is_by_move else left
        depth, score = _said(comment, WON[_game(tags)], is_second=side == 1)
        moves.append(SpentMove(number + 1, text, side, seconds, left, share, depth, score))
    return moves


class _Control:
    """A time control: periods of moves, one behind the other, of which the last comes again.

    >>> control = _Control("40/5400+30:1800+30")
    >>> control.base, control.gained(39), control.gained(40), control.gained(80)
    (5400.0, 30.0, 1830.0, 30.0)
    """

    def __init__(self, text: str) -> None:
        parts = [CONTROL.fullmatch(part.strip()) for part in text.split(":")]
        self._periods = [
            (int(part[1] or 0), float(part[2]), float(part[3] or 0)) for part in parts if part
        ]
        if len(self._periods) != len(parts):
            self._periods = []

    @property
    def base(self) -> float | None:
        """Return what there is at the start, if that is known."""
        return self._periods[0][1] if self._periods else None

    @property
    def is_by_move(self) -> bool:
        """Return whether every move has a time of its own, as by correspondence."""
        return bool(self._periods) and self._periods[0][0] == 1

    def gained(self, number: int) -> float:
        """Return what a player's move of this number, from 1, adds to the clock."""
        if not self._periods or self.is_by_move:
            return 0.0
        place = 0
        while self._periods[place][0] and number > self._periods[place][0]:
            number -= self._periods[place][0]
            place = min(place + 1, len(self._periods) - 1)
        n_moves, _, increment = self._periods[place]
        following = self._periods[min(place + 1, len(self._periods) - 1)][1]
        return increment + (following if number == n_moves else 0.0)


def _second_begins(tags: dict[str, str]) -> bool:
    """Return whether the game begins with a move of the second player."""
    return "First" not in tags and tags.get("FEN", "").split()[1:2] == [SECOND[_game(tags)]]


def _game(tags: dict[str, str]) -> str:
    named = tags.get("Game", "chess")
    return named if named in WON else "chess"


def _clk(comment: str) -> float | None:
    found = CLK.search(comment)
    if found is not None:
        return 3600 * int(found[1] or 0) + 60 * int(found[2]) + float(found[3])
    left = _named(comment).get("tl")
    return None if left is None else float(left) / 1000


def _seconds(comment: str) -> float | None:
    found = EMT.search(comment)
    if found is not None:
        parts = [float(part) for part in found.groups() if part is not None]
        return float(sum(part * 60**place for place, part in enumerate(reversed(parts))))
    said = SAID.search(comment)
    if said is not None and said[4] is not None:
        return 60 * int(said[3] or 0) + float(said[4]) / (1000 if said[5] == "ms" else 1)
    taken = _named(comment).get("mt")
    return None if taken is None else float(taken) / 1000


def _said(comment: str, won: float, *, is_second: bool) -> tuple[int | None, float | None]:
    """Return depth and score of who moved; ``%eval`` and ``wv`` are the first player's."""
    said = SAID.search(comment)
    if said is not None:
        return int(said[2]), _score(said[1], won)
    found, named = EVAL.search(comment), _named(comment)
    if found is not None:
        depth, text = found[2], found[1].replace("#", "M")
        if depth and "." not in text and "M" not in text:
            text = str(int(text) / 100)  # whole numbers with a depth are centipawns
    else:
        depth, text = named.get("d"), named.get("wv")
    score = None if text is None else _score(text, won) * (-1 if is_second else 1) + 0.0  # not -0
    return int(depth) if depth else None, score


def _named(comment: str) -> dict[str, str]:
    """Return what is said by name, if a time is among it; the first word of a name counts."""
    found = {
        (one or two): (number or score) for one, number, two, score in NAMED.findall(comment)[::-1]
    }
    return found if "mt" in found else {}


def _score(text: str, won: float) -> float:
    if "M" in text:
        return -won if "-" in text else won
    return max(-won, min(won, float(text)))
