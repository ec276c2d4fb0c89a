"""One uninterrupted descent, looked at from time to time."""

import queue
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field

from tabiya.learn._examples import Floats
from tabiya.learn._problem import Problem
from tabiya.learn._smooth import Objective, Penalty, Trial, minimise


@dataclass(frozen=True)
class Slide:
    """Where some steps downhill have led.

    Attributes
    ----------
    vector : ndarray of shape (n_weights,)
        The last vector.
    is_bottom : bool
        Whether no further step was worth while.
    """

    vector: Floats
    is_bottom: bool


class _GivenUpError(Exception):
    """Nobody looks any more."""


@dataclass(frozen=True)
class _Channel:
    """What the two sides say to each other: more is wanted, this was found, it is enough."""

    wanted: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))
    found: "queue.Queue[Slide | BaseException]" = field(default_factory=queue.Queue)
    is_given_up: threading.Event = field(default_factory=threading.Event)


class Descent(Iterator[Slide]):
    """L-BFGS that goes on in a thread of its own while somebody asks for more of its steps.

    What it knows of the curvature is never thrown away between two looks. Nothing of it has to be
    saved: from the same start, the same steps lead to the same places.

    Parameters
    ----------
    objective : callable
        Value and gradient of a vector. It must not know whoever holds the descent: the thread
        holds it, and would never end.
    steps : int
        Steps between two looks.
    """

    def __init__(
        self,
        objective: Objective,
        start: Floats,
        problem: Problem,
        penalty: Penalty,
        scale: Floats,
        *,
        steps: int,
        tolerance: float,
    ) -> None:
        self._trial = Trial(objective, start, problem, penalty, scale)
        self._steps, self._tolerance = steps, tolerance
        self._channel = _Channel()
        self._thread: threading.Thread | None = None

    def __next__(self) -> Slide:
        if self._thread is None:
            arguments = (self._trial, self._tolerance, self._steps, self._channel)
            self._thread = threading.Thread(target=_descend, args=arguments, daemon=True)
            self._thread.start()
        elif not self._thread.is_alive() and self._channel.found.empty():
            raise StopIteration
        self._channel.wanted.release()
        found = self._channel.found.get()
        if isinstance(found, BaseException):
            raise found
        return found

    def close(self) -> None:
        """Let the thread end."""
        self._channel.is_given_up.set()
        self._channel.wanted.release()

    def __del__(self) -> None:
        self.close()


def _descend(
    trial: Trial,
    tolerance: float,
    steps: int,
    channel: _Channel,
) -> None:
    """Go down, and wait after so many steps until more are wanted.

    It knows nothing of the iterator, so that the thread ends with it.
    """
    n = 0

    def look(vector: Floats) -> None:
        nonlocal n
        n += 1
        if n % steps == 0:
            channel.found.put(Slide(vector.copy(), is_bottom=False))
            channel.wanted.acquire()
            if channel.is_given_up.is_set():
                raise _GivenUpError

    channel.wanted.acquire()
    try:
        channel.found.put(Slide(minimise(trial, tolerance, look), is_bottom=True))
    except _GivenUpError:
        return
    except BaseException as error:  # noqa: BLE001 (it is raised where somebody waits for it)
        channel.found.put(error)
