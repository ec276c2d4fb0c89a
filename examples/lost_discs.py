"""Where the discs are lost: the moves of Othello games, judged by an engine and by the solver.

    tabiya match tabiya nboard:ntest --game othello --depth-b 12 --nodes 16000 --pgn games.pgn
    python examples/lost_discs.py games.pgn --engine nboard:ntest --depth 18

A move loses what its position was worth before it less what is left after it, for the side that
made it. Positions with few empty squares are solved; the others are what the engine says, the same
judge for both players. Discs per game of each player are printed by the number of empty squares,
with 95 % intervals by game.
"""

import argparse
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import tabiya
from tabiya.analysts import AssessmentCache, EngineAnalyst, assess
from tabiya.engines import EngineFault, EngineSpec
from tabiya.positions import RecordedGame, read_games

SQUARES, BLACK = 64, "black"
# Empty squares from which a row of the table begins, the first of the game last.
STAGES = (0, 8, 16, 22, 30, 40, 50)
# The first plies are those of the opening, which the players did not choose.
PLIES = 10


def empties(position: tabiya.Position) -> int:
    """Return the number of empty squares."""
    return str(position)[:SQUARES].count("-")


def positions_of(game: RecordedGame) -> list[tabiya.Position]:
    """Return every position of a game, the last one too."""
    found = [game.start]
    for move in game.moves:
        found.append(found[-1].play(move))
    return found


def judge(
    positions: list[tabiya.Position], analyst: EngineAnalyst, exact: int, cache: AssessmentCache
) -> NDArray[np.float64]:
    """Return what positions are worth for Black, in discs."""
    few = np.array([empties(position) <= exact for position in positions])
    worth = np.empty(len(positions))
    others = [position for position, is_few in zip(positions, few, strict=True) if not is_few]
    worth[~few] = assess(analyst, others, cache=cache) / 100
    worth[few] = [
        tabiya.solve(position).discs * (1 if position.side_to_move == BLACK else -1)
        for position, is_few in zip(positions, few, strict=True)
        if is_few
    ]
    return worth


def main() -> None:
    """Judge all moves and print the table."""
    parser = argparse.ArgumentParser(description="Where the discs are lost.")
    parser.add_argument("games", type=Path)
    parser.add_argument("--engine", default="nboard:ntest")
    parser.add_argument("--depth", type=int, default=18)
    parser.add_argument("--exact", type=int, default=18)
    parser.add_argument("--cache", default="lost_discs.db")
    arguments = parser.parse_args()
    analyst = EngineAnalyst(EngineSpec.parse(arguments.engine), depth=arguments.depth)
    games = [game for game in read_games(arguments.games) if isinstance(game, RecordedGame)]
    # By player and stage, what each game lost.
    lost: dict[tuple[str, int], list[float]] = defaultdict(lambda: [0.0] * len(games))
    judged = []
    with AssessmentCache(arguments.cache) as cache:
        for number, game in enumerate(games):
            positions = positions_of(game)
            try:
                worth = judge(positions, analyst, arguments.exact, cache)
            except (ValueError, EngineFault) as fault:
                # An engine with a book may answer from it, without a score.
                print(f"game {number + 1} is left out: {fault}")
                continue
            judged.append(number)
            for before, ((position, _), (value, after)) in enumerate(
                zip(pairwise(positions), pairwise(worth), strict=True)
            ):
                if before < PLIES:
                    continue
                is_black = position.side_to_move == BLACK
                stage = max(each for each in STAGES if each <= empties(position))
                player = game.first if is_black else game.second
                lost[player, stage][number] += (value - after) * (1 if is_black else -1)
    for player in sorted({name for name, _ in lost}):
        for stage in reversed(STAGES):
            values = np.array(lost[player, stage])[judged]
            error = 1.96 * values.std(ddof=1) / np.sqrt(len(values))
            print(f"{player:<30} from {stage:>2} empty squares  {values.mean():6.2f} ± {error:.2f}")


if __name__ == "__main__":
    main()
