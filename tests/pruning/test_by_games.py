"""Numbers of the search that games tune: what a vector is, who plays it, and how it is kept."""

import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tabiya.cluster import Threads
from tabiya.learn import tune
from tabiya.players import Player, Widths, load_pruning
from tabiya.pruning import NumbersDuel, games_problem, run_by_games, search_numbers
from tabiya.runs import RunMismatchError
from tabiya.store import open_database

FEW = search_numbers("loa", ["late_move_base", "reverse_futility", "reduction_base"])
DUEL = NumbersDuel(FEW, games=2, nodes=30, seed=5, n_openings=20)


def test_a_vector_is_steps_from_the_start() -> None:
    numbers = search_numbers("loa", ["late_move_base", "futility"], {"futility": 50, "razoring": 9})
    assert numbers.values((0.0, 0.0)) == {"late_move_base": 3.0, "futility": 50.0}
    assert numbers.values((0.6, 1.25)) == {"late_move_base": 4.0, "futility": 100.0}
    assert numbers.values((-9.0, 1e6)) == {"late_move_base": 0.0, "futility": 1000.0}, "in bounds"
    assert numbers.pruning((0.0, 0.0)).params["razoring"] == 9.0


def test_widths_are_numbers_too() -> None:
    numbers = search_numbers("loa", ["width_1", "width_3", "futility"], {"width_1": 5})
    pruning = numbers.pruning((0.0, -1.0, 0.0))
    assert pruning.widths == Widths((5, None, 15), "leaf", "all")
    assert pruning.params == {"futility": 90.0}
    narrow = search_numbers("chess", ["width_1"]).pruning((-100.0,))
    assert narrow.widths == Widths((1,), "leaf", "quiet")


def test_the_start_is_the_default_search() -> None:
    for game in ("chess", "loa", "othello"):
        numbers = search_numbers(game)
        position = Player(game).game.initial()
        start = Player(game, pruning=numbers.pruning((0.0,) * len(numbers.names)))
        plain = Player(game, pruning="none")
        limit = 5
        nodes = [each.search(position, depth=limit).nodes for each in (start, plain)]
        assert nodes[0] == nodes[1], game


def test_a_duel_is_fair_and_its_own_repetition() -> None:
    base, other = dict.fromkeys(FEW.names, 0.0), dict.fromkeys(FEW.names, 2.0)
    assert DUEL(base, base) == 0.0
    assert DUEL(base, other) == DUEL(base, other)
    assert replace(DUEL, games=4)(base, base) == 0.0


def test_games_find_what_is_better() -> None:
    """A search that sees one move before every leaf loses to one that sees ten."""
    numbers = search_numbers("loa", ["width_1"], {"width_1": 1, "late_move_pruning": 0})
    duel = NumbersDuel(numbers, games=24, nodes=400, seed=5, n_openings=20)
    problem = games_problem(duel).problem()
    *_, last = tune(problem, "spsa", iterations=4, least_spread=8.0, spread=0.0, rate=4.0)
    assert last.chosen[0] > 0


def test_a_run_goes_on_where_it_stopped(tmp_path: Path, place: str) -> None:
    with open_database(tmp_path / "whole.db") as database:
        whole = list(run_by_games(DUEL, database, iterations=5))
    with open_database(place) as database:
        for step in run_by_games(DUEL, database, iterations=5):
            if step.number == 2:
                break
        with Threads(2) as workers:
            assert list(run_by_games(DUEL, database, iterations=5, workers=workers)) == whole
        with pytest.raises(RunMismatchError):
            next(run_by_games(replace(DUEL, nodes=31), database, iterations=5))


def test_a_killed_process_ends_with_the_same_numbers(tmp_path: Path) -> None:
    def command(folder: str) -> list[str]:
        return [
            sys.executable, "-c", "from tabiya.cli import main; main()", "prune", "learn",
            "--method", "spsa", "--game", "loa", "-o", str(tmp_path / folder),
            "--iterations", "30", "--games", "2", "--nodes", "20", "--threads", "1",
        ]  # fmt: skip

    process = subprocess.Popen(  # noqa: S603 (our own command)
        command("killed"), stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith("       20"):
            break
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    assert not (tmp_path / "killed" / "pruning.toml").exists()
    for folder in ("killed", "whole"):
        subprocess.run(command(folder), check=True, capture_output=True)  # noqa: S603 (our own)
    files = [(tmp_path / f / "pruning.toml").read_text("utf-8") for f in ("killed", "whole")]
    assert files[0] == files[1]
    assert "reduction_base" in load_pruning(tmp_path / "whole" / "pruning.toml").params
    assert "SPSA" in (tmp_path / "whole" / "report.html").read_text("utf-8")
