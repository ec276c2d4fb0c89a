"""What a search found."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, TypeAlias

from tabiya import _core

# Where a report keeps what the core has told, until its details are asked for.
TOLD = "_told"


@dataclass(frozen=True)
class Variation:
    """A line of moves and what it is worth.

    Attributes
    ----------
    score : float
        Score of the side to move, as in :class:`SearchReport`.
    pv : tuple of str
        The line.
    """

    score: float
    pv: tuple[str, ...]

    @property
    def move(self) -> str:
        """Its first move."""
        return self.pv[0]


@dataclass(frozen=True)
class SearchIteration:
    """A completed iteration of a search.

    Attributes
    ----------
    depth : int
        Its depth in plies.
    score : float
        Score of the side to move, as in :class:`SearchReport`.
    pv : tuple of str
        The expected line.
    nodes : int
        Nodes since the search began.
    seconds : float
        Time since the search began.
    hash_fill : int
        Parts in a thousand of the table that the search has filled.
    deepest : int
        The deepest ply that was looked at, leaves included.
    others : tuple of Variation
        The best lines after the first, if more than one was asked for.
    """

    depth: int
    score: float
    pv: tuple[str, ...]
    nodes: int
    seconds: float
    hash_fill: int
    deepest: int = 0
    others: tuple[Variation, ...] = ()

    @property
    def lines(self) -> tuple[Variation, ...]:
        """All lines that were asked for, the best first."""
        return (Variation(self.score, self.pv), *self.others)


@dataclass(frozen=True)
class SearchReport:
    """The outcome of a search.

    Attributes
    ----------
    move : str
        The best move found.
    score : float
        Score of the side to move: centipawns in chess and Lines of Action, hundredths of a disc in
        Othello. Beyond a million less ten thousand the end of the game was seen; then
        :attr:`win_in` or :attr:`discs` says it in words.
    pv : tuple of str
        The expected line, starting with the best move.
    nodes : int
        Nodes visited.
    depth : int
        The last completed iteration.
    seconds : float
        Time used.
    iterations : tuple of SearchIteration
        All completed iterations.
    game : str
        The game that was searched.
    changes : tuple of (int, float)
        Every change of the score: from how many nodes on the search held which.
    lines : tuple of Variation
        All lines that were asked for, the best first.
    deepest : int
        The deepest ply that was looked at, leaves included.
    root_moves : mapping of str to int
        The nodes spent on each move.
    """

    move: str
    score: float
    pv: tuple[str, ...]
    nodes: int
    depth: int
    seconds: float
    iterations: tuple[SearchIteration, ...]
    game: str
    changes: tuple[tuple[int, float], ...] = field(default_factory=tuple)
    lines: tuple[Variation, ...] = field(default_factory=tuple)
    deepest: int = 0
    root_moves: Mapping[str, int] = field(default_factory=dict)

    # To make all of this of every search takes as long as a tenth of a search of a thousand nodes,
    # and most are asked for their score alone.
    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            found = self.__dict__
            if found.get(TOLD) is not None:
                found.update(_details(found[TOLD]), **{TOLD: None})
            if name in found:
                return found[name]
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __getstate__(self) -> dict[str, Any]:
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @classmethod
    def of_score(cls, game: str, score: float) -> "SearchReport":
        """Return a report that knows a score and nothing else, to say the score in words.

        >>> SearchReport.of_score("chess", 1e6 - 3).win_in
        3
        """
        return cls("", score, (), nodes=0, depth=0, seconds=0.0, iterations=(), game=game)

    def score_at(self, nodes: int) -> float:
        """Return the score that a search of so many nodes, at most this one's, would have given.

        Every search finishes its first ply, however few nodes it was given.

        >>> import tabiya
        >>> start = tabiya.game("chess").initial()
        >>> report = tabiya.Player("chess").search(start, nodes=4000)
        >>> report.score_at(4000) == report.score
        True
        """
        least = self.iterations[0].nodes if self.iterations else 0
        held = [score for reached, score in self.changes if reached <= max(nodes, least)]
        return held[-1] if held else self.score

    @property
    def win_in(self) -> int | None:
        """Plies to a forced win (positive) or loss (negative); None if no end was seen.

        >>> import tabiya
        >>> position = tabiya.game("chess").position("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1")
        >>> tabiya.Player("chess").search(position, depth=3).win_in
        1
        """
        steps = self._steps_to_win()
        return None if self.game == "othello" or steps is None else steps

    @property
    def discs(self) -> int | None:
        """The exact margin in discs at the end of an Othello game; None if no end was seen."""
        steps = self._steps_to_win()
        if self.game != "othello" or steps is None:
            return None
        return 64 - steps if self.score > 0 else -64 - steps

    def _steps_to_win(self) -> int | None:
        if abs(self.score) <= _core.DECIDED_SCORE:
            return None
        steps = round(_core.WIN_SCORE - abs(self.score))
        return steps if self.score > 0 else -steps


# Depth, score, line, nodes, seconds, fill of the table, deepest ply, further lines.
RawIteration: TypeAlias = tuple[
    int, float, Sequence[str], int, float, int, int, Sequence[tuple[float, Sequence[str]]]
]


def read_iteration(raw: RawIteration) -> SearchIteration:
    """Turn what the core says of an iteration into one."""
    depth, score, pv, nodes, seconds, hash_fill, deepest, others = raw
    further = tuple(Variation(score, tuple(line)) for score, line in others)
    return SearchIteration(depth, score, tuple(pv), nodes, seconds, hash_fill, deepest, further)


def read_report(game: str, told: _core.Report) -> SearchReport:
    """Turn what the core returns into a report, of which the details are made when asked for."""
    report = object.__new__(SearchReport)
    move, score, nodes, depth, seconds, deepest = told.head()
    report.__dict__.update(
        move=move,
        score=score,
        nodes=nodes,
        depth=depth,
        seconds=seconds,
        deepest=deepest,
        game=game,
        **{TOLD: told},
    )
    return report


def _details(told: _core.Report) -> dict[str, object]:
    raw_last, iterations, changes, root_moves = told.details()
    last = read_iteration(raw_last)
    return {
        "pv": last.pv,
        "iterations": tuple(read_iteration(iteration) for iteration in iterations),
        "changes": tuple(changes),
        "lines": last.lines,
        "root_moves": dict(root_moves),
    }


def iteration_listener(callback: Callable[[SearchIteration], object]) -> Callable[..., object]:
    """Return what hears of an iteration as the core tells it."""

    def listen(*raw: Any) -> object:
        return callback(read_iteration(raw))

    return listen
