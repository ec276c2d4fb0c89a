"""The commands about games of masters: build, book, export, advise, and the advised engine."""

import shutil
from pathlib import Path

import chess
import chess.polyglot
import pytest
from tests.chunks.conftest import GAMES
from tests.cli.conftest import Run

SPANISH = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"


@pytest.fixture
def database(run: Run, tmp_path: Path) -> str:
    pgn = tmp_path / "games.pgn"
    pgn.write_text(GAMES, encoding="utf-8")
    path = str(tmp_path / "m.db")
    assert run("games", "build", path, str(pgn)).status == 0
    return path


def test_build_says_what_became_of_the_games(run: Run, tmp_path: Path) -> None:
    pgn = tmp_path / "games.pgn"
    broken = GAMES.replace("5. O-O Be7", "5. O-O Bd2")
    pgn.write_text(broken + "\n" + GAMES.split("\n\n[Event")[0], encoding="utf-8")
    path, faults = str(tmp_path / "m.db"), tmp_path / "faults.txt"
    done = run("games", "build", path, str(pgn), "--faults", str(faults))
    assert done.status == 0
    assert f"{pgn}:12: game 1: Bd2 is not legal here" in done.err
    assert "5 games read: 4 added, 0 known already, 1 broken" in done.out
    assert faults.read_text(encoding="utf-8") in done.err
    again = run("games", "build", path, str(pgn))
    assert again.out.startswith("5 read before, 0 games read")


def test_book_and_export(run: Run, database: str, tmp_path: Path) -> None:
    book = tmp_path / "book.bin"
    assert run("games", "book", database, "-o", str(book), "--min-games", "1").status == 0
    with chess.polyglot.open_reader(book) as reader:
        assert reader.find(chess.Board()).move.uci() == "e2e4"
    where = 'white ~ "Karpov" and eco >= "B90"'
    done = run("games", "export", database, "--where", where)
    assert done.out.count("[Event ") == 1
    assert "Karpov" in done.out
    pgn = tmp_path / "out.pgn"
    done = run("games", "export", database, "-o", str(pgn))
    assert done.out == f"{pgn}: 4 games\n"


def test_advise_shows_boards_side_by_side_and_writes_a_page(
    run: Run, database: str, tmp_path: Path
) -> None:
    page = tmp_path / "page.html"
    done = run("advise", database, SPANISH, "--html", str(page))
    assert done.status == 0, done.err
    assert "this position" in done.out
    assert "Karpov - Short 1992 1-0" in done.out
    assert "plan of Karpov" in done.out
    assert "<svg" in page.read_text(encoding="utf-8")
    assert "a6" in run("advise", database, SPANISH, "--similarity", "mach").out


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("advise", "{db}", "8/8/8/8 w - - 0 1"), "board"),
        (("advise", "{db}", "8/8/8/8/8/8/8/KK6 w - - 0 1"), "king"),
        (("advise", "{db}", SPANISH, "--where", "weight = 3"), "expected a field"),
        (("advise", "{db}", SPANISH, "--similarity", "nice"), "expected one of learned"),
        (("advise", "{db}", SPANISH, "--plan", "-1"), "--plan"),
        (("advise", "{db}", SPANISH, "--limit", "0"), "--limit"),
        (("advise", "nowhere.db", SPANISH), "nowhere.db: expected a database of games"),
        (("games", "book", "nowhere.db", "-o", "x.bin"), "found no file"),
        (("games", "build", "{db}", "nowhere.pgn"), "nowhere.pgn: expected a file of games"),
        (("uci", "--engine", "toga2"), "expected --advisor"),
        (("uci", "--advisor", "nowhere.db"), "nowhere.db"),
    ],
)
def test_bad_input_is_one_line(
    words: tuple[str, ...], reason: str, run: Run, database: str
) -> None:
    done = run(*(word.format(db=database) for word in words))
    assert done.status == 2
    assert reason in done.err
    assert done.err.count("\n") == 1
    assert "Traceback" not in done.err


def test_our_player_listens_to_masters(run: Run, database: str) -> None:
    text = f"uci\nisready\nposition fen {SPANISH}\ngo nodes 2000\nwait\nquit\n"
    done = run("uci", "--advisor", database, text=text)
    assert done.status == 0, done.err
    assert "with masters" in done.out
    assert "readyok" in done.out
    assert "info string masters" in done.out
    move = done.out.split("bestmove ")[1].split()[0]
    assert chess.Move.from_uci(move) in chess.Board(SPANISH).legal_moves


def test_odd_commands_are_answered(run: Run, database: str) -> None:
    mate = "position fen 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"
    text = f"{mate}\ngo depth 2\nwait\nposition startpos moves e2e4 e7e9\ngo depth 1\nwait\nquit\n"
    done = run("uci", "--advisor", database, text=text)
    assert done.out.count("bestmove") == 2
    assert "info string position:" in done.out
    stalemate = "position fen 7k/5Q2/8/8/8/8/8/K7 b - - 0 1"
    assert (
        "bestmove (none)"
        in run(
            "uci", "--advisor", database, text=f"{stalemate}\ngo infinite\nstop\nwait\nquit\n"
        ).out
    )


@pytest.mark.skipif(shutil.which("toga2") is None, reason="toga2 is not installed")
def test_another_engine_listens_to_masters(run: Run, database: str) -> None:
    text = f"uci\nposition fen {SPANISH}\ngo depth 6\nwait\nquit\n"
    done = run("uci", "--advisor", database, "--engine", "toga2", text=text)
    assert done.status == 0, done.err
    assert "info string masters" in done.out
    assert "bestmove" in done.out
