"""Theoretical scores of Othello games held against the solver."""

import csv
import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tabiya import _core
from tabiya.files import write_beside
from tabiya.players import default_patterns
from tabiya.positions import PositionSet, sample

HEAD = ("position", "theoretical", "solved")
# Positions solved before they are written down: a few minutes' work at most.
PORTION = 8


@dataclass(frozen=True)
class TheoryCheck:
    """How many theoretical scores were solved, and those that the solver denies.

    Attributes
    ----------
    n_checked : int
    disagreements : tuple of (str, float, float)
        The position, its theoretical score and the solver's, both of the first player.
    """

    n_checked: int
    disagreements: tuple[tuple[str, float, float], ...]

    def __str__(self) -> str:
        return f"{self.n_checked:,} theoretical scores solved, {len(self.disagreements):,} denied"


def check_theory(
    positions: PositionSet,
    n: int,
    path: str | Path,
    *,
    seed: int = 0,
    threads: int = 1,
    progress: Callable[[int, int], object] | None = None,
) -> TheoryCheck:
    """Solve positions that have a theoretical score, and compare.

    Every solution is written to a CSV file as it is found, and the same call goes on with it.

    Parameters
    ----------
    positions : PositionSet
        Positions of Othello; WTHOR labels the one with 24 empty squares of every game, which takes
        some five seconds each.
    n : int
        How many, drawn by the seed; all if there are fewer.
    path : str or Path
        The file of solutions.
    seed : int
        Seed of the choice.
    threads : int
        Positions solved at the same time.
    progress : callable, optional
        Called with the number of solutions and of all.

    Raises
    ------
    ValueError
        If there are no theoretical scores, or the file is another one.
    """
    if positions.game != "othello":
        raise ValueError(f"theory: expected positions of othello, found {positions.game}")
    chosen = positions.labelled("theoretical")
    if n < len(chosen):
        chosen = sample(chosen, n, seed)
    path = Path(path)
    known = _read(path)
    texts, values = chosen.table["position"].to_list(), chosen.table["value"].to_list()
    left = [index for index, text in enumerate(texts) if text not in known]
    batch = chosen.positions()
    patterns = default_patterns("othello")
    guide = patterns.core if patterns else None
    for first in range(0, len(left), PORTION):
        part = left[first : first + PORTION]
        own = batch[part]
        claims = (np.array([values[i] for i in part]) * own.signs).astype(np.int32)
        scores = _core.solve_packed(own.packed, threads, claims, guide) * own.signs
        for i, score in zip(part, scores, strict=True):
            known[texts[i]] = (values[i], float(score))
        _write(path, known)
        if progress is not None:
            progress(len(texts) - len(left) + first + len(part), len(texts))
    found = ((text, value, known[text][1]) for text, value in zip(texts, values, strict=True))
    wrong = tuple(each for each in found if each[1] != each[2])
    return TheoryCheck(len(texts), wrong)


def _read(path: Path) -> dict[str, tuple[float, float]]:
    if not path.exists():
        return {}
    known = {}
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.reader(file)
        head = next(reader, list(HEAD))
        if tuple(head) != HEAD:
            raise ValueError(f"{path}: expected the columns {', '.join(HEAD)}, found {head!r}")
        for row in reader:
            try:
                text, theoretical, solved = row
                known[text] = (float(theoretical), float(solved))
            except ValueError:
                raise ValueError(
                    f"{path}, line {reader.line_num}: expected a position and two scores, "
                    f"found {row!r}"
                ) from None
    return known


def _write(path: Path, known: Mapping[str, tuple[float, float]]) -> None:
    """Write all solutions in one step: whoever is killed meanwhile finds those of the last time."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(HEAD)
    writer.writerows((position, *scores) for position, scores in known.items())
    write_beside(path, text.getvalue())
