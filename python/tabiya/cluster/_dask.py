"""Workers of a Dask cluster: processes here or on other machines, which may come and go."""

import logging
import os
import pickle
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from types import TracebackType
from typing import Any, Self, TypeVar
from urllib.parse import urlsplit

from tabiya._core import VERSION
from tabiya.cluster._processes import end_at_once, end_children, pids_of
from tabiya.cluster._workers import ONE_THREAD, Threads, Workers

Work = TypeVar("Work")
Outcome = TypeVar("Outcome")

LOCAL = "local"
LOOPBACK = "127.0.0.1"
# Schemes of addresses that have a port.
WITH_PORTS = ("tcp", "tls", "ws", "wss", "ucx")
# A piece of work that has cost so many workers is itself the fault.
MOST_LOSSES = 5
CONNECT_SECONDS = 10
# A scheduler that has had no worker for so long is said.
NO_WORKERS_SECONDS = 10.0


class DaskWorkers:
    """The workers of a Dask cluster.

    A worker that is lost costs nothing but time: its piece of work is done again by another one.
    A piece of work that fails is not tried again: it would fail again.

    Parameters
    ----------
    address : str
        Of the scheduler, as ``tcp://host:8786``, or ``local`` for processes of this machine, which
        nobody can reach from another one.
    n_workers : int, optional
        Processes of a local cluster.
    on_wait : callable, optional
        Called with a line when all workers have gone; work goes on when others come.

    Raises
    ------
    OSError
        If no scheduler answers there, or it has no workers after ten seconds.
    """

    def __init__(
        self,
        address: str = LOCAL,
        *,
        n_workers: int | None = None,
        on_wait: Callable[[str], object] | None = None,
    ) -> None:
        try:
            import distributed  # noqa: PLC0415 (loads slowly)
        except ModuleNotFoundError:
            raise OSError(
                f"{address}: expected Dask for a cluster, found none; pip install 'tabiya[cluster]'"
            ) from None

        library: Any = distributed  # it is typed in part only
        self._as_completed = library.as_completed
        self._address = address
        self._on_wait = on_wait
        self._has_said = False
        self._cluster: Any = None
        self._shared: tuple[Callable[..., Any], Any] | None = None
        self._sharing = threading.Lock()
        if address == LOCAL:
            # Without a page of its own: that would answer on all addresses of the machine.
            self._cluster = library.LocalCluster(
                n_workers=n_workers,
                threads_per_worker=1,
                env=ONE_THREAD,
                silence_logs=logging.ERROR,  # that a busy worker is slow to end is no news
                host=LOOPBACK,
                dashboard_address=None,
                scheduler_kwargs={
                    "allowed_failures": MOST_LOSSES,
                    "dashboard_address": f"{LOOPBACK}:0",
                },
            )
        else:
            _check_address(address)
        try:
            where = self._cluster or address
            self._client = library.Client(where, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError) as error:
            reason = str(error).splitlines()[0]
            raise OSError(f"{address}: expected a Dask scheduler, found {reason}") from None
        self._await_workers(address)
        self._check_workers(address)

    @property
    def n_workers(self) -> int:
        """Return how many workers there are now."""
        return len(self._client.scheduler_info(n_workers=-1)["workers"])

    def _await_workers(self, address: str) -> None:
        """Refuse a scheduler without workers: work would wait there for ever."""
        try:
            self._client.wait_for_workers(1, timeout=NO_WORKERS_SECONDS)
        except TimeoutError:
            self.close()
            raise OSError(
                f"{address}: expected workers, found none in {NO_WORKERS_SECONDS:g} s; start some "
                f"with: tabiya cluster worker {address}"
            ) from None

    def _check_workers(self, address: str) -> None:
        """Refuse workers that cannot do the work, which would wait for ever."""
        try:
            found = set(self._client.run(version, "tabiya").values())
        except PackageNotFoundError:
            found = {"none"}
        if found - {VERSION}:
            self.close()
            raise OSError(
                f"{address}: expected workers with tabiya {VERSION}, found {', '.join(found)}"
            )

    def pids(self) -> list[int]:
        """Return the numbers of the workers' processes."""
        return list(self._client.run(os.getpid).values())

    def run(
        self, function: Callable[[Work], Outcome], items: Sequence[Work]
    ) -> Iterator[tuple[int, Outcome]]:
        """Do all pieces; yield the number and the outcome of each when it is done."""
        if not items:
            return
        shared = self._share(function)
        futures = [
            self._client.submit(_call, shared, Packed.of(item), pure=False) for item in items
        ]
        numbers = {future.key: i for i, future in enumerate(futures)}
        watch = _Watch(self)
        try:
            with watch:
                for future in self._as_completed(futures, loop=self._client.loop):
                    yield numbers[future.key], self._outcome(future)
        finally:
            self._client.cancel(futures, force=True)

    def _outcome(self, future: Any) -> Any:
        """Return what a piece of work has come to."""
        try:
            return future.result().open()
        except Exception as error:
            if type(error).__name__ != "KilledWorker":
                raise
            raise OSError(
                f"{self._address}: expected workers that stay, found a piece of work that has cost "
                f"{MOST_LOSSES} of them; it may need more memory than they have"
            ) from None

    def look(self) -> None:
        """Say once that there are no workers any more."""
        if self.n_workers:
            self._has_said = False
        elif not self._has_said and self._on_wait is not None:
            self._has_said = True
            self._on_wait(f"{self._address}: no workers any more; waiting for some")

    def _share(self, function: Callable[..., Any]) -> Any:
        """Return what stands for a function in the cluster; it may be large, and travels once.

        It is the outcome of a task, so that it comes back by itself when the worker that holds it
        is lost; data that is merely scattered would be gone.
        """
        with self._sharing:  # several threads may give work to one workers
            if self._shared is None or self._shared[0] is not function:
                future = self._client.submit(_give, Packed.of(function), pure=False)
                self._shared = (function, future)
            return self._shared[1]

    def close(self, *, at_once: bool = False) -> None:
        """Leave the cluster; a local one ends, with the engines of its workers.

        Parameters
        ----------
        at_once : bool
            Do not wait for what the workers of a local cluster do at the moment.
        """
        self._shared = None
        if self._cluster is not None:
            nannies = list(self._cluster.workers.values())
            if at_once:
                end_at_once(nannies)
            else:
                end_children(pids_of(nannies))
        self._client.close()
        if self._cluster is not None:
            self._cluster.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close(at_once=kind is not None)


class _Watch:
    """Looks for workers now and then, in a thread, while work is waited for."""

    def __init__(self, workers: DaskWorkers) -> None:
        self._workers = workers
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def _look(self) -> None:
        while not self._over.wait(NO_WORKERS_SECONDS):
            with suppress(Exception):  # a scheduler that is gone is told by who waits for it
                self._workers.look()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()


def open_workers(
    cluster: str | None = None,
    *,
    threads: int | None = None,
    on_wait: Callable[[str], object] | None = None,
) -> Workers:
    """Return the workers that options ask for: threads of this process unless a cluster is named.

    >>> with open_workers(threads=1) as workers:
    ...     list(workers.run(len, ["ab"]))
    [(0, 2)]
    """
    if cluster is None:
        return Threads(threads)
    return DaskWorkers(cluster, n_workers=threads, on_wait=on_wait)


class Packed:
    """Something on its way, pickled by ourselves.

    Dask cuts arrays out of larger messages, where the numbers of a kernel need not be aligned.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._opened: list[Any] = []

    @classmethod
    def of(cls, thing: object) -> Self:
        """Pack something."""
        import cloudpickle  # noqa: PLC0415 (loads slowly)

        return cls(cloudpickle.dumps(thing, protocol=4))

    def open(self) -> Any:
        """Return what was packed; it is unpacked once in each process."""
        if not self._opened:
            self._opened.append(pickle.loads(self._data))  # noqa: S301 (of our own workers)
        return self._opened[0]

    def __reduce__(self) -> tuple[type[Self], tuple[bytes]]:
        return type(self), (self._data,)


def _give(function: Packed) -> Packed:
    return function


def _call(function: Packed, item: Packed) -> Packed:
    return Packed.of(function.open()(item.open()))


def _check_address(address: str) -> None:
    """Refuse an address without a port, with which a client would try for ever to end itself."""
    scheme, separator, _ = address.partition("://")
    if separator and scheme not in WITH_PORTS:
        return
    try:
        port = urlsplit(address if separator else f"tcp://{address}").port
    except ValueError:
        port = None
    if port is None:
        raise OSError(
            f"{address}: expected a Dask scheduler such as tcp://host:8786, found no port"
        )
