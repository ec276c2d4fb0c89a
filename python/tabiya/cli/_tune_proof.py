"""The proof of a tuning: matches that are kept, and what they say in a sentence."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import typer

import tabiya
from tabiya.cli._broken_off import going_on
from tabiya.cli._columns import columns
from tabiya.cli._progress import show_progress

# What the exit says of a proof that was lost: the old weights stay.
LOST = 1


def proof_pairs(
    result: "tabiya.runs.TuningResult", moments: Sequence[int]
) -> list[tuple[tuple[str, dict[str, float]], tuple[str, dict[str, float]]]]:
    """Return who meets whom, the match that decides last; nobody meets the same twice.

    The tuned weights meet those they came from; where these are not the defaults, they meet the
    defaults too, and so do the weights of chosen iterations.
    """
    task = result.task

    def weights(vector: tuple[float, ...]) -> dict[str, float]:
        return proof_weights(result, vector)

    start = weights(result.start)
    defaults = _defaults(result, start)
    is_default = all(defaults.get(name) == value for name, value in start.items())
    name = "defaults" if is_default else task.start_name
    if isinstance(task, tabiya.runs.MadeProblem):
        name = task.start_name
    tuned, old = ("tuned", weights(result.chosen)), (name, start)
    plain: tuple[str, dict[str, float]] = ("defaults", {name: defaults[name] for name in start})
    last = len(result.iterations) - 1  # a run may have ended before
    moments = [min(n, last) for n in moments]
    pairs = [((f"iteration {n}", weights(result.at(n))), plain) for n in moments]
    pairs += [] if is_default else [(tuned, plain)]
    pairs.append((tuned, old))
    seen: set[str] = set()
    found = []
    for ours, theirs in reversed(pairs):
        key = repr((sorted(ours[1].items()), sorted(theirs[1].items())))
        if ours[1] != theirs[1] and key not in seen:
            found.append((ours, theirs))
        seen.add(key)
    return found[::-1]


def proof_weights(
    result: "tabiya.runs.TuningResult", vector: tuple[float, ...]
) -> dict[str, float]:
    """Return all weights of a player with a vector: the tuned ones, and those that stay."""
    task = result.task
    fixed = {} if isinstance(task, tabiya.runs.MadeProblem) else task.weights
    return {**fixed, **result.weights(vector)}


def _defaults(
    result: "tabiya.runs.TuningResult", start: Mapping[str, float]
) -> Mapping[str, float]:
    """Return what the weights are if nobody says anything: of a function, where it started."""
    task = result.task
    if isinstance(task, tabiya.runs.MadeProblem):
        return start
    base = task.base()
    if isinstance(base, tabiya.players.Player):
        return dict(tabiya.players.Weights(task.game_name))
    options = tabiya.runs.read_options(base, result.names)
    return {option.name: option.default for option in options}


def play_proofs(
    result: "tabiya.runs.TuningResult",
    plan: "tabiya.play.ProofPlan",
    moments: Sequence[int],
    *,
    concurrency: int,
    folder: Path,
) -> "list[tabiya.play.Proof]":
    """Play the matches, each kept in the folder as its games end; the last one decides."""
    task = result.task
    game, base, place = task.game_name, who_plays(task), folder / "proof"
    with going_on(f"the same command goes on with the games in {place}"):
        return [
            play_proof(
                plan,
                game,
                ours,
                theirs,
                base=base,
                concurrency=concurrency,
                seed=task.problem().seed,
                folder=place,
            )
            for ours, theirs in proof_pairs(result, moments)
        ]


def who_plays(task: "tabiya.runs.TuningTask | tabiya.runs.MadeProblem") -> "tabiya.play.Base":
    """Return whose weights are put to the proof."""
    if isinstance(task, tabiya.runs.MadeProblem):
        if task.plays is None:
            raise ValueError("prove: expected somebody who plays with the weights, found nobody")
        return task.plays
    base = task.base()
    if not isinstance(base, tabiya.players.Player):
        return base
    return tabiya.players.Player(
        task.game_name, weights={}, decisions=base.decisions, hash_mib=base.hash_mib
    )


def play_proof(
    plan: "tabiya.play.ProofPlan",
    game: str,
    ours: tuple[str, Mapping[str, float]],
    theirs: tuple[str, Mapping[str, float]],
    *,
    base: "tabiya.play.Base",
    concurrency: int,
    seed: int,
    folder: Path | None = None,
) -> "tabiya.play.Proof":
    """Play one match, with a bar that shows how far it is."""
    n_done, n_planned = 0, plan.games or 0
    with show_progress(f"{ours[0]} against {theirs[0]}") as progress:

        def note(n: int) -> None:
            nonlocal n_done
            n_done += n
            progress(n_done, max(n_planned, n_done))

        return tabiya.play.prove(
            plan,
            game,
            ours,
            theirs,
            base=base,
            concurrency=concurrency,
            seed=seed,
            folder=folder,
            on_game=lambda _: note(1),
            on_resume=note,
        )


def proof_table(proofs: "Sequence[tabiya.play.Proof]") -> str:
    """Return what the matches say."""
    rows = [
        [
            f"{proof.player} against {proof.opponent}",
            f"{proof.verdict.n_games}",
            f"{proof.verdict.score.value:.1%}",
            f"{proof.verdict.score.low:.1%} … {proof.verdict.score.high:.1%}",
            f"{proof.verdict.elo.value:+.0f}",
            f"{proof.verdict.elo.low:+.0f} … {proof.verdict.elo.high:+.0f}",
        ]
        for proof in proofs
    ]
    return columns(["match", "games", "score", "interval", "Elo", "interval"], rows)


def say_conclusion(
    result: "tabiya.runs.TuningResult", proofs: "Sequence[tabiya.play.Proof]"
) -> "tabiya.play.Conclusion":
    """Print the sentence that a tuning ends with; return its first words."""
    if proofs:
        last = proofs[-1]
        advice = {
            "better": f"take the tuned weights in place of {last.opponent}",
            "not better": f"the old weights ({last.opponent}) stay recommended",
            "not decided": "more games would tell",
        }
        typer.echo(f"\n{last}; {advice[last.conclusion]}")
        return last.conclusion
    if result.chosen == result.start:
        typer.echo(
            f"\nnot better: nothing was found that is better than {result.task.start_name}; "
            "these weights stay recommended"
        )
        return "not better"
    gain = result.gain()
    if gain is None:
        typer.echo("\nnot decided: nothing was measured on positions; --prove lets games decide")
        return "not decided"
    where = "training alone" if result.task.problem().control is None else "control"
    word: tabiya.play.Conclusion = "not decided"
    if gain.low > 0:
        word = "better"
    elif gain.high < 0:
        word = "not better"
    typer.echo(
        f"\n{word} by tau on {where}: {gain.value:+.4f} [{gain.low:+.4f}, {gain.high:+.4f}]; "
        "whether play is better, only games decide: --prove"
    )
    return word
