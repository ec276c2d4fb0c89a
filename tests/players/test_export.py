"""Weights for other programs."""

import json
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest

import tabiya
from tabiya.players import Form, export_weights

VALUES = {"knight": 310.5, "king_safety_scale": -40.0, "King Safety": 100.0}


def test_own_weights_come_back_from_toml_and_json(tmp_path: Path) -> None:
    weights = tabiya.weights("loa", {"mobility": 3.25})
    weights.save(tmp_path / "w.toml")
    assert tabiya.load_weights(tmp_path / "w.toml") == weights
    export_weights(weights, tmp_path / "w.json")
    assert json.loads((tmp_path / "w.json").read_text())["weights"] == dict(weights)


def test_uci_lines_are_whole_numbers(tmp_path: Path) -> None:
    export_weights(VALUES, tmp_path / "w.uci")
    lines = (tmp_path / "w.uci").read_text().splitlines()
    assert lines[2] == "setoption name King Safety value 100"


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_a_c_compiler_takes_the_header(tmp_path: Path) -> None:
    export_weights(VALUES, tmp_path / "w.h")
    (tmp_path / "w.c").write_text('#include "w.h"\nint main(void) { return !(knight == 310.5); }\n')
    program = tmp_path / "w"
    subprocess.run(["cc", str(tmp_path / "w.c"), "-o", str(program)], check=True)  # noqa: S603, S607 (our own command)
    assert subprocess.run([str(program)], check=False).returncode == 0  # noqa: S603 (our own command)


def test_names_that_fall_together_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="expected names that stay different"):
        export_weights({"a b": 1.0, "a_b": 2.0}, tmp_path / "w.rs")


def test_an_unknown_form_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"expected a file .toml, .json, .h, .rs, .uci"):
        export_weights(VALUES, tmp_path / "w.txt")


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_no_weight_of_chess_is_lost_in_arrays_and_pairs(tmp_path: Path) -> None:
    """A piece has a value and a table of squares, and both are there."""
    weights = dict(tabiya.weights("chess"))
    export_weights(weights, tmp_path / "w.h", form=Form("eval_", pairs=True, arrays=True))
    conditions = {
        "eval_pawn": weights["pawn"],
        "eval_pawn_squares[8][0]": weights["pawn_a2_opening"],
        "eval_queen_squares[63][1]": weights["queen_h8_ending"],
        "eval_king_squares[4][0]": weights["king_e1_opening"],
        "eval_danger[3][1]": weights["danger_3_ending"],
        "eval_bishop_pair[1]": weights["bishop_pair_ending"],
    }
    tests = " && ".join(f"{name} == {value!r}" for name, value in conditions.items())
    (tmp_path / "w.c").write_text(f'#include "w.h"\nint main(void) {{ return !({tests}); }}\n')
    program = tmp_path / "w"
    subprocess.run(["cc", str(tmp_path / "w.c"), "-o", str(program)], check=True)  # noqa: S603, S607 (our own command)
    assert subprocess.run([str(program)], check=False).returncode == 0  # noqa: S603 (our own command)
    lines = [text for text in (tmp_path / "w.h").read_text().splitlines() if "const" in text]
    numbers = [float(n) for line in lines for n in re.findall(r"-?\d+\.\d+", line)]
    assert not Counter(weights.values()) - Counter(numbers)


@pytest.mark.parametrize(
    ("values", "name", "form", "message"),
    [
        ({"a_1": 1.0, "a_2": 2.0, "a": 3.0}, "w.h", Form(arrays=True), "'a' twice"),
        ({"a_opening": 1.0, "a_ending": 2.0, "a": 3.0}, "w.rs", Form(pairs=True), "'a' twice"),
        ({"a_1": 1.0, "a_999999999999": 2.0}, "w.h", Form(arrays=True), "numbers up to 4095"),
        (VALUES, "w.json", Form(prefix="eval_"), "prefix: expected a file .h, .rs, found '.json'"),
        (VALUES, "w.uci", Form(decimals=1), "round: expected a file .h, .rs, found '.uci'"),
        (VALUES, "w.h", Form(decimals=-1), "round: expected 0 to 17, found -1"),
    ],
)
def test_no_form_loses_a_weight_or_is_ignored(
    tmp_path: Path, values: dict[str, float], name: str, form: Form, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        export_weights(values, tmp_path / name, form=form)
    assert not (tmp_path / name).exists()
