"""Examples: what is taken from games, searches and sets, and how it is divided."""

import pathlib
from dataclasses import replace

import chess
import numpy as np
import pytest

import tabiya
from tabiya.ordering import (
    MoveExamples,
    divide,
    examples_from_searches,
    examples_of_texts,
    join,
    label_examples,
    load_examples,
    predict_by_search,
    read_examples,
    reduce_nodes,
    sample_examples,
)
from tabiya.players import MapFileError

PGN = """[Event "?"]
[ECO "C23"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0

[Event "?"]
[ECO "A30"]

1. c4 c5 2. Nf3 Nf6 3. O-O-O 1-0

[Event "?"]
[ECO "A30"]

1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O O-O 1/2-1/2
"""


@pytest.fixture
def games(tmp_path: pathlib.Path) -> pathlib.Path:
    path = tmp_path / "games.pgn"
    path.write_text(PGN)
    return path


def wander(game: str, n_games: int, n_plies: int) -> MoveExamples:
    """Play games of random moves."""
    generator = np.random.default_rng(5)
    texts = []
    for _ in range(n_games):
        position, moves = tabiya.game(game).initial(), list[str]()
        while len(moves) < n_plies and position.result is None:
            legal = position.legal_moves()
            moves.append(legal[generator.integers(len(legal))])
            position = position.play(moves[-1])
        texts.append(moves)
    return examples_of_texts(game, texts)


def test_played_moves_of_pgn_are_those_of_python_chess(games: pathlib.Path) -> None:
    examples, faults = read_examples([games])
    # The game that castles through its own pieces is left out as a whole.
    assert len(faults) == 1
    assert "O-O-O" in faults[0]
    lines = ["e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7", "g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1h1 e8h8"]
    expected = []
    for line in lines:
        for text in line.split():
            move = chess.Move.from_uci(text)
            expected.append((move.from_square, move.to_square))
    found = list(zip(examples.from_squares.tolist(), examples.to_squares.tolist(), strict=True))
    assert found == expected
    assert examples.previous.tolist()[:3] == [64, expected[0][1], expected[1][1]]
    assert len(examples.of_openings("A30")) == 8
    assert len(examples.of_openings("A")) == 8
    assert len(examples.of_openings("A00-C99")) == 15
    with pytest.raises(ValueError, match="opening E97, found none"):
        examples.of_openings("E97")


def test_a_file_without_games_is_left_out_where_others_have_some(
    games: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    broken = tmp_path / "broken.pgn"
    broken.write_text('[Event "?"]\n\n1. e5 1-0\n')
    alone, faults = read_examples([games])
    both, more = read_examples([broken, games])
    assert len(both) == len(alone)
    assert len(more) == len(faults) + 1
    assert any("broken.pgn" in fault for fault in more)
    for wrong in ([broken], [broken, broken]):
        with pytest.raises(ValueError, match=r"broken\.pgn: expected games, found none .*e5"):
            read_examples(wrong)


def test_examples_are_divided_by_games() -> None:
    examples = wander("othello", 40, 30)
    parts = divide(examples, validation=0.2, test=0.2, seed=3)
    assert sum(len(part) for part in parts) == len(examples)
    groups = [set(part.group.tolist()) for part in parts]
    assert all(groups)
    for one, two in ((0, 1), (0, 2), (1, 2)):
        assert not groups[one] & groups[two]
    # More games leave every group where it was.
    more = join([examples, wander("othello", 10, 12)])
    again = divide(more, validation=0.2, test=0.2, seed=3)
    assert groups[2] <= set(again[2].group.tolist())
    with pytest.raises(ValueError, match="together below 1"):
        divide(examples, validation=0.5, test=0.5)


def test_a_player_labels_with_the_moves_that_it_finds() -> None:
    examples = sample_examples(wander("loa", 6, 20), 12, seed=1)
    player = tabiya.Player("loa")
    labelled = label_examples(examples, player, depth=2, threads=2)
    squares = zip(labelled.from_squares, labelled.to_squares, strict=True)
    for position, (start, end) in zip(examples.positions, squares, strict=True):
        move = player.search(position, depth=2).move
        names = [f"{'abcdefgh'[s % 8]}{s // 8 + 1}" for s in (int(start), int(end))]
        assert "".join(names) == move


def test_games_that_went_on_after_fifty_moves_are_searched_where_they_had_not_ended() -> None:
    shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"]
    examples = examples_of_texts("chess", [shuffle * 25 + ["e2e4", "e7e5"]])
    # A hundred plies without a pawn's move or a capture: drawn, until e2e4 is played.
    assert examples.positions[100].result == "1/2-1/2"
    player = tabiya.Player("chess")
    assert len(examples) == 102
    assert len(label_examples(examples, player, depth=1)) == 101
    assert predict_by_search(player, examples, depth=1).n == 101
    assert reduce_nodes(player, player, examples.positions[99:101], depth=2)[0].n == 1
    assert len(examples_from_searches(examples, player, depth=3, rate=1.0, plies=1)) > 0


def test_searches_give_nodes_that_were_cut_off_and_threads_do_not_matter() -> None:
    examples = sample_examples(wander("othello", 4, 20), 5, seed=1)
    player = tabiya.Player("othello")
    made = [
        examples_from_searches(examples, player, nodes=3000, rate=0.5, seed=2, threads=threads)
        for threads in (1, 2)
    ]
    assert len(made[0]) > 20
    assert np.array_equal(made[0].packed, made[1].packed)
    assert np.array_equal(made[0].to_squares, made[1].to_squares)
    assert set(made[0].group.tolist()) <= set(examples.group.tolist())
    made[0].core("mover")  # every best move is legal


def test_examples_are_kept_in_files(tmp_path: pathlib.Path) -> None:
    examples = wander("loa", 2, 10)
    path = tmp_path / "examples.npz"
    examples.save(path)
    again = load_examples(path)
    assert np.array_equal(again.packed, examples.packed)
    assert np.array_equal(again.group, examples.group)
    path.write_bytes(path.read_bytes()[:-200])
    with pytest.raises(MapFileError, match=r"examples\.npz: expected a file of move examples"):
        load_examples(path)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("game", np.array("go"), "game: expected one of chess"),
        ("game", np.array("chess"), r"packed: expected uint8 \(20, 32\), found uint8 \(20, 17\)"),
        ("from", np.array(3, np.uint8), r"packed: expected uint8 \(1, 17\)"),
        (
            "from",
            np.zeros((20, 1), np.uint8),
            r"from: expected uint8 \(20,\), found uint8 \(20, 1\)",
        ),
        ("to", np.full(20, 300, np.uint16), "to: expected uint8"),
        ("packed", np.full((20, 17), np.nan), "packed: expected uint8"),
        ("packed", np.full((20, 17), 255, np.uint8), "example 0: expected the bytes of a position"),
        ("group", np.full(20, "x"), "group: expected uint64"),
        ("previous", np.full(20, 200, np.uint8), "example 0: expected a square of the last move"),
    ],
)
def test_files_that_are_no_examples_are_told_in_one_line(
    tmp_path: pathlib.Path, name: str, value: object, message: str
) -> None:
    path = tmp_path / "examples.npz"
    wander("loa", 2, 10).save(path)
    np.savez(path, **{**dict(np.load(path)), name: np.asarray(value)})
    with pytest.raises(MapFileError, match=rf"examples\.npz: {message}"):
        load_examples(path)


def test_an_illegal_best_move_is_named_by_its_row(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "examples.npz"
    examples = wander("loa", 2, 10)
    examples.from_squares[13] = 99
    examples.save(path)
    with pytest.raises(MapFileError, match=r"examples\.npz: example 13: expected a legal move"):
        load_examples(path)


def test_sets_with_best_moves_are_read(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "suite.epd"
    path.write_text(
        "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#;\n"
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm Qh5;\n"
    )
    examples, faults = read_examples([path])
    assert (len(examples), len(faults)) == (1, 1)
    assert (int(examples.from_squares[0]), int(examples.to_squares[0])) == (39, 53)
    bare = tmp_path / "bare.epd"
    bare.write_text("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - \n")
    with pytest.raises(ValueError, match=r"bare\.epd"):
        read_examples([bare])


def test_ranges_of_openings_hold_their_ends() -> None:
    made = examples_of_texts("othello", [["f5", "d6"], ["f5", "f6"], ["f5", "f4"]])
    codes = np.array(["B79", "B80", "B95", "C12", "E97", ""])
    coded = replace(made, eco=codes[: len(made)])
    found = {
        eco: coded.of_openings(eco).eco.tolist() for eco in ("b80-b9", "B80-C", "E9", "B8-B99")
    }
    assert found == {
        "b80-b9": ["B80", "B95"],
        "B80-C": ["B80", "B95", "C12"],
        "E9": ["E97"],
        "B8-B99": ["B80", "B95"],
    }
    for wrong in ("-E97", "E97-", "X1", ""):
        with pytest.raises(ValueError, match="eco: expected such as"):
            coded.of_openings(wrong)
