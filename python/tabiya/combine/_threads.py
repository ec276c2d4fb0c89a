"""How many threads ``n_jobs`` means."""

import os


def n_threads(n_jobs: int | None) -> int:
    """Return the number of threads, as scikit-learn counts jobs.

    >>> n_threads(None), n_threads(3), n_threads(-1) == (os.cpu_count() or 1)
    (1, 3, True)
    """
    if n_jobs is None:
        return 1
    if n_jobs == 0:
        raise ValueError("n_jobs: expected a number other than 0, found 0")
    return n_jobs if n_jobs > 0 else max(1, (os.cpu_count() or 1) + 1 + n_jobs)
