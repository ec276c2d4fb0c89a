"""Fit models to the phases of a game, and say how good they are on games they have not seen."""

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabiya.cluster import Workers
from tabiya.combine._base import Combination
from tabiya.combine._covariances import CovarianceTest, compare_covariances
from tabiya.combine._discriminant import Fisher, Quadratic
from tabiya.combine._examples import GameExamples, examples_of
from tabiya.combine._features import Features, learn_features, measure_apart
from tabiya.combine._jackknife import errors_by_group
from tabiya.combine._logistic import Logistic
from tabiya.combine._normality import Normality, check_normality
from tabiya.combine._phases import Phase, make_phases
from tabiya.combine._quality import Quality, compare_losses, judge
from tabiya.combine._threads import n_threads
from tabiya.positions import PositionSet, split

MODELS: Mapping[str, type[Combination]] = {
    "logistic": Logistic,
    "fisher": Fisher,
    "quadratic": Quadratic,
}
# Men per phase, for every game.
WIDTH = 4
HELD_OUT = 0.2


@dataclass(frozen=True)
class PhaseFit:
    """A model fitted to one phase.

    Attributes
    ----------
    phase : Phase
    model : Combination
        The fitted estimator.
    errors : ndarray of shape (n_features + 1,)
        Standard errors of the constant and the coefficients, by leaving out groups of games.
    n_examples : int
    notes : tuple of str
        What the model had to say about its data.
    """

    phase: Phase
    model: Any
    errors: NDArray[np.float64]
    n_examples: int
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Fit:
    """Models of a set, phase by phase.

    Attributes
    ----------
    game : str
    features : Features
    models : dict of str to list of PhaseFit
    quality : dict of str to Quality
        On held-out games.
    chances : dict of str to ndarray
        The winning probability of every held-out position.
    held_out : GameExamples
    covariances : list of CovarianceTest
        Those of won and of lost positions compared, by phase.
    normality : list of Normality
        The shape of every feature in the middle phase.
    gain : tuple of float, optional
        By how much the quadratic form lowers the held-out log-loss of Fisher's, and the error of
        that, by game.
    notes : tuple of str
    n_games : tuple of int
        Games that were learnt from and games that were held out.
    """

    game: str
    features: Features
    models: dict[str, list[PhaseFit]]
    quality: dict[str, Quality]
    chances: dict[str, NDArray[np.float64]]
    held_out: GameExamples
    covariances: list[CovarianceTest]
    normality: list[Normality]
    gain: tuple[float, float] | None
    notes: tuple[str, ...]
    n_games: tuple[int, int]

    @property
    def best(self) -> str:
        """Return the model with the least held-out log-loss."""
        return min(self.quality, key=lambda name: self.quality[name].log_loss.value)


def fit(
    positions: PositionSet,
    models: Sequence[str] = ("logistic", "fisher", "quadratic"),
    *,
    by_phase: bool = False,
    width: int = WIDTH,
    held_out: float = HELD_OUT,
    seed: int = 0,
    n_jobs: int | None = None,
    workers: Workers | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Fit:
    """Fit models to the positions of a set that are labelled by results.

    Parameters
    ----------
    positions : PositionSet
        Positions of any game.
    models : sequence of str
        "logistic", "fisher", "quadratic".
    by_phase : bool
        Fit a model to each phase of the game, with its neighbours, instead of one to all.
    width : int
        How many numbers of men a phase holds.
    held_out : float
        The share of the games that the models are judged by.
    seed : int
        Seed of the choice of these games.
    n_jobs : int, optional
        Threads, as scikit-learn counts them.
    workers : Workers, optional
        Workers who fit the phases instead, each with one thread.
    progress : callable, optional
        Called with the number of models fitted and of all.

    Raises
    ------
    ValueError
        If a model is unknown, or the set has no results, or only wins or losses.
    """
    for name in models:
        if name not in MODELS:
            raise ValueError(f"model: expected one of {', '.join(MODELS)}, found {name!r}")
    if not 0 < held_out < 1:
        raise ValueError(f"held out: expected a share between 0 and 1, found {held_out!r}")
    n_threads(n_jobs)
    train, control = (examples_of(part) for part in split_results(positions, held_out, seed))
    phases, notes = make_phases(train.men, train.won, width if by_phase else None)
    features = learn_features(train, phases)
    work = _PhaseWork(
        train, features, tuple(phases), tuple(models), n_jobs if workers is None else 1
    )
    done: dict[int, _PhaseOutcome] = {}
    numbers = range(len(phases))
    outcomes = ((n, work(n)) for n in numbers) if workers is None else workers.run(work, numbers)
    for number, outcome in outcomes:
        done[number] = outcome
        if progress is not None:
            progress(len(done), len(phases))
    found = {name: [done[n].fits[place] for n in numbers] for place, name in enumerate(models)}
    tests = [done[n].covariances for n in numbers]
    shapes = done[len(phases) // 2].normality
    rows = features.measure(control)
    chances = {name: _chances(found[name], rows, control) for name in models}
    quality = {name: judge(chances[name], control) for name in models}
    gain = None
    if {"fisher", "quadratic"} <= set(models):
        gain = compare_losses(chances["fisher"], chances["quadratic"], control)
    n_games = (len(np.unique(train.games)), len(np.unique(control.games)))
    return Fit(
        features=features,
        game=train.game,
        models=found,
        quality=quality,
        chances=chances,
        held_out=control,
        covariances=tests,
        normality=shapes,
        gain=gain,
        notes=(*notes, *_gather_notes(found)),
        n_games=n_games,
    )


@dataclass(frozen=True)
class _PhaseOutcome:
    """What a phase has come to: a fit of each model, and what was seen of its examples."""

    fits: list[PhaseFit]
    covariances: CovarianceTest
    normality: list[Normality]


@dataclass(frozen=True)
class _PhaseWork:
    """Fits the models of one phase, here or at a worker."""

    train: GameExamples
    features: Features
    phases: tuple[Phase, ...]
    models: tuple[str, ...]
    n_jobs: int | None

    def __call__(self, number: int) -> _PhaseOutcome:
        phase, names = self.phases[number], self.features.names
        own = self.train.take(phase.holds(self.train.men))
        rows = measure_apart(own, self.features, number)
        fits = [
            _fit_phase(MODELS[name](n_jobs=self.n_jobs), names, phase, rows, own)
            for name in self.models
        ]
        is_middle = number == len(self.phases) // 2
        shapes = check_normality(names, rows, own.won) if is_middle else []
        return _PhaseOutcome(fits, compare_covariances(phase, rows, own.won), shapes)


def split_results(
    positions: PositionSet, held_out: float, seed: int
) -> tuple[PositionSet, PositionSet]:
    """Split the rows with results by games.

    Raises
    ------
    ValueError
        If one of the two sides is empty.
    """
    return split(positions.labelled("result"), held_out, seed)


def _fit_phase(
    model: Any,
    names: Sequence[str],
    phase: Phase,
    rows: NDArray[np.float32],
    examples: GameExamples,
) -> PhaseFit:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            model.fit(rows, examples.won)
        except ValueError as error:
            raise ValueError(f"{phase}: {error}") from None
    text = [str(warning.message) for warning in caught]
    for number in reversed(range(len(names))):
        text = [line.replace(f"x{number},", f"{names[number]},") for line in text]
        text = [line.replace(f"x{number} ", f"{names[number]} ") for line in text]
    errors = errors_by_group(model, rows, examples.won, examples.games)
    return PhaseFit(phase, model, errors, len(examples), tuple(text))


def _gather_notes(found: Mapping[str, Sequence[PhaseFit]]) -> list[str]:
    """Return each thing that models had to say once, with those who said it and where."""
    said: dict[str, dict[str, list[Phase]]] = {}
    for name, fits in found.items():
        for each in fits:
            for note in each.notes:
                said.setdefault(note, {}).setdefault(name, []).append(each.phase)
    lines = []
    for note, by_model in said.items():
        phases = list(dict.fromkeys(phase for each in by_model.values() for phase in each))
        where = f"{phases[0]}" if len(phases) == 1 else f"{len(phases)} phases from {phases[0]} on"
        lines.append(f"{', '.join(by_model)}, {where}: {note}")
    return lines


def _chances(
    fits: Sequence[PhaseFit], rows: NDArray[np.float32], examples: GameExamples
) -> NDArray[np.float64]:
    """Return P(win) of every position by the model of its phase."""
    chances = np.full(len(examples), 0.5)
    firsts = np.array([each.phase.men[0] for each in fits])
    numbers = np.maximum(np.searchsorted(firsts, examples.men, side="right") - 1, 0)
    for number, each in enumerate(fits):
        own = numbers == number
        if own.any():
            chances[own] = each.model.predict_proba(rows[own])[:, 1]
    return chances
