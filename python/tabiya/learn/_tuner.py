"""What every tuner can do, and how its options are read."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any, Protocol, TypeAlias, TypeVar

from tabiya.learn._piece_of_work import PieceOfWork, Vector
from tabiya.learn._problem import Problem

# Whatever JSON can hold.
State: TypeAlias = dict[str, Any]
Options = TypeVar("Options")


@dataclass(frozen=True)
class Step:
    """What a tuner says of an iteration.

    Attributes
    ----------
    train : float, optional
        Tau of the base vector on all training positions.
    tested : tuple of (vector, tau)
        Vectors that were measured on all training positions.
    cases : tuple of str
        What was done with each weight.
    objective : float, optional
        What the tuner itself minimises or maximises, if that is not tau.
    preferred : tuple of float, optional
        The vector that its own objective, and not tau, calls the best so far, if it is a new one.
    by_tau : bool
        Whether the vector of the highest tau is the best; else only what is preferred is.
    by_games : bool
        Whether that objective is games, which no measure of labels overrules.
    """

    train: float | None
    tested: tuple[tuple[Vector, float], ...]
    cases: tuple[str, ...]
    objective: float | None = None
    preferred: Vector | None = None
    by_tau: bool = True
    by_games: bool = False


class Tuner(Protocol):
    """Asks for vectors to be measured, and is told what they are worth.

    Between two calls of `tell` a tuner is a pure function of its problem, options and state.
    """

    @property
    def base(self) -> Vector:
        """Return the vector that the next iteration starts from."""

    @property
    def is_done(self) -> bool:
        """Return whether there is nothing left to try."""

    def ask(self) -> list[PieceOfWork]:
        """Return the work of the next iteration."""

    def tell(self, values: Sequence[float]) -> Step:
        """Take the values of the items, in order, and make the step."""

    def state(self) -> State:
        """Return all that changes, for JSON."""


# Makes a tuner of a problem, its options and, if it goes on, its state.
MakeTuner: TypeAlias = Callable[[Problem, Mapping[str, object], State | None], Tuner]


def read_options(kind: type[Options], tuner: str, given: Mapping[str, object]) -> Options:
    """Return the options of a tuner, once all of them were found to exist and to be numbers."""
    known = {each.name: each for each in fields(kind)}  # type: ignore[arg-type] # a dataclass, as its bound says
    for name, value in given.items():
        if name not in known:
            raise ValueError(f"{tuner}: expected options among {', '.join(known)}, found {name!r}")
        default = known[name].default
        wanted = str if isinstance(default, str) else int | float | bool | None
        if not isinstance(value, wanted):
            message = f"{tuner}: expected a number for {name}, found {value!r}"
            raise ValueError(message)  # noqa: TRY004 (a value for the user)
    return kind(**given)


def options_state(options: object) -> State:
    """Return options for JSON."""
    return asdict(options)  # type: ignore[call-overload, no-any-return] # a dataclass, as its bound says


def check_range(
    tuner: str, options: object, least: float, most: float, names: Sequence[str]
) -> None:
    """Refuse options out of bounds."""
    for name in names:
        value = getattr(options, name)
        if value is not None and not least <= value <= most:
            raise ValueError(
                f"{tuner}: expected {name} from {least:g} to {most:g}, found {value!r}"
            )
