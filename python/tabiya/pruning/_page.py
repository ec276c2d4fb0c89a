"""Learning as the page of a tuning shows it."""

from collections.abc import Sequence

from tabiya._core import VERSION
from tabiya.learn import Iteration
from tabiya.pruning._by_games import N_DUELS, NumbersDuel
from tabiya.pruning._learn import Candidates
from tabiya.pruning._reinforce import Epoch, Task
from tabiya.pruning._tabu import Cycle
from tabiya.report import TuningRecord, TuningStep

# So many of the largest weights of a function are shown.
MOST_WEIGHTS = 40


def tabu_record(candidates: Candidates, cycles: Sequence[Cycle], command: str) -> TuningRecord:
    """Return the critical solutions of a tabu search; sizes of trees stand where losses do."""
    lattice, exam = candidates.lattice, candidates.exam
    top = sorted(cycles, key=lambda cycle: -cycle.performance)
    notes = [
        f"{lattice.words(each.solution)}: {each.performance:+.4f} with {each.n_count:,.0f} nodes"
        for each in {cycle.solution: cycle for cycle in reversed(top[:5])}.values()
    ]
    measure = "score difference" if candidates.tournament is None else "tournament score"
    return TuningRecord(
        title=f"Pruning of {lattice.game}: {lattice.kind}",
        measure=measure,
        names=lattice.names,
        steps=tuple(
            TuningStep(
                each.number,
                each.performance,
                None,
                tuple(map(float, each.solution)),
                each.n_count / candidates.limit,
            )
            for each in cycles
        ),
        final=tuple(map(float, cycles[-1].best)),
        notes=tuple(reversed(notes)),
        settings={
            "tuner": "TS-FPV",
            "positions": str(len(exam.truth)),
            "version": VERSION,
            "reference": f"{exam.reference} plies, {candidates.limit:,.0f} nodes",
            "depth": f"{exam.depth} plies",
            "loss": "nodes as a part of the limit",
            "command": command,
        },
        game=lattice.game,
    )


def reinforcement_record(task: Task, epochs: Sequence[Epoch], command: str) -> TuningRecord:
    """Return the epochs of RL-FPF with the largest weights; sizes of trees stand as losses."""
    function, last = task.start(), epochs[-1]
    names = [f"{unit} after {moves}" for moves in function.checkpoints for unit in function.units]
    order = sorted(range(len(names)), key=lambda i: -abs(last.best[i]))[:MOST_WEIGHTS]
    limit = task.exam.limit
    return TuningRecord(
        title=f"Pruning of {task.exam.setting.game}: a function that decides {task.decides}",
        measure="score difference",
        names=tuple(names[i] for i in order),
        steps=tuple(
            TuningStep(
                each.number,
                each.performance,
                None,
                tuple(each.weights[i] for i in order),
                each.n_count / limit,
            )
            for each in epochs
        ),
        final=tuple(last.best[i] for i in order),
        notes=(f"{len(order)} of {len(names)} weights are shown, the largest.",),
        settings={
            "tuner": "RL-FPF",
            "positions": str(len(task.exam.truth)),
            "version": VERSION,
            "reference": f"{task.exam.reference} plies, {limit:,.0f} nodes",
            "depth": f"{task.exam.depth} plies",
            "inputs": ", ".join(task.inputs),
            "loss": "nodes as a part of the limit",
            "command": command,
        },
        game=task.exam.setting.game,
    )


def games_record(duel: NumbersDuel, steps: Sequence[Iteration], command: str) -> TuningRecord:
    """Return the iterations of numbers that games tuned; the result of the duels is the measure."""
    numbers, last = duel.numbers, steps[-1]
    values = numbers.values(last.chosen)
    notes = [
        f"{name}: {start:g} became {values[name]:g}"
        for name, start in zip(numbers.names, numbers.start, strict=True)
    ]
    return TuningRecord(
        title=f"Pruning of {numbers.game}: numbers of the search",
        measure="result of the duels",
        names=numbers.names,
        steps=tuple(
            TuningStep(each.number, each.objective or 0.0, None, each.base) for each in steps
        ),
        final=last.chosen,
        notes=tuple(notes),
        settings={
            "tuner": "SPSA",
            "version": VERSION,
            "games": f"{len(steps) * N_DUELS * duel.games:,} at {duel.nodes:,} nodes a move",
            "weights": "in steps from the start of each number",
            "command": command,
        },
        game=numbers.game,
    )
