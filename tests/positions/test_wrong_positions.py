"""A label belongs to the position it was written for, or to none."""

import gzip
from pathlib import Path

import chess
import pytest
import zstandard

import tabiya
from tabiya.play import GameRecord, format_pgn
from tabiya.positions import PositionSet, read, read_pgn

LABELS = ["symbol", "score"]


def labels(tmp_path: Path, text: str) -> tuple[list[tuple[int, str]], list[str], list[str]]:
    """Return plies with labels, what is wrong, and languages."""
    path = tmp_path / "games.pgn"
    path.write_text(text, encoding="utf-8")
    blocks = list(read_pgn(path, sources=LABELS))
    return (
        [row for block in blocks for row in block.table.select("ply", "label").rows()],
        [fault.reason for block in blocks for fault in block.faults],
        [language for block in blocks for _, _, language in block.foreign],
    )


@pytest.mark.parametrize(
    ("text", "kept", "fault"),
    [
        ("1. e4 e5 2. Xf3 $14 Nc6 $10 3. Bb5 $18 *", [], "expected a move, found Xf3"),
        ("1. e4 $14 e5 2. Nx7 {[%eval 5.0]} *", [(1, "⩲")], "expected a move, found Nx7"),
        ("1. h4 $10 a5 2. Rh3g $18 a4 $19 *", [(1, "=")], "expected a move, found Rh3g"),
        ("1. e4 e5 hello $14 2. Nf3 $16 *", [], "expected a move, found hello"),
        ("1. e4 d5 2. ex5 $18 Nf6 $14 *", [], "expected a move, found ex5"),
        ("1. d4 d5 2. Nbgf3 $18 Nf6 $14 *", [], "expected a move, found Nbgf3"),
        ("1. e4 (1. d4 Zb1 $14 Nf6 $16) 1... e5 $10 *", [(2, "=")], "expected a move, found Zb1"),
        ("1. e4 $14 e5?! 2. Nf3!$16 Nc6 *", [(1, "⩲"), (3, "±")], None),
    ],
)
def test_word_that_is_no_move_ends_its_line(
    tmp_path: Path, text: str, kept: list[tuple[int, str]], fault: str | None
) -> None:
    rows, faults, languages = labels(tmp_path, text)
    assert rows == kept
    assert faults == ([] if fault is None else [fault])
    assert languages == []


TONGUES = {
    "German": str.maketrans("KQRBN", "KDTLS"),
    "French": str.maketrans("KQRBN", "RDTFC"),
    "Spanish": str.maketrans("KQRBN", "RDTAC"),
    "Dutch": str.maketrans("KQRBN", "KDTLP"),
    "figurine": str.maketrans("KQRBN", "♔♕♖♗♘"),
}


@pytest.mark.parametrize("language", TONGUES)
def test_piece_letters_of_other_languages_are_read_and_told(tmp_path: Path, language: str) -> None:
    text = "1. Nf3 Nc6 2. e4 e5 3. Bb5 $14 a6 4. Bxc6 dxc6 5. O-O Qd4 6. Nxd4 exd4 7. Re1 Kd7 $16 *"
    plain, _, none = labels(tmp_path, text)
    assert plain == [(5, "⩲"), (14, "±")]
    assert none == []
    foreign = text.replace("O-O", "0-0").translate(TONGUES[language])
    assert labels(tmp_path, foreign) == (plain, [], [language])
    found = read(tmp_path / "games.pgn")
    assert found.table["position"].to_list() == read_plain(tmp_path, text)
    [note] = found.report.notes
    assert note.endswith(
        f"games.pgn: 1 game with {language} piece letters, the first game 1, which ends on line 1"
    )


def read_plain(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "plain.pgn"
    path.write_text(text)
    return read(path).table["position"].to_list()


@pytest.mark.parametrize(
    ("moves", "language"),
    [
        ("1. e8=D $18 Kb3 2. Db5+ $16 *", "German"),
        ("1. e8=♕ $18 ♚b3 2. ♕b5+ $16 *", "figurine"),
        ("1. e8♕ $18 Kb3 2. Qb5+ $16 *", "figurine"),
        # The king of the French is a letter of the rook, which cannot move here.
        ("1. e8=D $18 Rb3 2. Db5+ $16 *", "French"),
    ],
)
def test_promotion_in_another_language(tmp_path: Path, moves: str, language: str) -> None:
    start = '[SetUp "1"]\n[FEN "8/4P3/8/8/8/k7/8/K7 w - - 0 1"]\n\n'
    found = labels(tmp_path, start + moves)
    assert found == ([(1, "+-"), (3, "±")], [], [language])


def test_king_that_moves_first_in_another_language(tmp_path: Path) -> None:
    start = '[SetUp "1"]\n[FEN "8/4P3/8/8/8/k7/8/K7 w - - 0 1"]\n\n'
    found = labels(tmp_path, start + "1. Rb1 Rb3 2. e8=D $18 Rc3 3. De3+ $16 *")
    assert found == ([(3, "+-"), (5, "±")], [], ["French"])


def test_pawn_that_may_be_a_knight_is_neither(tmp_path: Path) -> None:
    assert labels(tmp_path, "1. Pe4 e5 $14 *")[0] == [(2, "⩲")]
    # The Dutch knight; a pawn could go there too.
    found = labels(tmp_path, "1. Pf3 Pf6 2. d4 $14 *")
    assert found == ([(3, "⩲")], [], ["Dutch"])
    rows, faults, _ = labels(tmp_path, "1. d4 Nf6 2. Pf3 $14 *")
    assert (rows, faults) == ([], ["Pf3 fits several moves here"])


def test_game_of_two_languages_is_read_in_neither(tmp_path: Path) -> None:
    text = "1. e4 e5 2. Sf3 $14 Nc6 $10 3. Lb5 $18 *"
    assert labels(tmp_path, text) == ([], ["expected a move, found Sf3"], [])
    whole = "1. e4 e5 2. Sf3 $14 Sc6 $10 3. Lb5 $18 *"
    rows, faults, languages = labels(tmp_path, whole)
    assert rows == [(3, "⩲"), (4, "="), (5, "+-")]
    assert (faults, languages) == ([], ["German"])


@pytest.mark.parametrize(
    "tag",
    [
        '[FEN "?"]',
        '[FEN ""]',
        '[FEN "nonsense"]',
        "[FEN 8/8/8/8/8/8/8/8 w - - 0 1]",
        '[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1]',
        '[FEN "4k3/8/8/8/8/8/8/4K3 w - e6 0 1"]',
        '[SetUp "1"]',
    ],
)
def test_start_that_cannot_be_read_drops_the_game(tmp_path: Path, tag: str) -> None:
    good = '[Event "b"]\n\n1. e4 $14 1-0\n'
    path = tmp_path / "games.pgn"
    path.write_text(f'[Event "a"]\n{tag}\n\n1. e4 $14 e5 $16 1-0\n\n{good}')
    found = read(path)
    assert set(found.table["game"]) == {2}
    assert found.report.faults[0].line == 2


@pytest.mark.parametrize("name", ["othello", "loa"])
def test_games_of_ours_are_known_by_their_tags(tmp_path: Path, name: str) -> None:
    game = tabiya.game(name)
    position = game.initial()
    moves = []
    for _ in range(30):
        moves.append(position.legal_moves()[0])
        position = position.play(moves[-1])
    record = GameRecord("a", "b", "1-0", str(game.initial()), "", tuple(moves))
    path = tmp_path / "match.pgn"
    path.write_text(format_pgn(record, game) * 2)
    found = read(path)
    assert found.game == name
    assert found.report.n_read == 2 * 31
    assert str(found.positions()[0]) == str(game.initial())
    assert not found.report.faults
    with pytest.raises(ValueError, match=f"expected chess, found games of {name} in PGN"):
        read(path, game="chess")


@pytest.mark.parametrize(
    "text",
    [
        "4k3/8/8/8/8/8/8/4K3 w - - -5 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 -1",
        "4k3/8/8/8/8/8/8/4K3 w - - 123456789012 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 99999999 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 12345678901234567890",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 123456789012345678901234567890",
        "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
        "4k3/8/8/8/8/8/4P3/4K3 b - e3 0 1",
    ],
)
def test_junk_in_a_fen_is_refused_with_its_line(tmp_path: Path, text: str) -> None:
    good = '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 c9 "1-0";\n'
    for name, whole in {
        "a.epd": f'{good}{text} c9 "1-0";\n',
        "b.csv": f"fen,result\n{good.split(' c9', maxsplit=1)[0]},1-0\n{text},1-0\n",
    }.items():
        path = tmp_path / name
        path.write_text(whole)
        found = read(path)
        assert len(found) == 1
        assert [fault.line for fault in found.report.faults] == [2 + (name == "b.csv")]


def test_en_passant_behind_a_pawn_is_kept_as_others_keep_it() -> None:
    board = chess.Board()
    for move in ("e2e4", "a7a6", "e4e5", "d7d5"):
        board.push_uci(move)
    text = board.fen(en_passant="fen")
    assert str(tabiya.game("chess").position(text)) == board.fen(en_passant="legal")


@pytest.mark.parametrize("weight", ["", "-1", "nan", "inf", "much"])
def test_weight_that_is_none_is_refused_with_its_line(tmp_path: Path, weight: str) -> None:
    text = "4k3/8/8/8/8/8/4P3/4K3 w - - 0"
    path = tmp_path / "weights.csv"
    path.write_text(f"fen,result,weight\n{text} 1,1-0,2\n{text} 2,1-0,{weight}\n{text} 3,0-1,0\n")
    found = read(path)
    assert [(fault.line, fault.reason) for fault in found.report.faults] == [
        (3, f"expected a weight of 0 or more, found '{weight}'")
    ]
    assert found.report.n_read == 2


def test_folder_means_its_files_and_bad_ones_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    (tmp_path / "a.pgn").write_text("1. e4 $14 *")
    (tmp_path / "below" / "b.pgn").write_text("1. d4 $14 *")
    (tmp_path / "below" / "notes.txt").write_text("nothing to see")
    (tmp_path / "bad.epd").write_text("nothing\n")
    (tmp_path / ".hidden.pgn").write_text("1. c4 $14 *")
    found = read(tmp_path)
    assert found.table["file"].to_list() == [
        str(tmp_path / "a.pgn"),
        str(tmp_path / "below" / "b.pgn"),
    ]
    assert [(fault.file, fault.line) for fault in found.report.faults] == [
        (str(tmp_path / "below" / "notes.txt"), None),
        (str(tmp_path / "bad.epd"), None),
    ]
    again = read(tmp_path / "a.pgn", tmp_path / "absent.pgn")
    assert len(again) == 1
    assert str(again.report.faults[0]) == f"{tmp_path / 'absent.pgn'}: No such file or directory"
    with pytest.raises(FileNotFoundError):
        read(tmp_path / "absent.pgn")
    with pytest.raises(ValueError, match=r"notes\.txt: expected one of"):
        read(tmp_path / "below" / "notes.txt")
    with pytest.raises(ValueError, match=r"absent\.pgn"):
        read(tmp_path / "absent.pgn", tmp_path / "missing.pgn")


def test_sgf_without_a_result_is_read_without_labels(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("(;GM[9];B[b1-b3];W[a3-c1];B[c8-c6])")
    found = read(path)
    assert len(found) == 4
    assert set(found.table["kind"]) == {"unlabelled"}
    assert not found.report.faults


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "text",
    ["(;GM[9]" + "B[" * 200_000, "(;GM[9];B[b1-b3]" + "a" * 400_000, "(;" + "A " * 200_000],
)
def test_sgf_takes_linear_time(tmp_path: Path, text: str) -> None:
    path = tmp_path / "long.sgf"
    path.write_text(text)
    try:
        read(path)
    except ValueError as error:
        assert "long.sgf" in str(error)  # noqa: PT017 (what is left of it may be read or not)


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "body", ["x" * 400_000, "{book " * 60_000, "e4{" * 100_000, "* " * 200_000]
)
def test_results_of_long_words_take_linear_time(tmp_path: Path, body: str) -> None:
    path = tmp_path / "long.pgn"
    head = '[White "a"]\n[Black "b"]\n[Result "1-0"]\n\n'
    path.write_text(f"{head}{body} 1-0\n")
    [game] = tabiya.play.read_results(path)
    assert game.line == 1


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress], ids=["gzip", "zstandard"])
def test_compressed_file_that_grows_without_bound_is_left(tmp_path: Path, pack: object) -> None:
    assert callable(pack)
    path = tmp_path / "bomb.pgn.packed"
    path.write_bytes(pack(b'[Event "a"]\n\n1. e4 $14 *\n' + b" " * (1 << 27)))
    found = read(path)
    assert len(found) == 1
    assert "times its size, found more" in found.report.faults[-1].reason


def test_same_game_and_shared_openings_fall_on_one_side(tmp_path: Path) -> None:
    opening = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O "
    opening += "9. h3 Na5 10. Bc2 c5 11. d4 Qc7 12. Nbd2 cxd4 "
    ends = ["13. cxd4 Bd7 $10", "13. cxd4 Nc6 $14", "13. Nxd4 exd4 $16"]
    for index, end in enumerate(ends):
        (tmp_path / f"{index}.pgn").write_text(f"{opening}{end} *\n")
    # The same game, annotated elsewhere in another file.
    (tmp_path / "other.pgn").write_text(f"1. d4 $10 d5 *\n\n{opening[:-1]} $14 {ends[0][:-4]} *\n")
    found = read(tmp_path)
    keys = found.table["opening"].to_list()
    assert len(set(keys)) == 2
    n_split = 0
    for seed in range(30):
        try:
            train, control = tabiya.positions.split(found, 0.5, seed)
        except ValueError:
            continue  # both openings fell on one side
        n_split += 1
        sides = [set(part.table["opening"]) for part in (train, control)]
        assert not sides[0] & sides[1]
        renamed = PositionSet(found.game, found.table.with_columns(file=None))
        assert len(tabiya.positions.split(renamed, 0.5, seed)[0]) == len(train)
    assert n_split > 5
