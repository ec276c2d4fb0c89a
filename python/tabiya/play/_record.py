"""What a match leaves behind: records of its games, moves and faults, as plain values."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

Result = Literal["1-0", "0-1", "1/2-1/2"]

PAIR = 2

# Points of the first player for each way a game can end.
POINTS: Mapping[str, float] = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}


@dataclass(frozen=True, slots=True)
class Thought:
    """What a player said of a move when it made it; None where it said nothing.

    Parameters
    ----------
    score : float, optional
        Centipawns, of the player who moves.
    win_in : int, optional
        Plies until the player who moves wins; below zero, until it loses.
    depth, nodes : int, optional
        How deep and how far it searched.
    seconds : float, optional
        What the move took of the clock.
    """

    score: float | None = None
    win_in: int | None = None
    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class GameFault:
    """Something that a player did wrong, such as a crash or an illegal move.

    Parameters
    ----------
    player : str
        Who did it.
    kind : str
        What it was, in a word or two: ``"crash"``, ``"illegal move"``, ``"no answer"`` and so on.
    message : str
        One line for a person.
    ply : int, optional
        Moves that had been made in the game by then.
    last_lines : tuple of str
        What the player wrote last.
    """

    player: str
    kind: str
    message: str = ""
    ply: int | None = None
    last_lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game as it was played.

    Parameters
    ----------
    first, second : str
        The players; the first one moves first in the game's rules (White in chess, Black in
        Othello and Lines of Action), even if the opening lets the second one begin.
    result : {"1-0", "0-1", "1/2-1/2"}, optional
        ``"1-0"`` is a win of the first player; None if the game was not finished.
    opening : str
        Text of the position in which the play began.
    opening_name : str
        What people call the opening, if anything.
    moves : tuple of str
        The moves from the opening on, as positions write them.
    thoughts : tuple of Thought
        One for each move, or none at all.
    termination : str
        Why the game ended, in words: ``"checkmate"``, ``"threefold repetition"``, ``"adjudicated
        by score"``, ``"time"`` and so on.
    pair, leg : int
        The pair of games on one opening, counted from 0 over the match, and which game of the
        pair it is, 0 or 1. The legs of a pair have the players exchanged.
    faults : tuple of GameFault
        What the players did wrong in it.

    Examples
    --------
    >>> import tabiya
    >>> start = str(tabiya.game("othello").initial())
    >>> game = GameRecord("a", "b", "1-0", opening=start, moves=("d3", "c3"))
    >>> game.points_of("a"), game.points_of("b")
    (1.0, 0.0)
    """

    first: str
    second: str
    result: Result | None
    opening: str
    opening_name: str = ""
    moves: tuple[str, ...] = ()
    thoughts: tuple[Thought, ...] = ()
    termination: str = ""
    pair: int = 0
    leg: int = 0
    faults: tuple[GameFault, ...] = ()

    def __post_init__(self) -> None:
        if self.result is not None and self.result not in POINTS:
            raise ValueError(f"game: expected a result such as '1-0', found {self.result!r}")
        if self.leg not in (0, 1) or self.pair < 0:
            raise ValueError(
                f"game: expected a pair from 0 on and leg 0 or 1, found {self.pair!r}, {self.leg!r}"
            )
        if self.thoughts and len(self.thoughts) != len(self.moves):
            raise ValueError(
                f"game: expected a thought for each of {len(self.moves)} moves, "
                f"found {len(self.thoughts)}"
            )

    @property
    def points(self) -> float | None:
        """Return the points of the first player, or None if the game was not finished."""
        return None if self.result is None else POINTS[self.result]

    def points_of(self, player: str) -> float | None:
        """Return the points of a player, or None if the game was not finished."""
        if player not in (self.first, self.second):
            raise ValueError(f"game: expected {self.first!r} or {self.second!r}, found {player!r}")
        if self.points is None:
            return None
        return self.points if player == self.first else 1 - self.points


@dataclass(frozen=True, slots=True)
class SprtPlan:
    """The sequential test that a match was played under."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    normalised: bool = True


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match between two players, or a tournament of many.

    Parameters
    ----------
    game : str
        ``"chess"``, ``"othello"`` or ``"loa"``.
    players : tuple of str
        Their names, all different. Scores of a match are those of the first one.
    games : tuple of GameRecord
        In the order in which they count, whatever the order in which they ended.
    limits : mapping of str to str
        What each player was allowed, in words: ``"5+0.05"``, ``"10,000 nodes"``.
    rules : mapping of str to str
        Options of the rules that differ from the default.
    openings : str
        Where the openings came from.
    sprt : SprtPlan, optional
        The sequential test, if there was one.
    n_planned : int, optional
        Games that were planned; None if the test decides.
    seed : int, optional
        The seed of everything random.
    faults : tuple of GameFault
        Faults that belong to no game, such as an engine that cannot start.
    title : str
        What the match is called; the players by default.

    Examples
    --------
    >>> import tabiya
    >>> start = str(tabiya.game("loa").initial())
    >>> games = (GameRecord("a", "b", "1-0", start), GameRecord("b", "a", "1/2-1/2", start, leg=1))
    >>> MatchRecord("loa", ("a", "b"), games).name
    'a against b'
    """

    game: str
    players: tuple[str, ...]
    games: tuple[GameRecord, ...]
    limits: Mapping[str, str] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)
    openings: str = ""
    sprt: SprtPlan | None = None
    n_planned: int | None = None
    seed: int | None = None
    faults: tuple[GameFault, ...] = ()
    title: str = ""

    def __post_init__(self) -> None:
        if len(self.players) < PAIR or len(set(self.players)) != len(self.players):
            raise ValueError(
                f"match: expected two or more players of different names, found {self.players!r}"
            )
        known = set(self.players)
        for number, game in enumerate(self.games, start=1):
            if not {game.first, game.second} <= known or game.first == game.second:
                raise ValueError(
                    f"match, game {number}: expected two of {self.players!r}, "
                    f"found {game.first!r} and {game.second!r}"
                )

    @property
    def name(self) -> str:
        """Return the title, or the players if there is none."""
        if self.title:
            return self.title
        if len(self.players) == PAIR:
            return " against ".join(self.players)
        return f"{len(self.players)} players"


def complete_pairs(games: Iterable[GameRecord]) -> list[tuple[GameRecord, GameRecord]]:
    """Return the pairs of which both games were finished, in the order of their pair numbers.

    >>> games = [GameRecord("a", "b", "1-0", ""), GameRecord("b", "a", None, "", leg=1)]
    >>> complete_pairs(games)
    []
    """
    legs: dict[int, dict[int, GameRecord]] = {}
    for game in games:
        if game.result is not None:
            legs.setdefault(game.pair, {})[game.leg] = game
    return [(both[0], both[1]) for _, both in sorted(legs.items()) if len(both) == PAIR]
