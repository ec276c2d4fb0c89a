"""FFO test positions #40 to #44 solved exactly on one thread: nodes, time and speed.

The positions are read from $TABIYA_DATA/othello_endgame. The limit to hold the speed against: a
node of the last plies costs one look for flips per empty square, about 15 instructions each with
vector code; at three instructions per cycle and 3 GHz that is some 60 million nodes per second.
"""

from functools import partial
from pathlib import Path

import tabiya
from _peers import data, figure, skip, timed

FIRST, LAST = 40, 44
KNOWN = {40: (38, "a2"), 41: (0, "h4"), 42: (6, "g2"), 43: (-12, "c7"), 44: (-14, "d2")}


def positions(path: Path) -> list[tuple[int, str, int, set[str]]]:
    """Read number, position, score and best moves of the test positions."""
    rows = []
    for number, line in enumerate(path.read_text().splitlines(), start=FIRST):
        board, *moves = [part.strip() for part in line.split(";") if part.strip()]
        scores = {}
        for entry in moves:
            move, _, score = entry.partition(":")
            if score:
                scores[move.strip().lower()] = int(score)
        best = max(scores.values())
        rows.append((number, board, best, {m for m, s in scores.items() if s == best}))
    return rows


def main() -> None:
    """Solve, check and print."""
    path = data("othello_endgame", "edax", "fforum-40-59.obf")
    if path is None:
        skip("FFO #40 to #44", "TABIYA_DATA/othello_endgame")
        return
    game = tabiya.game("othello")
    guided_nodes, plain_nodes = 0, 0
    for number, text, score, best in positions(path)[: LAST - FIRST + 1]:
        position = game.position(text)
        solution, seconds = timed(partial(tabiya.solve, position))
        assert solution.discs == score == KNOWN[number][0], (number, solution.discs, score)
        assert solution.move in best, (number, solution.move, best)
        speed = solution.nodes / seconds / 1e6
        figure(
            f"FFO #{number}, {position.cells.count('.')} empty, {score:+d} {solution.move}",
            f"{solution.nodes / 1e6:.1f} M nodes in {seconds:.2f} s, {speed:.1f} M nodes/s",
        )
        plain = tabiya.solve(position, guide=None)
        assert plain.discs == score, (number, plain.discs, score)
        guided_nodes, plain_nodes = guided_nodes + solution.nodes, plain_nodes + plain.nodes
    ratio = guided_nodes / plain_nodes
    figure("nodes with the fitted evaluation's ordering over those without", f"{ratio:.2f}")
    assert ratio < 1, "an ordering that saves nothing is not to be used"


if __name__ == "__main__":
    main()
