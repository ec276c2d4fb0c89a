"""What workers are, and the threads of this process."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from types import TracebackType
from typing import Protocol, Self, TypeVar

Work = TypeVar("Work")
Outcome = TypeVar("Outcome")

# The environment of a worker, which is one process of many: what would start a thread for every
# processor (our core, tables, linear algebra) starts one.
ONE_THREAD = {
    "RAYON_NUM_THREADS": "1",
    "POLARS_MAX_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
}


class Workers(Protocol):
    """Does pieces of work that do not depend on each other."""

    def run(
        self, function: Callable[[Work], Outcome], items: Sequence[Work]
    ) -> Iterator[tuple[int, Outcome]]:
        """Do all pieces; yield the number and the outcome of each when it is done.

        The outcomes do not depend on who did what, if the function depends on its argument alone.
        If one fails, the exception is raised and the rest is given up.
        """

    def close(self) -> None:
        """Send the workers home."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None: ...


class Threads:
    """Threads of this process; the core works without Python's lock.

    Parameters
    ----------
    n : int, optional
        How many; one per processor if it is not said.

    Examples
    --------
    >>> with Threads(2) as workers:
    ...     sorted(workers.run(abs, [-3, 2, -1]))
    [(0, 3), (1, 2), (2, 1)]
    """

    def __init__(self, n: int | None = None) -> None:
        if n is not None and n < 1:
            raise ValueError(f"threads: expected a number above 0, found {n!r}")
        self._pool = ThreadPoolExecutor(n or os.cpu_count() or 1)

    def run(
        self, function: Callable[[Work], Outcome], items: Sequence[Work]
    ) -> Iterator[tuple[int, Outcome]]:
        """Do all pieces; yield the number and the outcome of each when it is done."""
        numbers = {self._pool.submit(function, item): i for i, item in enumerate(items)}
        try:
            for future in as_completed(numbers):
                yield numbers[future], future.result()
        finally:
            for future in numbers:
                future.cancel()

    def close(self) -> None:
        """Wait for what is being done, and end the threads."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()
