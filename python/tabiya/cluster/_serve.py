"""A scheduler and workers of our own, for those who do not have a Dask cluster yet.

Whoever reaches a scheduler can have any code run by its workers. So it listens on this machine
alone unless it is told otherwise, and a worker only where it reaches its scheduler.
"""

import asyncio
import socket
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from tabiya.cluster._processes import end_at_once
from tabiya.cluster._workers import ONE_THREAD

LOOPBACK = "127.0.0.1"
PORT = 8786


def serve_scheduler(
    host: str = LOOPBACK, port: int = PORT, *, say: Callable[[str], object] = print
) -> None:
    """Run a scheduler until it is stopped.

    Parameters
    ----------
    host : str
        The address it listens on; 127.0.0.1 is this machine alone.
    port : int
        The port; 0 is any that is free.
    say : callable
        Called with the scheduler's address.
    """

    async def serve(library: Any) -> None:
        scheduler = library.Scheduler(
            host=host, port=port, dashboard=False, dashboard_address=f"{host}:0"
        )
        async with scheduler:
            say(scheduler.address)
            await scheduler.finished()

    asyncio.run(serve(_dask()))


def serve_workers(
    address: str, n_workers: int, *, host: str | None = None, say: Callable[[str], object] = print
) -> None:
    """Run workers, a process each, until they are stopped; one that dies is started again.

    Parameters
    ----------
    address : str
        Of the scheduler, as ``tcp://host:8786``.
    n_workers : int
        How many.
    host : str, optional
        The address they listen on; that from which the scheduler is reached if it is not said.
    """
    if n_workers < 1:
        raise ValueError(f"workers: expected 1 or more, found {n_workers!r}")
    place = host or own_address(address)

    async def serve(library: Any) -> None:
        nannies = [
            library.Nanny(
                address,
                nthreads=1,
                host=place,
                env=ONE_THREAD,
                dashboard=False,
                dashboard_address=None,
            )
            for _ in range(n_workers)
        ]
        await asyncio.gather(*nannies)
        try:
            say(f"{n_workers} worker{'s' if n_workers > 1 else ''} for {address}, from {place}")
            await asyncio.gather(*(nanny.finished() for nanny in nannies))
        finally:
            end_at_once(nannies)
            await asyncio.gather(*(nanny.close() for nanny in nannies))

    try:
        asyncio.run(serve(_dask()))
    except TimeoutError:
        raise OSError(f"{address}: expected a Dask scheduler, found no answer") from None


def own_address(scheduler: str) -> str:
    """Return the address of this machine from which a scheduler is reached.

    >>> own_address("tcp://127.0.0.1:8786")
    '127.0.0.1'

    Raises
    ------
    OSError
        If the text is no address, or there is no way to it.
    """
    try:
        parts = urlsplit(scheduler)
        host, port = parts.hostname, parts.port or PORT
    except ValueError:
        host = None
    if not host:
        raise OSError(f"cluster: expected an address such as tcp://host:8786, found {scheduler!r}")
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
            way.connect((host, port))  # no packet is sent
            return str(way.getsockname()[0])
    except OSError as error:
        raise OSError(f"{scheduler}: expected a scheduler, found {error}") from None


def _dask() -> Any:
    try:
        import distributed  # noqa: PLC0415 (loads slowly)
    except ModuleNotFoundError:
        raise OSError("cluster: expected Dask, found none; pip install 'tabiya[cluster]'") from None
    return distributed
