"""The player: what moves."""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import astuple
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabiya import _core
from tabiya._core import Stop
from tabiya.games import Batch, Game, Position
from tabiya.players._clock import Budget, TimeLeft
from tabiya.players._clock_file import load_clock
from tabiya.players._combination import load_combination
from tabiya.players._decisions import Decisions
from tabiya.players._hash import check_hash
from tabiya.players._limits import check_limits
from tabiya.players._log import SearchLog, log_searches
from tabiya.players._movemap import OrderingSource, default_ordering, read_ordering
from tabiya.players._patterns import PatternModel, default_patterns, load_patterns
from tabiya.players._pruning import Pruning, Widths
from tabiya.players._pruning_file import NONE, default_pruning, load_pruning
from tabiya.players._report import SearchIteration, SearchReport, iteration_listener, read_report
from tabiya.players._trace import Trace, check_game
from tabiya.players._weights import Weights, weights_file


class Player:
    """A player: weights, a search and its decisions.

    A search with depth or node limits is a pure function of position, player and limits: it starts
    from an empty table unless it is told to keep it.

    Parameters
    ----------
    game : str or Game
        The game to play.
    weights : mapping of str to float, or path, optional
        Weights of the named evaluation that differ from their defaults, or a file of them, as
        ``tabiya tune`` writes it; an empty mapping is that evaluation as it is. Left out, the
        game's best evaluation plays: in Othello, patterns.
    hash_mib : int, optional
        Size of the transposition table in mebibytes.
    decisions : Decisions, optional
        What the search decides.
    resolution : float, optional
        Scores are rounded to so many centipawns.
    network : str or Path, optional
        File of a neural network that evaluates in place of the weights (Othello and Lines of
        Action; Kocsis 2003, §2.1.2). Its format is described in ``docs/loa.md``.
    combination : str or Path, optional
        File of a combination of features, made by ``tabiya fit``, that evaluates in place of the
        weights (Buro 1995).

    patterns : PatternModel or path, optional
        Weights of patterns that evaluate in place of the named weights (Othello).
    pruning : Pruning or path, optional
        What the search has learned to skip (Kocsis 2003, chapter 4). Left out, what the game's
        games spoke for, unless a preset or widths are chosen; ``"none"`` is nothing.
    clock : str or Path, optional
        Where it spends the time of a game with a clock: a name or a file, as for
        :func:`load_clock`. The modern one by default.
    ordering : MapOrdering, MoveMap or path, optional
        A learned map of moves that orders quiet moves, made by ``tabiya order train``. Left out,
        what the game's games spoke for, unless a preset is chosen; ``"none"`` is history alone.
    combine : {"weighted", "pure", "first", "added", "prior"}, optional
        How the map is combined with history; :class:`MapOrdering` says more.

    Examples
    --------
    >>> import tabiya
    >>> player = tabiya.Player("chess", weights={"knight": 310.5})
    >>> report = player.search(tabiya.game("chess").initial(), depth=5)
    >>> report.depth, len(report.iterations), report.move == report.pv[0]
    (5, 5, True)
    """

    def __init__(
        self,
        game: str | Game,
        *,
        weights: Mapping[str, float] | str | Path | None = None,
        hash_mib: int | None = None,
        decisions: Decisions | None = None,
        resolution: float | None = None,
        network: str | Path | None = None,
        combination: str | Path | None = None,
        patterns: PatternModel | str | Path | None = None,
        pruning: Pruning | str | Path | None = None,
        clock: str | Path | _core.Clock | None = None,
        ordering: OrderingSource = None,
        combine: str | None = None,
    ) -> None:
        self.game = game if isinstance(game, Game) else Game(game)
        if isinstance(weights, str | Path):
            weights = weights_file(weights, self.game.name)
        self.weights = Weights(self.game.name, weights)
        self.decisions = decisions or Decisions()
        self.network = None if network is None else Path(network)
        self.combination = None if combination is None else Path(combination)
        given = (weights, network, combination, patterns)
        if all(each is None for each in given):
            patterns = default_patterns(self.game.name)
        if isinstance(patterns, str | Path):
            patterns = load_patterns(patterns)
        self.patterns = patterns
        if patterns is not None and (weights or network or combination):
            raise ValueError(
                "player: expected one of weights, network, combination and patterns, found two"
            )
        if isinstance(clock, str | Path):
            clock = load_clock(clock, self.game.name)
        self.clock = clock
        self.ordering = read_ordering(ordering, combine, self.game.name)
        if ordering is None:
            self.ordering = default_ordering(self.game.name, self.decisions.preset)
        check_hash(hash_mib)
        if resolution is not None and not 0 < resolution <= _core.WIN_SCORE:
            raise ValueError(
                f"resolution: expected a number above 0, at most {_core.WIN_SCORE:g}, found "
                f"{resolution!r}"
            )
        self.pruning = self._choose_pruning(pruning)
        params = {**(self.pruning.params if self.pruning else {}), **self.decisions.params}
        text = None if self.network is None else self.network.read_text(encoding="utf-8")
        try:
            self._core = _core.Player(
                self.game.name,
                list(self.weights.changed().items()),
                [(name, float(value)) for name, value in params.items()],
                hash_mib,
                resolution,
                self.decisions.preset,
                None if self.pruning is None else self.pruning.core(),
                text,
                self._load_combination(),
                None if patterns is None else patterns.core,
                [] if patterns is None else [astuple(each) for each in patterns.relations],
                self.clock,
                None if self.ordering is None else self.ordering.raw,
            )
        except _core.ParseNetworkError as error:
            raise ValueError(f"{network}: {error}") from None

    @property
    def hash_mib(self) -> int:
        """Return the size of the transposition table in mebibytes."""
        return self._core.hash_mib

    @property
    def resolution(self) -> float:
        """Return the step to which scores are rounded, in centipawns."""
        return self._core.resolution

    def evaluate(self, position: Position) -> float:
        """Return the static evaluation of a position, in centipawns, of the side to move.

        >>> import tabiya
        >>> tabiya.Player("chess").evaluate(tabiya.game("chess").initial()) > 0
        True
        """
        return self._core.evaluate(position._core)

    def evaluate_many(self, positions: Iterable[Position]) -> NDArray[np.float64]:
        """Return the static evaluations of many positions, in centipawns, of the side to move.

        >>> import tabiya
        >>> tabiya.Player("loa").evaluate_many([tabiya.game("loa").initial()]).shape
        (1,)
        """
        if isinstance(positions, Batch):
            check_game(positions, self.game.name)
            return self._core.evaluate_packed(positions.packed, list(positions.game.rules.items()))
        return self._core.evaluate_many([position._core for position in positions])

    def budget(self, position: Position, left: TimeLeft) -> Budget:
        """Return what the player's clock would give a move, in the unit of that clock.

        Parameters
        ----------
        position : Position
            Where the player is to move.
        left : TimeLeft
            The clock of the game.

        Returns
        -------
        Budget
            Without a soft limit if the clock decides only as it sees the search.

        Examples
        --------
        >>> import tabiya
        >>> start, left = tabiya.game("loa").initial(), TimeLeft(60, n_searched=10)
        >>> quick = tabiya.Player("loa", clock="modern:part=0.1").budget(start, left)
        >>> quick.soft < tabiya.Player("loa").budget(start, left).soft
        True
        """
        soft, hard = self._core.budget(position._core, left.raw())
        return Budget(soft=soft if math.isfinite(soft) else None, hard=hard)

    def search(
        self,
        position: Position,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        soft_seconds: float | None = None,
        keep: bool = False,
        stop: Stop | None = None,
        on_iteration: Callable[[SearchIteration], object] | None = None,
        on_root_move: Callable[[str, int], object] | None = None,
        lines: int = 1,
        only: Iterable[str] = (),
        without: Iterable[str] = (),
        bonus: Mapping[str, float] | None = None,
        clock: TimeLeft | None = None,
        threads: int = 1,
    ) -> SearchReport:
        """Search a position until a limit is reached; the first ply is always completed.

        Parameters
        ----------
        position : Position
            Where to search. The positions that play has led through count for repetition.
        depth, nodes, seconds : int, int, float, optional
            Limits, at least one; whatever is reached first stops the search.
        soft_seconds : float, optional
            Time after which no further iteration begins. It is no limit by itself.
        keep : bool
            Go on with what earlier searches have learnt, as in a game. Then the result depends on
            them too.
        stop : Stop, optional
            A flag that another thread may set to end the search with what it has found.
        on_iteration : callable, optional
            Called with every completed iteration, at most a twentieth of a second late.
        on_root_move : callable, optional
            Called with every move of the root, and its number, when it is about to be searched.
        lines : int
            How many of the best lines are wanted; :attr:`SearchReport.lines` has them.
        only, without : iterable of str
            The only moves to search, and moves not to search; all if neither is given.
        bonus : mapping of str to float, optional
            What moves are worth in advance, in centipawns.
        clock : TimeLeft, optional
            The clock of the game, of which the player gives the move a part. It is a limit.
        threads : int
            Threads that search together and share one table; the nodes of all count. With one, the
            search is deterministic; several find more in the same time, but not the same twice.

        Returns
        -------
        SearchReport
            The best move, its score and line, and what they cost.

        Raises
        ------
        GameOverError
            If the game is finished.
        IllegalMoveError
            If one of the moves named is not legal.

        Examples
        --------
        >>> import tabiya
        >>> start = tabiya.game("othello").initial()
        >>> report = tabiya.Player("othello").search(start, depth=4, lines=2, without=["c4"])
        >>> len(report.lines), "c4" in report.root_moves
        (2, False)
        """
        if stop is None and clock is None:
            check_limits(depth, nodes, seconds)
        if lines < 1:
            raise ValueError(f"lines: expected 1 or more, found {lines}")
        if not 1 <= threads <= _core.MAX_THREADS:
            raise ValueError(f"threads: expected 1 to {_core.MAX_THREADS}, found {threads}")
        root = (list(only), list(without), list((bonus or {}).items()), lines)
        listen = None
        if on_iteration is not None:
            listen = iteration_listener(on_iteration)
        raw = self._core.search(
            position._core,
            depth,
            nodes,
            seconds,
            soft_seconds,
            keep,
            stop,
            listen,
            on_root_move,
            root,
            None if clock is None else clock.raw(),
            threads,
        )
        return read_report(self.game.name, raw)

    def search_many(
        self,
        positions: Iterable[Position],
        *,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        threads: int = 1,
        progress: Callable[[int, int], object] | None = None,
    ) -> list[SearchReport]:
        """Search many positions, several at a time, each from an empty table.

        Parameters
        ----------
        positions : Batch or iterable of Position
            A batch, a list or an array of positions. Those of a batch have no past.
        depth, nodes, seconds : int, int, float, optional
            Limits of each search, at least one.
        threads : int
            How many searches run at the same time.
        progress : callable, optional
            Called from time to time with the number of searches done and the number of all.

        Returns
        -------
        list of SearchReport
            In the order of the positions; the same reports as one by one, whatever the number of
            threads.

        Examples
        --------
        >>> import tabiya
        >>> start = tabiya.game("othello").initial()
        >>> positions = [start.play(move) for move in start.legal_moves()]
        >>> player = tabiya.Player("othello")
        >>> many = player.search_many(positions, nodes=1024, threads=2)
        >>> [r.nodes for r in many] == [player.search(p, nodes=1024).nodes for p in positions]
        True
        """
        check_limits(depth, nodes, seconds)
        if threads < 1:
            raise ValueError(f"threads: expected 1 or more, found {threads}")
        limits = (depth, nodes, seconds)
        if isinstance(positions, Batch):
            check_game(positions, self.game.name)
            rules = list(positions.game.rules.items())
            raw = self._core.search_packed(positions.packed, rules, *limits, threads, progress)
        else:
            cores = [position._core for position in positions]
            raw = self._core.search_many(cores, *limits, threads, progress)
        return [read_report(self.game.name, report) for report in raw]

    def log_searches(
        self,
        positions: Iterable[Position],
        *,
        depth: int | None = None,
        nodes: int | None = None,
        rate: float = 1.0,
        seed: int = 0,
        threads: int = 1,
        progress: Callable[[int, int], object] | None = None,
    ) -> SearchLog:
        """Search positions, each from an empty table, and write down a sample of the nodes.

        Parameters
        ----------
        positions : Batch or iterable of Position
            Where to search; what led there does not count.
        depth, nodes : int, optional
            Limits of each search, at least one.
        rate : float
            The part of all nodes that is written down.
        seed : int
            What the draw of the nodes depends on.
        threads : int
            How many searches run at the same time; the log is the same for any number.
        progress : callable, optional
            Called from time to time with the number of searches done and the number of all.

        Returns
        -------
        SearchLog
            Positions, windows, moves in the order tried, best moves and bounds, as columns.
        """
        check_limits(depth, nodes, None)
        return log_searches(
            self,
            positions,
            depth=depth,
            nodes=nodes,
            rate=rate,
            seed=seed,
            threads=threads,
            progress=progress,
        )

    def trace(self, positions: Iterable[Position]) -> Trace:
        """Write down the features of positions, so that any weights can be tried without boards.

        >>> import tabiya
        >>> trace = tabiya.Player("loa").trace([tabiya.game("loa").initial()])
        >>> len(trace), trace.scores().shape
        (1, (1,))
        """
        return Trace(self.game.name, positions, self.weights)

    def duplicate(self, *, ordering: OrderingSource = None) -> "Player":
        """Return another player of the same kind, with a table of its own.

        Parameters
        ----------
        ordering : MapOrdering, MoveMap or path, optional
            A map of moves to order by instead.

        Examples
        --------
        >>> player = Player("othello", weights={"mobility_opening": 70})
        >>> player.duplicate().weights == player.weights
        True
        """
        return Player(
            self.game,
            weights=None if self.patterns else self.weights,
            hash_mib=self.hash_mib,
            decisions=self.decisions,
            resolution=self.resolution,
            network=self.network,
            combination=self.combination,
            patterns=self.patterns,
            pruning=self.pruning or NONE,
            clock=self.clock,
            ordering=(self.ordering or NONE) if ordering is None else ordering,
        )

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """Say how to make the same player in another process; what it has learnt stays here."""
        settings = {
            "weights": None if self.patterns else self.weights.changed(),
            "patterns": self.patterns,
            "hash_mib": self.hash_mib,
            "decisions": self.decisions,
            "resolution": self.resolution,
            "network": self.network,
            "combination": self.combination,
            "pruning": self.pruning or NONE,
            "ordering": self.ordering or NONE,
        }
        if self.ordering is default_ordering(self.game.name, self.decisions.preset):
            del settings["ordering"]  # every process has it
        return _remake, (self.game, settings, None if self.clock is None else self.clock.text)

    @property
    def usual_pruning(self) -> Pruning | None:
        """Return what such a player skips if nothing is said, for games have spoken for it.

        They have spoken of the usual search with the usual kind of evaluation, in Othello of
        patterns, and of nothing else.
        """
        game, other = self.game.name, self.network or self.combination
        is_kind = (self.patterns is None) == (default_patterns(game) is None)
        usual = self.decisions.preset is None and is_kind and not other
        return default_pruning(game) if usual else None

    def _choose_pruning(self, given: Pruning | str | Path | None) -> Pruning | None:
        game, widths = self.game.name, None
        if self.decisions.widths is not None:
            widths = Widths(self.decisions.widths, self.decisions.widths_by)
        if given is None or str(given) == NONE:
            if widths is not None:
                return Pruning(game, widths=widths)
            return self.usual_pruning if given is None else None
        pruning = given if isinstance(given, Pruning) else load_pruning(given, game=game)
        if pruning.game != game:
            raise ValueError(f"pruning: expected one of {game}, found one of {pruning.game}")
        if widths not in (None, pruning.widths):
            raise ValueError("player: expected widths or pruning, found both")
        return pruning

    def _load_combination(self) -> _core.Combination | None:
        if self.combination is None:
            return None
        return load_combination(self.combination, self.game.name)

    def clear(self) -> None:
        """Forget what earlier searches have learnt."""
        self._core.clear()

    def __repr__(self) -> str:
        return f"<Player of {self.game!r}>"


def _remake(game: Game, settings: Mapping[str, Any], clock: str | None) -> Player:
    return Player(game, **settings, clock=None if clock is None else _core.Clock(None, clock))
