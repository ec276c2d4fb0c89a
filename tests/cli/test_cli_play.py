"""``tabiya play``, with the person's part written down beforehand."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tabiya
from tabiya.cli._board import draw_board

Run = Callable[..., Any]

QUICK = ("--level-nodes", "200")


def test_moves_are_taken_as_uci_and_as_san(run: Run) -> None:
    done = run("play", "chess", *QUICK, text="e2e4\nNf3\nfen\nquit\n")
    assert (done.status, done.err) == (0, "")
    assert done.out.count("tabiya plays ") == 2
    assert " w " in done.out
    assert re.search(r"tabiya plays [a-h][3-6]: |tabiya plays N", done.out)
    assert "win " in done.out
    assert "expects " in done.out
    assert done.out.endswith("The game stays unfinished.\n")


@pytest.mark.parametrize("name", tabiya.games())
def test_hints_are_moves_that_can_be_played(run: Run, name: str) -> None:
    text = ""
    for _ in range(6):
        out = run("play", name, *QUICK, text=f"{text}hint\n").out
        hint = re.findall(r"would play (\S+):", out)[-1]
        text += f"{hint}\n"
    assert out.count("tabiya plays ") == 5


def test_undo_takes_back_both_moves(run: Run) -> None:
    done = run("play", "othello", *QUICK, text="undo\nd3\nundo\nfen\nquit\n")
    assert "expected a move of yours to take back, found none" in done.out
    assert str(tabiya.game("othello").initial()) in done.out


def test_undo_as_second_player_keeps_the_first_move(run: Run) -> None:
    done = run("play", "loa", "--side", "second", *QUICK, text="undo\nfen\nquit\n")
    assert done.out.count("tabiya plays ") == 1
    assert "found none" in done.out
    assert re.search(r"/\S+ w$", done.out, re.MULTILINE)


def test_bad_moves_get_one_line_and_another_try(run: Run) -> None:
    done = run("play", "chess", *QUICK, text="e2e5\nKe2\n\n\x00\ne2e4\nquit\n")
    assert done.status == 0
    assert done.out.count("expected a legal move or help, found") == 3
    assert "tabiya plays " in done.out


def test_moves_are_listed(run: Run) -> None:
    assert "> d3 c4 f5 e6\n" in run("play", "othello", text="MOVES\n").out


def test_resigning_ends_the_game(run: Run) -> None:
    assert run("play", "chess", text="resign\n").out.endswith("You resign: 0-1.\n")
    second = run("play", "othello", "--side", "second", *QUICK, text="resign\n")
    assert second.out.endswith("You resign: 1-0.\n")


def test_the_end_of_input_ends_the_game(run: Run) -> None:
    done = run("play", "loa")
    assert done.status == 0
    assert done.out.endswith("End of input; the game stays unfinished.\n")


def test_the_end_of_a_game_is_told(run: Run) -> None:
    mate = ("--position", "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1")
    lost = run("play", "chess", "--side", "second", *mate)
    assert lost.out.count("tabiya plays Ra8#: mate in 1") == 1
    assert lost.out.endswith("The game ends 1-0, tabiya wins.\n")
    won = run("play", "chess", *mate, text="Ra8#\n")
    assert won.out.endswith("The game ends 1-0, you win.\n")
    drawn = run("play", "chess", "--position", "7k/8/6K1/8/8/8/8/8 w - - 0 1")
    assert drawn.out.endswith("The game ends 1/2-1/2, a draw.\n")


def test_a_seed_varies_the_opening_and_repeats_it(run: Run) -> None:
    arguments = ("play", "othello", "--side", "second", *QUICK)
    seeded = [run(*arguments, "--seed", str(seed)).out for seed in range(8)]
    assert len(set(seeded)) > 1
    assert run(*arguments, "--seed", "3").out == seeded[3]


def test_time_can_be_the_limit(run: Run) -> None:
    assert "tabiya plays" in run("play", "loa", "--seconds", "0.02", "--side", "second").out


def test_weights_are_read(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "w.toml"
    tabiya.weights("chess", {"side_to_move_opening": 100}).save(path)
    arguments = ("play", "chess", "--side", "second", *QUICK)
    assert run(*arguments, "--weights", str(path)).out != run(*arguments).out


@pytest.mark.parametrize(
    "arguments",
    [
        ["draughts"],
        ["chess", "--side", "third"],
        ["chess", "--level-nodes", "0", "--side", "second"],
        ["chess", "--level-nodes", "0"],
        ["chess", "--seconds", "-1"],
        ["chess", "--seconds", "inf"],
        ["chess", "--position", "8/8/8/8 w - - 0 1"],
        ["chess", "--weights", "/no/such/file"],
    ],
)
def test_bad_input_is_status_2(run: Run, arguments: list[str]) -> None:
    done = run("play", *arguments)
    assert done.status == 2
    assert done.err != ""


def test_boards_are_drawn_from_either_side() -> None:
    cells = tabiya.game("chess").initial().cells
    assert draw_board("chess", cells).startswith("8  ♜")
    assert draw_board("chess", cells, is_turned=True).startswith("1  ♖")
    othello = draw_board("othello", tabiya.game("othello").initial().cells, last_move="d4")
    assert othello.startswith("1 ")
    assert "[○]" in othello
    assert draw_board("othello", "." * 64, last_move="pass").count("[") == 0


def test_there_is_one_board_for_each_turn(run: Run) -> None:
    done = run("play", "chess", *QUICK, text="e4\nNf3\nquit\n")
    assert done.out.count("   a  b  c") == 3


def test_legal_moves_are_marked_and_discs_counted(run: Run) -> None:
    done = run("play", "othello", *QUICK, text="d3\nquit\n")
    first = done.out.split("   a  b  c")[0]
    assert first.count("*") == 4
    assert "black 2, white 2" in done.out
    piece = run("play", "loa", text="moves b1\nmoves e4\nquit\n").out
    assert piece.count("*") == 3
    assert "expected a square of a piece that can move, found 'e4'" in piece


def test_what_men_can_reach_is_marked_unless_it_disturbs(run: Run) -> None:
    position = ("--position", "6k1/3P4/8/8/8/8/8/4b2K w - - 0 1")
    board = run("play", "chess", *position, text="quit\n").out.split("   a  b  c")[0]
    assert board.count("∘") == 4  # d8 and the squares of the king
    rook = run("play", "chess", "--position", "6k1/8/8/8/8/8/6r1/7K w - - 0 1", text="quit\n").out
    assert "x♜" in rook
    assert run("play", "chess", "--no-marks", *position, text="quit\n").out.count("∘") == 0
    asked = run("play", "chess", "--no-marks", *position, text="d7\nmoves d7\nquit\n").out
    assert asked.count("*") == 2


@pytest.mark.parametrize(
    ("game", "texts"),
    [("loa", ["b1-b3", "g1xh3"]), ("chess", ["E2-E4", "0-0"]), ("othello", ["D3"])],
)
def test_moves_are_read_as_people_write_them(run: Run, game: str, texts: list[str]) -> None:
    done = run("play", game, *QUICK, text=f"{texts[0]}\nquit\n")
    assert "expected a legal move" not in done.out
    assert done.out.count("tabiya plays ") == 1


@pytest.mark.parametrize("name", ["chess", "chess960", "othello", "loa"])
def test_saved_games_are_resumed(run: Run, tmp_path: Path, name: str) -> None:
    path = tmp_path / "game.pgn"
    quick = (*QUICK, "--seed", "2")
    listed = run("play", name, *quick, text="hint\nmoves\n").out
    move = re.findall(r"would play (\S+):", listed)[0]
    saved = run("play", name, *quick, text=f"{move}\nsave {path}\nfen\nquit\n").out
    assert f"saved: tabiya play {name} --resume {path}" in saved
    fen = saved.splitlines()[-2].partition("> ")[2]
    again = run("play", name, *QUICK, "--resume", str(path), text="fen\nundo\nquit\n").out
    assert fen in again
    text = path.read_text()
    assert re.search(r'\[Date "20\d\d\.\d\d\.\d\d"\]', text)
    assert text.count('"you"') >= 1
    nowhere = run("play", name, *QUICK, text="save nowhere/game.pgn\nquit\n").out
    assert "nowhere/game.pgn: expected a file that can be written, found No such file" in nowhere
    bad = tmp_path / "bad.pgn"
    bad.write_text('[Event "x"]\n\n*\n')
    done = run("play", name, "--resume", str(bad))
    assert (done.status, done.err.count("\n")) == (2, 1)


def test_chess960_begins_elsewhere_every_time(run: Run) -> None:
    def start(*options: str) -> str:
        out: str = run("play", "chess960", *options, text="fen\nquit\n").out
        return out.splitlines()[-2]

    assert len({start() for _ in range(4)}) > 1
    assert start("--seed", "5") == start("--seed", "5") != start("--seed", "6")


def test_a_game_is_written_however_it_ends(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "game.pgn"
    options = (*QUICK, "--pgn", str(path))
    run("play", "othello", *options, text="d3\nresign\n")
    assert '[Result "1-0"]' in path.read_text()  # Black resigned, and White has won
    assert '[TerminationDetails "resignation"]' in path.read_text()
    run("play", "chess", *options, "--position", "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", text="Ra8\n")
    assert "1. Ra8# 1-0" in path.read_text()
    run("play", "loa", *options, text="b1-b3\nquit\n")
    assert '[Termination "unterminated"]' in path.read_text()

    def break_off(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tabiya.cli._table.Table._listen", break_off)
    done = run("play", "chess960", *options)
    assert done.status == 130
    assert f"broken off: tabiya play chess960 --resume {path} goes on" in done.err
    assert '[Variant "Chess960"]' in path.read_text()


def test_a_clock_runs_and_ends_the_game(run: Run) -> None:
    done = run("play", "chess", "--clock", "60+1", text="e4\nquit\n")
    assert "white 1:00, black 1:00" in done.out
    assert "white 1:01, black" in done.out
    late = run("play", "chess", "--clock", "0.0000001", text="e4\n")
    assert late.out.endswith("Your time is over: 0-1.\n")
    assert run("play", "chess", "--clock", "soon").status == 2


def test_levels_have_names(run: Run) -> None:
    assert run("play", "loa", "--level", "beginner", text="quit\n").status == 0
    done = run("play", "loa", "--level", "godlike")
    assert done.status == 2
    assert "expected one of beginner, easy, medium" in done.err


def test_help_lists_the_words(run: Run) -> None:
    out = run("play", "chess", text="help\nquit\n").out
    for word in ("hint", "help", "undo", "save", "resign"):
        assert re.search(rf"^(white> )?{word} ", out, re.MULTILINE)


def test_colours_keep_the_signs() -> None:
    cells = tabiya.game("chess").initial().cells
    board = draw_board("chess", cells, in_colour=True)
    assert board.count("\x1b[0m") == 64
    assert board.count("♟") == 16


def test_nobody_is_asked_for_a_move_they_do_not_have(run: Run) -> None:
    board = "XXXXXX--OXXXXXXXXOXXXOXXXXOXXXXXXXOOXOXXXOXOXXOXXOOXXOOXXOXXXXXX X"
    done = run("play", "othello", *QUICK, "--position", board, text="undo\nfen\n")
    assert done.status == 0, done.err
    assert done.out.index("You have no move, and pass.") < done.out.index("tabiya plays ")
    assert done.out.count("You have no move") == done.out.count("tabiya plays ")
