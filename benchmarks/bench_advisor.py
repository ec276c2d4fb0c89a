"""What advice is worth: agreement with masters, the experiment of §5.4, and Elo.

    python benchmarks/bench_advisor.py agree GAMES.pgn...    moves foretold on games held out
    python benchmarks/bench_advisor.py mach GAMES.pgn...     the twenty positions of the thesis
    python benchmarks/bench_advisor.py elo GAMES.pgn...      a player of 1,000 nodes with advice

Without files those of ``TABIYA_DATA/chess_master`` are taken. With ``ADVISOR_FOLDER`` the
databases are kept there and used again.
"""

import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path

import chess
import numpy as np

import tabiya
from tabiya.chunks import (
    Following,
    Games,
    Similarity,
    SimilarPosition,
    Thought,
    follow,
    learn_similarity,
    open_games,
    sample_positions,
)

HELD_OUT = 2018
OPENINGS = {
    "Ruy Lopez": 'eco >= "C60" and eco <= "C99z"',
    "Queen's Gambit": 'eco >= "D30" and eco <= "D69z"',
}


def build(folder: Path, files: list[Path]) -> tuple[Games, Games]:
    """Return all games, and those before the year of the test."""
    everything = open_games(folder / "all.db")
    if everything.n_games == 0:
        everything.add(*files)
        everything.index()
    before = open_games(folder / "before.db")
    if before.n_games == 0:
        text = folder / "before.pgn"
        with text.open("w", encoding="utf-8") as file:
            file.writelines(everything.export(f"year < {HELD_OUT}"))
        before.add(text)
        text.unlink()
        before.index()
    print(f"games {everything.n_games:,}, of them before {HELD_OUT}: {before.n_games:,}")
    return everything, before


def agree(folder: Path, files: list[Path], n: int = 700) -> None:
    """Foretell the moves of games that are held out."""
    everything, before = build(folder, files)
    started = time.perf_counter()
    learned = learn_similarity(before, n_positions=1000, seed=1)
    weights = ", ".join(f"{name} {value:.2f}" for name, value in learned.weights.items())
    print(f"learned in {time.perf_counter() - started:.0f} s: bias {learned.bias:.2f}, {weights}")
    frequency = count_moves(before)
    ways: dict[str, Callable[[str], list[str]]] = {
        "advice": lambda fen: [a.move for a in before.advise(fen, similarity=learned)],
        "exact": lambda fen: before.exact(fen)["move"].to_list(),
        "frequency": lambda fen: by_frequency(frequency, fen),
        "overlap": lambda fen: nearest(before, fen),
        "overlap, voted": lambda fen: voted(before, fen),
        "mach": lambda fen: [a.move for a in before.advise(fen, similarity="mach")],
    }
    groups: dict[str, list[dict[str, tuple[bool, bool]]]] = {}
    for asked in sample_positions(everything, n, seed=2, where=f"year >= {HELD_OUT}"):
        row = {}
        for name, way in ways.items():
            moves = way(asked.fen)
            row[name] = (asked.move in moves[:1], asked.move in moves[:3])
        in_book = before.exact(asked.fen).height > 0
        phase = phase_of(asked.fen, asked.ply)
        for group in ["in book"] if in_book else ["out of book", f"out of book, {phase}"]:
            groups.setdefault(group, []).append(row)
    for group, rows in sorted(groups.items()):
        for top, place in (("top 1", 0), ("top 3", 1)):
            ours = np.array([row["advice"][place] for row in rows], dtype=float)
            print(f"{group} ({len(rows)}), {top}: advice {interval(ours)}")
            for name in ways:
                if name == "advice":
                    continue
                other = np.array([row[name][place] for row in rows], dtype=float)
                print(f"  {name} {interval(other)}, advice ahead by {interval(ours - other)}")
    ours = np.array([row["advice"][0] for row in groups["out of book"]], dtype=float)
    for name in ("exact", "frequency", "overlap"):
        other = np.array([row[name][0] for row in groups["out of book"]], dtype=float)
        assert (ours - other).mean() > 0, name


def phase_of(fen: str, ply: int) -> str:
    """Name the phase: an endgame has at most six men beside pawns and kings."""
    if sum(letter in "nbrqNBRQ" for letter in fen.split(maxsplit=1)[0]) <= 6:
        return "endgame"
    return "opening" if ply < 30 else "middlegame"


def interval(values: "np.typing.NDArray[np.float64]") -> str:
    """Write a mean with its interval of 95 %, in percent."""
    spread = 1.96 * values.std(ddof=1) / np.sqrt(len(values)) if len(values) > 1 else np.nan
    return f"{100 * values.mean():.1f} ± {100 * spread:.1f} %"


def count_moves(db: Games) -> Counter[tuple[bool, str]]:
    """Count how often each side made each move."""
    counts: Counter[tuple[bool, str]] = Counter()
    for game, plies in db.games().select("game", "plies").iter_rows():
        for ply, move in enumerate(db.plan(game, 0, plies)):
            counts[ply % 2 == 0, move] += 1
    return counts


def by_frequency(counts: Counter[tuple[bool, str]], fen: str) -> list[str]:
    """Rank the legal moves by how often they are made at all."""
    board = chess.Board(fen)
    return sorted((m.uci() for m in board.legal_moves), key=lambda m: -counts[board.turn, m])[:3]


@lru_cache(maxsize=1)
def overlapping(db: Games, fen: str) -> list[SimilarPosition]:
    """Return forty positions with most men on the same squares, whose move is legal here."""
    return db.similar(fen, 40, similarity="overlap", playable=True)


def nearest(db: Games, fen: str) -> list[str]:
    """Rank moves by the position with most men on the same squares."""
    return list(dict.fromkeys(position.move for position in overlapping(db, fen)))


def voted(db: Games, fen: str) -> list[str]:
    """Rank moves by how many of these positions speak for them."""
    votes: Counter[str] = Counter()
    for position in overlapping(db, fen):
        votes[position.move] += 1
    return [move for move, _ in votes.most_common()]


def mach(folder: Path, files: list[Path]) -> None:
    """Repeat the experiment of §5.4 and §5.5 on ten positions of each opening."""
    everything, _ = build(folder, files)
    for library in ("mach", "starter"):
        everything.index(tabiya.chunks.library(library))
        print(
            f"{library}: {len(everything.library)} chunks over {everything.n_positions:,} positions"
        )
        for name, where in OPENINGS.items():
            report_opening(everything, name, where)


def report_opening(db: Games, name: str, where: str) -> None:
    """Print a row of Tables 5.1 and 5.2."""
    rows = list(db.games(f"{where} and plies > 40").select("game").iter_rows())
    random.Random(5).shuffle(rows)
    totals: Counter[str] = Counter()
    for (game,) in rows[:10]:
        ply = 15 + game % 6
        fen = db.position(game, ply)
        cover = db.library.cover(fen)
        totals["pieces"] += sum(letter.isalpha() for letter in fen.split()[0])
        totals["pieces found"] += len(cover.covered)
        totals["chunks found"] += len({(m.chunk.name, m.mirror) for m in cover.matches})
        for label, allowed in (("n-1", 1), ("n", 0)):
            totals[f"candidates {label}"] += db.n_candidates(fen, allowed=allowed)
            advice = db.advise(
                fen,
                similarity=Similarity("mach", allowed=allowed),
                n_positions=1000,
                except_game=game,
            )
            totals[f"suggested {label}"] += len(advice)
    print(f"  {name} (10): " + ", ".join(f"{key} {value:,}" for key, value in totals.items()))


def elo(folder: Path, files: list[Path], n_openings: int = 60) -> None:
    """Play with and without advice from positions of both openings, at equal nodes."""
    db, _ = build(folder, files)
    starts = []
    for where in OPENINGS.values():
        rows = list(db.games(f"{where} and plies > 40").select("game").iter_rows())
        random.Random(7).shuffle(rows)
        fens = dict.fromkeys(db.position(game, 10) for (game,) in rows[: 4 * n_openings])
        starts += list(fens)[: n_openings // 2]
    for label, how in (
        ("bonus alone (§5.2)", Following(own_share=1.0)),
        ("bonus and a deeper look (§5.7)", Following()),
    ):
        pairs = [play_pair(db, fen, how) for fen in starts]
        verdict = tabiya.metrics.verdict(pairs)
        print(f"{label}: {verdict}".replace("\n", "; "))


def play_pair(db: Games, fen: str, how: Following) -> tuple[float, float]:
    """Play an opening with both colours; return the points of the advised player."""
    return play(db, fen, how, advised=chess.WHITE), play(db, fen, how, advised=chess.BLACK)


def play(db: Games, fen: str, how: Following, *, advised: chess.Color, nodes: int = 1000) -> float:
    """Play one game."""
    players = [tabiya.Player("chess"), tabiya.Player("chess")]
    board = chess.Board(fen)
    while not board.is_game_over(claim_draw=True) and board.ply() < 300:
        player = players[board.turn]

        def search(b: chess.Board, share: float, bonus: Mapping[str, float]) -> Thought:
            start = tabiya.game("chess").position(b.root().fen())
            position = start.play_all([move.uci() for move in b.move_stack])
            limit = max(1, round(nodes * share))
            report = player.search(position, nodes=limit, keep=True, bonus=bonus)  # noqa: B023 (used at once)
            return Thought(report.move, report.score - bonus.get(report.move, 0.0), report.pv)

        if board.turn == advised:
            move = follow(board, db.advise(board), search, how).thought.move
        else:
            move = search(board, 1.0, {}).move
        board.push_uci(move)
    result = board.result(claim_draw=True)
    points = {"1-0": 1.0, "0-1": 0.0}.get(result, 0.5)
    return points if advised == chess.WHITE else 1 - points


def main() -> None:
    """Run what is asked for."""
    what = {"agree": agree, "mach": mach, "elo": elo}
    if len(sys.argv) < 2 or sys.argv[1] not in what:
        sys.exit(f"expected one of {', '.join(what)}")
    files = [Path(name) for name in sys.argv[2:]]
    if not files:
        data = Path(os.environ.get("TABIYA_DATA", ""), "chess_master")
        files = [*sorted(data.glob("*.pgn")), *sorted(data.glob("champions/*.pgn"))]
    if not files:
        print("skipped: no games; set TABIYA_DATA or name files")
        return
    kept = os.environ.get("ADVISOR_FOLDER")
    if kept:
        what[sys.argv[1]](Path(kept), files)
        return
    with tempfile.TemporaryDirectory() as folder:
        what[sys.argv[1]](Path(folder), files)


if __name__ == "__main__":
    main()
