"""What advice is worth: agreement with masters, the experiment of §5.4, and Elo.

    python benchmarks/bench_advisor.py learn GAMES.pgn...    the weights that come with tabiya
    python benchmarks/bench_advisor.py agree GAMES.pgn...    moves foretold on games held out
    python benchmarks/bench_advisor.py mach GAMES.pgn...     the twenty positions of the thesis
    python benchmarks/bench_advisor.py choose GAMES.pgn...   how a player should follow advice
    python benchmarks/bench_advisor.py elo GAMES.pgn...      a player of 1,000 nodes with advice

Without files those of ``TABIYA_DATA/chess_master`` are taken. Games before 2017 advise, weights
are learned from games of 2017, and the test is on games from 2018 on; each of them gives one
position. With ``ADVISOR_FOLDER`` databases and answers are kept there: a test that was interrupted
goes on. ``ADVISOR_WAYS`` names one way to follow advice, if not all shall be played.
"""

import json
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
from chess.engine import Limit, SimpleEngine

import tabiya
from tabiya.chunks import (
    Following,
    Games,
    Similarity,
    SimilarPosition,
    Thought,
    follow,
    learn_advice,
    open_games,
    sample_positions,
)

ADVISING = "year < 2017"
CHOOSING = "year = 2017"
HELD_OUT = "year >= 2018"
OPENINGS = {
    "Ruy Lopez": 'eco >= "C60" and eco <= "C99z"',
    "Queen's Gambit": 'eco >= "D30" and eco <= "D69z"',
}

OTHER_OPENINGS = " or ".join(
    f'eco >= "{first}" and eco <= "{last}"'
    for first, last in (("B", "B99z"), ("E", "E99z"), ("A10", "A39z"))
)
# The rule of §5.2, the remedy of §5.7, and what was chosen between.
THESIS = Following(bonus=20.0, n_moves=1, own_share=1.0)
DEEPER = Following(bonus=20.0, n_moves=1, own_share=0.8)
CHOICES = [THESIS, DEEPER, *(Following(fall=fall) for fall in (3.0, 6.0, 12.0, 20.0))]
CHOICES += [Following(bonus=30.0, fall=12.0), Following(bonus=100.0, fall=20.0)]

# Whether each way foretold a move, with its first move and with its first three.
Hits = dict[str, list[bool]]


def build(folder: Path, files: list[Path]) -> Games:
    """Return all games."""
    everything = open_games(folder / "all.db")
    if everything.n_games == 0:
        everything.add(*files)
    everything.index()
    print(f"games {everything.n_games:,}, positions {everything.n_positions:,}")
    return everything


def build_advising(folder: Path, everything: Games) -> Games:
    """Return the games that advise, in a database of their own."""
    advising = open_games(folder / "learning.db")
    if advising.n_games == 0:
        text = folder / "advising.pgn"
        with text.open("w", encoding="utf-8") as file:
            file.writelines(everything.export(ADVISING))
        advising.add(text)
        text.unlink()
    advising.index()
    print(f"games that advise ({ADVISING}): {advising.n_games:,}")
    return advising


def learn(folder: Path, files: list[Path], n: int = 2000) -> None:
    """Learn weights from games that neither advise nor are tested, out of book."""
    everything = build(folder, files)
    advising = build_advising(folder, everything)
    started = time.perf_counter()
    questions = [
        asked
        for asked in sample_positions(everything, n, seed=1, where=CHOOSING)
        if advising.exact(asked.fen).is_empty()
    ]
    similarity, ranking = learn_advice(advising, questions)
    print(f"{len(questions)} positions, {time.perf_counter() - started:.0f} s")
    print(f"BIAS = {similarity.bias:.2f}")
    for name, weight in similarity.weights.items():
        print(f'    "{name}": {weight:.2f},')
    print(f"VOICES = {ranking.voices:.2f}\nSILENCE = {ranking.silence:.4g}")
    for name, weight in ranking.habits.items():
        print(f'    "{name}": {weight:.2f},')


def agree(folder: Path, files: list[Path], n: int = 1300) -> None:
    """Foretell the moves of games that are held out."""
    everything = build(folder, files)
    advising = build_advising(folder, everything)
    frequency = count_moves(advising)
    ways: dict[str, Callable[[str], list[str]]] = {
        "advice": lambda fen: [a.move for a in advising.advise(fen)],
        "exact": lambda fen: advising.exact(fen)["move"].to_list(),
        "frequency": lambda fen: by_frequency(frequency, fen),
        "overlap": lambda fen: nearest(advising, fen),
        "overlap, voted": lambda fen: voted(advising, fen),
    }
    answers = folder / "agree.jsonl"
    n_done = len(answers.read_text().splitlines()) if answers.exists() else 0
    asked = list(sample_positions(everything, n, seed=2, where=HELD_OUT))
    with answers.open("a", encoding="utf-8") as file:
        for question in asked[n_done:]:
            said = {name: way(question.fen) for name, way in ways.items()}
            row = {name: [question.move in m[:k] for k in (1, 3)] for name, m in said.items()}
            phase = "in book" if said["exact"] else phase_of(question.fen, question.ply)
            file.write(json.dumps([phase, row]) + "\n")
            file.flush()
    report_agreement(answers)


def report_agreement(answers: Path) -> None:
    """Print how often each way foretold the move; out of book ours must be above all others."""
    groups: dict[str, list[Hits]] = {}
    for line in answers.read_text(encoding="utf-8").splitlines():
        phase, row = json.loads(line)
        for group in [phase] if phase == "in book" else ["out of book", f"out of book, {phase}"]:
            groups.setdefault(group, []).append(row)
    for group, rows in sorted(groups.items()):
        report_group(group, rows)
    for name in ("exact", "frequency", "overlap", "overlap, voted"):
        for place in (0, 1):
            rows = groups["out of book"]
            ahead = hits(rows, "advice", place) - hits(rows, name, place)
            assert ahead.mean() > error(ahead), (name, place)


def report_group(group: str, rows: list[Hits]) -> None:
    """Print what each way foretold, and by how much advice is ahead, paired by position."""
    for top, place in (("top 1", 0), ("top 3", 1)):
        ours = hits(rows, "advice", place)
        print(f"{group} ({len(rows)}), {top}: advice {interval(ours)}")
        for name in rows[0]:
            if name != "advice":
                other = hits(rows, name, place)
                print(f"  {name} {interval(other)}, advice ahead by {interval(ours - other)}")


def hits(rows: list[Hits], name: str, place: int) -> "np.typing.NDArray[np.float64]":
    """Return where a way foretold the move, with its first move or its first three."""
    return np.array([row[name][place] for row in rows], dtype=float)


def phase_of(fen: str, ply: int) -> str:
    """Name the phase: an endgame has at most six men beside pawns and kings."""
    if sum(letter in "nbrqNBRQ" for letter in fen.split(maxsplit=1)[0]) <= 6:
        return "endgame"
    return "opening" if ply < 30 else "middlegame"


def interval(values: "np.typing.NDArray[np.float64]") -> str:
    """Write a mean with its interval of 95 %, in percent."""
    return f"{100 * values.mean():.1f} ± {100 * error(values):.1f} %"


def error(values: "np.typing.NDArray[np.float64]") -> float:
    """Return half the interval of 95 % of a mean."""
    return float(1.96 * values.std(ddof=1) / np.sqrt(len(values))) if len(values) > 1 else np.nan


def count_moves(db: Games) -> Counter[tuple[bool, str]]:
    """Count how often each side made each move, in one game of ten."""
    counts: Counter[tuple[bool, str]] = Counter()
    for game, plies in db.games().select("game", "plies").gather_every(10).iter_rows():
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
    everything = build(folder, files)
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
                n_positions=200,
                except_game=game,
            )
            totals[f"suggested {label}"] += len(advice)
    print(f"  {name} (10): " + ", ".join(f"{key} {value:,}" for key, value in totals.items()))


def elo(folder: Path, files: list[Path], n_pairs: int = 200) -> None:
    """Play with and without advice from positions of both openings, at equal nodes."""
    db = build(folder, files)
    starts = list(
        zip(*(openings(db, where, n_pairs // 2) for where in OPENINGS.values()), strict=True)
    )
    ways = {
        "bonus by share": Following(),
        "bonus for the first (§5.2)": THESIS,
        "deeper (§5.7)": DEEPER,
    }
    asked = {
        name: how for name, how in ways.items() if name in os.environ.get("ADVISOR_WAYS", name)
    }
    for name, how in asked.items():
        answers = folder / f"elo-{how.bonus:g}-{how.fall:g}-{how.n_moves}-{how.own_share:g}.jsonl"
        done = answers.read_text(encoding="utf-8").splitlines() if answers.exists() else []
        pairs = [tuple(json.loads(line)) for line in done]
        with answers.open("a", encoding="utf-8") as file:
            for fen in [fen for both in starts for fen in both][len(pairs) :]:
                pairs.append((play(db, fen, how, chess.WHITE), play(db, fen, how, chess.BLACK)))
                file.write(json.dumps(pairs[-1]) + "\n")
                file.flush()
                if len(pairs) % 20 == 0:
                    verdict = str(tabiya.metrics.verdict(pairs)).replace("\n", "; ")
                    print(f"{name}, {2 * len(pairs)} games: {verdict}", flush=True)
        for opening, half in zip(OPENINGS, (pairs[::2], pairs[1::2]), strict=True):
            verdict = str(tabiya.metrics.verdict(half)).replace("\n", "; ")
            print(f"{name}, {opening}: {verdict}", flush=True)


def openings(db: Games, where: str, n: int) -> list[str]:
    """Return different positions ten plies into games drawn by lot."""
    games = db.games(f"{where} and plies > 40")["game"].to_list()
    random.Random(7).shuffle(games)
    return list(dict.fromkeys(db.position(game, 10) for game in games[: 10 * n]))[:n]


def play(db: Games, fen: str, how: Following, advised: chess.Color, nodes: int = 1000) -> float:
    """Play one game; return the points of the advised player.

    It is over when both sides think for six plies that one of them is ten pawns ahead.
    """
    players = [tabiya.Player("chess"), tabiya.Player("chess")]
    board = chess.Board(fen)
    n_decided = 0
    while not board.is_game_over(claim_draw=True) and board.ply() < 300:
        search = searcher(players[board.turn], nodes)
        if board.turn == advised:
            thought = follow(board, db.advise(board, n_positions=1), search, how).thought
        else:
            thought = search(board, 1.0, {})
        n_decided = n_decided + 1 if abs(thought.score) >= 1000 else 0
        if n_decided == 6:
            return float((thought.score > 0) == (board.turn == advised))
        board.push_uci(thought.move)
    points = {"1-0": 1.0, "0-1": 0.0}.get(board.result(claim_draw=True), 0.5)
    return points if advised == chess.WHITE else 1 - points


def searcher(
    player: tabiya.Player, nodes: int
) -> Callable[[chess.Board, float, Mapping[str, float]], Thought]:
    """Return a search of a player, as those who follow advice want it."""

    def search(board: chess.Board, share: float, bonus: Mapping[str, float]) -> Thought:
        start = tabiya.game("chess").position(board.root().fen())
        position = start.play_all([move.uci() for move in board.move_stack])
        limit = max(1, round(nodes * share))
        report = player.search(position, nodes=limit, keep=True, bonus=bonus)
        return Thought(report.move, report.score - bonus.get(report.move, 0.0), report.pv)

    return search


def choose(folder: Path, files: list[Path], n_games: int = 150, nodes: int = 1000) -> None:
    """Choose how to follow advice: which bonus finds moves that Stockfish thinks better of.

    The positions are those of the player's own games from other openings than those of the test;
    games before 2017 advise.
    """
    db = build_advising(folder, build(folder, files))
    engine = SimpleEngine.popen_uci("stockfish")
    engine.configure({"Hash": 64})
    player = tabiya.Player("chess")
    gains: dict[Following, list[float]] = {how: [] for how in CHOICES}
    for fen in own_positions(db, player, n_games, nodes):
        board, advice = chess.Board(fen), db.advise(fen, n_positions=1)
        worth: dict[str, float] = {}
        player.clear()
        plain = searcher(player, nodes)(board, 1.0, {}).move
        for how, gained in gains.items():
            player.clear()
            move = follow(board, advice, searcher(player, nodes), how).thought.move
            for each in {plain, move} - set(worth):
                worth[each] = judged(engine, board, each)
            gained.append(float(np.clip(worth[move] - worth[plain], -100, 100)))
        if len(gained) % 50 == 0:
            for how, gained in gains.items():
                values = np.array(gained)
                print(
                    f"bonus {how.bonus:g}, fall {how.fall:g}, moves {how.n_moves}, own share "
                    f"{how.own_share:g}: {values.mean():+.2f} ± {error(values):.2f} centipawns, "
                    f"{len(values)} positions, another move in {np.mean(values != 0):.0%}",
                    flush=True,
                )
    engine.quit()


def judged(engine: SimpleEngine, board: chess.Board, move: str) -> float:
    """Return what an engine thinks of a move, in centipawns."""
    only = [chess.Move.from_uci(move)]
    info = engine.analyse(board, Limit(nodes=40_000), root_moves=only, game=object())
    score = info["score"].pov(board.turn).score(mate_score=10_000)
    return float(np.clip(score, -800, 800))


def own_positions(db: Games, player: tabiya.Player, n_games: int, nodes: int) -> list[str]:
    """Return six positions each of games that a player plays against itself."""
    games = db.games(f"({OTHER_OPENINGS}) and plies > 40")["game"].to_list()
    random.Random(11).shuffle(games)
    lot, found = random.Random(3), []
    for game in games[:n_games]:
        board = chess.Board(db.position(game, 10))
        player.clear()
        search, seen = searcher(player, nodes), []
        while not board.is_game_over(claim_draw=True) and board.ply() < 110:
            thought = search(board, 1.0, {})
            if abs(thought.score) > 400:
                break
            seen.append(board.fen())
            board.push_uci(thought.move)
        found += lot.sample(seen, min(6, len(seen)))
    return found


def main() -> None:
    """Run what is asked for."""
    what = {"learn": learn, "agree": agree, "mach": mach, "choose": choose, "elo": elo}
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
