"""The numbers of the modern clock, tuned by games."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tabiya
from tabiya import _core
from tabiya.clocks import ModernSpsa, _spsa
from tabiya.play import Clock

NAMES = [row[0] for row in _core.modern_clock_numbers()]
TIME = Clock(4000, 100, "nodes")


@dataclass
class Played:
    """Games whose first player got these points, as far as the tuner looks."""

    points: list[float]

    @property
    def record(self) -> Any:
        return type("Record", (), {"players": ("first", "second")})

    @property
    def games(self) -> list[Any]:
        return [_Game(each) for each in self.points]


@dataclass
class _Game:
    got: float

    def points_of(self, _player: str) -> float:
        return self.got


def numbers(player: tabiya.Player) -> dict[str, float]:
    assert player.clock is not None
    rows = [line.split() for line in player.clock.text.splitlines()[1:]]
    return {name: float(value) for name, value in rows}


def test_numbers_go_where_games_are_won(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has a greater part and a smaller most wins more, by lot: those two must be found."""
    generator = np.random.default_rng(7)

    def played(first: tabiya.Player, second: tabiya.Player, **options: Any) -> Played:
        one, two = numbers(first), numbers(second)
        better = 2 * (one["part"] - two["part"]) / 0.7 - 2 * (one["most"] - two["most"]) / 4
        lots = generator.random(options["games"])
        return Played([float(lot < 1 / (1 + np.exp(-better))) for lot in lots])

    monkeypatch.setattr(_spsa, "match", played)
    found = dict(zip(NAMES, ModernSpsa("loa", TIME, steps=60, games=40).fit(), strict=True))
    start = {row[0]: row[1] for row in _core.modern_clock_numbers()}
    gains = {name: found[name] / start[name] - 1 for name in NAMES}
    assert gains["part"] > 0.4
    assert gains["most"] < -0.4
    others = [abs(gain) for name, gain in gains.items() if name not in ("part", "most")]
    assert max(others) < min(gains["part"], -gains["most"])


def test_numbers_stay_in_their_ranges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_spsa, "match", lambda *_, **options: Played([1.0] * options["games"]))
    tuned = ModernSpsa("loa", TIME, steps=40, games=2, rate=5.0).fit()
    for value, (name, _, least, most, _) in zip(tuned, _core.modern_clock_numbers(), strict=True):
        assert least <= value <= most, name


def test_real_games_tune_a_clock_that_plays_and_go_on_after_a_break(tmp_path: Path) -> None:
    tuner = ModernSpsa("othello", TIME, steps=2, games=2, threads=1)
    whole = tuner.tune(tmp_path / "whole.clock")

    def stop(_progress: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tuner.tune(tmp_path / "broken.clock", stop)
    assert tuner.tune(tmp_path / "broken.clock").text == whole.text
    assert not (tmp_path / "broken.clock.state").exists()
    player = tabiya.Player("othello", clock=tmp_path / "whole.clock")
    left = tabiya.players.TimeLeft(4000, 100, unit="nodes")
    assert player.search(tabiya.game("othello").initial(), clock=left).nodes < 4000
