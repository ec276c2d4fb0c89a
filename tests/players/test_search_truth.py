"""What a search says of the end of a game is true, whatever it skips."""

import random
import threading
from typing import Literal

import pytest

import tabiya


def random_positions(game: str, n: int, plies: range, seed: int) -> list[tabiya.Position]:
    rng = random.Random(seed)
    found: list[tabiya.Position] = []
    while len(found) < n:
        position = tabiya.game(game).initial()
        for _ in range(rng.choice(plies)):
            if position.result is not None:
                break
            position = position.play(rng.choice(position.legal_moves()))
        if position.result is None:
            found.append(position)
    return found


def near_the_end(game: str, n_games: int, seed: int) -> list[tabiya.Position]:
    """Return the last positions of quick games."""
    player = tabiya.Player(game)
    found = []
    for start in random_positions(game, n_games, range(10, 20), seed):
        line = [start]
        while line[-1].result is None and len(line) < 150:
            line.append(line[-1].play(player.search(line[-1], nodes=150).move))
        found += line[-9:-1]
    return [position for position in found if position.result is None]


@pytest.mark.parametrize("by", ["depth", "iteration", "leaf"])
def test_a_win_behind_pruned_moves_is_a_win(by: Literal["depth", "iteration", "leaf"]) -> None:
    narrow = tabiya.Decisions(preset="crafty", widths=(2, 1, 1, 1, 1, 1, 1), widths_by=by)
    pruned = tabiya.Player("loa", decisions=narrow)
    full = tabiya.Player("loa", decisions=tabiya.Decisions(preset="crafty"))
    n_decided = 0
    for position in near_the_end("loa", 12, seed=3):
        claimed = pruned.search(position, depth=4).win_in
        if claimed is not None:
            n_decided += 1
            true = full.search(position, depth=abs(claimed)).win_in
            assert true is not None, position
            assert (true > 0) == (claimed > 0), position
    assert n_decided > 0


def test_what_othello_calls_exact_is_exact() -> None:
    player = tabiya.Player("othello", decisions=tabiya.Decisions(params={"exact_from": 0}))
    for position in random_positions("othello", 25, range(50, 53), seed=5):
        empties = position.cells.count(".")
        report = player.search(position, depth=empties)
        solution = tabiya.solve(position)
        # A draw is a score of nought; everything else tells the margin.
        assert (report.discs or 0, report.score == 0) == (solution.discs, solution.discs == 0)


def test_a_waiting_evaluation_does_not_keep_others_from_stopping_the_search() -> None:
    player, stop = tabiya.Player("chess"), tabiya.Stop()
    start = tabiya.game("chess").initial()
    searching = threading.Thread(target=player.search, args=(start,), kwargs={"stop": stop})
    searching.start()
    waiting = [
        threading.Thread(target=player.evaluate, args=(start,)),
        threading.Thread(target=player.clear),
    ]
    for thread in waiting:
        thread.start()
    threading.Event().wait(0.2)  # long enough for both to stand in the queue
    stop.set()
    for thread in (searching, *waiting):
        thread.join(60)
        assert not thread.is_alive()
