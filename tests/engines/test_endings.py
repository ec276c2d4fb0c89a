"""However a command ends, no engine and no child of an engine is left, and it ends at once."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import psutil
import pytest

import tabiya
from tabiya.engines import Engine, EngineSpec
from tabiya.positions import PositionSet

THINKER = Path(__file__).parent / "thinker.py"
PATIENCE_SECONDS = 60
# One second is what a person waits for; the rest is for machines that are busy with other tests.
PROMPT_SECONDS = 30


def command(kind: str, folder: Path) -> list[str]:
    engine = f"{sys.executable} {THINKER} {folder}"
    found, made = str(folder / "set.parquet"), str(folder / "made.parquet")
    asked = [found, "--uci", engine, "--depth", "1", "--threads", "2"]
    played = ["tabiya", engine, "--games", "2", "--openings", "start"]
    words = {
        "match": ["match", *played, "--depth", "1"],
        "duel": ["match", engine, *played[1:], "--depth", "1"],
        "tournament": ["tournament", *played[:2], "--depth", "1"],
        "odds": ["odds", *played[:2], "--nodes", "9", "--games", "2"],
        "label": ["positions", "label", *asked, "--no-cache", "-o", made],
        "measure": ["measure", *asked, "--no-cache"],
        "tune": ["tune", *asked, "--weights", "Weight", "--control", "none", "-o", str(folder)],
        "cluster": ["positions", "label", *asked, "--no-cache", "-o", made, "--cluster", "local"],
    }[kind]  # fmt: skip
    return [sys.executable, "-c", "from tabiya.cli import main; main()", *words]


def write_set(path: Path) -> None:
    start = tabiya.game("chess").initial()
    texts = [str(start.play(move)) for move in start.legal_moves()]
    rows = {"position": texts, "side": ["black"] * 20, "kind": ["score"] * 20, "value": [0.0] * 20}
    PositionSet("chess", pl.DataFrame(rows)).write(path)


def wait_until(check: object) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while not check():  # type: ignore[operator] # a function without arguments
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.02)


def is_alive(number: int) -> bool:
    try:
        return bool(psutil.Process(number).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


STATUS = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129}


@pytest.mark.parametrize(
    ("kind", "end"),
    [
        *((kind, end) for kind in ("match", "label") for end in STATUS),
        *(
            (kind, signal.SIGINT)
            for kind in ("duel", "tournament", "odds", "measure", "tune", "cluster")
        ),
        ("tune", signal.SIGTERM),
        ("cluster", signal.SIGHUP),
    ],
)
def test_nothing_is_left_behind(tmp_path: Path, kind: str, end: signal.Signals) -> None:
    write_set(tmp_path / "set.parquet")
    with subprocess.Popen(  # noqa: S603 (our own command)
        command(kind, tmp_path), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        wait_until((tmp_path / "thinking").exists)
        engines = psutil.Process(process.pid).children(recursive=True)
        assert engines
        process.send_signal(end)
        assert process.wait(PROMPT_SECONDS) == STATUS[end]
    wait_until(lambda: not any(is_alive(each.pid) for each in engines))
    children = [int(each.name) for each in tmp_path.iterdir() if each.name.isdigit()]
    assert children
    wait_until(lambda: not any(is_alive(child) for child in children))
    assert not (tmp_path / "made.parquet").exists()


def test_the_child_of_an_engine_that_quits_ends_too(tmp_path: Path) -> None:
    spec = EngineSpec("thinker", (sys.executable, str(THINKER), str(tmp_path)))
    Engine(spec).close()
    (child,) = [int(each.name) for each in tmp_path.iterdir()]
    wait_until(lambda: not is_alive(child))
    assert os.getpid() != child
