"""Games of Othello and Lines of Action: every position labelled by what became of it."""

import random
import struct
from pathlib import Path

import pyspiel
import pytest

import tabiya
from tabiya import positions

SCRAMBLED = "1wbwbwb1/b6w/w6b/b6w/w6b/b6w/w6b/1bwbwbw1 b"
# The shortest known game, of the collection of boardspace.net.
SHORTEST = "d1-b3 h5-g4 b1-b4 g4xg1 b4-e7 a3xc1 b3-e6 h3xf1 e1-e5"


def read(folder: Path, data: str | bytes, name: str = "games.txt") -> positions.PositionSet:
    path = folder / name
    path.write_bytes(data.encode("latin-1") if isinstance(data, str) else data)
    return positions.read(path)


def play_othello(seed: int, *, passes: bool | None = None) -> tuple[list[str], int]:
    """Play a random game with OpenSpiel; return its moves without passes, and Black's discs."""
    generator = random.Random(seed)
    while True:
        state, moves, n_passes = pyspiel.load_game("othello").new_initial_state(), [], 0
        while not state.is_terminal():
            move = state.action_to_string(generator.choice(state.legal_actions()))
            state.apply_action(state.string_to_action(move))
            if move == "pass":
                n_passes += 1
            else:
                moves.append(move.split()[0])
        discs = str(state).split("\n", 1)[1].count("x")
        if passes is None or passes == bool(n_passes):
            return moves, discs


def wthor(games: list[tuple[list[str], int, int]]) -> bytes:
    data = struct.pack("<4BIHHBBBB", 20, 7, 5, 22, len(games), 0, 1977, 8, 0, 24, 0)
    for moves, discs, theoretical in games:
        codes = bytes(int(move[1]) * 10 + "abcdefgh".index(move[0]) + 1 for move in moves)
        data += struct.pack("<HHHBB60s", 1, 2, 3, discs, theoretical, codes)
    return data


@pytest.mark.parametrize("passes", [False, True])
def test_wthor_games_have_results_and_theoretical_scores(tmp_path: Path, *, passes: bool) -> None:
    moves, discs = play_othello(5, passes=passes)
    found = read(tmp_path, wthor([(moves, discs, 40)]), "WTH_1977.wtb")
    assert (found.game, found.report.faults) == ("othello", ())
    [score] = found.table.filter(found.table["kind"] == "theoretical").rows(named=True)
    assert (score["label"], score["value"], score["game"]) == ("+16", 16.0, 1)
    assert score["position"].count("-") == 24
    results = found.table.filter(found.table["kind"] == "result")
    assert results["value"].unique().to_list() == [0.5 if discs == 32 else float(discs > 32)]
    assert results["position"][0] == str(tabiya.game("othello").initial())
    assert [p.result for p in found.positions()] == [None] * len(found)
    n_discs = [64 - text.count("-") for text in results["position"]]
    assert n_discs == list(range(4, 4 + len(n_discs)))
    assert all(p.legal_moves() != ["pass"] for p in found.positions())


def test_only_wanted_labels_of_wthor_are_made(tmp_path: Path) -> None:
    moves, discs = play_othello(1)
    path = tmp_path / "WTH.wtb"
    path.write_bytes(wthor([(moves, discs, 40)]))
    found = positions.read(path, kinds="theoretical")
    assert found.table["kind"].to_list() == ["theoretical"]


def test_bad_wthor_games_are_faults(tmp_path: Path) -> None:
    moves, discs = play_othello(2)
    games = [(["a1"], 30, 30), (moves, discs, 30), (moves, 99, 30), (["d3", "d3"], 30, 30)]
    found = read(tmp_path, wthor(games)[:-1], "WTH.wtb")
    reasons = [(fault.game, fault.reason) for fault in found.report.faults]
    assert reasons == [
        (None, "expected 4 games, found 3"),
        (1, "move 1: a1 is not legal here"),
        (3, "expected at most 64 discs, found 99"),
    ]
    assert found.table["game"].unique().to_list() == [2]


@pytest.mark.parametrize("between", ["", " ", ","])
def test_othello_transcripts_are_read(tmp_path: Path, between: str) -> None:
    moves, discs = play_othello(3, passes=True)
    difference = 2 * discs - 64
    lines = [
        between.join(moves),
        between.join(moves).upper() + f" {discs}-{64 - discs}",
        between.join(moves) + f" {difference:+d}",
        between.join(moves[:20]) + " 0-1",
    ]
    found = read(tmp_path, "\r\n".join(lines))
    assert (found.game, found.report.faults) == ("othello", ())
    value = 0.5 if difference == 0 else float(difference > 0)
    last = found.table.row(-1, named=True)
    assert (last["value"], last["count"]) == (value, 3)
    assert found.table["count"][0] == 4


def test_bad_transcripts_are_faults(tmp_path: Path) -> None:
    moves, discs = play_othello(4)
    game = "".join(moves)
    wrong = "0-1" if discs > 32 else "1-0"
    lines = [game, "f5f5f5f5f5", f"{game} {wrong}", "".join(moves[:10]), "hello"]
    faults = read(tmp_path, "\n".join(lines)).report.faults
    assert [(fault.line, fault.game) for fault in faults] == [(2, 2), (3, 3), (4, 4), (5, 5)]
    assert "expected a result or a game that is over" in faults[2].reason
    assert "expected the result on the board" in faults[1].reason


@pytest.mark.parametrize(
    "text",
    [
        SHORTEST,
        f"{SHORTEST}\t1-0",
        SHORTEST.upper().replace("X", "-"),
        f"file.sgf\tBlack Player\tWhite\t-\tB\tok\t9\t{SHORTEST.replace('x', '-')}",
        "1. d1-b3 h5-g4\n2. b1-b4 g4xg1\n3. b4-e7 a3xc1\n4. b3-e6 h3xf1\n5. e1-e5\n",
        "3-17 39-30 1-25 30-6 25-52 16-2 17-44 23-5 4-36\t1-0",
    ],
)
def test_games_of_lines_of_action_are_read(tmp_path: Path, text: str) -> None:
    found = read(tmp_path, f"# a comment\n{text}\n")
    assert (found.game, found.report.faults) == ("loa", ())
    assert found.table["label"].to_list() == ["1-0"] * 9
    assert found.table["ply"].to_list() == list(range(9))
    assert found.positions()[0] == tabiya.game("loa").initial()


def test_scrambled_eggs_start_elsewhere(tmp_path: Path) -> None:
    game = "f1-h3 c1-a3 e8-g6 a6-c8 a5-c5 f8-c5\t0-1"
    found = read(tmp_path, game)
    assert found.table["position"][0] == SCRAMBLED
    sgf = "(;GM[9]SU[Scrambled-Eggs];B[F1:H3 ];W[C1:A3];B[Resign])"
    found = read(tmp_path, sgf, "eggs.sgf")
    assert found.table["position"][0] == SCRAMBLED
    assert found.table["label"].unique().to_list() == ["0-1"]


def test_bad_games_of_lines_of_action_are_faults(tmp_path: Path) -> None:
    lines = [SHORTEST, f"{SHORTEST}\t0-1", "d1-b3 h5-g4", "d1-d8 h5-g4 1-0", "d1-b3 and so on"]
    faults = read(tmp_path, "\n".join(lines)).report.faults
    assert [fault.line for fault in faults] == [2, 3, 4, 5]
    assert faults[2].reason == "move 1: d1d8 is not legal here"


def test_sgf_main_lines_are_read_and_variations_are_not(tmp_path: Path) -> None:
    moves = SHORTEST.replace("x", ":").split()
    nodes = [f";{'BW'[n % 2]}[{move}] C[a \\] b; (c)]" for n, move in enumerate(moves)]
    game = (
        f"(; GaMe [9] GN[a] SetUp [Standard] {''.join(nodes[:4])}({''.join(nodes[4:])})(;B[a1-a1]))"
    )
    other = "(;GM[9]PB[x];B[d1-b3];W[h5-g4];B[Resign])(;GM[1];B[aa])(;GM[9]SU[Gemma];B[d1-b3])"
    found = read(tmp_path, f"{game}\n{other}", "games.sgf")
    assert found.table["position"].n_unique() == 9
    assert found.table.filter(found.table["game"] == 1)["ply"].max() == 8
    # Both games begin alike, and end differently.
    assert found.table.select("value", "count", "conflicts").row(0) == (0.5, 2, 1)
    assert [fault.game for fault in found.report.faults] == [3, 4]


def test_ggf_games_are_read(tmp_path: Path) -> None:
    moves, discs = play_othello(6, passes=False)
    board = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *"
    nodes = "".join(f"{'BW'[n % 2]}[{move}/1.5/2]" for n, move in enumerate(moves))
    text = f"1 (;GM[Othello]PB[a]PW[b]RE[{2 * discs - 64:+.3f}]BO[{board}]{nodes};)\n"
    found = read(tmp_path, text, "games.ggf")
    assert (found.game, found.report.faults, len(found)) == ("othello", (), len(moves))
