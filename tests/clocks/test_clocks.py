"""Clocks: by name, from files, in games, and learned."""

import dataclasses
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import tabiya
from tabiya import _core
from tabiya.clocks import (
    ActorCritic,
    ClockTask,
    OpeningTask,
    SaneTa,
    Setting,
    learn_clock,
    try_clocks,
)
from tabiya.population import SaneOptions, random_start


@pytest.fixture(scope="module")
def setting() -> Setting:
    return Setting.of("loa", 100, depth=1, population="population", threads=1)


def depths(clock: str, left: tabiya.players.TimeLeft) -> int:
    player = tabiya.Player("loa", clock=clock)
    return player.search(tabiya.game("loa").initial(), clock=left).depth


def test_a_static_clock_searches_to_its_depth_as_long_as_there_are_nodes() -> None:
    rich = tabiya.players.TimeLeft(1_000_000, unit="nodes")
    poor = tabiya.players.TimeLeft(100, unit="nodes")
    assert depths("static:3", rich) == 3
    assert depths("static:3", poor) < 3
    free = tabiya.Player("loa", clock="static:2").search(tabiya.game("loa").initial(), nodes=10**6)
    assert free.depth == 2


def test_crafty_spends_its_formula() -> None:
    """node_limit = increment + remaining / 35 (Kocsis 2003, §5.3.3)."""
    left = tabiya.players.TimeLeft(350_000, 5_000, unit="nodes")
    spent = tabiya.Player("loa", clock="crafty").search(tabiya.game("loa").initial(), clock=left)
    assert 15_000 <= spent.nodes < 18_000


def test_the_oracle_searches_deeper_only_where_that_changes_the_move() -> None:
    plain = tabiya.Player("loa")
    n_deep = 0
    for seed in range(8):
        position = random_start("loa", seed, 9)
        report = tabiya.Player("loa", clock="extra:2").search(
            position, clock=tabiya.players.TimeLeft(10**7, unit="nodes")
        )
        shallow = plain.search(position, depth=2)
        deep = plain.search(position, depth=3)
        differs = shallow.move != deep.move
        n_deep += differs
        assert report.depth == (3 if differs else 2)
        assert report.nodes == (deep.nodes if differs else shallow.nodes)
    assert 0 < n_deep < 8


def test_a_forced_move_takes_no_time() -> None:
    corner = tabiya.game("chess").position("7k/8/5K2/8/8/8/8/6R1 b - - 0 1")
    assert len(corner.legal_moves()) == 1
    for clock in ("shared", "modern"):
        player = tabiya.Player("chess", clock=clock)
        assert player.search(corner, clock=tabiya.players.TimeLeft(1e6, unit="nodes")).depth == 1


def test_a_modern_clock_takes_its_numbers_from_name_and_file(tmp_path: Path) -> None:
    left = tabiya.players.TimeLeft(400_000, unit="nodes", n_searched=20)
    file = tmp_path / "quick.clock"
    file.write_text("# quick\nclock modern\npart 0.1\n", encoding="utf-8")
    start = tabiya.game("loa").initial()
    by_name = tabiya.Player("loa", clock="modern:part=0.1").search(start, clock=left)
    by_file = tabiya.Player("loa", clock=file).search(start, clock=left)
    usual = tabiya.Player("loa", clock="modern").search(start, clock=left)
    assert by_name.nodes == by_file.nodes < usual.nodes


def test_a_shared_clock_takes_its_numbers_from_name_and_file(tmp_path: Path) -> None:
    left = tabiya.players.TimeLeft(400_000, unit="nodes", n_searched=20)
    file = tmp_path / "slow.clock"
    start = tabiya.game("loa").initial()
    by_name = tabiya.Player("loa", clock="shared:expected_moves=8")
    assert by_name.clock is not None
    file.write_text(by_name.clock.text, encoding="utf-8")
    by_file = tabiya.Player("loa", clock=file)
    usual = tabiya.Player("loa", clock="shared")
    assert usual.clock is not None
    assert usual.clock.text == "clock shared\n", "players are told apart by it"
    nodes = [player.search(start, clock=left).nodes for player in (by_name, by_file, usual)]
    assert nodes[0] == nodes[1] > nodes[2]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("clock", "line 1: expected clock and its kind"),
        ("clock static\ndepth 0\n", "line 2: expected"),
        ("clock modern\nparts 1\n", "line 2: expected one of part"),
        ("clock modern\npart 99\n", "line 2: expected part from 0.05 to 3"),
        ("clock shared\nearly_moves 0\n", "line 2: expected early_moves from 1 to 100"),
        ("clock dynamic loa\nscale 0\n", "line 2: expected scale and a number above 0"),
        ("clock dynamic loa\nscale 1\ndepths 3 2\n", "line 3: expected depths and two numbers"),
        ("clock dynamic loa\nscale 1\ndepths 2 3\nnetwork 69 1\n", "line 4: expected network"),
        (
            "clock dynamic loa\nscale 1\ndepths 2 3\nnetwork 69 1 1\nhidden 1 x\n",
            "line 5: expected hidden and 70 numbers",
        ),
        ("clock crafty\nmore\n", "line 2: expected the end"),
    ],
)
def test_bad_files_name_the_line(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "bad.clock"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=message) as found:
        tabiya.Player("loa", clock=file)
    assert str(file) in str(found.value)
    assert "\n" not in str(found.value)


def test_a_clock_of_another_game_is_refused(setting: Setting, tmp_path: Path) -> None:
    task = ClockTask(setting, "dynamic")
    file = tmp_path / "loa.clock"
    file.write_text(task.text(np.zeros(711, np.float32)), encoding="utf-8")
    assert tabiya.Player("loa", clock=file).clock is not None
    with pytest.raises(ValueError, match=r"loa\.clock: clock: expected one for chess, found one"):
        tabiya.Player("chess", clock=file)
    text = file.read_text().replace("network 69", "network 65")
    lines = [" ".join(line.split()[:67]) if "hid" in line else line for line in text.splitlines()]
    narrow = _core.Clock(None, "\n".join(lines))
    with pytest.raises(ValueError, match="expected a network of 69 inputs, found 65"):
        tabiya.Player("loa", clock=narrow)


def test_a_player_with_a_clock_is_saved_and_made_again(tmp_path: Path) -> None:
    player = tabiya.Player("loa", clock="static:2")
    tabiya.players.save_player(player, tmp_path / "player.toml")
    again = tabiya.players.load_player(tmp_path / "player.toml")
    assert again.clock is not None
    assert again.clock.text == "clock static\ndepth 2\n"
    identity = tabiya.players.player_identity
    assert identity(again) == identity(player) != identity(tabiya.Player("loa"))


def test_network_clocks_decide_by_their_outputs() -> None:
    """With no weights but the bias of an output, the decision is that of the bias."""
    left = tabiya.players.TimeLeft(10**6, 10**5, unit="nodes")
    start = tabiya.game("loa").initial()
    deeper = Setting.of("loa", 100, depth=2, population="population")
    task = ClockTask(deeper, "semi-dynamic")
    for way, depth in enumerate(task.depths):
        values = np.zeros((65 + 1) * 10 + 11 * 3, np.float32)
        values[660 + 11 * way] = 1.0
        found = deeper.test_player(task.clock(values)).search(start, clock=left)
        assert found.depth == depth
    dynamic = ClockTask(deeper, "dynamic")
    for bias, depth in ((-1.0, 2), (1.0, 3)):
        values = np.zeros(70 * 10 + 11, np.float32)
        values[700] = bias
        found = deeper.test_player(dynamic.clock(values)).search(start, clock=left)
        assert found.depth == depth


def test_what_games_teach_does_not_depend_on_threads() -> None:
    tasks = [
        ClockTask(
            Setting.of("loa", 100, depth=2, population="population", threads=threads), "dynamic"
        )
        for threads in (1, 2)
    ]
    values = np.random.default_rng(1).normal(0, 0.1, 711).astype(np.float32)
    one, two = (task.play(values, batch=0, n_games=6, explore=0.3) for task in tasks)
    assert one.points == two.points
    assert one.step is not None
    assert two.step is not None
    assert np.array_equal(one.step, two.step)
    assert np.abs(one.step).max() > 0


def test_learning_goes_on_to_the_same_clock(setting: Setting, tmp_path: Path) -> None:
    task = ClockTask(setting, "dynamic")
    learners: list[ActorCritic | SaneTa] = [
        ActorCritic(batches=3, games=2),
        SaneTa(generations=2, games=2, options=SaneOptions(neurons=12, networks=3)),
    ]
    for number, learner in enumerate(learners):
        whole = learn_clock(task, tmp_path / f"{number}.clock", learner=learner)
        broken = tmp_path / f"{number}-broken.clock"

        def stop(_progress: object) -> None:
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            learn_clock(task, broken, learner=learner, on_progress=stop)
        assert Path(f"{broken}.state").exists()
        assert learn_clock(task, broken, learner=learner).text == whole.text
        assert not Path(f"{broken}.state").exists()


@pytest.mark.parametrize(
    "learner",
    [
        "ActorCritic(batches=3, games=2)",
        "SaneTa(generations=3, games=2, options=SaneOptions(neurons=12, networks=3))",
    ],
    ids=["mac", "sane"],
)
def test_a_killed_learner_goes_on_to_the_same_clock(tmp_path: Path, learner: str) -> None:
    script = f"""
import sys, os, signal, pathlib
from tabiya.clocks import *
from tabiya.population import SaneOptions
task = ClockTask(Setting.of("loa", 100, depth=1, population="population", threads=1), "dynamic")
def tell(progress):
    if len(sys.argv) > 2 and progress.step == 2:
        os.kill(os.getpid(), signal.SIGKILL)
learn_clock(task, sys.argv[1], learner={learner}, on_progress=tell)
"""

    def run(name: str, *more: str) -> int:
        command = [sys.executable, "-c", script, str(tmp_path / name), *more]
        return subprocess.run(command, check=False).returncode  # noqa: S603 (our own script)

    assert run("whole") == 0
    assert run("killed", "kill") == -9
    assert not (tmp_path / "killed").exists()
    assert run("killed") == 0
    assert (tmp_path / "killed").read_text() == (tmp_path / "whole").read_text()


def test_a_state_of_other_settings_is_refused(setting: Setting, tmp_path: Path) -> None:
    task = ClockTask(setting, "dynamic")
    state = tmp_path / "state"
    ActorCritic(batches=1, games=2).fit(task, state)
    with pytest.raises(ValueError, match="expected a state of the same settings"):
        ActorCritic(batches=2, games=2).fit(task, state)
    for junk in (b"", b"PK\x03\x04 junk", b"junk", state.read_bytes()[:500]):
        state.write_bytes(junk)
        with pytest.raises(ValueError, match="state: expected the state of a learner, found"):
            ActorCritic(batches=2, games=2).fit(task, state)


class Bandit:
    """Three ways, of which the last always wins: whatever learns must find it."""

    shape = (1, 2, 3)

    def play(
        self,
        values: "np.typing.NDArray[np.float32]",
        *,
        batch: int,
        n_games: int,
        explore: float = 0.0,
        decay: float = 0.9,
    ) -> "tabiya.clocks.Outcome":
        generator = np.random.default_rng(batch)
        best = int(np.argmax(_core.policy_outputs(self.shape, values, [1.0])))
        lots = generator.integers(3, size=n_games)
        taken = np.where(generator.random(n_games) < explore, lots, best)
        points = tuple(1.0 if way == 2 else 0.0 for way in taken)
        if not explore:
            return tabiya.clocks.Outcome(points)
        episodes = [
            ([(0.0, [([1.0], [1.0 if w == way else -1.0 for w in range(3)])])], 2 * got - 1)
            for way, got in zip(taken, points, strict=True)
        ]
        step = _core.actor_critic_step(self.shape, values, episodes, decay)
        return tabiya.clocks.Outcome(points, step)


@pytest.mark.parametrize(
    "learner",
    [
        ActorCritic(batches=60, games=20, explore=0.5),
        SaneTa(generations=8, games=2, options=SaneOptions(neurons=20, networks=10)),
    ],
    ids=["mac", "sane"],
)
def test_both_learners_find_what_wins(learner: ActorCritic | SaneTa) -> None:
    values = learner.fit(Bandit())
    assert np.argmax(_core.policy_outputs(Bandit.shape, values, [1.0])) == 2


def test_a_second_decision_is_learned_by_the_same_learners(setting: Setting) -> None:
    moves = tabiya.clocks.equal_openings(setting, 3, depth=1)
    task = OpeningTask(setting, moves)
    small = SaneOptions(neurons=8, networks=3)
    assert task.choose(SaneTa(generations=2, games=2, options=small).fit(task)) in moves
    values = ActorCritic(batches=2, games=4).fit(task)
    assert task.choose(values) in moves
    one, two = (task.play(values, batch=5, n_games=4, explore=0.5) for _ in range(2))
    assert one.points == two.points
    assert one.step is not None
    assert one.step.shape == (13,)


def test_the_test_player_goes_one_ply_deeper_than_its_opponents_at_most() -> None:
    """Kocsis 2003, §5.3.2: no deeper than d + 1, whatever the clock would have."""
    setting = Setting.of("loa", 10**6, depth=1, population="population", threads=1)
    games = range(0, 20, 2)
    assert setting.play("static:5", games).points == setting.play("static:2", games).points


def test_opponents_may_have_the_same_clock() -> None:
    """Two players with one clock are equal, whoever is the test player."""
    setting = Setting.of("othello", 100, against="crafty", threads=1)
    points = setting.play("crafty", range(8)).points
    assert all(sum(pair) == 1 for pair in zip(points[::2], points[1::2], strict=True))
    assert ClockTask(setting, "dynamic").depths[1] > 30
    assert "crafty" in str(setting)


def test_trials_are_gone_on_with(setting: Setting, tmp_path: Path) -> None:
    table = tmp_path / "trials.csv"
    clock = tmp_path / "crafty-{increment}.clock"
    for increment in (50, 100):
        (tmp_path / f"crafty-{increment}.clock").write_text("clock crafty\n", encoding="utf-8")
    clocks = [str(clock), "static:1"]
    first = try_clocks(clocks, setting, increments=[50, 100], n_games=4, state=table)
    assert [trial.increment for trial in first] == [50, 50, 100, 100]
    lines = table.read_text(encoding="utf-8").splitlines()
    table.write_text("\n".join(lines[:-1]) + "\n", encoding="utf-8")
    (tmp_path / "crafty-50.clock").unlink()  # not needed any more: its games were played
    before = tmp_path / "before.csv"
    before.hardlink_to(table)
    again = try_clocks(clocks, setting, increments=[50, 100], n_games=4, state=table)
    assert before.read_text(encoding="utf-8").splitlines() == lines[:-1], "written beside, renamed"
    assert [trial.score.value for trial in again] == [trial.score.value for trial in first]
    assert table.read_text(encoding="utf-8").splitlines() == lines
    table.write_text("a,b\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"trials.csv, line 1: expected setting,clock"):
        try_clocks(clocks, setting, state=table)


def test_games_may_begin_elsewhere(setting: Setting) -> None:
    more = dataclasses.replace(setting, n_starts=2)
    assert more.n_games == 2 * setting.n_games
    assert len(set(map(str, more.starts))) == 2
    assert str(tabiya.game("loa").initial()) not in map(str, more.starts)
    assert str(more) != str(setting), "results of the one are not those of the other"
    assert Setting.of("othello", 100, depth=1, n_starts=3).n_games == 6
    with pytest.raises(ValueError, match="starts: expected 1 or more, found 0"):
        dataclasses.replace(setting, n_starts=0)


def test_a_curve_says_what_learning_costs_and_changes_nothing(tmp_path: Path) -> None:
    setting = Setting.of("othello", 60, depth=1, n_starts=2, threads=1)
    task = ClockTask(setting, "dynamic")
    learner = ActorCritic(batches=3, games=2)
    curve = tmp_path / "curve.csv"
    curve.write_text("of another run\n", encoding="utf-8")
    plain = learn_clock(task, tmp_path / "plain.clock", learner=learner)
    drawn = learn_clock(task, tmp_path / "drawn.clock", learner=learner, curve=curve)
    assert drawn.text == plain.text
    points = tabiya.clocks.read_curve(curve)
    assert [(point.n_games, point.tournaments) for point in points] == [(4, 1.0)]
    whole = setting.play(drawn).points
    assert 0 <= points[0].score.value <= 1
    assert len(whole) == setting.n_games == 4

    def stop(progress: tabiya.clocks.Progress) -> None:
        if progress.step == 2:
            raise KeyboardInterrupt

    again = tmp_path / "again.csv"
    with pytest.raises(KeyboardInterrupt):
        learn_clock(task, tmp_path / "x", learner=learner, curve=again, on_progress=stop)
    learn_clock(task, tmp_path / "x", learner=learner, curve=again)
    assert again.read_bytes() == curve.read_bytes()
    curve.write_text("games,tournaments,score,low,high\n4,1,x,0,1\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"curve.csv, line 2: expected games, tournaments"):
        tabiya.clocks.read_curve(curve)
    with pytest.raises(FileNotFoundError, match="expected a folder"):
        learn_clock(task, tmp_path / "y", learner=learner, curve=tmp_path / "no" / "curve.csv")


def test_a_dynamic_clock_begins_with_an_equal_share() -> None:
    """It ends within a few iterations of what the modern clock would call a share."""
    task = ClockTask(Setting.of("chess", 500, against="modern"), "dynamic")
    values = task.first_values()
    assert values is not None
    player = tabiya.Player("chess", clock=task.clock(values))
    for remaining, increment in ((40_000, 0), (40_000, 500), (400_000, 5_000), (5_000, 1_000)):
        left = tabiya.players.TimeLeft(remaining, increment, unit="nodes", n_searched=20)
        share = remaining / 40 + 0.75 * increment
        spent = player.search(tabiya.game("chess").initial(), clock=left).nodes
        assert 0.3 * share < spent < 3 * share, (remaining, increment, spent / share)
    assert ClockTask(Setting.of("chess", 500, depth=3), "semi-dynamic").first_values() is None


@pytest.mark.parametrize(("decay", "written"), [(None, "decay=0.9,"), (0.5, "decay=0.5,")])
def test_a_decay_that_is_asked_for_is_used(
    setting: Setting, tmp_path: Path, decay: float | None, written: str
) -> None:
    learner = ActorCritic(batches=1, games=2, decay=decay)
    learn_clock(ClockTask(setting, "dynamic"), tmp_path / "my.clock", learner=learner)
    assert written in (tmp_path / "my.clock").read_text()
