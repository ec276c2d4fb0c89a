"""The next thing is made while the last one is used."""

import queue
import threading
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")

# Things made that wait to be used.
N_WAITING = 2


class _End:
    """All has been made, or making it has failed."""

    def __init__(self, error: BaseException | None = None) -> None:
        self.error = error


def read_ahead(things: Iterable[T]) -> Iterator[T]:
    """Yield things that a thread of their own makes meanwhile; its error is raised here.

    Examples
    --------
    >>> list(read_ahead(n * n for n in range(4)))
    [0, 1, 4, 9]
    """
    made: queue.Queue[T | _End] = queue.Queue(N_WAITING)
    is_over = threading.Event()

    def make() -> None:
        end = _End()
        try:
            for thing in things:
                made.put(thing)
                if is_over.is_set():
                    return
        except BaseException as error:  # noqa: BLE001 (it is raised where things are used)
            end = _End(error)
        made.put(end)

    maker = threading.Thread(target=make, daemon=True)
    maker.start()
    try:
        while True:
            thing = made.get()
            if isinstance(thing, _End):
                if thing.error is not None:
                    raise thing.error
                return
            yield thing
    finally:
        is_over.set()
        while maker.is_alive():
            try:
                made.get(timeout=0.05)
            except queue.Empty:
                maker.join(timeout=0.05)
