"""A full disk: the file is named, and is as it was before."""

import subprocess
import sys
from pathlib import Path

import pytest

from tabiya.files import beside

# The largest file stands for the disk. Libraries that write by themselves (polars, matplotlib) have
# their own words for what is wrong.
SCRIPT = """
import resource, signal, sys
from pathlib import Path
import numpy as np, polars as pl, scipy.sparse
import tabiya
from tabiya.learn import Features, write_trace
from tabiya.metrics import Estimate
from tabiya.positions import PositionSet

def a_set(path):
    scores = np.random.default_rng(1).normal(size=20_000)
    rows = {"position": [str(tabiya.game("loa").initial())] * 20_000, "value": scores}
    PositionSet("loa", pl.DataFrame(rows).with_columns(kind=pl.lit("score"))).write(path)

def a_trace(path):
    matrix = np.random.default_rng(1).normal(size=(1000, 20))
    names = tuple(f"f{number}" for number in range(20))
    write_trace(path, Features(scipy.sparse.csr_array(matrix), matrix[:, 0], names, None, None))

def arrays(path):
    tabiya.files.save_arrays(path, numbers=np.random.default_rng(1).normal(size=20_000))

def a_picture(path):
    series = tabiya.report.TauSeries("tau", [1, 2], [Estimate(0.1, 0.0, 0.2)] * 2)
    tabiya.report.plot_taus([series], path, title="tau")

path = Path(sys.argv[2])
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (5_000, resource.RLIM_INFINITY))
try:
    globals()[sys.argv[1]](path)
except OSError as error:
    print(error.filename)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="a limit of file sizes stands for a full disk")
@pytest.mark.parametrize(
    ("what", "name"),
    [
        ("a_set", "set.parquet"),
        ("a_trace", "trace.parquet"),
        ("arrays", "arrays.npz"),
        ("a_picture", "tau.png"),
    ],
)
def test_a_full_disk_names_the_file_and_leaves_the_old_one(
    what: str, name: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_text("old")
    script = [sys.executable, "-c", SCRIPT, what, str(path)]
    found = subprocess.run(script, capture_output=True, text=True, check=True)  # noqa: S603 (ours)
    assert found.stdout.splitlines() == [str(path)]
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_cannot_be_read_is_named_not_the_one_that_is_written(tmp_path: Path) -> None:
    path, missing = tmp_path / "out.csv", tmp_path / "in.csv"
    with pytest.raises(FileNotFoundError) as found, beside(path):
        missing.read_text()
    assert found.value.filename == str(missing)
    with pytest.raises(FileNotFoundError) as found, beside(tmp_path / "no" / "out.csv") as part:
        part.write_text("a")
    assert found.value.filename == str(tmp_path / "no" / "out.csv")
