"""What learning costs: scores over the games that it took, as in Figure 5.4 of Kocsis 2003."""

import csv
import io
from dataclasses import dataclass
from pathlib import Path

from tabiya import _core
from tabiya.clocks._clock_task import Setting
from tabiya.files import write_beside
from tabiya.metrics import Estimate, verdict

_COLUMNS = ("games", "tournaments", "score", "low", "high")


@dataclass(frozen=True)
class CurvePoint:
    """What a clock scored after so many games of learning.

    Attributes
    ----------
    n_games : int
        Games by which it had learned.
    tournaments : float
        The same in whole tournaments, which are the unit of the thesis.
    score : Estimate
        Points per game in a whole tournament, with its interval from pairs of games.
    """

    n_games: int
    tournaments: float
    score: Estimate


class LearningCurve:
    """Scores of a clock while it learns, in a CSV file.

    A whole tournament is played, without lots, as soon as the learner has played as many games
    since the last one. These games teach nothing: the clock is the same with and without the curve.

    Parameters
    ----------
    path : Path
        The file.
    setting : Setting
        The tournament.
    goes_on : bool
        Whether what stands in the file stays, and is not played again.

    Examples
    --------
    >>> import tempfile
    >>> setting = Setting.of("loa", 100, depth=1, population="population")
    >>> curve = LearningCurve(Path(tempfile.mkdtemp(), "curve.csv"), setting)
    >>> curve.is_due(199), curve.is_due(200)
    (False, True)
    """

    def __init__(self, path: Path, setting: Setting, *, goes_on: bool = False) -> None:
        if not path.absolute().parent.is_dir():
            raise FileNotFoundError(f"{path}: expected a folder {path.parent}, found none")
        self._path = path
        self._setting = setting
        self.points = read_curve(path) if goes_on and path.exists() else []

    def is_due(self, n_games: int) -> bool:
        """Return whether a tournament is to be played after so many games."""
        last = self.points[-1].n_games if self.points else 0
        return n_games - last >= self._setting.n_games

    def add(self, n_games: int, clock: _core.Clock) -> None:
        """Play a tournament with the clock as it is, and write what it scored."""
        points = self._setting.play(clock).points
        score = verdict(list(zip(points[::2], points[1::2], strict=True))).score
        self.points.append(CurvePoint(n_games, n_games / self._setting.n_games, score))
        text = io.StringIO(newline="")
        rows = [
            [
                str(point.n_games),
                f"{point.tournaments:g}",
                *(f"{each:.6f}" for each in (point.score.value, point.score.low, point.score.high)),
            ]
            for point in self.points
        ]
        csv.writer(text, lineterminator="\n").writerows([list(_COLUMNS), *rows])
        write_beside(self._path, text.getvalue())


def read_curve(path: str | Path) -> list[CurvePoint]:
    """Read what a clock scored while it learned.

    Raises
    ------
    ValueError
        If the file is none of :class:`LearningCurve`; the line is named.
    """
    expected = "games, tournaments and a score with its interval"
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"{path}: expected a table in UTF-8, found other bytes") from None
    reader = csv.DictReader(io.StringIO(text, newline=""))
    if tuple(reader.fieldnames or ()) != _COLUMNS:
        columns = ",".join(_COLUMNS)
        raise ValueError(f"{path}, line 1: expected {columns}, found {reader.fieldnames!r}")
    points = []
    for row in reader:
        try:
            games, *numbers = int(row["games"]), *(float(row[name]) for name in _COLUMNS[1:])
        except (TypeError, ValueError):
            found = list(row.values())
            raise ValueError(
                f"{path}, line {reader.line_num}: expected {expected}, found {found!r}"
            ) from None
        tournaments, *score = numbers
        points.append(CurvePoint(games, tournaments, Estimate(*score)))
    if not points:
        raise ValueError(f"{path}, line 2: expected {expected}, found none")
    return points
