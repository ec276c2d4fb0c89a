"""Weights for other programs."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

import tabiya
from tabiya.players import export_weights

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
