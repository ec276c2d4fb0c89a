"""Fit the default weights of the chess evaluation to results and to a stronger engine.

Reads positions labelled by results (EPD lines with ``c9 "1-0";``) and, if an engine has assessed
them, by centipawns of the side to move (``ce 35;``), which then count for most of the label. Traces
the positions once and maximises the likelihood of the labels by L-BFGS, with a ridge that pulls
every weight towards where it started. One game in ten is held out. Writes the table of defaults
that the evaluation is built with, ``crates/tabiya-core/src/eval/chess/defaults.txt``:

    python examples/fit_chess.py quiet.epd more.epd --out defaults.txt
"""

import argparse
import math
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize, minimize_scalar

import tabiya

RESULT = re.compile(r'c9 "(1-0|0-1|1/2-1/2)"')
GAME = re.compile(r'c8 "(\w+)"')
SCORE = re.compile(r"ce (-?\d+);")
# Centipawns of the engine that make a win e times as likely, and the share of its opinion.
ENGINE_SCALE = 200.0
ENGINE_SHARE = 0.75
VALUES = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}
HELD_OUT = 10
# Percentages act on whole groups, and endings that are known have no use for statistics.
FIXED = re.compile(
    r".*_scale|king_safety_asymmetry|lone_king_.*|king_and_pawn_win|pawn_[a-h][18]_.*"
)

Array = NDArray[np.float64]


def read(paths: list[Path]) -> Iterator[tuple[str, float, bool]]:
    """Yield position, the chance of the side to move, and whether the game is held out."""
    for path in paths:
        for line in path.read_text().splitlines():
            result, game = RESULT.search(line), GAME.search(line)
            if result is None:
                continue
            name = game[1] if game else line
            held_out = int.from_bytes(name.encode()[-2:]) % HELD_OUT == 0
            fields = line.split()[:4]
            chance = VALUES[result[1]] if fields[1] == "w" else 1 - VALUES[result[1]]
            if score := SCORE.search(line):
                opinion = 1 / (1 + math.exp(-int(score[1]) / ENGINE_SCALE))
                chance = ENGINE_SHARE * opinion + (1 - ENGINE_SHARE) * chance
            yield " ".join(fields), chance, held_out


def log_loss(scores: Array, labels: Array, scale: float) -> float:
    """Return the mean negative log-likelihood of results under a logistic curve."""
    z = scores / scale
    return float(np.mean(np.logaddexp(0, z) - labels * z))


def main() -> None:
    """Read, trace, fit, write."""
    parser = argparse.ArgumentParser(description="Fit the default weights of the chess evaluation.")
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--ridge", type=float, default=2e-9)
    parser.add_argument("--iterations", type=int, default=150)
    arguments = parser.parse_args()

    rows = list(read(arguments.files))
    game = tabiya.game("chess")
    positions = [game.position(text) for text, _, _ in rows]
    labels = np.array([chance for _, chance, _ in rows])
    held_out = np.array([held for _, _, held in rows])
    weights = tabiya.weights("chess")
    names = list(weights)
    start = weights.array()
    trace = tabiya.Player("chess").trace(positions)
    matrix = trace.jacobian(weights)
    print(f"{len(rows):,} positions, {matrix.nnz:,} features, {held_out.sum():,} held out")

    free = np.array([FIXED.fullmatch(name) is None for name in names])
    train, control = matrix[~held_out], matrix[held_out]
    train_labels, control_labels = labels[~held_out], labels[held_out]
    constant = trace.scores(start) - matrix @ (start * free)
    train_constant, control_constant = constant[~held_out], constant[held_out]

    def scores_of(x: Array, part: object, base: Array) -> Array:
        return np.asarray(part @ (x * free)) + base

    fit = minimize_scalar(
        lambda s: log_loss(scores_of(start, train, train_constant), train_labels, s),
        bounds=(50, 600),
        method="bounded",
    )
    scale = float(fit.x)
    print(f"a score of {scale:.0f} is worth e:1; control loss {fit.fun:.5f}")

    def objective(x: Array) -> tuple[float, Array]:
        z = scores_of(x, train, train_constant) / scale
        error = (1 / (1 + np.exp(-z)) - train_labels) / (scale * len(z))
        pull = (x - start) * free
        value = float(np.mean(np.logaddexp(0, z) - train_labels * z))
        gradient = np.asarray(train.T @ error) * free + 2 * arguments.ridge * pull
        return value + arguments.ridge * float(pull @ pull), gradient

    best = minimize(
        objective,
        start,
        jac=True,
        method="L-BFGS-B",
        options={"maxiter": arguments.iterations, "ftol": 1e-9, "gtol": 1e-9},
    )
    fitted = np.where(free, best.x, start)
    before = log_loss(scores_of(start, control, control_constant), control_labels, scale)
    after = log_loss(scores_of(fitted, control, control_constant), control_labels, scale)
    print(f"{best.nit} iterations; control loss {before:.5f} -> {after:.5f}")

    lines = [
        "# Defaults of the chess evaluation, in centipawns.",
        "# Made by examples/fit_chess.py.",
    ]
    lines += [f"{name} {value:.2f}" for name, value in zip(names, fitted, strict=True)]
    arguments.out.write_text("\n".join(lines) + "\n")
    print(f"{arguments.out}: {len(names)} weights")


if __name__ == "__main__":
    main()
