"""A match between two players."""

from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path

from tabiya.cluster import Workers
from tabiya.games import Game
from tabiya.play._adjudication import Adjudication
from tabiya.play._choose import OpeningSource, choose_openings
from tabiya.play._contestant import Entrant, read_contestants, rename
from tabiya.play._fixture import MARGIN_SECONDS, Conditions, pair_of
from tabiya.play._kept_play import KeptPlay, OnResume, describe
from tabiya.play._ledger import OnGame
from tabiya.play._limits import read_limits
from tabiya.play._record import PAIR, MatchRecord, SprtPlan
from tabiya.play._result import MatchResult, make_sprt
from tabiya.store import OnWait

DEFAULT_GAMES = 100
# A sequential test that has not ended by then never will.
MOST_GAMES = 100_000
# Pairs for which openings are made at a time.
BLOCK = 250


def match(
    a: Entrant,
    b: Entrant,
    *,
    game: str | Game = "chess",
    openings: OpeningSource = None,
    opening_plies: int | None = None,
    games: int | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    time: str | None = None,
    depth_b: int | None = None,
    nodes_b: int | None = None,
    seconds_b: float | None = None,
    time_b: str | None = None,
    adjudication: Adjudication | None = None,
    sprt: SprtPlan | tuple[float, float] | None = None,
    concurrency: int = 2,
    workers: Workers | None = None,
    seed: int = 0,
    margin: float = MARGIN_SECONDS,
    store: str | Path | None = None,
    pgn: str | Path | None = None,
    names: Sequence[str] | None = None,
    on_game: OnGame | None = None,
    on_resume: OnResume | None = None,
    on_wait: OnWait | None = None,
    on_openings: Callable[[int, int], object] | None = None,
) -> MatchResult:
    """Play a match: each opening twice, with the players exchanged.

    Two built-in players without clocks play inside the core, which is fastest. With limits of depth
    or nodes such a match is a function of its arguments, whatever the concurrency.

    Parameters
    ----------
    a, b : str, Player, EngineSpec or Contestant
        The players; :func:`read_contestants` says how texts name them.
    game : str or Game
        What they play.
    openings : str, Path, sequence or None
        A file of EPD, FEN or PGN, positions, or how to make them: ``"random:8"``, ``"all:2"``,
        ``"start"``. Without any they are random and nearly even.
    opening_plies : int, optional
        Plies that are taken of PGN games.
    games : int, optional
        How many, an even number; 100 if it is not said, and as many as the test needs if there is
        one.
    depth, nodes, seconds : int, int, float, optional
        Limits of each move.
    time : str, optional
        The clock of a game, as ``"5+0.05"``.
    depth_b, nodes_b, seconds_b, time_b : optional
        The limits of `b`, if they differ.
    adjudication : Adjudication, optional
        When games are decided early.
    sprt : SprtPlan or (elo0, elo1), optional
        A sequential test of `a` that ends the match; a pair of numbers is in normalised Elo.
    concurrency : int
        How many games are played at the same time.
    workers : Workers, optional
        Workers who play instead, a pair of games each; :func:`tabiya.cluster.open_workers` calls
        them.
    seed : int
        Of the openings: which are made, or in which order they are taken from a file.
    margin : float
        Seconds that an answer may be late before the clock decides.
    store : str or Path, optional
        A file that keeps every game as it ends. The same match goes on where it was broken off.
    pgn : str or Path, optional
        A file for the games.
    names : sequence of str, optional
        What the players are called, if not by their texts.
    on_game : callable, optional
        Called with the record of every game when it is over.
    on_resume : callable, optional
        Called with the games that the store holds from an earlier run, if there are some.
    on_wait : callable, optional
        Called with who it is, if another process plays with this store; it is waited for.
    on_openings : callable, optional
        Called with how many openings were made, and how many are wanted.

    Returns
    -------
    MatchResult
        The games, and the verdict on `a`.

    Raises
    ------
    ValueError
        If something that is named does not exist, an engine cannot start, or the store was made by
        other settings.

    Examples
    --------
    >>> result = match("tabiya", "tabiya?preset=crafty", game="othello", games=4, nodes=50, seed=1)
    >>> result.verdict.n_games, len(result.games[0].moves) > 40
    (4, True)
    """
    chosen = game if isinstance(game, Game) else Game(game)
    contestants = read_contestants([a, b], chosen)
    if names is not None:
        contestants = rename(contestants, names)
    limits = read_limits(depth=depth, nodes=nodes, seconds=seconds, time=time)
    limits_b = read_limits(depth=depth_b, nodes=nodes_b, seconds=seconds_b, time=time_b) or limits
    if limits is None or limits_b is None:
        raise ValueError("match: expected depth, nodes, seconds or time, found none")
    plan = sprt if sprt is None or isinstance(sprt, SprtPlan) else SprtPlan(*sprt)
    n_games = games if games is not None else (MOST_GAMES if plan else DEFAULT_GAMES)
    if n_games < PAIR or n_games % PAIR:
        raise ValueError(f"games: expected an even number of 2 or more, found {n_games!r}")
    first, second = (contestant.name for contestant in contestants)
    conditions = Conditions(
        game=chosen,
        contestants={contestant.name: contestant for contestant in contestants},
        limits={first: limits, second: limits_b},
        adjudication=adjudication or Adjudication(),
        concurrency=concurrency,
        margin=margin,
    )
    n_pairs = n_games // PAIR
    starts = choose_openings(openings, chosen, seed=seed, plies=opening_plies, threads=concurrency)
    if conditions.is_deterministic and starts.more is None and games is None:
        n_pairs = min(n_pairs, len(starts.chosen))
    if conditions.is_deterministic:
        starts.check_enough(n_pairs)
    with KeptPlay(
        conditions,
        event=f"{first} against {second}",
        settings=describe(conditions, starts, "match"),
        store=store,
        pgn=pgn,
        on_game=on_game,
        on_resume=on_resume,
        on_wait=on_wait,
        workers=workers,
        sprt=None if plan is None else make_sprt(plan),
        player=first,
    ) as run:
        for start in range(0, n_pairs, BLOCK):
            block = range(start, min(start + BLOCK, n_pairs))
            starts.make(block.stop, on_openings)
            pairs = (pair_of(first, second, starts[pair], pair=pair) for pair in block)
            run.play(list(chain.from_iterable(pairs)))
            if run.is_over:
                break
    record = MatchRecord(
        game=chosen.name,
        players=(first, second),
        games=run.games(n_games),
        limits={name: str(limit) for name, limit in conditions.limits.items()},
        rules=chosen.rules,
        openings=starts.source,
        sprt=plan,
        n_planned=games,
        seed=seed,
    )
    return MatchResult(record)
