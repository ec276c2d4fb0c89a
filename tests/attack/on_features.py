"""Attacks on features of other programs: traces, tables and archives."""

from pathlib import Path
from random import Random

import numpy as np
import polars as pl
from tests.attack.campaign import AttackError, Campaign
from tests.attack.mutate import flip, mutate

from tabiya.learn import read_features

N_ROWS = 12
TRACE = b"tabiya-trace 1\nphase 24\npair pawn 90 110\nweight tempo 10\n" + b"".join(
    b"position %d %d %d 0:%d 1:-1 ; 8/8/8/8/8/8/8/8 w - - 0 1\n" % (n % 2, n // 3, 2 * n, n % 5)
    for n in range(N_ROWS)
)
TABLE = b"label,game,phase,weight,pawn\n" + b"".join(
    b"%d,%d,%d,1,%d\n" % (n % 2, n // 3, n, n % 5) for n in range(N_ROWS)
)


def attack_features(random: Random, folder: Path) -> int:
    """A file of features is refused by its name, or every row has its numbers."""
    path = folder / random.choice(("a.trace", "a.csv", "a.parquet", "a.npz"))
    _write(random, path)
    try:
        found = read_features(path)
    except ValueError as error:
        if path.name not in str(error) or "\n" in str(error):
            raise AttackError(f"the error is no line that names the file: {error}") from error
        return 1
    n = len(found.labels)
    columns = (found.groups, found.phase, found.weights)
    if found.matrix.shape[0] != n or any(each is not None and len(each) != n for each in columns):
        raise AttackError("rows and labels are not as many")
    found.matrix.check_format(full_check=True)
    if not np.isfinite(found.matrix.data).all() or not np.isfinite(found.labels).all():
        raise AttackError("features or labels that are no numbers")
    return 1


def _write(random: Random, path: Path) -> None:
    if path.suffix in (".trace", ".csv"):
        path.write_bytes(mutate(random, TRACE if path.suffix == ".trace" else TABLE, 3))
        return
    if path.suffix == ".parquet":
        table = pl.DataFrame(
            {"label": [0.0, 1.0] * 6, "indices": [[0, 1]] * N_ROWS, "counts": [[1.0, 2.0]] * N_ROWS}
        )
        table.write_parquet(path, metadata={"tabiya.trace.weights": '[["a", 1], ["b", 2, 3]]'})
        if random.random() < 0.5:
            path.write_bytes(flip(random, path.read_bytes()))
        return
    numbers = np.array(random.choices(range(-1, 30), k=N_ROWS + 1))
    parts = {
        "data": np.ones(random.choice((N_ROWS, 3))),
        "indices": np.array(random.choices(range(-1, 3), k=N_ROWS)),
        "indptr": random.choice((np.arange(N_ROWS + 1), np.sort(numbers), numbers)),
        "shape": np.array(random.choice(([N_ROWS, 2], [N_ROWS, 2.5], [2], [-1, 2]))),
        "y": random.choice((np.arange(N_ROWS), np.array(["a"] * N_ROWS), np.ones((N_ROWS, 2)))),
    }
    if random.random() < 0.3:
        parts["X"] = random.choice((np.ones((N_ROWS, 2)), np.ones(3), np.array([["a"]])))
    np.savez(path, **parts)  # type: ignore[arg-type] # they are arrays
    if random.random() < 0.3:
        path.write_bytes(flip(random, path.read_bytes()))


CAMPAIGNS = [Campaign("files of features", attack_features, 150)]
