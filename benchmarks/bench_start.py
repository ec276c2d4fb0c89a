"""How long a person waits for the command line: the help of every command, and first lines.

Each figure is the least of some runs: processor time, which others on the machine do not change,
and the time on the wall.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from _peers import figure
from tabiya.cli._commands import COMMANDS, Group

N_RUNS = 5
HELP_SECONDS = 0.4
IMPORT_SECONDS = 0.2
FIRST_LINE_SECONDS = 1.0
COMMAND = [sys.executable, "-c", "from tabiya.cli import main; main()"]
PGN = "1. e4 e5 $10 2. Nf3 Nc6 $10 3. Bb5 Qg5 4. Nxg5 $18 Nd4 $18 5. Nxf7 $18 *\n\n"


def names() -> list[list[str]]:
    """Return the words of every command and group."""
    found: list[list[str]] = [[]]
    for name, entry in COMMANDS.items():
        found.append([name])
        if isinstance(entry, Group):
            found += [[name, inner] for inner in entry.commands]
    return found


def first_line(arguments: list[str], expected: str) -> tuple[float, float]:
    """Return processor and wall seconds until the first line is out; check the line."""
    best_work = best_wall = float("inf")
    for _ in range(N_RUNS):
        started = time.perf_counter()
        with subprocess.Popen(
            arguments, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as process:
            assert process.stdout is not None
            line = next(line for line in process.stdout if line.strip())
            wall = time.perf_counter() - started
            work = processor_seconds(process.pid)
            process.stdout.read()
        assert expected in line, line
        best_work, best_wall = min(best_work, work), min(best_wall, wall)
    return best_work, best_wall


def processor_seconds(pid: int) -> float:
    """Return what a running process has used, where the system tells; else what has passed."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(") ", 1)[1].split()
    except OSError:
        return float("nan")
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def judge(what: str, limit: float, seconds: tuple[float, float]) -> None:
    """Print a figure."""
    work, wall = seconds
    verdict = "met" if work < limit else "MISSED"
    figure(f"{what} (under {limit:g} s)", f"{work:.2f} s, {wall:.2f} s on the wall, {verdict}")


def main() -> None:
    """Measure and print."""
    code = "import tabiya; print(tabiya.game('chess').name)"
    judge("import tabiya", IMPORT_SECONDS, first_line([sys.executable, "-c", code], "chess"))
    slowest = max(
        (first_line([*COMMAND, *words, "--help"], "Usage"), " ".join(words)) for words in names()
    )
    judge(f"slowest help, tabiya {slowest[1]} --help", HELP_SECONDS, slowest[0])
    judge("tabiya --help", HELP_SECONDS, first_line([*COMMAND, "--help"], "Usage"))
    with tempfile.TemporaryDirectory() as folder:
        pgn, table, run = (str(Path(folder, name)) for name in ("a.pgn", "a.parquet", "run"))
        Path(pgn).write_text(PGN * 100, encoding="utf-8")
        subprocess.run(
            [*COMMAND, "positions", "import", pgn, "-o", table],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        sample = ["positions", "sample", table, "-n", "3", "-o", f"{folder}/b.parquet"]
        tune = ["tune", table, "--weights", "knight", "--iterations", "1", "--control", "none"]
        for name, words, expected in (
            ("positions show", ["positions", "show", table], "rows of chess"),
            ("positions sample", sample, "3 rows"),
            ("measure", ["measure", table, "--static", "--no-cache"], "positions of chess"),
            ("tune", [*tune, "-o", run], "to learn from"),
        ):
            seconds = first_line([*COMMAND, *words], expected)
            judge(f"first line of tabiya {name}", FIRST_LINE_SECONDS, seconds)


if __name__ == "__main__":
    main()
