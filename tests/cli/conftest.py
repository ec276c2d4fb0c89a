"""The command line in this process: quicker than a new one for every test."""

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import polars as pl
import pytest

import tabiya
from tabiya.cli import main
from tabiya.positions import PositionSet


@dataclass(frozen=True)
class Done:
    status: int
    out: str
    err: str


Run = Callable[..., Done]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command with some input; return its exit status and what it wrote."""

    def call(*arguments: str, text: str = "") -> Done:
        monkeypatch.setattr(sys, "argv", ["tabiya", *arguments])
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        status = 0
        try:
            main()
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 0
        captured = capsys.readouterr()
        return Done(status, captured.out, captured.err)

    return call


def material_set(game_count: int = 40) -> PositionSet:
    """Kings, pawns and knights, labelled by pawns of 100 and knights of 300; White to move."""
    rng = np.random.default_rng(1)
    rows = []
    for game in range(game_count):
        for _ in range(5):
            white, black = rng.integers(0, 4, 2), rng.integers(0, 4, 2)
            squares = [[""] * 8 for _ in range(8)]
            squares[7][0], squares[0][0] = "K", "k"
            places = [(r, f) for r in range(2, 6) for f in range(3, 8)]
            rng.shuffle(places)
            pieces = "P" * white[0] + "N" * white[1] + "p" * black[0] + "n" * black[1]
            for piece, (rank, file) in zip(pieces, places, strict=False):
                squares[rank][file] = piece
            text = "/".join(
                "".join(cell or "1" for cell in rank).replace("11111111", "8") for rank in squares
            )
            value = 100.0 * (white[0] - black[0]) + 300.0 * (white[1] - black[1])
            try:
                position = tabiya.game("chess").position(f"{text} w - - 0 1")
            except ValueError:
                continue  # a knight gives check
            if "a1b1" in position.legal_moves():
                rows.append((str(position), "white", "score", value, "made", game))
    names = ["position", "side", "kind", "value", "file", "game"]
    return PositionSet("chess", pl.DataFrame(rows, schema=names, orient="row"))


@pytest.fixture(scope="module")
def material(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("set") / "material.parquet"
    material_set().write(path)
    return str(path)
