"""Weights: names, bounds, groups, files."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tabiya
from tabiya.players import WeightError, Weights

GOMBOC = [  # thesis, Table 12
    "king_safety_scale",
    "king_safety_asymmetry",
    "king_tropism_scale",
    "blocked_pawn_scale",
    "passed_pawn_scale",
    "pawn_structure_scale",
    "bishop",
    "knight",
    "rook_on_seventh",
    "rook_on_open_file",
    "rook_behind_passed_pawn",
]


@pytest.mark.parametrize("name", tabiya.games())
def test_every_weight_is_described(name: str) -> None:
    weights = tabiya.weights(name)
    assert len(weights.describe().splitlines()) == len(weights)
    for each in weights:
        info = weights.info(each)
        assert info.least <= info.default <= info.most
        assert info.meaning.endswith(".")
        assert info.group
    assert sum(len(names) for names in weights.groups().values()) == len(weights)


def test_chess_has_hundreds_of_weights_and_those_of_gomboc() -> None:
    weights = tabiya.weights("chess")
    assert len(weights) > 300
    for name in GOMBOC:
        assert name in weights
        assert name in weights.describe(name)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"nigt": 1}, "did you mean 'knight'"),
        ({"rook_on_sevent": 1}, "did you mean 'rook_on_seventh'"),
        ({"knight": -1}, "expected knight from 0 to 3000, found -1"),
        ({"knight": float("nan")}, "expected a number for knight, found nan"),
        ({"knight": "three"}, "expected a number for knight, found 'three'"),
    ],
)
def test_bad_weights_are_one_clear_error(values: dict[str, float], expected: str) -> None:
    with pytest.raises(WeightError, match=expected) as error:
        tabiya.weights("chess", values)
    assert "\n" not in str(error.value)
    with pytest.raises(WeightError, match=expected):
        tabiya.Player("chess", weights=values)


@pytest.mark.parametrize("kind", [np.int8, np.uint16, np.int64, np.float32, np.float64])
def test_weights_take_numbers_of_numpy(kind: Any) -> None:
    found = tabiya.weights("chess", {"knight": kind(100)})["knight"]
    assert (found, type(found)) == (100.0, float)
    with pytest.raises(WeightError, match="expected a number"):
        tabiya.weights("chess", {"knight": np.array([True])[0]})


@pytest.mark.parametrize("name", tabiya.games())
def test_weights_come_back_from_a_file(name: str, tmp_path: Path) -> None:
    first = next(iter(tabiya.weights(name)))
    weights = tabiya.weights(name).replace({first: 0.1 + 0.2})
    path = tmp_path / "w.toml"
    weights.save(path)
    again = tabiya.load_weights(path)
    assert dict(again) == dict(weights)
    assert again.game == name
    text = path.read_text()
    assert f'game = "{name}"' in text
    assert f'version = "{tabiya.__version__}"' in text
    assert "made_by" in text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("game = ", "w.toml: expected TOML"),
        ("[weights]\nknight = 1", 'expected a line game = "..."'),
        ('game = "chess"', r"expected a table \[weights\]"),
        ('game = "go"\n[weights]', "w.toml: game: expected one of"),
        ('game = "chess"\n[weights]\nnigt = 1', "w.toml: chess weights: .*did you mean"),
        ('game = "chess"\n[weights]\nknight = "x"', "w.toml: chess weights: expected a number"),
        ('game = "chess"\nmade_by = 3\n[weights]', "w.toml: made_by: expected a text, found 3"),
    ],
)
def test_bad_files_are_one_clear_error(text: str, expected: str, tmp_path: Path) -> None:
    path = tmp_path / "w.toml"
    path.write_text(text)
    with pytest.raises(WeightError, match=expected) as error:
        tabiya.load_weights(path)
    assert "\n" not in str(error.value)


def test_a_scale_multiplies_its_group() -> None:
    game = tabiya.game("chess")
    position = game.position("6k1/5ppp/8/8/1P6/8/5PPP/6K1 w - - 0 1")  # a passed pawn more
    zero = {"passed_pawn_scale": 0.0}
    half = {"passed_pawn_scale": 50.0}
    scores = [
        tabiya.Player("chess", weights=w, resolution=0.001).evaluate(position)
        for w in (zero, half, {})
    ]
    assert scores[2] - scores[1] == pytest.approx(scores[1] - scores[0], abs=0.01)
    assert scores[2] != scores[0]


def test_asymmetry_counts_for_the_king_that_is_not_to_move() -> None:
    game = tabiya.game("chess")
    text = "rnbq1rk1/pppppp1p/8/8/8/8/PPPPPPPP/RNBQKBNR {} - - 0 1"
    plain, lopsided = (
        tabiya.Player("chess", weights={"king_safety_asymmetry": a}, resolution=0.001)
        for a in (0.0, -100.0)
    )
    change = [
        lopsided.evaluate(game.position(text.format(side)))
        - plain.evaluate(game.position(text.format(side)))
        for side in "wb"
    ]
    assert change[0] != 0
    assert change[0] != pytest.approx(change[1])


@pytest.mark.parametrize("resolution", [100.0, 10.0, 1.0, 0.001])
def test_resolution_rounds_scores(resolution: float) -> None:
    game = tabiya.game("chess")
    fine = tabiya.Player("chess", resolution=0.001)
    coarse = tabiya.Player("chess", resolution=resolution)
    for move in game.initial().legal_moves():
        position = game.initial().play(move)
        score = coarse.evaluate(position)
        assert abs(score - fine.evaluate(position)) <= resolution / 2 + 0.001
        assert score / resolution == pytest.approx(round(score / resolution), abs=1e-6)


def test_a_player_takes_a_file_of_weights(tmp_path: Path) -> None:
    place = tmp_path / "weights.toml"
    Weights("chess", {"knight": 310.5}).save(place)
    assert tabiya.Player("chess", weights=place).weights["knight"] == 310.5
    with pytest.raises(WeightError, match="expected weights of loa, found those of chess"):
        tabiya.Player("loa", weights=str(place))
