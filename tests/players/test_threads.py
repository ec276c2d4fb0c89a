"""Several threads at one search, from Python."""

import threading
import time

import pytest

import tabiya
from tabiya import _core
from tabiya.players import Stop, TimeLeft


@pytest.mark.parametrize("name", tabiya.games())
def test_threads_share_the_node_limit_and_keep_what_was_asked(name: str) -> None:
    start = tabiya.game(name).initial()
    left_out = start.legal_moves()[0]
    player = tabiya.Player(name)
    report = player.search(start, nodes=30_000, threads=3, lines=2, without=[left_out])
    assert len(report.lines) == 2
    assert left_out not in report.root_moves
    assert 25_000 < report.nodes < 60_000
    start.play_all(report.pv)


def test_one_thread_searches_the_same_after_several() -> None:
    start = tabiya.game("chess").initial()
    player = tabiya.Player("chess")
    alone = player.search(start, nodes=20_000)
    player.search(start, nodes=20_000, threads=4)
    again = player.search(start, nodes=20_000, threads=1)
    assert (again.nodes, again.pv, again.score) == (alone.nodes, alone.pv, alone.score)


def test_a_stop_from_outside_ends_an_endless_search_of_several_threads() -> None:
    stop = Stop()
    found: list[tabiya.SearchReport] = []
    player, start = tabiya.Player("loa"), tabiya.game("loa").initial()
    search = threading.Thread(
        target=lambda: found.append(player.search(start, stop=stop, threads=2))
    )
    search.start()
    time.sleep(0.05)
    stop.set()
    search.join(timeout=30)
    assert found[0].move in start.legal_moves()


def test_a_clock_in_nodes_is_kept_by_several_threads() -> None:
    left = TimeLeft(40_000, unit="nodes", moves_to_go=1)
    report = tabiya.Player("chess").search(tabiya.game("chess").initial(), clock=left, threads=2)
    assert 1_000 < report.nodes < 60_000


@pytest.mark.parametrize("threads", [0, -1, _core.MAX_THREADS + 1])
def test_a_number_of_threads_out_of_range_is_refused(threads: int) -> None:
    with pytest.raises(ValueError, match=r"threads: expected 1 to \d+, found"):
        tabiya.Player("chess").search(tabiya.game("chess").initial(), depth=1, threads=threads)
