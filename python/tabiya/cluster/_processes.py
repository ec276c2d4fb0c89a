"""Processes of workers: whoever ends a worker ends the engines that it has started."""

from collections.abc import Iterable
from contextlib import suppress


def end_children(processes: Iterable[int]) -> None:
    """End all that these processes have started, and what that has started.

    An engine that thinks does not hear that nobody waits for it any more.
    """
    import psutil  # noqa: PLC0415 (comes with Dask)

    for number in processes:
        with suppress(psutil.Error):
            for child in psutil.Process(number).children(recursive=True):
                with suppress(psutil.Error):
                    child.kill()


def end_at_once(nannies: Iterable[object]) -> None:
    """End the workers of nannies, who start no others."""
    import psutil  # noqa: PLC0415 (the same)

    for nanny in nannies:
        nanny.auto_restart = False  # type: ignore[attr-defined] # Dask is typed in part only
        number = getattr(nanny, "pid", None)
        if number is not None:
            with suppress(psutil.Error):
                psutil.Process(number).kill()


def pids_of(nannies: Iterable[object]) -> list[int]:
    """Return the numbers of the processes of workers that run."""
    found = (getattr(nanny, "pid", None) for nanny in nannies)
    return [number for number in found if number is not None]
