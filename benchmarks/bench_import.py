"""``tabiya positions import`` of master games from end to end, beside ``pgn-extract -Wepd``.

The peer writes every position of every game as text; we read, merge and compress them. Both start
as programs of their own and take turns. Beside the time on the wall, which other work on the
machine lengthens, stands that of the processors; memory is that of one third of the games too.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from _peers import data, figure, find_engine, skip
from tabiya.positions import read

ROUNDS = 3
REQUIRED, MOST_MEGABYTES = 2.0, 600


def spent(command: list[str]) -> tuple[float, float, float]:
    """Run a program; return seconds on the wall and of processors, and megabytes at most."""
    started = time.perf_counter()
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=tempfile.gettempdir()
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, command
    wall = time.perf_counter() - started
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def third_of(pgn: Path, folder: Path) -> Path:
    """Write the first third of the games."""
    third = folder / "third.pgn"
    with pgn.open("rb") as file:
        text = file.read(pgn.stat().st_size // 3)
    third.write_bytes(text[: text.rindex(b"\n[Event ") + 1])
    return third


def main() -> None:
    """Measure and print."""
    peer, pgn = find_engine("pgn-extract"), data("chess_master", "elite2600.pgn")
    if peer is None or pgn is None:
        skip("import of master games", "pgn-extract or $TABIYA_DATA/chess_master/elite2600.pgn")
        return
    with tempfile.TemporaryDirectory() as name:
        made, theirs = Path(name, "set.parquet"), Path(name, "all.epd")
        program = "from tabiya.cli import main; main()"
        ours = [sys.executable, "-c", program, "positions", "import", "-o", str(made)]
        runs: dict[str, list[tuple[float, float, float]]] = {"tabiya": [], "pgn-extract": []}
        for _ in range(ROUNDS):
            runs["tabiya"].append(spent([*ours, str(pgn)]))
            runs["pgn-extract"].append(
                spent([peer, "-Wepd", "--quiet", str(pgn), "-o", str(theirs)])
            )
        # A program begins with the memory of the one that starts it: nothing large before this.
        small = spent(
            [*ours[:-1], str(Path(name, "third.parquet")), str(third_of(pgn, Path(name)))]
        )
        with theirs.open("rb") as file:
            n_theirs = sum(1 for line in file if line.strip())
        assert int(read(made).table["count"].sum()) == n_theirs
    medians = {who: [statistics.median(x) for x in zip(*r, strict=True)] for who, r in runs.items()}
    for who, (wall, processor, megabytes) in medians.items():
        told = f"{wall:.1f} s, {processor:.1f} s of processors, {megabytes:.0f} MB"
        figure(f"import of {n_theirs:,} labels, {who}", told)
    wall, processor = (medians["pgn-extract"][i] / medians["tabiya"][i] for i in range(2))
    verdict = "met" if wall >= REQUIRED else "MISSED"
    figure(f"  pgn-extract over tabiya (at least {REQUIRED})", f"{wall:.2f}, {verdict}")
    figure("  by the time of processors", f"{processor:.2f}")
    megabytes = medians["tabiya"][2]
    verdict = "met" if megabytes <= MOST_MEGABYTES else "MISSED"
    figure(f"  memory (at most {MOST_MEGABYTES} MB)", f"{megabytes:.0f} MB, {verdict}")
    figure("  memory for a third of the games", f"{small[2]:.0f} MB")


if __name__ == "__main__":
    main()
