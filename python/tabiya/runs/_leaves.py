"""Positions at the ends of their exchanges, looked for again when the weights have moved."""

from collections.abc import Mapping
from dataclasses import replace

from tabiya.learn import PieceOfWork, make_problem
from tabiya.players import Player
from tabiya.positions import Filters, PositionSet, quiet
from tabiya.runs._packed import PackedSet, arrays_of
from tabiya.runs._task import TuningTask

# Nothing is left out but games that are over: labels stay the same from time to time.
ALL = Filters(checks=True, duplicates=True)


def settled(task: TuningTask, weights: Mapping[str, float]) -> TuningTask:
    """Return the task with its positions at the leaves of their quiescence lines.

    Which captures are played out depends on the weights; so do the leaves, which is why they are
    looked for again from time to time while the weights are tuned.

    Parameters
    ----------
    task : TuningTask
        What is tuned on positions by their static evaluation.
    weights : mapping
        The weights to start from now, which also say where the exchanges end.
    """
    if task.engine is not None or task.mode != "static" or task.train is None:
        raise ValueError(
            "leaves: expected positions and their static evaluation, for others look further "
            f"themselves, found {task.analyst}"
        )

    def leaves(of: PositionSet | PackedSet) -> PositionSet:
        if isinstance(of, PackedSet):
            raise ValueError("leaves: expected a set, found a packed one")  # noqa: TRY004 (a value)
        return quiet(of, leaves=True, filters=ALL, weights=weights, threads=task.threads)

    control = None if task.control is None else leaves(task.control)
    return replace(
        task, train=leaves(task.train), control=control, start=None, weights=dict(weights)
    )


def settled_tau(task: TuningTask, weights: Mapping[str, float]) -> float:
    """Return tau on control, or in training without one, at the leaves that the weights lead to."""
    ends = settled(task, weights)
    held = ends.control or ends.train
    assert held is not None, "there are positions to train on"
    player = Player(task.game_name, weights=dict(weights))
    problem = make_problem(arrays_of(held), ["all"], player=player, threads=task.threads)
    return problem.evaluate([PieceOfWork(problem.start)])[0]
