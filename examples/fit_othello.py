"""Fit the default weights of the Othello evaluation to games that it plays against itself.

Every round plays games from random openings, labels each position with the final margin in discs,
and solves for the weights by least squares with a ridge. The first round is played by a player
that knows nothing but mobility and corners; the games of the last rounds make the result. One game
in ten is held out. Writes the table of defaults that the evaluation is built with:

    python examples/fit_othello.py --out crates/tabiya-core/src/eval/othello/defaults.txt
"""

import argparse
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, vstack

import tabiya

Array = NDArray[np.float64]

# What the first player knows, whatever the phase.
BEGINNER = {"mobility": 60.0, "corner": 900.0, "x_square": -300.0}
# Openings are so many random plies long.
SHORTEST, LONGEST = 4, 18
HELD_OUT = 10
DISC = 100.0


@dataclass(frozen=True)
class Games:
    """The positions of some games: features, labels of the side to move, and the game's number."""

    matrix: csr_array
    labels: Array
    game: NDArray[np.int64]


def random_opening(rng: np.random.Generator) -> tabiya.Position:
    """Return a position after some random moves, before the end of the game."""
    while True:
        position = tabiya.game("othello").initial()
        for _ in range(rng.integers(SHORTEST, LONGEST + 1)):
            if position.result is None:
                position = position.play(str(rng.choice(position.legal_moves())))
        if position.result is None:
            return position


def margin(position: tabiya.Position) -> int:
    """Return Black's final margin, empty squares going to the winner."""
    discs = position.cells.count("X") - position.cells.count("O")
    return discs + int(np.sign(discs)) * position.cells.count(".")


def play_games(
    weights: tabiya.Weights, rng: np.random.Generator, n_games: int, nodes: int, threads: int
) -> Games:
    """Play games side by side, a move in each at a time, and trace their positions."""
    player = tabiya.Player("othello", weights=weights, hash_mib=1)
    lines = [[random_opening(rng)] for _ in range(n_games)]
    while running := [line for line in lines if line[-1].result is None]:
        reports = player.search_many([line[-1] for line in running], nodes=nodes, threads=threads)
        for line, report in zip(running, reports, strict=True):
            line.append(line[-1].play(report.move))
    positions, labels, game = [], [], []
    for number, line in enumerate(lines):
        final = DISC * margin(line[-1])
        for position in line[:-1]:
            positions.append(position)
            labels.append(final if position.side_to_move == "black" else -final)
            game.append(number)
    return Games(player.trace(positions).jacobian(), np.array(labels), np.array(game))


def fit(matrix: csr_array, labels: Array, ridge: float) -> Array:
    """Return the weights with the least squared error; the ridge pulls rare features to zero."""
    gram = (matrix.T @ matrix).toarray()
    return np.linalg.solve(gram + ridge * np.eye(len(gram)), matrix.T @ labels)


def main() -> None:
    """Play, fit, play better, fit again; write."""
    parser = argparse.ArgumentParser(description="Fit the Othello evaluation to its own games.")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=3000, help="games per round")
    parser.add_argument("--nodes", type=int, default=1000, help="nodes per move")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--kept", type=int, default=3, help="the last rounds that are fitted to")
    parser.add_argument("--ridge", type=float, default=300.0)
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()

    names = list(tabiya.weights("othello"))
    values = np.array([BEGINNER.get(name.rsplit("_", 1)[0], 0.0) for name in names])
    rng = np.random.default_rng(arguments.seed)
    rounds: list[Games] = []
    for number in range(1, arguments.rounds + 1):
        weights = tabiya.weights("othello", dict(zip(names, values.tolist(), strict=True)))
        rounds.append(play_games(weights, rng, arguments.games, arguments.nodes, arguments.threads))
        rounds = rounds[-arguments.kept :]
        matrix = vstack([games.matrix for games in rounds], format="csr")
        labels = np.concatenate([games.labels for games in rounds])
        held_out = np.concatenate([games.game for games in rounds]) % HELD_OUT == 0
        before = np.abs(matrix[held_out] @ values - labels[held_out]).mean() / DISC
        values = fit(matrix[~held_out], labels[~held_out], arguments.ridge)
        errors = np.abs(matrix[held_out] @ values - labels[held_out]).mean() / DISC
        print(
            f"round {number}: {len(labels):,} positions; mean error on held-out games "
            f"{before:.2f} -> {errors:.2f} discs"
        )

    command = f"seed {arguments.seed}, {arguments.rounds} rounds of {arguments.games} games"
    lines = [
        "# Defaults of the Othello evaluation, in hundredths of a disc.",
        f"# Made by examples/fit_othello.py: {command} at {arguments.nodes} nodes a move.",
        *(f"{name} {value:.1f}" for name, value in zip(names, values.round(1) + 0.0, strict=True)),
    ]
    arguments.out.write_text("\n".join(lines) + "\n")
    print(f"{arguments.out}: {len(names)} weights")


if __name__ == "__main__":
    main()
