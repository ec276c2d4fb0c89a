"""What a ply costs in a match at one node per move, beside fastchess and c-chess-cli.

Two stockfish meet, so that almost all of the time is the tool's: writing a question, waking up at
the answer, keeping the game. A long match less a short one, over the plies between them, leaves
out the start. The tools take turns, and the best round of each counts.
"""

import subprocess
import tempfile
from collections.abc import Callable
from functools import partial
from math import inf
from pathlib import Path

import chess.pgn

import tabiya
from _peers import figure, find_engine, skip, timed
from tabiya.play import Adjudication, match

SHORT, LONG, ROUNDS = 2, 40, 3
MOST_PLIES = 200
REQUIRED = 2.5
OPTIONS = {"Threads": "1", "Hash": "1", "Use NNUE": "false"}

# Plays so many games and returns the plies.
Play = Callable[[int], int]


def openings() -> list[str]:
    """Return a position after each first move."""
    start = tabiya.game("chess").initial()
    return [str(start.play(move)) for move in start.legal_moves()]


def play_here(engine: str, n_games: int) -> int:
    """Play in this process."""
    spec = f"{engine}?{'&'.join(f'{name}={value}' for name, value in OPTIONS.items())}"
    result = match(
        spec,
        spec,
        nodes=1,
        games=n_games,
        concurrency=1,
        openings=openings(),
        adjudication=Adjudication(max_plies=MOST_PLIES),
    )
    assert len(result.games) == n_games
    return sum(len(game.moves) for game in result.games)


def play_by(tool: str, engine: str, n_games: int) -> int:
    """Play by another tool, and count the plies in what it writes."""
    is_fastchess = Path(tool).name == "fastchess"
    with tempfile.TemporaryDirectory() as folder:
        book, games = Path(folder, "book.epd"), Path(folder, "games.pgn")
        book.write_text("\n".join(openings()) + "\n", encoding="ascii")
        command = [tool]
        for name in "ab":
            command += ["-engine", f"cmd={engine}", f"name={name}"]
        command += ["-each", "nodes=1", *(f"option.{k}={v}" for k, v in OPTIONS.items())]
        command += ["-concurrency", "1", "-repeat", "-openings", f"file={book}", "order=sequential"]
        if is_fastchess:
            command += ["format=epd", "-rounds", str(n_games // 2), "-games", "2"]
            command += ["-maxmoves", str(MOST_PLIES // 2), "-pgnout", f"file={games}"]
            command[command.index("-each") + 1 : command.index("-each") + 1] = ["tc=inf"]
        else:
            command += ["-rounds", "1", "-games", str(n_games), "-pgn", str(games)]
        subprocess.run(command, check=True, capture_output=True, cwd=folder)
        plies = []
        with games.open(encoding="utf-8") as file:
            while (game := chess.pgn.read_game(file)) is not None:
                plies.append(sum(1 for _ in game.mainline_moves()))
    assert len(plies) == n_games
    return sum(plies)


def seconds_per_ply(play: Play) -> float:
    """Return what a ply takes, without the start."""
    (few, brief), (many, whole) = (timed(partial(play, n)) for n in (SHORT, LONG))
    return (whole - brief) / (many - few)


def main() -> None:
    """Measure and print."""
    engine = find_engine("stockfish")
    if engine is None:
        skip("overhead per ply", "stockfish")
        return
    plays: dict[str, Play] = {"tabiya": partial(play_here, engine)}
    for name in ("fastchess", "c-chess-cli"):
        tool = find_engine(name)
        if tool is None:
            skip(f"overhead per ply, {name}", name)
        else:
            plays[name] = partial(play_by, tool, engine)
    best = dict.fromkeys(plays, inf)
    for _ in range(ROUNDS):
        for name, play in plays.items():
            best[name] = min(best[name], seconds_per_ply(play))
    for name, seconds in best.items():
        figure(f"a ply of one node, {name}", f"{seconds * 1e3:.3f} ms")
    if "fastchess" in best:
        ratio = best["fastchess"] / best["tabiya"]
        verdict = "met" if ratio >= REQUIRED else "MISSED"
        figure(f"  fastchess over tabiya (at least {REQUIRED})", f"{ratio:.2f}, {verdict}")


if __name__ == "__main__":
    main()
