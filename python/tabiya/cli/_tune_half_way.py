"""How far to go: games between the start and places on the way to the tuned vector."""

from dataclasses import replace
from typing import TYPE_CHECKING

import typer

from tabiya.cli._broken_off import going_on
from tabiya.cli._tune_proof import play_proof, proof_table, proof_weights, who_plays

if TYPE_CHECKING:
    from pathlib import Path

    import tabiya

# Where to look. Between two good vectors that were found in different ways there is often a better
# one than either: what each has learnt wrongly is halved.
PARTS = (0.25, 0.5, 0.75, 1.0)
# Other games than those of the proof, for who chooses by games must not be proved by the same.
SEEDS_APART = 7919


def stop_on_the_way(
    result: "tabiya.runs.TuningResult",
    plan: "tabiya.play.ProofPlan",
    *,
    concurrency: int,
    folder: "Path",
) -> "tabiya.runs.TuningResult":
    """Let every place on the way play the start, and return the result that stops at the best.

    What was played is kept in the folder and not played again.
    """
    if result.chosen == result.start:
        return result
    task, place = result.task, folder / "half-way"
    old = (task.start_name, proof_weights(result, result.start))
    places = [replace(result, part=part) for part in PARTS]
    typer.echo(f"on the way from {old[0]} to the tuned weights:")
    with going_on(f"the same command goes on with the games in {place}"):
        proofs = [
            play_proof(
                plan,
                task.game_name,
                (f"{each.part:.0%}".replace("%", " %"), proof_weights(result, each.chosen)),
                old,
                base=who_plays(task),
                concurrency=concurrency,
                seed=task.problem().seed + SEEDS_APART,
                folder=place,
            )
            for each in places
        ]
    typer.echo(proof_table(proofs))
    scores = [proof.verdict.score.value for proof in proofs]
    best = places[scores.index(max(scores))]
    typer.echo(f"taken: {best.part:.0%} of the way\n".replace("%", " %"))
    return best
