"""Workers: outcomes, failures, and such as are lost."""

import os
import signal
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tabiya
from tabiya.cluster import DaskWorkers, Threads, Workers, open_workers
from tabiya.games import Batch


@pytest.fixture(scope="module")
def local() -> Iterator[DaskWorkers]:
    with DaskWorkers("local", n_workers=2) as workers:
        yield workers


def square(x: int) -> int:
    return x * x


def slow_square(folder: str, x: int) -> int:
    """Write down who works on what, and take a while."""
    Path(folder, f"{x}-{os.getpid()}").touch()
    time.sleep(0.3)
    return x * x


def fail(x: int) -> int:
    raise ValueError(f"no {x}")


def test_threads_do_all_pieces() -> None:
    with Threads(3) as workers:
        assert dict(workers.run(square, range(20))) == {i: i * i for i in range(20)}
        assert list(workers.run(square, [])) == []


def test_processes_do_all_pieces(local: DaskWorkers) -> None:
    assert local.n_workers == 2
    assert dict(local.run(square, range(20))) == {i: i * i for i in range(20)}
    assert list(local.run(square, [])) == []


def turned_round(batch: Batch) -> Batch:
    return batch[::-1]


@pytest.mark.parametrize("name", tabiya.games())
def test_a_batch_comes_back_as_it_went(name: str, local: DaskWorkers) -> None:
    start = tabiya.game(name).initial()
    batch = Batch.of([start, *map(start.play, start.legal_moves())])
    ((_, back),) = local.run(turned_round, [batch])
    assert back == batch[::-1]
    assert back.game == batch.game


@pytest.mark.parametrize("kind", ["threads", "dask"])
def test_a_failure_is_raised(kind: str, local: DaskWorkers) -> None:
    workers: Workers = local if kind == "dask" else Threads(2)
    with pytest.raises(ValueError, match="no 7"):
        list(workers.run(fail, [7]))


def test_the_piece_of_a_lost_worker_is_done_again(tmp_path: Path) -> None:
    with DaskWorkers("local", n_workers=2) as workers:
        work = partial(slow_square, str(tmp_path))
        killed = None
        found = {}
        for number, outcome in workers.run(work, range(8)):
            found[number] = outcome
            if killed is None:
                running = {p.name for p in tmp_path.iterdir()}
                busy = [name for name in running if int(name.split("-")[0]) not in found]
                killed = int(busy[0].split("-")[1])
                os.kill(killed, signal.SIGKILL)
    assert found == {i: i * i for i in range(8)}
    doers = [path.name.split("-") for path in tmp_path.iterdir()]
    assert any(int(pid) == killed for _, pid in doers)
    assert len({pid for _, pid in doers}) >= 2


def test_address_without_a_port_is_refused_at_once() -> None:
    with pytest.raises(
        OSError, match=r"nowhere: expected a Dask scheduler such as tcp://host:8786"
    ):
        open_workers("nowhere")


def test_no_scheduler_is_one_line() -> None:
    with pytest.raises(OSError, match=r"tcp://127.0.0.1:1: expected a Dask scheduler"):
        open_workers("tcp://127.0.0.1:1")


def test_workers_of_another_version_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabiya.cluster._dask.VERSION", "9.9")
    with pytest.raises(OSError, match=r"local: expected workers with tabiya 9.9, found 0\."):
        DaskWorkers("local", n_workers=1)


def test_no_threads_are_refused() -> None:
    with pytest.raises(ValueError, match="threads: expected a number above 0"):
        Threads(0)


def is_aligned(table: dict[str, np.ndarray[Any, Any]], extra: np.ndarray[Any, Any]) -> list[bool]:
    return [each.flags.aligned for each in (*table.values(), extra)]


def test_arrays_arrive_as_kernels_want_them(local: DaskWorkers) -> None:
    sizes = range(100_000, 100_008)
    table: dict[str, np.ndarray[Any, Any]] = {str(n): np.arange(n, dtype=np.uint8) for n in sizes}
    table |= {f"{n}, wide": np.arange(n, dtype=np.float64) for n in sizes}
    for _, found in local.run(partial(is_aligned, table), [np.arange(n * 1.0) for n in sizes]):
        assert all(found)
