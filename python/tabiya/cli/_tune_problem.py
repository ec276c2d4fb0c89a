"""What ``tabiya tune`` tunes: options and texts made into a task."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import tabiya
from tabiya.cli._efforts import read_engines


def hold_back(
    positions: "tabiya.positions.PositionSet", control: str, seed: int
) -> "tuple[tabiya.positions.PositionSet, tabiya.positions.PositionSet | None]":
    """Return what to learn from, and the share of the games to be examined on."""
    share = read_share(control)
    if share is None:
        return positions, None
    return tabiya.positions.split(positions, share, seed, purpose="tuning")


def read_share(control: str) -> float | None:
    """Read the share of the games to hold back; None for none.

    >>> read_share("0.2"), read_share("none")
    (0.2, None)
    """
    if control == "none":
        return None
    try:
        share = float(control)
    except ValueError:
        raise ValueError(
            f"control: expected a set, a share of the games or none, found {control!r}"
        ) from None
    if not 0 < share < 1:
        raise ValueError(f"control: expected a share between 0 and 1, or none, found {share:g}")
    return share


@dataclass(frozen=True)
class Start:
    """Where a tuning starts: a number for all, or a file, and what that is called."""

    name: str
    value: float | None
    weights: dict[str, float]


def read_start(text: str, *, is_engine: bool) -> Start:
    """Read ``defaults``, a number or a file of weights.

    >>> read_start("50", is_engine=False)
    Start(name='50', value=50.0, weights={})
    """
    if text == "defaults":
        return Start(text, None, {})
    if Path(text).is_file():
        if is_engine:
            return Start(text, None, tabiya.players.load_values(text))
        return Start(text, None, tabiya.players.load_weights(text).changed())
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise ValueError(f"from: expected defaults, a number or a file of weights, found {text!r}")
    return Start(text, value, {})


def start_weights(start: Start, game: str, names: Sequence[str]) -> dict[str, float]:
    """Return the weights of a player that starts there.

    >>> start_weights(read_start("5", is_engine=False), "loa", ["mobility"])
    {'mobility': 5.0}
    """
    if start.value is None:
        return start.weights
    known = tabiya.players.Weights(game)
    chosen = tabiya.learn.expand_names(known, names)
    ties = tabiya.learn.read_ties(known, chosen)
    return tabiya.learn.untied(ties, dict.fromkeys(chosen, start.value))


def read_names(text: str) -> tuple[str, ...]:
    """Read the weights to tune.

    >>> read_names("knight, rooks")
    ('knight', 'rooks')
    """
    if text == "eleven":
        return tabiya.learn.ELEVEN
    return tuple(part.strip() for part in text.split(","))


def read_moments(text: str | None, iterations: int) -> list[int]:
    """Read the iterations that are played too.

    >>> read_moments("0,100", 300)
    [0, 100]
    >>> read_moments("300", 300)
    Traceback (most recent call last):
    ValueError: prove-at: expected iterations from 0 to 299, found 300
    """
    try:
        found = [int(part) for part in text.split(",")] if text else []
    except ValueError:
        raise ValueError(f"prove-at: expected iterations such as 0,100, found {text!r}") from None
    stray = next((number for number in found if not 0 <= number < iterations), None)
    if stray is not None:
        raise ValueError(f"prove-at: expected iterations from 0 to {iterations - 1}, found {stray}")
    return found


def read_duel(text: str) -> "tabiya.play.ProofPlan":
    """Read how two vectors play each other: so many games, for there will be many duels.

    >>> read_duel("sprt 0 5, 1000 nodes")
    Traceback (most recent call last):
    ValueError: duel: expected a number of games, found a test that may play thousands
    """
    found = tabiya.play.ProofPlan.parse(text, option="duel")
    if found.sprt is not None:
        raise ValueError("duel: expected a number of games, found a test that may play thousands")
    return found


def read_constants(texts: list[str]) -> dict[str, float | str]:
    """Read constants of a tuner.

    >>> read_constants(["fraction=0.02", "sample=1024", "method=adam"])
    {'fraction': 0.02, 'sample': 1024, 'method': 'adam'}
    """
    found: dict[str, float | str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not value:
            raise ValueError(f"set: expected name=number, found {text!r}")
        try:
            found[name] = int(value) if value.lstrip("-").isdigit() else float(value)
        except ValueError:
            if not value.isidentifier():
                raise ValueError(f"set: expected name=number, found {text!r}") from None
            found[name] = value
    return found


def read_feature_problem(
    sources: Sequence[Path], *, start: str, control: str, seed: int, threads: int
) -> "tabiya.runs.MadeProblem":
    """Return the problem of a file of features."""
    if len(sources) != 1:
        raise ValueError(f"features: expected one file, found {len(sources)}")
    found = tabiya.learn.read_features(sources[0])
    settings: dict[str, object] = {"seed": seed, "threads": threads}
    if control != "none":
        try:
            settings["control"] = float(control)
        except ValueError:
            raise ValueError(
                f"control: expected a share of the games or none, found {control!r}"
            ) from None
    name = start if start != "defaults" or found.start is not None else "0"
    if start != "defaults":
        begun = read_start(start, is_engine=True)
        settings["start"] = begun.weights or begun.value
    return tabiya.runs.MadeProblem(found.problem(**settings), name, f"features of {sources[0]}")


def with_player(
    task: "tabiya.runs.MadeProblem",
    uci: str | None,
    options: Sequence[str],
    plans: "Sequence[tabiya.play.ProofPlan]",
) -> "tabiya.runs.MadeProblem":
    """Return the problem with the engine that plays with its weights, if there is one.

    Its options have the names of the weights; so every weight is one, or a proof would be of
    something else.
    """
    if plans and uci is None:
        raise ValueError(
            "prove: expected --uci with an engine whose options are the weights, for features "
            "play no games"
        )
    if uci is None:
        return task
    if not plans:
        raise ValueError("uci: expected --prove, for the engine only plays what features have told")
    (engine,) = read_engines([uci], options)
    tabiya.runs.read_options(engine, task.problem().names)
    for plan in plans:
        plan.check("chess", engine)
    return replace(task, plays=engine)


def ask_evaluator(
    command: str,
    train: "tabiya.positions.PositionSet | tabiya.runs.PackedSet",
    control: "tabiya.positions.PositionSet | tabiya.runs.PackedSet | None",
    *,
    names: str,
    seed: int,
    threads: int,
) -> "tabiya.runs.MadeProblem":
    """Return the problem of a program that answers line by line, with features or with scores."""
    evaluator = tabiya.learn.LineEvaluator(command)
    subject = tabiya.runs.arrays_of(train)
    held = None if control is None else tabiya.runs.arrays_of(control)
    if evaluator.kind(str(subject.positions[0])) == "features":
        if names != "all":
            raise ValueError(
                "--weights: expected all weights of a program that answers with features, found "
                f"{names!r}"
            )
        parts = [
            evaluator.features(each.positions, each.values, each.groups).problem(
                seed=seed, threads=threads
            )
            for each in (subject, held)
            if each is not None
        ]
        problem = replace(parts[0], control=parts[1].train if held is not None else None)
    else:
        start = evaluator.start
        chosen = list(start) if names == "all" else list(read_names(names))
        stray = next((name for name in chosen if name not in start), None)
        if stray is not None:
            raise ValueError(f"--weights: expected among {', '.join(start)}, found {stray!r}")
        problem = tabiya.learn.make_problem(
            subject,
            chosen,
            start={name: start[name] for name in chosen},
            control=held,
            assess=evaluator,
            seed=seed,
        )
    return tabiya.runs.MadeProblem(problem, "start", command)
