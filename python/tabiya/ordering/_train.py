"""Learning a map from examples: epoch by epoch, stopped by what it was not shown."""

import hashlib
import math
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from tabiya import _core
from tabiya.files import read_arrays, save_arrays
from tabiya.ordering._examples import MoveExamples
from tabiya.players import MapFileError, MapShape, MoveMap

Method = Literal["adam", "rprop"]
Loss = Literal["softmax", "squares"]
# Beyond this, a number of examples or of epochs is a mistake.
MOST = 2**40
STATE_FORMAT = "tabiya move map run 1"
STATE_ARRAYS = ("format", "setup", "weights", "one", "two", "steps", "best", "curve")


@dataclass(frozen=True)
class Training:
    """How a map learns.

    Attributes
    ----------
    method : {"adam", "rprop"}
        ``"adam"``: mini-batches. ``"rprop"``: all examples for each step, as in the thesis
        (Kocsis 2003, app. A.3).
    loss : {"softmax", "squares"}
        ``"softmax"`` over the legal moves, or the mean square of what each output lacks to its
        target, 1 for the best move and 0 for the others.
    patience : int
        Epochs without a lower error rate on the validation set after which it ends; the thesis has
        100.
    most_epochs : int
        Epochs after which it ends in any case.
    batch : int
        Examples in a mini-batch.
    rate : float
        How far a step of Adam goes at first; it falls to a hundredth along half a cosine over
        `most_epochs`.
    symmetric : bool
        Show boards turned and mirrored at random (Othello, Lines of Action; with Adam).
    seed : int
        Of the first weights and of the order.
    """

    method: Method = "adam"
    loss: Loss = "softmax"
    patience: int = 100
    most_epochs: int = 20
    batch: int = 4096
    rate: float = 0.01
    symmetric: bool = False
    seed: int = 0

    def __post_init__(self) -> None:
        for name, words in (("method", get_args(Method)), ("loss", get_args(Loss))):
            found = getattr(self, name)
            if found not in words:
                raise ValueError(f"{name}: expected one of {', '.join(words)}, found {found!r}")
        for name in ("patience", "most_epochs", "batch"):
            if not 1 <= getattr(self, name) <= MOST:
                raise ValueError(f"{name}: expected 1 to {MOST}, found {getattr(self, name)}")
        if not 0 <= self.seed < 2**64:
            raise ValueError(f"seed: expected 0 to 2**64 - 1, found {self.seed}")
        if not (self.rate > 0 and math.isfinite(self.rate)):
            raise ValueError(f"rate: expected a number above 0, found {self.rate!r}")
        if self.symmetric and self.method == "rprop":
            raise ValueError("symmetric: expected the method adam, found rprop")

    def rate_of(self, epoch: int) -> float:
        """Return how far steps go in an epoch, from 0."""
        part = min(1.0, epoch / max(1, self.most_epochs - 1))
        return self.rate * (0.01 + 0.99 * (1 + math.cos(math.pi * part)) / 2)


@dataclass(frozen=True)
class Epoch:
    """What an epoch brought: the mean loss of learning, the error rate on the validation set."""

    number: int
    loss: float
    error: float


@dataclass(frozen=True, eq=False)
class Trained:
    """A map that was learnt: the best on the validation set, and how it came about."""

    map: MoveMap
    curve: tuple[Epoch, ...]
    best: Epoch


@dataclass
class _Run:
    """Where a training stands."""

    trainer: _core.MapTrainer
    curve: list[Epoch] = field(default_factory=list)
    weights: NDArray[np.float32] | None = None

    @property
    def best(self) -> Epoch:
        return min(self.curve, key=lambda epoch: epoch.error)


def train_map(
    shape: MapShape,
    learning: MoveExamples,
    validation: MoveExamples,
    training: Training | None = None,
    *,
    threads: int = 1,
    state: str | os.PathLike[str] | None = None,
    made_by: str = "",
    progress: Callable[[Epoch], object] | None = None,
    resumed: Callable[[tuple[Epoch, ...]], object] | None = None,
) -> Trained:
    """Learn a map; the best one on the validation set is returned.

    Parameters
    ----------
    shape : MapShape
        What it sees.
    learning, validation : MoveExamples
        Examples to learn from, and to stop by.
    training : Training, optional
        How it learns.
    threads : int
        Threads; the map does not depend on them.
    state : path, optional
        A file in which the run is kept after every epoch; where there is one, it goes on from it.
    made_by : str
        What is written into the map.
    progress : callable, optional
        Called with every epoch.
    resumed : callable, optional
        Called with the epochs before, if the run goes on from a state.

    Raises
    ------
    ValueError
        If there is nothing to learn from, boards of the game cannot be turned, the state is of
        another run, or the weights grow beyond what a map can have; then the state is removed.

    Examples
    --------
    >>> import tabiya
    >>> from tabiya.ordering import examples_of_texts
    >>> games = [["f5", "d6", "c3", "d3", "c4"], ["f5", "f6", "e6", "f4"]]
    >>> examples = examples_of_texts("othello", games)
    >>> shape = tabiya.players.MapShape("othello", hidden=8)
    >>> found = train_map(shape, examples, examples, Training(most_epochs=30, rate=0.05))
    >>> found.best.error < found.curve[0].error
    True
    """
    training = training or Training()
    shown, held = _shown_and_held(shape, learning, validation, training)
    setup = _setup(shape, training, learning, validation)
    run = _begin(shape, training, setup, state)
    if not run.curve:
        run.trainer.measure(shown)
    if state is not None and not run.curve:
        _keep(run, setup, state)
    if run.curve and resumed is not None:
        resumed(tuple(run.curve))
    while len(run.curve) < training.most_epochs:
        if run.curve and len(run.curve) - run.best.number >= training.patience:
            break
        number = len(run.curve) + 1
        rate = training.rate_of(number - 1)
        loss = run.trainer.epoch(shown, training.batch, rate, training.symmetric, threads)
        error = float((run.trainer.ranks(held, threads) > 1).mean())
        run.curve.append(Epoch(number, loss, error))
        if run.best.number == number:
            run.weights = run.trainer.weights()
            _check_weights(shape, run.weights, number, state)
        if state is not None:
            _keep(run, setup, state)
        if progress is not None:
            progress(run.curve[-1])
    assert run.weights is not None, "an epoch was run"
    return Trained(MoveMap(shape, run.weights, made_by), tuple(run.curve), run.best)


def _shown_and_held(
    shape: MapShape, learning: MoveExamples, validation: MoveExamples, training: Training
) -> tuple[_core.MoveExamples, _core.MoveExamples]:
    """Return the core's halves of what is learned from and what is held back."""
    if not learning.game == validation.game == shape.game:
        raise ValueError(
            f"examples: expected those of {shape.game}, found {learning.game}, {validation.game}"
        )
    if training.symmetric and shape.game == "chess":
        raise ValueError("symmetric: expected a game whose boards can be turned, found chess")
    shown, held = learning.core(shape.inputs), validation.core(shape.inputs)
    if len(shown) == 0 or len(held) == 0:
        raise ValueError(
            "examples: expected positions with several moves to learn from and to stop by, found "
            f"{len(shown):,} and {len(held):,}"
        )
    return shown, held


def _check_weights(
    shape: MapShape, weights: NDArray[np.float32], epoch: int, state: str | os.PathLike[str] | None
) -> None:
    """Refuse to go on with weights of which no map can be made."""
    try:
        MoveMap(shape, weights)
    except ValueError as error:
        if state is not None:  # going on with it would come to the same end
            Path(state).unlink(missing_ok=True)
        raise ValueError(f"epoch {epoch}: {error}; try shorter steps (--rate)") from None


def _setup(shape: MapShape, training: Training, *sets: MoveExamples) -> str:
    """Say what a run is of, so that no other goes on with its state."""
    digest = hashlib.sha256()
    for each in sets:
        for column in (each.packed, each.from_squares, each.to_squares, each.previous):
            digest.update(np.ascontiguousarray(column).data)
    return f"{shape!r} {training!r} {[len(each) for each in sets]} {digest.hexdigest()}"


def _begin(
    shape: MapShape, training: Training, setup: str, state: str | os.PathLike[str] | None
) -> _Run:
    trainer = _core.MapTrainer(shape.game, shape.raw, training.loss, training.method, training.seed)
    run = _Run(trainer)
    if state is None or not Path(state).exists():
        return run
    arrays = read_arrays(state, STATE_ARRAYS, "a file of a run", MapFileError)
    if str(arrays["format"]) != STATE_FORMAT or str(arrays["setup"]) != setup:
        raise MapFileError(
            f"{state}: expected the state of this run, found that of another one that was broken "
            "off; go on with that, delete the file, or name another output"
        )
    try:
        curve = arrays["curve"].reshape(-1, 3)
        steps = int(arrays["steps"])
        trainer.restore(arrays["weights"], arrays["one"], arrays["two"], len(curve), steps)
        run.curve = [Epoch(int(row[0]), float(row[1]), float(row[2])) for row in curve]
        run.weights = _best_weights(shape, arrays["best"]) if run.curve else None
    except (TypeError, ValueError, OverflowError) as error:
        raise MapFileError(
            f"{state}: expected a file of a run, found a damaged one: "
            f"{' '.join(str(error).split())}"
        ) from None
    return run


def _best_weights(shape: MapShape, found: NDArray[Any]) -> NDArray[np.float32]:
    if found.dtype != np.float32:
        raise TypeError(f"weights of the type {found.dtype}")
    MoveMap(shape, found)  # the core refuses what does not fit
    return found


def _keep(run: _Run, setup: str, state: str | os.PathLike[str]) -> None:
    one, two, _, steps = run.trainer.method_state()
    weights = run.trainer.weights()
    rows = [(each.number, each.loss, each.error) for each in run.curve]
    arrays: dict[str, Any] = {
        "format": np.array(STATE_FORMAT),
        "setup": np.array(setup),
        "weights": weights,
        "one": one,
        "two": two,
        "steps": np.array(steps),
        "best": weights if run.weights is None else run.weights,
        "curve": np.array(rows, np.float64).reshape(-1, 3),
    }
    save_arrays(state, **arrays)
