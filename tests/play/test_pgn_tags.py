"""PGN of any game: tags mean what they mean to every other program."""

import io
import re
from pathlib import Path

import chess.pgn
import polars as pl
import pytest

import tabiya
from tabiya.play import Adjudication, match, read_results
from tabiya.players import end_score, plain_score

COLOURS = {"chess": ("White", "Black"), "othello": ("Black", "White"), "loa": ("Black", "White")}


@pytest.mark.parametrize("game", COLOURS)
def test_who_won_is_the_same_for_every_reader(game: str, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    result = match(
        "tabiya", "tabiya", game=game, nodes=200, nodes_b=2, games=6, pgn=path,
        adjudication=Adjudication(max_plies=300), seed=2, names=("strong", "weak"),
    )  # fmt: skip
    text = io.StringIO(path.read_text())
    mine = list(read_results(path))
    for played, own in zip(result.games, mine, strict=True):
        headers = chess.pgn.read_headers(text)
        assert headers is not None
        first, second = COLOURS[game]
        assert (headers[first], headers[second]) == (played.first, played.second)
        points = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}[headers["Result"]]
        white = headers["White"]
        assert points == played.points_of(white)
        assert isinstance(own, tabiya.play.PgnResult)
        assert (own.first, own.points) == (played.first, played.points)


@pytest.mark.parametrize("game", ["othello", "loa"])
def test_labels_of_our_games_are_those_of_the_first_player(game: str, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    rules = Adjudication(max_plies=6, resign=(1, 1))
    played = match(
        "tabiya", "tabiya", game=game, nodes=20, games=8, pgn=path, adjudication=rules, seed=1
    )
    found = tabiya.positions.read(path)
    assert found.game == game
    points = {number: each.points for number, each in enumerate(played.games, start=1)}
    rows = found.table.filter(pl.col("conflicts") == 0).select("game", "value").rows()
    assert rows
    assert all(points[number] == value for number, value in rows)


def test_solved_ends_of_othello_are_told_in_discs(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    match("tabiya", "tabiya?preset=crafty", game="othello", nodes=500, games=2, pgn=path, seed=1)
    first = path.read_text().split("[Event ")[1]
    told = [float(score) for score in re.findall(r"\{([-+][\d.]+)/", first)]
    assert max(map(abs, told)) <= 64
    record = next(tabiya.positions.read_games(path))
    assert isinstance(record, tabiya.positions.RecordedGame)
    end = record.start
    for move in record.moves:
        mover, end = end.side_to_move, end.play(move)
    # Who moves last knows the end.
    assert 100 * told[-1] == plain_score("othello", end_score(end, mover))
