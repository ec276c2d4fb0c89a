"""``tabiya cluster``: a scheduler and workers; and the option of commands that use them."""

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

import tabiya

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager
    from pathlib import Path

CPUS = os.cpu_count() or 1

Cluster: TypeAlias = Annotated[
    str | None, typer.Option(help="Dask workers: tcp://host:8786, or local.")
]


@contextmanager
def workers_of(cluster: str | None, n_workers: int) -> "Iterator[tabiya.cluster.Workers | None]":
    """Give the workers that the option ``--cluster`` names, or None without it."""
    if cluster is None:
        yield None
        return
    with tabiya.cluster.open_workers(cluster, threads=n_workers, on_wait=say_waiting) as workers:
        yield workers


def say_waiting(line: str) -> None:
    """Say what is waited for."""
    typer.echo(line, err=True)


def say_claimed(place: object) -> "tabiya.store.OnWait":
    """Return what says that another process works with a store, which is waited for."""
    shown = tabiya.store.without_passwords(str(place))
    return lambda who: say_waiting(f"{shown}: {who} is at it; waiting until it is done")


def claimed(path: "Path") -> "AbstractContextManager[None]":
    """Be the only process at work on a file or folder; who comes later is told, and waits."""
    return tabiya.store.claim_path(path, say_claimed(path))


def scheduler(
    *,
    host: Annotated[
        str, typer.Option(help="The address to listen on; others than this let others in.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; 0 for any that is free.")] = 8786,
) -> None:
    """Run a scheduler, which hands work to workers; on this machine alone unless told otherwise."""
    tabiya.cluster.serve_scheduler(host, port, say=typer.echo)


def worker(
    address: Annotated[str, typer.Argument(help="Of the scheduler: tcp://host:8786.")],
    *,
    workers: Annotated[int, typer.Option(help="Processes.")] = CPUS,
    host: Annotated[str | None, typer.Option(help="The address to listen on.")] = None,
) -> None:
    """Run workers for a scheduler, a process each."""
    tabiya.cluster.serve_workers(address, workers, host=host, say=typer.echo)
