"""Long work in pieces: each is done by the worker who is free."""

from collections.abc import Callable, Iterator
from typing import Protocol, Self, TypeVar

from tabiya.cluster._workers import Workers

Outcome = TypeVar("Outcome")


class Sliceable(Protocol):
    """What has a length, and parts of its own kind: lists, arrays, batches of positions."""

    def __len__(self) -> int: ...

    def __getitem__(self, part: slice, /) -> Self: ...


Items = TypeVar("Items", bound=Sliceable)


def run_pieces(
    workers: Workers,
    function: Callable[[Items], Outcome],
    items: Items,
    *,
    size: int,
    progress: Callable[[int, int], object] | None = None,
) -> Iterator[tuple[slice, Outcome]]:
    """Do work in pieces of so many items; yield which they were, and the outcome, as each is done.

    Parameters
    ----------
    workers : Workers
        Who does it. A worker is one of many: the function should use one thread.
    function : callable
        What is done with some of the items.
    items : sequence, array or batch
        Anything with a length and slices.
    size : int
        How many items are one piece.
    progress : callable, optional
        Called with the number of items done and of all.

    Examples
    --------
    >>> from tabiya.cluster import Threads
    >>> with Threads(2) as workers:
    ...     sorted((part.start, n) for part, n in run_pieces(workers, sum, [1, 2, 3, 4, 5], size=2))
    [(0, 3), (2, 7), (4, 5)]
    """
    parts = [slice(start, start + size) for start in range(0, len(items), size)]
    n_done = 0
    for number, outcome in workers.run(function, [items[part] for part in parts]):
        part = parts[number]
        n_done += len(range(*part.indices(len(items))))
        if progress is not None:
            progress(n_done, len(items))
        yield part, outcome


def pieces_in_order(
    workers: Workers,
    function: Callable[[Items], Outcome],
    items: Items,
    *,
    size: int,
    progress: Callable[[int, int], object] | None = None,
) -> list[Outcome]:
    """Do the same, and return the outcomes in the order of the items.

    >>> from tabiya.cluster import Threads
    >>> with Threads(2) as workers:
    ...     pieces_in_order(workers, sum, [1, 2, 3, 4, 5], size=2)
    [3, 7, 5]
    """
    found = run_pieces(workers, function, items, size=size, progress=progress)
    return [outcome for _, outcome in sorted(found, key=lambda each: each[0].start)]
