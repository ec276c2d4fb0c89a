"""Examples from a player: the moves that it finds, and what cut its searches off."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from tabiya import _core
from tabiya.ordering._examples import MoveExamples
from tabiya.players import Player

# Kinds of bounds, as the log counts them: a move cut the node off, or its value is exact.
_LOWER, _EXACT = 2, 3
AT_ONCE = 4096

Progress = Callable[[int, int], object]


def label_examples(
    examples: MoveExamples,
    player: Player,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    threads: int = 1,
    progress: Progress | None = None,
) -> MoveExamples:
    """Replace the best moves by those that a player finds.

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
    progress : callable, optional
        Called with the positions done and their number.
    """
    _check(examples, player)
    texts: list[tuple[_core.Position, list[str]]] = []
    for start in range(0, len(examples), AT_ONCE):
        part = examples.take(slice(start, start + AT_ONCE)).positions
        reports = player.search_many(part, depth=depth, nodes=nodes, threads=threads)
        cores = [position._core for position in part]  # noqa: SLF001
        texts += [(core, [report.move]) for core, report in zip(cores, reports, strict=True)]
        if progress is not None:
            progress(len(texts), len(examples))
    found, _ = _core.played_moves(examples.game, texts)
    return replace(examples, from_squares=found["from"], to_squares=found["to"])


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
    progress : callable, optional
        Called with the positions done and their number.
    """
    _check(examples, player)
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
