"""A UCI engine with a child, which thinks for ever and does not hear anything meanwhile."""

import subprocess
import sys
import time
from pathlib import Path


def main() -> None:
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    Path(sys.argv[1], f"{child.pid}").touch()
    for line in sys.stdin:
        match line.split()[:1]:
            case ["uci"]:
                print("option name Weight type spin default 5 min 0 max 9")  # noqa: T201 (so it speaks)
                print("uciok", flush=True)  # noqa: T201 (an engine speaks so)
            case ["isready"]:
                print("readyok", flush=True)  # noqa: T201 (an engine speaks so)
            case ["go"]:
                Path(sys.argv[1], "thinking").touch()
                time.sleep(600)
            case ["quit"]:
                break  # and the child stays behind


if __name__ == "__main__":
    main()
