"""The UCI engine in the hands of fastchess: its check of the protocol, and games of several kinds.

fastchess is looked for on the PATH; https://github.com/Disservin/fastchess builds with ``make``.
What it complains of in our engine is an error; time alone is not, for a machine may be busy.
"""

import random
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import chess

from _peers import figure, find_engine, skip

ROUNDS = 2
N_GAMES = 2 * ROUNDS
NAME = "tabiya"
SCRIPT = "#!/bin/sh\nexec {python} -c 'from tabiya.cli import main; main()' \"$@\"\n"
# Words of fastchess for what no engine should do.
FAULTS = re.compile(rf"illegal|disconnect|crash|stall|Warning; .*{NAME}", re.IGNORECASE)


def call(runner: str, *words: str, folder: Path) -> str:
    """Run fastchess and return what it says."""
    done = subprocess.run(
        [runner, *words], cwd=folder, capture_output=True, text=True, check=False, timeout=900
    )
    return done.stdout + done.stderr


def play(runner: str, folder: Path, what: str, ours: str, theirs: str, *more: str) -> None:
    """Play a short match and hold its course against what is allowed."""
    words = f"-engine name={NAME} cmd={folder / NAME} args=uci {ours} -engine name=other {theirs}"
    rounds = f"-rounds {ROUNDS} -games 2 -concurrency 1 -pgnout file=games.pgn"
    said = call(runner, *shlex.split(f"{words} {' '.join(more)} {rounds}"), folder=folder)
    finished = re.findall(rf"Finished game \d+ .*({NAME}|other).*: (\S+) {{(.*)}}", said)
    assert len(finished) == N_GAMES, said[-2000:]
    faults = [
        line for line in said.splitlines() if FAULTS.search(line) and "Crashed: 0" not in line
    ]
    assert not faults, faults[:5]
    endings = ", ".join(sorted({ending for _, _, ending in finished}))
    figure(f"fastchess, {what}: {N_GAMES} games", endings)


def write_openings(path: Path) -> None:
    """Write some of the 960 positions."""
    draw = random.Random(1)
    boards = (chess.Board.from_chess960_pos(draw.randrange(960)) for _ in range(ROUNDS))
    path.write_text("".join(f"{board.shredder_fen()}\n" for board in boards))


def main() -> None:
    """Check the protocol, then play."""
    runner = find_engine("fastchess")
    if runner is None:
        skip("UCI checked by fastchess", "fastchess")
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ours = folder / NAME
        ours.write_text(SCRIPT.format(python=shlex.quote(sys.executable)))
        ours.chmod(0o755)
        said = call(runner, "--compliance", str(ours), "uci", folder=folder)
        assert "Engine passed all compliance checks" in said, said[-2000:]
        figure("fastchess --compliance tabiya uci", f"{said.count('Passed')} steps passed")
        self = f"cmd={ours} args=uci"
        clock = "-each tc=4+0.1 timemargin=1000"
        play(runner, folder, "nodes, 2 threads", "option.Threads=2", self, "-each nodes=3000")
        play(runner, folder, "a clock", "option.Hash=8 option.MultiPV=2", self, clock)
        write_openings(folder / "frc.epd")
        variant = "-variant fischerandom -openings file=frc.epd format=epd"
        play(runner, folder, "Chess960", "", self, variant, "-each nodes=3000")
        for engine, options in {
            "toga2": "",
            "stockfish": "option.UCI_LimitStrength=true option.UCI_Elo=1500",
        }.items():
            found = find_engine(engine)
            if found is None:
                skip(f"fastchess, against {engine}", engine)
                continue
            play(runner, folder, f"against {engine}", "", f"cmd={found} {options}", clock)


if __name__ == "__main__":
    main()
