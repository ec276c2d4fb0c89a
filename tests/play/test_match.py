"""Matches are fair, the same on any number of boards, and go on where they were broken off."""

import dataclasses
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import chess.pgn
import pytest

import tabiya
from tabiya.play import (
    Adjudication,
    Contestant,
    GameRecord,
    MatchRecord,
    MatchResult,
    SettingsError,
    format_pgn,
    match,
    read_results,
)
from tabiya.store import StoreError
from tabiya.store._database import _prepare_sqlite

GAMES = ["chess", "othello", "loa"]
RULES = Adjudication(max_plies=60)


def course(games: tuple[GameRecord, ...]) -> list[GameRecord]:
    """Return games without the times, which nobody can repeat."""
    timeless = []
    for game in games:
        thoughts = tuple(dataclasses.replace(each, seconds=None) for each in game.thoughts)
        timeless.append(dataclasses.replace(game, thoughts=thoughts))
    return timeless


@pytest.mark.parametrize("game", GAMES)
def test_match_plays_each_opening_with_both_colours(game: str) -> None:
    result = match("tabiya", "tabiya", game=game, nodes=60, nodes_b=20, games=8, adjudication=RULES)
    assert result.record.players == ("tabiya", "tabiya (2)")
    for number in range(4):
        one, two = result.games[2 * number : 2 * number + 2]
        assert (one.pair, one.leg, two.pair, two.leg) == (number, 0, number, 1)
        assert (one.first, one.second) == (two.second, two.first) == result.record.players
        assert one.opening == two.opening
    assert len({game.opening for game in result.games}) == 4
    assert result.verdict is not None
    assert result.verdict.n_games == 8


@pytest.mark.parametrize("game", GAMES)
def test_match_games_are_legal(game: str) -> None:
    result = match("tabiya", "tabiya", game=game, nodes=40, games=4, adjudication=RULES)
    for played in result.games:
        position = tabiya.game(game).position(played.opening).play_all(played.moves)
        if played.termination == "adjudicated by length":
            assert (len(played.moves), played.result) == (60, "1/2-1/2")
        else:
            assert position.result == played.result
        assert len(played.thoughts) == len(played.moves)
        assert all(each.nodes and each.depth for each in played.thoughts)


@pytest.mark.parametrize("game", GAMES)
def test_match_does_not_depend_on_the_number_of_boards(game: str) -> None:
    def play(concurrency: int) -> list[GameRecord]:
        result = match(
            "tabiya",
            "tabiya?preset=crafty",
            game=game,
            nodes=50,
            games=12,
            concurrency=concurrency,
            adjudication=RULES,
        )
        return course(result.games)

    assert play(1) == play(3)


def test_match_with_a_test_ends_at_the_same_pair(tmp_path: Path) -> None:
    def play(store: Path, concurrency: int) -> MatchResult:
        return match(
            "tabiya",
            "tabiya",
            game="othello",
            nodes=300,
            nodes_b=2,
            sprt=(0, 200),
            concurrency=concurrency,
            store=store,
        )

    alone, many = play(tmp_path / "1.db", 1), play(tmp_path / "4.db", 4)
    assert course(alone.games) == course(many.games)
    assert alone.verdict is not None
    assert alone.verdict.sprt is not None
    assert alone.verdict.sprt.verdict == "accept"
    assert play(tmp_path / "4.db", 4).games == many.games


def test_match_goes_on_where_it_was_broken_off(tmp_path: Path, place: str) -> None:
    class Enough(Exception):  # noqa: N818 (no fault, a way out)
        pass

    def stop_after_five(_: GameRecord) -> None:
        seen.append(1)
        if len(seen) == 5:
            raise Enough

    def play(store: str | None, pgn: Path, stop: bool = False) -> list[GameRecord]:  # noqa: FBT001, FBT002 (named at every call)
        result = match(
            "tabiya",
            "tabiya?preset=crafty",
            game="loa",
            nodes=40,
            games=16,
            store=store,
            pgn=pgn,
            on_game=stop_after_five if stop else seen.append,
            adjudication=RULES,
        )
        return course(result.games)

    seen: list[object] = []
    with pytest.raises(Enough):
        play(place, tmp_path / "a.pgn", stop=True)
    seen.clear()
    resumed = play(place, tmp_path / "a.pgn")
    assert 0 < len(seen) <= 11
    assert resumed == play(None, tmp_path / "b.pgn")
    rounds = [[line for line in path.read_text().splitlines() if line.startswith("[Round")]
              for path in (tmp_path / "a.pgn", tmp_path / "b.pgn")]  # fmt: skip
    assert rounds[0] == rounds[1] == [f'[Round "{n // 2 + 1}.{n % 2 + 1}"]' for n in range(16)]


ODD = Path(__file__).parent / "engines" / "odd.py"
ENGINE = f"{sys.executable} {ODD} good"
SETTINGS: dict[str, Any] = {
    "openings": "random:4",
    "depth": 4,
    "adjudication": Adjudication(max_plies=30),
}
SCRIPT = """
import sys
from tabiya.play import Adjudication, match
match("tabiya", sys.argv[1], games=1000, store=sys.argv[2], openings="random:4", depth=4,
      adjudication=Adjudication(max_plies=30), on_game=lambda game: print("over", flush=True))
"""


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT])
@pytest.mark.parametrize("opponent", ["tabiya?preset=crafty", ENGINE], ids=["core", "engine"])
def test_match_that_is_killed_loses_no_finished_game(
    tmp_path: Path, opponent: str, end: signal.Signals
) -> None:
    store = tmp_path / "match.db"
    with subprocess.Popen(  # noqa: S603 (our own script)
        [sys.executable, "-c", SCRIPT, opponent, str(store)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        assert process.stdout is not None
        for _ in range(6):
            assert process.stdout.readline()
        os.kill(process.pid, end)
        n_told = 6 + len(process.stdout.read().split())

    fresh: list[GameRecord] = []
    n_games = n_told + n_told % 2 + 4
    resumed = match(
        "tabiya", opponent, games=n_games, store=store, on_game=fresh.append, **SETTINGS
    )
    assert len(fresh) <= n_games - n_told
    undisturbed = match("tabiya", opponent, games=n_games, **SETTINGS)
    assert course(resumed.games) == course(undisturbed.games)


def test_store_of_another_match_is_refused(place: str) -> None:
    store = place
    match("tabiya", "tabiya", game="othello", nodes=20, games=2, store=store)
    with pytest.raises(SettingsError, match="limits of tabiya '20 nodes' instead of '30 nodes'"):
        match("tabiya", "tabiya", game="othello", nodes=30, games=2, store=store)
    with pytest.raises(SettingsError, match="game"):
        match("tabiya", "tabiya", game="loa", nodes=20, games=2, store=store)
    longer = match("tabiya", "tabiya", game="othello", nodes=20, games=6, store=store)
    assert len(longer.games) == 6


def test_store_that_is_no_store(tmp_path: Path) -> None:
    path = tmp_path / "text.db"
    path.write_text("not a database at all, " * 100)
    with pytest.raises(StoreError, match=r"text.db: .* a file of another kind"):
        match("tabiya", "tabiya", game="othello", nodes=20, games=2, store=path)


def test_store_on_a_full_disk_keeps_what_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = tmp_path / "match.db"

    def play(told: list[GameRecord]) -> int:
        result = match(
            "tabiya", "tabiya", game="othello", nodes=20, games=40, store=store, on_game=told.append
        )
        return len(result.games)

    def prepare(connection: sqlite3.Connection, record: object) -> None:
        _prepare_sqlite(connection, record)
        connection.execute("PRAGMA max_page_count = 20")

    before: list[GameRecord] = []
    with monkeypatch.context() as patch:
        patch.setattr("tabiya.store._database._prepare_sqlite", prepare)
        with pytest.raises(StoreError, match=r"match.db: database or disk is full"):
            play(before)
    assert before
    after: list[GameRecord] = []
    assert play(after) == 40
    assert len(after) == 40 - len(before)


def test_pgn_on_a_full_disk_leaves_the_store(tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no disk to be full")
    store = tmp_path / "match.db"
    with pytest.raises(OSError, match="No space left"):
        match("tabiya", "tabiya", game="loa", nodes=20, games=8, store=store, pgn="/dev/full")
    fresh: list[GameRecord] = []
    match("tabiya", "tabiya", game="loa", nodes=20, games=8, store=store, on_game=fresh.append)
    assert len(fresh) < 8


def test_pgn_is_read_back_by_python_chess(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    result = match("tabiya", "tabiya", nodes=60, games=4, pgn=path, adjudication=RULES)
    with path.open() as file:
        for played in result.games:
            game = chess.pgn.read_game(file)
            assert game is not None
            assert not game.errors
            assert [move.uci() for move in game.mainline_moves()] == list(played.moves)
            assert game.headers["White"] == played.first
            assert game.headers["Result"] == played.result
            assert game.next() is not None
        assert chess.pgn.read_game(file) is None


@pytest.mark.parametrize("game", GAMES)
def test_pgn_tells_the_results(tmp_path: Path, game: str) -> None:
    path = tmp_path / "games.pgn"
    result = match("tabiya", "tabiya", game=game, nodes=60, nodes_b=10, games=4, pgn=path)
    told = [(each.first, each.second, each.points) for each in read_results(path)]  # type: ignore[union-attr] # there is a result for each
    assert told == [(each.first, each.second, each.points) for each in result.games]


def test_pgn_of_othello_names_the_game_and_the_sides() -> None:
    start = str(tabiya.game("othello").initial())
    record = GameRecord("a", "b", "1-0", start, moves=("d3", "c3"))
    text = format_pgn(record, tabiya.game("othello"))
    # Black begins and has won: the result is White's, as everywhere in PGN.
    for line in ('[Game "othello"]', '[White "b"]', '[Black "a"]', '[Result "0-1"]'):
        assert line in text.splitlines()


def test_match_without_a_limit_or_with_an_odd_number() -> None:
    with pytest.raises(ValueError, match="expected depth, nodes, seconds or time"):
        match("tabiya", "tabiya")
    with pytest.raises(ValueError, match="even number"):
        match("tabiya", "tabiya", nodes=10, games=3)
    with pytest.raises(ValueError, match="repeat the same games"):
        match("tabiya", "tabiya", nodes=10, games=4, openings="start")


def test_match_of_players_made_in_python() -> None:
    strong = Contestant("strong", player=tabiya.Player("othello"))
    weak = tabiya.Player("othello", weights={"mobility_opening": 0})
    result = match(strong, weak, game="othello", nodes=30, games=2)
    assert isinstance(result.record, MatchRecord)
    assert result.record.players == ("strong", "tabiya")
    named = match(weak, weak, game="othello", nodes=30, games=2, names=("a", "b"))
    assert named.record.players == ("a", "b")


def test_match_by_the_clock_in_all_games() -> None:
    for game in GAMES:
        rules = Adjudication(max_plies=10)
        result = match(
            "tabiya", "tabiya", game=game, time="2+0.01", games=2, adjudication=rules, margin=5
        )
        assert [len(played.moves) for played in result.games] == [10, 10]
        assert all((each.seconds or 0) > 0 for played in result.games for each in played.thoughts)
