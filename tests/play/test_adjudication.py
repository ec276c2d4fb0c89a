"""Games are ended early by the rules that were asked for, inside the core and outside."""

import chess
import pytest

import tabiya
from tabiya.play import Adjudication, MatchResult, match
from tabiya.play._adjudication import Tablebase, why_over

CHESS = tabiya.game("chess")
# White is a queen up.
DECIDED = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def play(rules: Adjudication, *, clock: bool = False, **more: object) -> MatchResult:
    settings: dict[str, object] = {"nodes": 400, "games": 2, **more}
    if clock:  # played outside the core
        settings |= {"time": "60+1", "margin": 60}
    return match("tabiya", "tabiya", adjudication=rules, **settings)  # type: ignore[arg-type] # settings of several types


@pytest.mark.parametrize("clock", [False, True])
def test_win_by_agreement(clock: bool) -> None:  # noqa: FBT001 (a parameter of the test)
    result = play(Adjudication(win=(300, 6)), clock=clock, openings=[DECIDED])
    for game in result.games:
        assert (game.result, game.termination) == ("1-0", "adjudicated by score")
        assert len(game.moves) >= 6
        last = [each.score or 0.0 for each in game.thoughts[-6:]]
        assert all(abs(score) >= 300 for score in last)


@pytest.mark.parametrize("clock", [False, True])
def test_resignation(clock: bool) -> None:  # noqa: FBT001 (a parameter of the test)
    result = play(Adjudication(resign=(300, 2)), clock=clock, openings=[DECIDED])
    for game in result.games:
        assert (game.result, game.termination) == ("1-0", "resignation")
        assert len(game.moves) >= 4


def test_draw_by_agreement_after_its_time() -> None:
    result = play(Adjudication(draw=(10_000, 4), draw_after=9))
    assert {(len(g.moves), g.result, g.termination) for g in result.games} == {
        (9, "1/2-1/2", "adjudicated draw")
    }


def test_no_rule_but_length_unless_asked() -> None:
    result = play(Adjudication(), openings=[DECIDED])
    assert {game.termination for game in result.games} <= {
        "checkmate",
        "threefold repetition",
        "adjudicated by length",
    }


@pytest.mark.parametrize(
    ("rules", "found"),
    [({"win": (-1, 4)}, "win"), ({"draw": (10, 0)}, "draw"), ({"max_plies": 0}, "max_plies")],
)
def test_rule_that_makes_no_sense(rules: dict[str, object], found: str) -> None:
    with pytest.raises(ValueError, match=found):
        Adjudication(**rules)  # type: ignore[arg-type] # settings of several types


class _Tables:
    """Tables that know that a rook wins."""

    wdl = ("KRvK",)

    def get_wdl(self, board: chess.Board) -> int | None:
        if chess.popcount(board.occupied) > 3:
            return None
        rooks = board.pieces(chess.ROOK, board.turn)
        return 2 if rooks else -2 if board.rooks else 0

    def close(self) -> None:
        pass


def test_tablebase_ends_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chess.syzygy.open_tablebase", lambda _folder: _Tables())
    opening = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"
    result = play(Adjudication(tablebase="tables"), openings=[opening], nodes=50)
    for game in result.games:
        assert (game.result, game.termination) == ("1-0", "adjudicated by tablebase")
        assert len(game.moves) == 1
    tables = Tablebase("tables")
    assert tables.result(chess.Board("4k3/8/8/8/8/8/8/r3K3 w - - 0 1")) == "0-1"
    assert tables.result(chess.Board("4k3/8/8/8/8/8/8/N3K3 w - - 0 1")) == "1/2-1/2"
    assert tables.result(chess.Board("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")) is None


def test_tablebase_that_is_not_there(tmp_path: object) -> None:
    with pytest.raises(ValueError, match="files of Syzygy"):
        play(Adjudication(tablebase=str(tmp_path)))
    with pytest.raises(ValueError, match="expected a folder"):
        play(Adjudication(tablebase=f"{tmp_path}/none"))
    with pytest.raises(ValueError, match="expected chess"):
        play(Adjudication(tablebase=str(tmp_path)), game="loa")


@pytest.mark.parametrize(
    ("fen", "result", "why"),
    [
        ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "1-0", "checkmate"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "1/2-1/2", "stalemate"),
        ("7k/8/6K1/8/8/8/8/8 b - - 0 1", "1/2-1/2", "insufficient material"),
        ("7k/8/6K1/8/8/8/8/R7 b - - 100 90", "1/2-1/2", "fifty-move rule"),
        ("7k/8/6K1/8/8/8/8/R7 b - - 20 90", "1/2-1/2", "threefold repetition"),
    ],
)
def test_reason_of_an_end_by_the_rules(fen: str, result: str, why: str) -> None:
    assert why_over(CHESS.position(fen), result) == why
