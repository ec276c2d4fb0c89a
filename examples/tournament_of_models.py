"""The tournament of Buro 1995 §4: LOG, FISHER and QUAD from nearly even openings, with odds.

    python examples/tournament_of_models.py fitted/ --nodes 2000 --openings 100 -o tournament.csv

Limits are nodes, so that the games are the same on any machine. The time of a player is its nodes
over its speed, which is measured first, all players in turn: at equal time the quadratic player
gets fewer nodes. Games are kept beside the output, and the same command goes on with them.
"""

import argparse
import csv
import time
from pathlib import Path

import tabiya
from tabiya.play import MatchResult, random_openings

MODELS = {"LOG": "logistic", "FISHER": "fisher", "QUAD": "quadratic"}
# Pairing, time of the first, time of the second, as in Table 1.
TABLE = [
    ("LOG", "QUAD", 30, 30),
    ("FISHER", "QUAD", 30, 30),
    ("LOG", "FISHER", 30, 30),
    ("LOG", "FISHER", 30, 36),
    ("LOG", "QUAD", 30, 38),
    ("FISHER", "QUAD", 30, 38),
    ("LOG", "QUAD", 30, 45),
]
PLIES = 10  # 14 discs
DEEP = 20_000
SPEED_NODES, SPEED_ROUNDS = 20_000, 12


def measure_speeds(
    players: dict[str, tabiya.Player], positions: list[tabiya.Position]
) -> dict[str, float]:
    """Return nodes per processor second of each player, searching in turn."""
    nodes, seconds = dict.fromkeys(players, 0), dict.fromkeys(players, 0.0)
    for position in positions[:SPEED_ROUNDS]:
        for name, player in players.items():
            start = time.process_time()
            nodes[name] += player.search(position, nodes=SPEED_NODES).nodes
            seconds[name] += time.process_time() - start
    return {name: nodes[name] / seconds[name] for name in players}


def describe(result: MatchResult) -> list[str]:
    """Return wins, draws and losses, the percentage and its interval."""
    verdict = result.verdict
    if verdict is None or verdict.trinomial is None:
        raise ValueError("expected games, found none")
    lost, drawn, won = verdict.trinomial
    score = verdict.score
    interval = f"{100 * score.low:.1f} to {100 * score.high:.1f}"
    return [f"{won} - {drawn} - {lost}", f"{100 * score.value:.1f}", interval]


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--openings", type=int, default=100)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("-o", "--output", type=Path, default=Path("tournament.csv"))
    options = parser.parse_args()
    players = {
        name: tabiya.players.load_player(options.folder / f"player-{model}.toml")
        for name, model in MODELS.items()
    }
    openings = random_openings(
        tabiya.game("othello"),
        options.openings,
        plies=PLIES,
        seed=options.seed,
        analyst=players["LOG"],
        nodes=DEEP,
        threads=options.threads,
    )
    positions = [opening.position for opening in openings]
    speeds = measure_speeds(players, positions)
    for name, speed in speeds.items():
        print(f"{name:<7} {speed:,.0f} nodes per second", flush=True)
    rows = [(a, b, first, second, False) for a, b, first, second in TABLE]
    rows += [(a, b, 30, 30, True) for a, b, first, second in TABLE if first == second]
    stores = options.output.with_suffix("")
    stores.mkdir(parents=True, exist_ok=True)
    with options.output.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["pairing", "limit", "won - drawn - lost", "percentage", "interval"])
        for a, b, first, second, equal_nodes in rows:
            share = second / first * (1.0 if equal_nodes else speeds[b] / speeds[a])
            nodes_b = round(options.nodes * share)
            kind = "nodes" if equal_nodes else "time"
            result = tabiya.play.match(
                players[a],
                players[b],
                game="othello",
                openings=positions,
                games=2 * len(positions),
                nodes=options.nodes,
                nodes_b=nodes_b,
                concurrency=options.threads,
                store=stores / f"{a}-{b}-{nodes_b}.db",
                names=[a, b],
            )
            row = [f"{a} - {b}", f"{first} - {second} {kind}", *describe(result)]
            writer.writerow(row)
            file.flush()
            print("  ".join(row), flush=True)


if __name__ == "__main__":
    main()
