"""Openings are read from files, with their mistakes named, or made."""

from pathlib import Path

import pytest

import tabiya
from tabiya.play import all_openings, choose_openings, match, random_openings, read_openings

CHESS = tabiya.game("chess")
EPD = """# two openings, one of them twice
rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - id "King's pawn";
rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1

rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - bm e5;
"""


def test_openings_of_epd_and_fen(tmp_path: Path) -> None:
    path = tmp_path / "book.epd"
    path.write_text(EPD)
    found = read_openings(path, CHESS)
    assert [opening.name for opening in found] == ["King's pawn", ""]
    assert str(found[0].position).startswith("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq")


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP/RNBQKBNR w KQkq -", "board"),
        ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "in play"),
        ("nonsense", "expected"),
    ],
)
def test_openings_with_a_bad_line(tmp_path: Path, line: str, found: str) -> None:
    path = tmp_path / "book.epd"
    path.write_text(EPD + line + "\n")
    with pytest.raises(ValueError, match=found) as error:
        read_openings(path, CHESS)
    assert f"{path}:6: " in str(error.value)


def test_openings_of_an_empty_file(tmp_path: Path) -> None:
    path = tmp_path / "book.epd"
    path.write_text("# nothing\n")
    with pytest.raises(ValueError, match="at least one opening"):
        read_openings(path, CHESS)


def test_openings_of_pgn(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(
        '[Event "a"]\n\n1. e4 {best} e5 (1... c5 2. Nf3) 2. Nf3 $1 Nc6 1-0\n\n'
        '[Event "b"]\n\n1. d4 d5 0-1\n\n[Event "short"]\n\n1. c4 *\n\n'
        '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n[SetUp "1"]\n\n1. e4 Kd7 2. e5 *\n'
    )
    found = [str(opening.position) for opening in read_openings(path, CHESS, plies=2)]
    assert found == [
        str(CHESS.initial().play_all(["e2e4", "e7e5"])),
        str(CHESS.initial().play_all(["d2d4", "d7d5"])),
        "8/3k4/8/8/4P3/8/8/4K3 w - - 1 2",
    ]


def test_openings_of_pgn_with_an_illegal_move(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text('[Event "a"]\n\n1. e4 e5 *\n\n[Event "b"]\n\n1. e4 e5\n2. Ke3 *\n')
    with pytest.raises(ValueError, match="Ke3") as error:
        read_openings(path, CHESS, plies=2)
    assert f"{path}:8: " in str(error.value)


@pytest.mark.parametrize("game", ["chess", "othello", "loa"])
def test_openings_of_the_games_that_a_match_wrote(tmp_path: Path, game: str) -> None:
    path = tmp_path / "games.pgn"
    played = match("tabiya", "tabiya", game=game, nodes=20, games=4, pgn=path).games
    found = read_openings(path, tabiya.game(game), plies=5)
    expected = {
        str(tabiya.game(game).position(each.opening).play_all(each.moves[:5])) for each in played
    }
    assert {str(opening.position) for opening in found} == expected


def test_openings_of_othello_with_an_illegal_move(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text('[Game "othello"]\n\n1. d3 c3\n\n[Game "othello"]\n\n1. d3 d3 *\n')
    with pytest.raises(ValueError, match='"d3"') as error:
        read_openings(path, tabiya.game("othello"), plies=2)
    assert f"{path}:7: " in str(error.value)


@pytest.mark.parametrize("game", ["chess", "othello", "loa"])
def test_openings_by_chance_are_nearly_even(game: str) -> None:
    rules = tabiya.game(game)
    found = random_openings(rules, 12, plies=6, seed=3, nodes=300)
    assert len({str(opening.position) for opening in found}) == 12
    player = tabiya.Player(game)
    for opening in found:
        score = player.search(opening.position, nodes=300).score
        assert 0.4 <= tabiya.win_probability(game, score) <= 0.6
    again = random_openings(rules, 12, plies=6, seed=3, nodes=300, threads=2)
    assert again == found
    assert random_openings(rules, 12, plies=6, seed=4, nodes=300) != found


def test_openings_by_chance_that_do_not_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabiya.play._generated.MOST_FAILURES", 2)
    with pytest.raises(ValueError, match="found 12"):
        random_openings(tabiya.game("othello"), 13, plies=2, nodes=20, even=(0.0, 1.0))


def test_openings_of_all_plies_as_perft_counts_them() -> None:
    found = all_openings(CHESS, plies=2, nodes=20, even=(0.0, 1.0))
    assert len(found) == CHESS.initial().perft(2)
    even = all_openings(CHESS, plies=2, nodes=200)
    assert 0 < len(even) < len(found)


def test_openings_are_shuffled_by_the_seed(tmp_path: Path) -> None:
    path = tmp_path / "book.epd"
    path.write_text("\n".join(str(each.position) for each in all_openings(CHESS, plies=1)))
    orders = [choose_openings(path, CHESS, seed=seed).chosen for seed in (1, 1, 2)]
    assert orders[0] == orders[1] != orders[2]
    assert set(map(str, orders[0])) == set(map(str, orders[2]))


def test_openings_of_a_file_that_go_on_when_they_are_used_up(tmp_path: Path) -> None:
    path = tmp_path / "book.epd"
    path.write_text("\n".join(str(each.position) for each in all_openings(CHESS, plies=1)))
    alone = choose_openings(path, CHESS, seed=1)
    book = choose_openings(f"{path}+2", CHESS, seed=1)
    n = len(alone.chosen)
    book.make(3 * n)
    assert book.chosen[:n] == alone.chosen
    assert len({str(each.position) for each in book.chosen}) >= 3 * n
    # Two plies behind each opening: Black has moved once more, and the same side is to move.
    assert {str(each.position).split()[1] for each in book.chosen} == {"b"}
    again = choose_openings(f"{path}+2", CHESS, seed=1)
    again.make(3 * n)
    assert again.chosen == book.chosen
    with pytest.raises(ValueError, match="would repeat"):
        alone.check_enough(n + 1)
    book.check_enough(10 * n)


def test_openings_behind_a_file_are_others_for_another_seed(tmp_path: Path) -> None:
    path = tmp_path / "book.epd"
    path.write_text("\n".join(str(each.position) for each in all_openings(CHESS, plies=1)))
    known = {str(each.position) for each in choose_openings(path, CHESS).chosen}
    found = [choose_openings(f"random:2:{path}", CHESS, seed=seed) for seed in (1, 1, 2)]
    for openings in found:
        openings.make(10)
        openings.check_enough(1000)
    first, same, other = [{str(each.position) for each in openings.chosen} for openings in found]
    assert first == same
    assert found[0].digest == found[1].digest != found[2].digest
    assert len(first) == 10
    assert len(first & other) < 3
    assert not first & known
    # Two plies behind a first move.
    assert {fen.split()[1] for fen in first} == {"b"}


@pytest.mark.parametrize(
    "source", ["random:x", "all:-1", "no-such-file.epd", "random:x:b.epd", "random:2:b.epd"]
)
def test_openings_that_cannot_be(source: str) -> None:
    with pytest.raises((ValueError, OSError), match=r"random:|No such file"):
        choose_openings(source, CHESS)


def test_openings_of_more_plies_than_fit_into_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabiya.play._generated.MOST_OPENINGS", 300)
    with pytest.raises(ValueError, match="at most 300 positions, found more after 2 plies"):
        all_openings(CHESS, plies=10**30)
