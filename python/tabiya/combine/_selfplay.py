"""Games to learn from: a player that errs, from all openings of some length."""

from collections.abc import Callable, Iterator
from itertools import islice

import numpy as np
import polars as pl

from tabiya import _core
from tabiya.games import Batch, Game
from tabiya.play import Opening, all_openings
from tabiya.players import Player
from tabiya.positions import PositionSet

MOST_PLIES = 400
MOST_GAMES = 10_000_000
RESULTS = {0.0: "0-1", 0.5: "1/2-1/2", 1.0: "1-0"}


def play_games(
    game: str | Game,
    *,
    plies: int = 7,
    n: int | None = None,
    nodes: int = 200,
    errors: float = 0.05,
    seed: int = 0,
    player: Player | None = None,
    threads: int = 1,
    progress: Callable[[int, int], object] | None = None,
) -> PositionSet:
    """Play games to learn from, and label their positions by the results.

    Good players know the features that matter and keep them level, so that in their games these
    hardly vary and get no weight. Here every opening is played, most of which favour one side, and
    the player errs now and then.

    Parameters
    ----------
    game : str or Game
    plies : int
        Play all positions that so many plies lead to, each once before any is played twice.
    n : int, optional
        How many games; one from each opening unless it is said.
    nodes : int
        What the player may spend on a move.
    errors : float
        The share of moves that are drawn by lot.
    seed : int
        Seed of the lot and of the order of the openings.
    player : Player, optional
        Who plays; the built-in player.
    threads : int
        Games at the same time; it does not change them.
    progress : callable, optional
        Called with the number of games played and of all.

    Returns
    -------
    PositionSet

    Examples
    --------
    >>> found = play_games("othello", plies=2, n=4, nodes=20, errors=0.3)
    >>> found.table["game"].n_unique(), set(found.table["kind"])
    (4, {'result'})

    References
    ----------
    Buro 1995, "Statistical Feature Combination for the Evaluation of Game Positions", §3.
    """
    chosen = game if isinstance(game, Game) else Game(game)
    if not 0 <= errors <= 1:
        raise ValueError(f"errors: expected a share from 0 to 1, found {errors!r}")
    if nodes < 1 or (n is not None and n < 1):
        raise ValueError(f"games: expected nodes and games of 1 or more, found {nodes} and {n}")
    if n is not None and n > MOST_GAMES:
        raise ValueError(f"games: expected at most {MOST_GAMES:,}, found {n:.3g}")
    # All that a glance tells apart from even ones are wanted too.
    openings = all_openings(
        chosen, plies=plies, seed=seed, nodes=1, even=(0.0, 1.0), threads=threads
    )
    n = len(openings) if n is None else n
    starts = list(islice(_again_and_again(openings), n))
    packed, counts, results = _core.play_erring(
        (player or Player(chosen))._core,
        [start.position._core for start in starts],
        nodes,
        errors,
        seed,
        MOST_PLIES,
        threads,
        progress,
    )
    batch = Batch(chosen, packed, checked=True)
    lengths = counts.astype(np.int64)
    games = np.repeat(np.arange(n), lengths)
    ends = np.cumsum(lengths)
    values = results[games]
    sides = np.array(chosen.sides)[batch.turns]
    table = pl.DataFrame(
        {
            "position": batch.texts(),
            "side": sides,
            "label": [RESULTS[value] for value in values],
            "kind": "result",
            "value": values,
            "file": f"self-play of {chosen.name}, seed {seed}",
            "game": games,
            "ply": plies + np.arange(len(games)) - (ends - lengths)[games],
        }
    )
    return PositionSet(chosen.name, table)


def _again_and_again(openings: list[Opening]) -> Iterator[Opening]:
    while True:
        yield from openings
