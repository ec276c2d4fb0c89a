"""Fit the default weights of the Lines of Action evaluation to games of the program with itself.

No weights of such an evaluation are published, so this starts from two that are guessed and learns
all of them in rounds. The player of the last round plays games from random openings; each search
says what line it expects, and the position where that line ends, whose score it has chosen, is
labelled by the result of the game. A logistic regression with a small ridge turns the features of
these positions into new weights; the earlier a position, the less it tells about the result, and
the less it counts. The games of all rounds are kept. Writes the table of defaults that the
evaluation is built with:

    python examples/fit_loa.py --seed 1 --out crates/tabiya-core/src/eval/loa/defaults.txt
"""

import argparse
import math
import random
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

import tabiya

# Ten to one for the side that is ahead by 400: the WIN_SCALE of the evaluation.
CENTIPAWNS_PER_UNIT = 400 / math.log(10)
START = {"concentration": 1.5, "mobility": 2.0}
OPENING_PLIES = range(4, 11)
LONGEST_GAME = 200
HELD_OUT = 10
VALUES = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}

# After so many plies the result tells half as much about a position.
HALF_LIFE = 10

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Sample:
    """What is learnt from one search of a game.

    Attributes
    ----------
    position : Position
        Where the expected line ends.
    ply : int
        The ply of the game at which it was expected.
    """

    position: tabiya.Position
    ply: int


@dataclass(frozen=True)
class Game:
    """A game: its samples, its length in plies, and Black's result."""

    samples: list[Sample]
    n_plies: int
    result: float


def random_opening(rng: random.Random) -> tabiya.Position:
    """Return a position after a few random moves from the start."""
    while True:
        position = tabiya.game("loa").initial()
        for _ in range(rng.choice(OPENING_PLIES)):
            if position.result is not None:
                break
            position = position.play(rng.choice(position.legal_moves()))
        if position.result is None:
            return position


def play_games(
    player: tabiya.Player, n_games: int, nodes: int, threads: int, rng: random.Random
) -> list[Game]:
    """Play games from random openings, side by side."""
    positions = [random_opening(rng) for _ in range(n_games)]
    samples: list[list[Sample]] = [[] for _ in range(n_games)]
    n_plies = [0] * n_games
    for ply in range(LONGEST_GAME):
        running = [i for i in range(n_games) if positions[i].result is None]
        if not running:
            break
        ends = [positions[i] for i in running]
        for i, report in zip(
            running, player.search_many(ends, nodes=nodes, threads=threads), strict=True
        ):
            leaf = expected_end(positions[i], report.pv)
            if report.win_in is None and leaf is not None:
                samples[i].append(Sample(leaf, ply))
            positions[i] = positions[i].play(report.move)
            n_plies[i] = ply + 1
    results = [VALUES[position.result or "1/2-1/2"] for position in positions]
    return [Game(*game) for game in zip(samples, n_plies, results, strict=True)]


def expected_end(position: tabiya.Position, line: tuple[str, ...]) -> tabiya.Position | None:
    """Return the position at the end of a line, or None if the game is over there."""
    for move in line:
        if position.result is not None:
            return None
        position = position.play(move)
    return position if position.result is None else None


def features_labels_and_shares(games: list[Game]) -> tuple[Array, Array, Array]:
    """Return features and results, both for the side to move, and how much each sample counts."""
    samples = [(game, sample) for game in games for sample in game.samples]
    positions = [sample.position for _, sample in samples]
    features = tabiya.Player("loa").trace(positions).jacobian().toarray()
    is_first = np.array([position.side_to_move == "black" for position in positions])
    results = np.array([game.result for game, _ in samples])
    to_end = np.array([game.n_plies - sample.ply for game, sample in samples])
    shares = 0.5 ** (to_end / HALF_LIFE)
    return features, np.where(is_first, results, 1 - results), shares / shares.sum()


def log_loss(features: Array, labels: Array, shares: Array, weights: Array) -> float:
    """Return the mean negative log-likelihood of the results."""
    z = features @ weights / CENTIPAWNS_PER_UNIT
    return float(shares @ (np.logaddexp(0, z) - labels * z))


def fit(features: Array, labels: Array, shares: Array, ridge: float) -> Array:
    """Return the most likely weights; the ridge is on features of unit size."""
    sizes = np.sqrt(np.mean(features**2, axis=0)) + 1e-9
    scaled = features / sizes

    def objective(x: Array) -> tuple[float, Array]:
        z = scaled @ x
        value = shares @ (np.logaddexp(0, z) - labels * z) + ridge * x @ x
        gradient = scaled.T @ (shares * (1 / (1 + np.exp(-z)) - labels)) + 2 * ridge * x
        return float(value), gradient

    best = minimize(objective, np.zeros(scaled.shape[1]), jac=True, method="L-BFGS-B")
    return np.asarray(best.x / sizes * CENTIPAWNS_PER_UNIT)


def write_defaults(path: Path, values: dict[str, float], how: str) -> None:
    """Write the table that the evaluation is built with."""
    lines = [
        "# Defaults of the Lines of Action evaluation, in centipawns.",
        f"# Made by examples/fit_loa.py: {how}.",
        *(f"{name} {value:.3f}" for name, value in values.items()),
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    """Play, fit, and play again."""
    parser = argparse.ArgumentParser(description="Fit the default weights of Lines of Action.")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=1000, help="games per round")
    parser.add_argument("--nodes", type=int, default=500, help="nodes per move")
    parser.add_argument("--ridge", type=float, default=1e-4)
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()

    rng = random.Random(arguments.seed)  # noqa: S311 (nothing secret)
    names = list(tabiya.weights("loa"))
    values = dict.fromkeys(names, 0.0) | START
    train: list[Game] = []
    control: list[Game] = []
    for round_number in range(1, arguments.rounds + 1):
        player = tabiya.Player("loa", weights=values, hash_mib=1)
        games = play_games(player, arguments.games, arguments.nodes, arguments.threads, rng)
        n_control = len(games) // HELD_OUT
        control += games[:n_control]
        train += games[n_control:]
        weights = fit(*features_labels_and_shares(train), arguments.ridge)
        values = {name: round(w, 3) for name, w in zip(names, weights.tolist(), strict=True)}
        held_out = features_labels_and_shares(control)
        loss = log_loss(*held_out, weights)
        none = log_loss(*held_out, np.zeros_like(weights))
        print(
            f"round {round_number}: control loss {loss:.4f}, without features {none:.4f}; {values}"
        )
    how = (
        f"seed {arguments.seed}, {arguments.rounds} rounds of {arguments.games} games "
        f"at {arguments.nodes} nodes a move"
    )
    write_defaults(arguments.out, values, how)


if __name__ == "__main__":
    main()
