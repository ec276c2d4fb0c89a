"""Nodes per second of the search in each game; chess beside toga2 over the same positions.

toga2 ignores ``go nodes``, so both get the same time per position and the nodes are counted.
"""

import chess
import chess.engine

import tabiya
from _peers import POSITIONS, figure, find_engine, skip

SECONDS = 1.0
REQUIRED_RATIO = 1.0
# The default search, which spends more on each node to visit fewer, and the plain one.
PRESETS = ("modern", "crafty")


def own_speed(name: str, texts: list[str], preset: str | None = None) -> float:
    """Return nodes per second over some positions."""
    game = tabiya.game(name)
    player = tabiya.Player(name, decisions=tabiya.Decisions(preset=preset))
    positions = [game.position(text) for text in texts]
    reports = [player.search(position, seconds=SECONDS) for position in positions]
    for position, report in zip(positions, reports, strict=True):
        assert report.move in position.legal_moves()
    return sum(r.nodes for r in reports) / sum(r.seconds for r in reports)


def peer_speed(path: str, texts: list[str]) -> float:
    """Return nodes per second of a UCI engine, by its own count."""
    nodes, seconds = 0, 0.0
    with chess.engine.SimpleEngine.popen_uci(path) as engine:
        options = {"OwnBook": False, "Hash": 16}
        engine.configure({k: v for k, v in options.items() if k in engine.options})
        for text in texts:
            info = engine.analyse(chess.Board(text), chess.engine.Limit(time=SECONDS))
            nodes += info["nodes"]
            seconds += info["time"]
    return nodes / seconds


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


def main() -> None:
    """Measure and print."""
    for name in ("othello", "loa"):
        figure(f"search {name}", f"{own_speed(name, texts_of(name)) / 1e6:.2f} M nodes/s")
    own = {preset: own_speed("chess", POSITIONS, preset) for preset in PRESETS}
    for preset, speed in own.items():
        figure(f"search chess, preset {preset}", f"{speed / 1e6:.2f} M nodes/s")
    path = find_engine("toga2")
    if path is None:
        skip("search chess, ratio to toga2", "toga2")
        return
    peer = peer_speed(path, POSITIONS)
    figure("search chess, toga2 in the same run", f"{peer / 1e6:.2f} M nodes/s")
    for preset in PRESETS:
        ratio = own[preset] / peer
        verdict = "met" if ratio >= REQUIRED_RATIO else "MISSED"
        figure(f"{preset}, ratio to toga2 (at least {REQUIRED_RATIO})", f"{ratio:.2f}, {verdict}")


if __name__ == "__main__":
    main()
