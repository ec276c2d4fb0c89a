"""The plies that two UCI engines answer in the ordinary way: the core talks to both of them."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from tabiya import _core
from tabiya.engines import LINES_KEPT, LastWords, OpenQuestion, where_words
from tabiya.games import Position
from tabiya.play._adjudication import Adjudication
from tabiya.play._in_core import win_in
from tabiya.play._record import Thought
from tabiya.players import Stop

# A thought that takes longer is waited for in the event loop, where it is watched.
PATIENCE = 0.25
# An engine may clear much memory for a new game.
GREETING_PATIENCE = 5.0


@dataclass(frozen=True)
class GameSoFar:
    """A game as far as it has come.

    Attributes
    ----------
    start : str
        Where it began.
    moves : sequence of str
        The moves since then.
    position : Position
        Where they have led.
    scores : sequence of float or None
        What their players said of them.
    second_begins : bool
        Whether the second player made the first of them.
    is_new : bool
        Whether the engines have yet to be told of it.
    """

    start: str
    moves: Sequence[str]
    position: Position
    scores: Sequence[float | None]
    second_begins: bool
    is_new: bool


@dataclass(frozen=True)
class Talk:
    """What has come of a dialogue.

    Attributes
    ----------
    spoken : list of tuple
        The plies that were played: move, score, depth, nodes, seconds.
    position : Position
        Where they have led.
    is_over : bool
        Whether that is the end of the game.
    is_greeted : bool
        Whether both engines were ready for the game.
    put : OpenQuestion, optional
        What the player who moves was asked and has not answered, or not in the ordinary way.
    last : list of LastWords
        What was said last by and to each of them.
    """

    spoken: list[tuple[str, float | None, int, int, float]]
    position: Position
    is_over: bool
    is_greeted: bool
    put: OpenQuestion | None
    last: list[LastWords]

    @property
    def turn(self) -> int:
        """Return who moves: 0 for the first player."""
        return self.position._core.turn

    def thoughts(self) -> list[Thought]:
        """Return what the players said of their moves."""
        game = self.position.game.name
        return [
            Thought(score, win_in(game, score), depth, nodes, seconds)
            for _, score, depth, nodes, seconds in self.spoken
        ]


def talk(
    speakers: Sequence[tuple[int, int, str, bytes]],
    game: GameSoFar,
    adjudication: Adjudication,
    stop: Stop,
) -> Talk:
    """Let two engines play on as long as all is ordinary, and wait for that.

    Parameters
    ----------
    speakers : sequence of tuple
        Of the first player and of the second: the numbers of the pipes in which it hears and in
        which it speaks, the words that have it think, and the beginning of a line that it has
        written.
    game : GameSoFar
        The game.
    adjudication : Adjudication
        When it is decided early.
    stop : Stop
        Ends the talk, wherever it is.
    """
    spoken, end, halt, question, last = _core.talk(
        speakers,
        where_words(game.start, game.moves),
        game.position._core,
        game.scores,
        game.second_begins,
        adjudication.raw(),
        GREETING_PATIENCE if game.is_new else None,
        PATIENCE,
        LINES_KEPT,
        stop,
    )
    put = None
    if question is not None:
        heard, unsaid, spent = question
        put = OpenQuestion(time.perf_counter() - spent, heard, unsaid)
    return Talk(
        spoken,
        Position(game.position.game, end),
        is_over=halt == "over",
        is_greeted=halt != "ungreeted",
        put=put,
        last=[LastWords(lines, rest) for lines, rest in last],
    )
