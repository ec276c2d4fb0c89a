"""Games per second of reading labelled positions from PGN, beside python-chess on the same."""

import io
import logging
import tempfile
from functools import partial
from pathlib import Path

import chess.pgn

from _peers import data, figure, skip, timed
from tabiya.positions import read_pgn

# python-chess reads about a thousand games a second.
N_SAMPLE = 1500
MASTER_BYTES = 20_000_000
REQUIRED = 20
ROUNDS = 5


def read_all(path: Path, threads: int) -> tuple[int, int]:
    """Read a file with all sources; return games and labelled positions."""
    blocks = [(block.n_games, len(block.table)) for block in read_pgn(path, threads=threads)]
    return sum(games for games, _ in blocks), sum(rows for _, rows in blocks)


def read_with_python_chess(text: str) -> tuple[int, int]:
    """Read a text with python-chess; return games and positions of main lines."""
    handle, n_games, n_positions = io.StringIO(text), 0, 0
    while (game := chess.pgn.read_game(handle)) is not None:
        n_games += 1
        n_positions += 1 + sum(1 for _ in game.mainline_moves())
    return n_games, n_positions


def sample_of(text: str) -> str:
    """Return some of the games of a text, evenly spread."""
    games = text.split('[Event "')[1:]
    return "".join('[Event "' + game for game in games[:: max(1, len(games) // N_SAMPLE)])


def measure(name: str, text: str, *, is_plain: bool) -> None:
    """Measure both on a sample of a text, and ours on all of it."""
    sample = sample_of(text)
    (n_theirs, n_positions), their_seconds = timed(partial(read_with_python_chess, sample))
    figure(f"{name}: python-chess, {n_theirs:,} games", f"{n_theirs / their_seconds:,.0f} games/s")
    with tempfile.TemporaryDirectory() as folder:
        path, whole = Path(folder, "sample.pgn"), Path(folder, "whole.pgn")
        path.write_text(sample, encoding="utf-8")
        whole.write_text(text, encoding="utf-8")
        read_all(path, 1)  # the first time, libraries are loaded
        for threads in (1, 2):
            runs = [timed(partial(read_all, path, threads)) for _ in range(ROUNDS)]
            assert len({found for found, _ in runs}) == 1
            # Where every game has a result, every position of the main line is labelled once.
            assert not is_plain or runs[0][0] == (n_theirs, n_positions)
            ratio = their_seconds / min(seconds for _, seconds in runs)
            figure(
                f"{name}: {threads} thread(s), the same games (at least {REQUIRED}x)",
                f"{ratio:.0f}x",
            )
            assert ratio >= REQUIRED
            (n_games, n_rows), seconds = min(
                (timed(partial(read_all, whole, threads)) for _ in range(ROUNDS)),
                key=lambda run: run[1],
            )
            figure(
                f"{name}: {threads} thread(s), {n_games:,} games, {n_rows:,} labels",
                f"{n_games / seconds:,.0f} games/s",
            )


def main() -> None:
    """Measure and print."""
    # python-chess logs every broken game.
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    master = data("chess_master", "elite2600.pgn")
    if master is None:
        skip("pgn: master games", "$TABIYA_DATA/chess_master/elite2600.pgn")
    else:
        with master.open(encoding="utf-8", errors="replace") as file:
            text = file.read(MASTER_BYTES)
        measure("pgn: master games", text[: text.rindex("\n[Event ") + 1], is_plain=True)
    annotated = data("chess_annotated_human")
    if annotated is None:
        skip("pgn: annotated games", "$TABIYA_DATA/chess_annotated_human")
    else:
        paths = sorted(path for path in annotated.rglob("*") if path.suffix.lower() == ".pgn")
        texts = [path.read_text(encoding="utf-8", errors="replace") for path in paths]
        text = "\n".join(texts)
        measure("pgn: annotated games", text, is_plain=False)


if __name__ == "__main__":
    main()
