"""Weights by name: look, change, save, load."""

import difflib
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from numbers import Real
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tabiya import _core
from tabiya.files import read_origin, read_toml, sealed, toml_text, write_beside
from tabiya.games import Game


class WeightError(ValueError):
    """A weight has an unknown name or a value out of its bounds."""


@dataclass(frozen=True)
class WeightInfo:
    """What is known of a weight: its name, default, bounds, group and meaning."""

    name: str
    default: float
    least: float
    most: float
    group: str
    meaning: str


class Weights(Mapping[str, float]):
    """The named weights of an evaluation. They never change; :meth:`replace` gives new ones.

    Examples
    --------
    >>> weights = weights_of("chess", {"knight": 310.5})
    >>> weights["knight"], weights.changed()
    (310.5, {'knight': 310.5})
    >>> weights.describe("knight")
    'knight = 310.5 (default ..., 0 to 3000): Worth of a knight.'
    >>> weights_of("chess", {"nigt": 1})
    Traceback (most recent call last):
    tabiya.players._weights.WeightError: ... found 'nigt' (did you mean 'knight'?)
    """

    __slots__ = ("_infos", "_values", "game", "made_by")

    def __init__(
        self, game: str, values: Mapping[str, float] | None = None, *, made_by: str = ""
    ) -> None:
        self.game = Game(game).name
        self.made_by = made_by
        self._infos = {raw[0]: WeightInfo(*raw) for raw in _core.weights(game)}
        self._values = {name: info.default for name, info in self._infos.items()}
        for name, value in (values or {}).items():
            self._values[name] = self._checked(name, value)

    def __getitem__(self, name: str) -> float:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def info(self, name: str) -> WeightInfo:
        """Return what is known of a weight."""
        self._check_name(name)
        return self._infos[name]

    def groups(self) -> dict[str, list[str]]:
        """Return the names of the weights by group.

        >>> weights_of("chess").groups()["rooks"][0]
        'rook_on_open_file'
        """
        groups: dict[str, list[str]] = {}
        for info in self._infos.values():
            groups.setdefault(info.group, []).append(info.name)
        return groups

    def replace(self, values: Mapping[str, float] | None = None, **more: float) -> "Weights":
        """Return weights with some values changed.

        >>> weights_of("othello").replace(mobility_opening=70)["mobility_opening"]
        70.0
        """
        changed = {**self._values, **(values or {}), **more}
        return Weights(self.game, changed, made_by=self.made_by)

    def changed(self) -> dict[str, float]:
        """Return the weights that differ from their defaults."""
        return {n: v for n, v in self._values.items() if v != self._infos[n].default}

    def describe(self, name: str | None = None) -> str:
        """Return a line for one weight, or one for each."""
        names = [name] if name is not None else list(self)
        lines = []
        for each in names:
            info = self.info(each)
            lines.append(
                f"{each} = {self[each]:g} (default {info.default:g}, {info.least:g} to "
                f"{info.most:g}): {info.meaning}"
            )
        return "\n".join(lines)

    def array(self) -> NDArray[np.float64]:
        """Return the values in order, as :meth:`Trace.scores` takes them."""
        return np.fromiter(self._values.values(), dtype=np.float64, count=len(self))

    def save(self, path: str | Path) -> None:
        """Write all weights to a TOML file that says game, version and what made them.

        >>> import tempfile, pathlib
        >>> path = pathlib.Path(tempfile.mkdtemp(), "w.toml")
        >>> weights_of("loa", {"mobility": 3.25}).save(path)
        >>> load_weights(path)["mobility"]
        3.25
        """
        table = {
            "game": self.game,
            "version": _core.VERSION,
            "made_by": self.made_by or "by hand",
            "weights": self._values,
        }
        write_beside(path, sealed(toml_text("Weights of an evaluation of tabiya.", table)))

    def __repr__(self) -> str:
        return f"<{len(self)} weights of {self.game}, {len(self.changed())} changed>"

    def _checked(self, name: str, value: float) -> float:
        self._check_name(name)
        info = self._infos[name]
        if isinstance(value, bool) or not isinstance(value, Real) or math.isnan(value):
            raise WeightError(f"{self.game} weights: expected a number for {name}, found {value!r}")
        if not info.least <= value <= info.most:
            raise WeightError(
                f"{self.game} weights: expected {name} from {info.least:g} to {info.most:g}, "
                f"found {value!r}"
            )
        return float(value)

    def _check_name(self, name: str) -> None:
        if name in self._infos:
            return
        near = difflib.get_close_matches(str(name), self._infos, n=1, cutoff=0.4)
        hint = f" (did you mean {near[0]!r}?)" if near else ""
        raise WeightError(f"{self.game} weights: expected a known name, found {name!r}{hint}")


def weights_of(game: str, values: Mapping[str, float] | None = None) -> Weights:
    """Return the weights of a game's evaluation, the defaults unless they are given.

    Parameters
    ----------
    game : str
        The game.
    values : mapping of str to float, optional
        Values that differ from the defaults.

    Raises
    ------
    WeightError
        If a name is unknown (the message suggests the nearest) or a value is out of bounds.
    """
    return Weights(game, values)


def load_weights(path: str | Path) -> Weights:
    """Read weights that :meth:`Weights.save` has written; what is missing keeps its default.

    Raises
    ------
    WeightError
        If the file is not of that form; the message names the file and what was expected.
    """
    data = read_toml(path, WeightError)
    game, values = data.get("game"), data.get("weights")
    if not isinstance(game, str):
        raise WeightError(f'{path}: expected a line game = "...", found {game!r}')
    if not isinstance(values, dict):
        raise WeightError(f"{path}: expected a table [weights], found {values!r}")
    try:
        return Weights(game, values, made_by=read_origin(data))
    except ValueError as error:
        raise WeightError(f"{path}: {error}") from None


def weights_file(path: str | Path, game: str) -> Weights:
    """Read weights of a certain game.

    Raises
    ------
    WeightError
        If the file is not of that form, or of another game.
    """
    found = load_weights(path)
    if found.game != game:
        raise WeightError(f"{path}: expected weights of {game}, found those of {found.game}")
    return found
