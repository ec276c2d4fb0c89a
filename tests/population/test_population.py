"""Populations: learning by play, evolution, tournaments, and the one that ships."""

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import tabiya
from tabiya.population import (
    Conditions,
    PopulationPlan,
    Sane,
    SaneOptions,
    make_population,
    network_text,
    random_networks,
    random_start,
    swiss,
)


def folder_bytes(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "work" not in path.parts
    }


def test_the_same_seed_makes_the_same_population_on_any_threads(tmp_path: Path) -> None:
    plan = PopulationPlan.small("loa", seed=3)
    one = make_population(plan, tmp_path / "one", threads=1)
    two = make_population(plan, tmp_path / "two", threads=3)
    assert one.first == two.first
    assert one.second == two.second
    assert folder_bytes(tmp_path / "one") == folder_bytes(tmp_path / "two")
    other = make_population(PopulationPlan.small("loa", seed=4), tmp_path / "three")
    assert folder_bytes(tmp_path / "three") != folder_bytes(tmp_path / "one")
    assert sum(row.result for row in other.first) == pytest.approx(1)


def test_a_population_that_was_broken_off_goes_on_to_the_same_end(tmp_path: Path) -> None:
    plan = PopulationPlan.small("othello")
    make_population(plan, tmp_path / "whole")
    steps = 0

    def stop(_done: int, _total: int) -> None:
        nonlocal steps
        steps += 1
        if steps % 9 == 0:
            raise KeyboardInterrupt

    for _ in range(20):
        try:
            make_population(plan, tmp_path / "broken", threads=1, progress=stop)
        except KeyboardInterrupt:
            continue
        break
    else:
        pytest.fail("it never came to an end")
    assert folder_bytes(tmp_path / "broken") == folder_bytes(tmp_path / "whole")


def test_another_plan_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    make_population(PopulationPlan.small("othello"), tmp_path)
    with pytest.raises(ValueError, match="expected the plan with which the folder was begun"):
        make_population(PopulationPlan.small("othello", seed=9), tmp_path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": "chess"}, "expected loa or othello"),
        ({"games": 0}, "games of 1 or more"),
        ({"size": 500}, "size up to 120"),
    ],
)
def test_plans_that_cannot_be_are_refused(change: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        PopulationPlan(**{"game": "loa", **change})  # type: ignore[arg-type] # that is the point


def test_learning_beats_not_learning() -> None:
    """500 games with itself make a network that beats those it began as."""
    conditions = Conditions("loa", depth=1)
    start = random_networks(1, 40, seed=1)
    learned = conditions.learn(start, first=0, n_games=500, seed=1)
    networks = np.concatenate([learned, random_networks(10, 40, seed=2)])
    pairs = [(0, other) for other in range(1, 11)] + [(other, 0) for other in range(1, 11)]
    games = conditions.play(networks, pairs, random_start("loa", 1, 4), threads=1)
    wins = [game[0] if pair[0] == 0 else -game[0] for pair, game in zip(pairs, games, strict=True)]
    assert sum(wins) >= 12


def test_td_is_the_same_in_one_go_and_in_parts() -> None:
    conditions = Conditions("loa", depth=1)
    start = random_networks(3, 4, seed=1)
    whole = conditions.learn(start, first=0, n_games=6, seed=5)
    part = conditions.learn(start, first=0, n_games=2, seed=5)
    assert np.array_equal(whole, conditions.learn(part, first=2, n_games=4, seed=5))


def test_sane_climbs_a_known_hill() -> None:
    """The fitness is the output at one input: it must rise; five networks make a neuron's."""
    sane = Sane((2, 3, 1), SaneOptions(neurons=40, networks=20), seed=1)

    def fitness() -> "np.typing.NDArray[np.float64]":
        values = sane.values().astype(float)
        hidden = np.tanh(values[:, :9].reshape(-1, 3, 3) @ np.array([1.0, 0.5, -0.5]))
        return np.asarray((values[:, 10:] * hidden).sum(axis=1))

    first = fitness().mean()
    for _ in range(20):
        sane.evolve(fitness())
    assert fitness().mean() > first + 1.0
    members = np.array([[0, 1, 2]] * 6 + [[3, 1, 2]])
    sane.members = np.concatenate([members, np.full((13, 3), 5)])
    worth = sane._neuron_fitness(np.arange(20.0))  # noqa: SLF001 (a formula of the paper)
    assert worth[0] == 5 + 4 + 3 + 2 + 1
    assert worth[3] == 5 * 6
    assert worth[7] == -np.inf


def test_a_swiss_gives_all_points_once() -> None:
    networks = random_networks(5, 4, seed=1)
    scores = swiss(Conditions("othello", depth=1), networks, 3, seed=2)
    assert scores.sum() * 3 == pytest.approx(3 * 2 + 3)


def test_the_population_that_ships_plays(tmp_path: Path) -> None:
    population = tabiya.play.load_population("population")
    assert len(population.members) == 100
    size = sum(m.network.stat().st_size for m in population.members)
    assert size < 2_000_000
    best, last = population.player(0), population.player(99)
    result = tabiya.play.match(best, last, game="loa", depth=2, games=4, openings="random:4")
    assert len(result.games) == 4
    copy = tmp_path / "mine"
    shutil.copytree(population.members[0].network.parents[1], copy)
    names = tabiya.play.read_contestants([f"{copy}#loa-007"], tabiya.game("loa"))
    assert [each.name for each in names] == ["loa-007"]
    (copy / "networks" / "003.txt").unlink()
    with pytest.raises(ValueError, match=r"population.toml: expected the file .*003.txt"):
        tabiya.play.load_population(copy)
    with pytest.raises(ValueError, match="expected players of chess, found a population of loa"):
        tabiya.play.read_contestants(["population"], tabiya.game("chess"))


def test_mtdf_finds_what_the_usual_driver_finds() -> None:
    """The same minimax value, to the centipawn at which the bounds meet."""
    plain = {
        "null_move": 0,
        "late_move_reduction": 0,
        "late_move_pruning": 0,
        "futility": 0,
        "reverse_futility": 0,
        "razoring": 0,
        "singular": 0,
        "internal_reduction": 0,
    }
    for game in ("loa", "othello", "chess"):
        drivers = [
            tabiya.Player(
                game,
                weights={},
                decisions=tabiya.Decisions(
                    preset="crafty", params={**plain, "exact_from": 0, "mtdf": mtdf}
                ),
            )
            for mtdf in (0, 1)
        ]
        position = tabiya.game(game).initial()
        for _ in range(6):
            usual, closing = (player.search(position, depth=3) for player in drivers)
            assert closing.score == pytest.approx(usual.score, abs=1.001)
            assert closing.depth == usual.depth == 3
            position = position.play(usual.move)


def test_network_texts_are_read_back(tmp_path: Path) -> None:
    values = random_networks(1, 3, seed=4)[0].round(3)
    file = tmp_path / "network.txt"
    file.write_text(network_text(values), encoding="utf-8")
    player = tabiya.Player("loa", network=file)
    assert player.evaluate(tabiya.game("loa").initial()) != 0


@pytest.mark.parametrize("name", ["empty", "nowhere"])
def test_a_folder_that_is_no_population_is_told(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(ValueError, match=f"{name}/: expected a population with population.toml"):
        tabiya.play.read_contestants([f"{tmp_path / name}/"], tabiya.game("loa"))


def test_a_killed_population_goes_on_to_the_same_end(tmp_path: Path) -> None:
    script = """
import os, signal, sys
from tabiya.population import PopulationPlan, make_population
steps = 0
def tell(done, total):
    global steps
    steps += 1
    if len(sys.argv) > 2 and steps == int(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)
make_population(PopulationPlan.small("loa", seed=2), sys.argv[1], threads=2, progress=tell)
"""

    def run(name: str, *more: str) -> int:
        command = [sys.executable, "-c", script, str(tmp_path / name), *more]
        return subprocess.run(command, check=False).returncode  # noqa: S603 (our own script)

    assert run("whole") == 0
    assert run("killed", "9") == -9
    assert run("killed") == 0
    assert folder_bytes(tmp_path / "killed") == folder_bytes(tmp_path / "whole")
