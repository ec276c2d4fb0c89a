"""Nodes per processor second of the search in each game; chess beside glaurung and toga2.

The engines ignore ``go nodes`` or are not exact about it, so all get the same time per position and
the nodes are counted. Turns are interleaved and medians quoted: a machine is never quite alone.
"""

import os
import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import chess
import chess.engine

import tabiya
from _peers import POSITIONS, figure, find_engine, skip

SECONDS = 0.5
ROUNDS = 5
# The least ratios of the default preset to each peer.
REQUIRED = {"glaurung": 1.0, "toga2": 1.4}
REQUIRED_OTHELLO = 4.5
# The default search, which spends more on each node to visit fewer, and the plain one.
PRESETS = ("modern", "crafty")


def own_speed(player: tabiya.Player, texts: list[str]) -> float:
    """Return nodes per processor second over some positions."""
    positions = [player.game.position(text) for text in texts]
    before = time.process_time()
    reports = [player.search(position, seconds=SECONDS) for position in positions]
    spent = time.process_time() - before
    for position, report in zip(positions, reports, strict=True):
        assert report.move in position.legal_moves()
    return sum(r.nodes for r in reports) / spent


def processor_seconds(pid: int) -> float:
    """Return the processor time that another process has taken so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def peer_speed(engine: chess.engine.SimpleEngine, texts: list[str]) -> float:
    """Return nodes per processor second of a UCI engine, by its own count of nodes."""
    pid = engine.transport.get_pid()
    assert isinstance(pid, int)
    before = processor_seconds(pid)
    limit = chess.engine.Limit(time=SECONDS)
    nodes = sum(engine.analyse(chess.Board(text), limit)["nodes"] for text in texts)
    return nodes / (processor_seconds(pid) - before)


def texts_of(name: str, plies: int = 5) -> list[str]:
    """Return some positions of a game: every second ply of its player's own play."""
    position = tabiya.game(name).initial()
    player = tabiya.Player(name)
    texts = []
    for ply in range(2 * plies):
        if ply % 2 == 0:
            texts.append(str(position))
        position = position.play(player.search(position, nodes=2000).move)
    return texts


def medians(turns: dict[str, Callable[[], float]]) -> dict[str, float]:
    """Let all take turns, and return the median speed of each."""
    speeds: dict[str, list[float]] = {name: [] for name in turns}
    for _ in range(ROUNDS):
        for name, turn in turns.items():
            speeds[name].append(turn())
    return {name: statistics.median(values) for name, values in speeds.items()}


def verdict(ratio: float, least: float) -> str:
    """Say whether a bar was met."""
    return f"{ratio:.2f}, {'met' if ratio >= least else 'MISSED'}"


def main() -> None:
    """Measure and print."""
    for name in ("othello", "loa"):
        player, texts = tabiya.Player(name), texts_of(name)
        speed = statistics.median(own_speed(player, texts) for _ in range(ROUNDS)) / 1e6
        figure(f"search {name}", f"{speed:.2f} M nodes/s")
        if name == "othello":
            figure(f"othello (at least {REQUIRED_OTHELLO} M)", verdict(speed, REQUIRED_OTHELLO))
    turns: dict[str, Callable[[], float]] = {}
    for preset in PRESETS:
        player = tabiya.Player("chess", decisions=tabiya.Decisions(preset=preset))
        turns[preset] = partial(own_speed, player, POSITIONS)
    engines = []
    for peer in REQUIRED:
        path = find_engine(peer)
        if path is None or not Path("/proc/self/stat").exists():
            skip(f"search chess, ratio to {peer}", peer)
            continue
        engine = chess.engine.SimpleEngine.popen_uci(path)
        engines.append(engine)
        options = {"OwnBook": False, "Hash": 16, "Threads": 1}
        engine.configure({k: v for k, v in options.items() if k in engine.options})
        turns[peer] = partial(peer_speed, engine, POSITIONS)
    speeds = medians(turns)
    for engine in engines:
        engine.quit()
    for name, speed in speeds.items():
        figure(f"search chess, {name}", f"{speed / 1e6:.2f} M nodes/s of processor time")
    for peer, least in REQUIRED.items():
        if peer in speeds:
            ratio = speeds["modern"] / speeds[peer]
            figure(f"modern, ratio to {peer} (at least {least})", verdict(ratio, least))


if __name__ == "__main__":
    main()
