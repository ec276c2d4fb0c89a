"""Games with clocks inside the core."""

from pathlib import Path

import pytest

import tabiya
from tabiya.play._live_game import _Clock
from tabiya.play._record import Thought


@pytest.mark.parametrize("game", ["chess", "othello", "loa"])
def test_a_clock_in_nodes_gives_the_same_games_on_any_number_of_threads(game: str) -> None:
    results = [
        tabiya.play.match(
            "tabiya",
            "tabiya?late_move_pruning=0" if game != "othello" else "tabiya?exact_from=0",
            game=game,
            time="20000+500 nodes",
            games=4,
            seed=3,
            concurrency=threads,
        )
        for threads in (1, 2)
    ]
    moves = [sorted((g.pair, g.leg, g.moves) for g in result.games) for result in results]
    assert moves[0] == moves[1]
    assert all(game.termination != "time forfeit" for game in results[0].games)


def test_a_clock_in_seconds_is_kept() -> None:
    result = tabiya.play.match("tabiya", "tabiya", game="loa", time="0.5+0.005", games=4, seed=1)
    for game in result.games:
        assert game.termination != "time forfeit"
        for seat in (0, 1):
            own = [thought.seconds or 0.0 for thought in game.thoughts[seat::2]]
            assert sum(own) < 0.5 + 0.005 * len(own) + 0.2


def test_an_engine_does_not_count_nodes(tmp_path: Path) -> None:
    engine = tmp_path / "engine"
    engine.write_text("#!/bin/sh\n")
    engine.chmod(0o755)
    with pytest.raises(ValueError, match="expected seconds for the engine"):
        tabiya.play.match("tabiya", str(engine), time="20000+500 nodes", games=2)


def test_time_overdrawn_is_owed_by_an_engine_too() -> None:
    clock = _Clock(left=0.2, increment=0.1)
    clock.spend(Thought(seconds=0.5))
    assert clock.left == pytest.approx(-0.2)
    nodes = _Clock(left=200, increment=100, in_nodes=True)
    nodes.spend(Thought(nodes=500))
    assert nodes.left == 100
