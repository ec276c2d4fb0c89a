"""Processes of workers: whoever ends a worker ends the engines that it has started."""

import os
import signal
from collections.abc import Iterable
from contextlib import suppress
from typing import Any


def end_children(processes: Iterable[int]) -> None:
    """End all that these processes have started, and what that has started.

    An engine that thinks does not hear that nobody waits for it any more.
    """
    import psutil  # noqa: PLC0415 (comes with Dask)

    for number in processes:
        with suppress(psutil.Error):
            for child in psutil.Process(number).children(recursive=True):
                _end_group(child)


def end_at_once(nannies: Iterable[object]) -> None:
    """End the workers of nannies, who start no others, and the engines of these workers.

    A worker whose engine dies would start another one; so it is stopped before it can notice.
    """
    import psutil  # noqa: PLC0415 (the same)

    workers = []
    for nanny in nannies:
        nanny.auto_restart = False  # type: ignore[attr-defined] # Dask is typed in part only
        number = getattr(nanny, "pid", None)
        if number is not None:
            with suppress(psutil.Error):
                worker = psutil.Process(number)
                worker.suspend()
                workers.append(worker)
    end_children(worker.pid for worker in workers)
    for worker in workers:
        with suppress(psutil.Error):
            worker.kill()


def pids_of(nannies: Iterable[object]) -> list[int]:
    """Return the numbers of the processes of workers that run."""
    found = (getattr(nanny, "pid", None) for nanny in nannies)
    return [number for number in found if number is not None]


def _end_group(process: Any) -> None:
    """End a process; with its whole group if it leads one, as every engine does.

    A child that is born at this moment is in the group, but in no list of children.
    """
    import psutil  # noqa: PLC0415 (the same)

    with suppress(psutil.Error, ProcessLookupError, PermissionError):
        if os.getpgid(process.pid) == process.pid:
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
