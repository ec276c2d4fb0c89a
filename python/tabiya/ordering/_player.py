"""Examples from a player: the moves that it finds, and what cut its searches off."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from tabiya import _core
from tabiya.cluster import Workers, pieces_in_order
from tabiya.games import Batch
from tabiya.ordering._examples import MoveExamples, join
from tabiya.players import Player

# Kinds of bounds, as the log counts them: a move cut the node off, or its value is exact.
_LOWER, _EXACT = 2, 3
AT_ONCE = 4096
# So many positions are one piece of work for a worker.
PIECE = 200

Progress = Callable[[int, int], object]


def label_examples(
    examples: MoveExamples,
    player: Player,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    threads: int = 1,
    workers: Workers | None = None,
    progress: Progress | None = None,
) -> MoveExamples:
    """Replace the best moves by those that a player finds, while the game goes on.

    Parameters
    ----------
    examples : MoveExamples
        The positions.
    player : Player
        Who searches.
    depth, nodes : int, optional
        Limits of each search, at least one.
    threads : int
        Searches at the same time; the result does not depend on them.
    workers : Workers, optional
        Workers who search instead, 200 positions each; the result does not depend on them either.
    progress : callable, optional
        Called with the positions done and their number.
    """
    _check(examples, player)
    examples = examples.going_on()
    work = partial(_find_moves, player, depth, nodes)
    found = [np.zeros((0, 2), np.uint8)]
    if workers is not None:
        found += pieces_in_order(workers, work, examples.positions, size=PIECE, progress=progress)
    else:
        for start in range(0, len(examples), AT_ONCE):
            found.append(work(examples.positions[start : start + AT_ONCE], threads=threads))
            if progress is not None:
                progress(min(start + AT_ONCE, len(examples)), len(examples))
    moves = np.concatenate(found)
    return replace(examples, from_squares=moves[:, 0], to_squares=moves[:, 1])


def _find_moves(
    player: Player, depth: int | None, nodes: int | None, positions: Batch, threads: int = 1
) -> NDArray[np.uint8]:
    """Return the squares from and to which a player moves."""
    reports = player.search_many(positions, depth=depth, nodes=nodes, threads=threads)
    texts = [
        (position._core, [report.move]) for position, report in zip(positions, reports, strict=True)
    ]
    found, _ = _core.played_moves(player.game.name, texts)
    return np.stack([found["from"], found["to"]], axis=1)


def examples_from_searches(
    examples: MoveExamples,
    player: Player,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    rate: float = 0.1,
    plies: int = 2,
    seed: int = 0,
    threads: int = 1,
    workers: Workers | None = None,
    progress: Progress | None = None,
) -> MoveExamples:
    """Search positions and take the nodes where a move cut off, or was the best, as examples.

    Parameters
    ----------
    examples : MoveExamples
        Where the searches begin; their best moves do not matter.
    player : Player
        Who searches.
    depth, nodes : int, optional
        Limits of each search, at least one.
    rate : float
        The part of all nodes that is looked at.
    plies : int
        The least plies that remained in a node.
    seed : int
        Of the draw of nodes.
    threads : int
        Searches at the same time; the result does not depend on them.
    workers : Workers, optional
        Workers who search instead, 200 positions each; the result does not depend on them either.
    progress : callable, optional
        Called with the positions done and their number.
    """
    _check(examples, player)
    examples = examples.going_on()
    work = partial(
        _cut_off, player=player, depth=depth, nodes=nodes, rate=rate, seed=seed, plies=plies
    )
    if workers is None:
        return work(examples, threads=threads, progress=progress)
    found = pieces_in_order(workers, work, examples, size=PIECE, progress=progress)
    return join(found) if found else work(examples)


def _cut_off(
    examples: MoveExamples,
    *,
    player: Player,
    depth: int | None,
    nodes: int | None,
    rate: float,
    seed: int,
    plies: int,
    threads: int = 1,
    progress: Progress | None = None,
) -> MoveExamples:
    """Return nodes of searches with the moves that cut off there, or were the best."""
    log = player.log_searches(
        examples.positions,
        depth=depth,
        nodes=nodes,
        rate=rate,
        seed=seed,
        threads=threads,
        progress=progress,
    )
    columns = log.columns
    best = log.best_moves()
    chosen = best >= 0
    chosen &= np.isin(columns["bound"], (_LOWER, _EXACT))
    chosen &= columns["depth"] >= 16 * plies
    rows = np.flatnonzero(chosen)
    origin = columns["search"][rows]
    return MoveExamples(
        examples.game,
        np.ascontiguousarray(log.positions.packed[rows]),
        log.from_squares[best[rows]],
        log.to_squares[best[rows]],
        columns["previous"][rows],
        examples.group[origin],
        examples.eco[origin],
        examples.made_by,
    )


def _check(examples: MoveExamples, player: Player) -> None:
    if player.game.name != examples.game:
        raise ValueError(
            f"player: expected one who plays {examples.game}, found {player.game.name}"
        )
