"""Searching through Python: the report, purity, limits, and many at once."""

import pickle
import random
from dataclasses import replace

import numpy as np
import pytest

import tabiya

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def random_positions(name: str, n: int, seed: int = 0) -> list[tabiya.Position]:
    generator = random.Random(seed)
    positions: list[tabiya.Position] = []
    while len(positions) < n:
        position = tabiya.game(name).initial()
        for _ in range(generator.randrange(1, 30)):
            if position.result is None:
                position = position.play(generator.choice(position.legal_moves()))
        if position.result is None:
            positions.append(position)
    return positions


def without_time(report: tabiya.SearchReport) -> tabiya.SearchReport:
    iterations = tuple(replace(i, seconds=0.0) for i in report.iterations)
    return replace(report, seconds=0.0, iterations=iterations)


@pytest.mark.parametrize("name", tabiya.games())
def test_report_is_consistent(name: str) -> None:
    for position in random_positions(name, 5):
        report = tabiya.Player(name).search(position, depth=4)
        assert report.move == report.pv[0]
        assert report.depth == len(report.iterations) == report.iterations[-1].depth
        assert report.nodes == report.iterations[-1].nodes
        assert report.score == report.iterations[-1].score
        nodes = [i.nodes for i in report.iterations]
        assert nodes == sorted(nodes)
        for move in report.pv:
            assert move in position.legal_moves()
            position = position.play(move)  # noqa: PLW2901 (walking down the line)


@pytest.mark.parametrize("name", tabiya.games())
def test_search_after_any_other_search_is_the_same(name: str) -> None:
    positions = random_positions(name, 4)
    player = tabiya.Player(name)
    first = [without_time(player.search(p, nodes=3000)) for p in positions]
    second = [without_time(player.search(p, nodes=3000)) for p in reversed(positions)]
    fresh = [without_time(tabiya.Player(name).search(p, nodes=3000)) for p in positions]
    assert first == list(reversed(second)) == fresh


def test_search_that_keeps_its_memory_needs_fewer_nodes() -> None:
    player = tabiya.Player("chess")
    position = tabiya.game("chess").position(KIWIPETE)
    cold = player.search(position, depth=6)
    warm = player.search(position, depth=6, keep=True)
    assert warm.nodes < cold.nodes
    player.clear()
    assert player.search(position, depth=6, keep=True).nodes == cold.nodes


@pytest.mark.parametrize("name", tabiya.games())
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_search_many_equals_one_by_one(name: str, threads: int) -> None:
    positions = random_positions(name, 12)
    player = tabiya.Player(name)
    single = [without_time(player.search(p, nodes=1024)) for p in positions]
    many = player.search_many(positions, nodes=1024, threads=threads)
    assert [without_time(report) for report in many] == single


def test_search_many_takes_an_array_and_reports_progress() -> None:
    positions = np.array(random_positions("othello", 30), dtype=object)
    seen: list[tuple[int, int]] = []
    player = tabiya.Player("othello")
    player.search_many(
        positions, nodes=20_000, threads=2, progress=lambda done, n: seen.append((done, n))
    )
    assert seen[-1] == (30, 30)
    assert seen == sorted(seen)


def test_search_many_of_nothing_is_nothing() -> None:
    assert tabiya.Player("loa").search_many([], nodes=10) == []


def test_progress_that_raises_stops_the_batch_and_leaves_the_player_usable() -> None:
    player = tabiya.Player("chess")
    positions = random_positions("chess", 50)

    def refuse(_done: int, _n: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        player.search_many(positions, nodes=1_000_000, progress=refuse)
    assert player.search(positions[0], depth=2).depth == 2


def test_repetition_of_the_game_counts_in_the_search() -> None:
    """Black is a queen down and saves itself by repeating for the third time."""
    start = tabiya.game("chess").position("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -")
    shuffled = start.play_all(["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"])
    player = tabiya.Player("chess")
    report = player.search(shuffled, depth=4)
    assert (report.move, report.score) == ("f6g8", 0)
    assert shuffled.play("f6g8").result == "1/2-1/2"
    forgotten = tabiya.game("chess").position(str(shuffled))
    assert player.search(forgotten, depth=4).score < -500


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        ({}, "expected a limit"),
        ({"depth": 0}, "expected depth of 1 or more, found 0"),
        ({"depth": -3}, "expected depth of 1 or more, found -3"),
        ({"nodes": 0}, "expected nodes of 1 or more, found 0"),
        ({"seconds": 0}, "expected seconds above 0, found 0"),
        ({"seconds": float("nan")}, "expected seconds above 0, found nan"),
        ({"seconds": float("inf")}, "expected seconds above 0, found inf"),
    ],
)
def test_bad_limits_are_one_clear_error(limits: dict[str, float], expected: str) -> None:
    player = tabiya.Player("loa")
    position = tabiya.game("loa").initial()
    with pytest.raises(ValueError, match=expected) as error:
        player.search(position, **limits)  # type: ignore[arg-type] # settings of several types
    assert "\n" not in str(error.value)
    with pytest.raises(ValueError, match=expected):
        player.search_many([position], **limits)  # type: ignore[arg-type] # settings of several types


def test_a_finished_position_is_one_clear_error() -> None:
    mated = tabiya.game("chess").position("R5k1/5ppp/8/8/8/8/8/7K b - - 0 1")
    with pytest.raises(tabiya.GameOverError, match="ended 1-0"):
        tabiya.Player("chess").search(mated, depth=3)
    with pytest.raises(tabiya.GameOverError, match="ended 1-0"):
        tabiya.Player("chess").search_many([mated], depth=3)


def test_a_position_of_another_game_is_one_clear_error() -> None:
    with pytest.raises(ValueError, match="expected a position of chess, found one of loa"):
        tabiya.Player("chess").search(tabiya.game("loa").initial(), depth=1)


def test_forced_ends_are_said_in_words() -> None:
    chess = tabiya.game("chess")
    player = tabiya.Player("chess")
    won = player.search(chess.position("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"), depth=3)
    assert (won.win_in, won.discs) == (1, None)
    lost = player.search(chess.position("k7/8/1K6/8/8/8/8/7R b - - 0 1"), depth=4)
    assert lost.win_in == -2


def test_othello_counts_discs_at_the_end() -> None:
    player = tabiya.Player("othello")
    position = tabiya.game("othello").initial()
    while position.cells.count(".") > 6:
        position = position.play(player.search(position, nodes=500).move)
    side = position.side_to_move
    report = player.search(position, depth=10)
    while position.result is None:
        position = position.play(player.search(position, depth=10).move)
    black = position.cells.count("X") - position.cells.count("O")
    empty = position.cells.count(".")
    margin = black + (empty if black > 0 else -empty)
    assert report.discs == (margin if side == "black" else -margin)
    assert report.win_in is None


def test_a_report_is_the_same_in_another_process() -> None:
    start = tabiya.game("chess").initial()
    report = tabiya.Player("chess").search(start, nodes=2000)
    sent = pickle.loads(pickle.dumps(report))  # noqa: S301 (our own)
    assert sent == report
    assert sent.iterations[-1].pv == report.pv == report.lines[0].pv
    assert sum(sent.root_moves.values()) <= sent.nodes


def test_what_a_report_does_not_tell_is_told() -> None:
    start = tabiya.game("loa").initial()
    report = tabiya.Player("loa").search(start, depth=2)
    for _ in range(2):  # before and after its details were made
        with pytest.raises(AttributeError, match="'SearchReport' object has no attribute 'best'"):
            report.best  # type: ignore[attr-defined]  # noqa: B018
        assert report.pv[0] == report.move
