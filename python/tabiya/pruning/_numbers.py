"""Numbers of pruning and reductions as games can tune them: their starts and steps."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tabiya import _core
from tabiya.learn import Vector
from tabiya.players import Pruning, Widths
from tabiya.players._pruning import MOST_WIDTH

# Steps that games notice, each about a half of what a person would change the number by.
STEPS = {
    "late_move_base": 2.0,
    "late_move_slope": 0.4,
    "late_move_worsening": 0.2,
    "late_move_plies": 1.5,
    "reduction_plies": 0.75,
    "reduction_after": 1.0,
    "reduction_after_pv": 1.0,
    "reduction_base": 0.3,
    "reduction_divisor": 0.4,
    "reduction_pv": 0.5,
    "reduction_worsening": 0.4,
    "reduction_cut": 0.5,
    "reduction_noisy": 1.0,
    "reduction_urgent": 0.5,
    "reduction_history": 1.0,
    "futility": 40.0,
    "futility_plies": 1.5,
    "reverse_futility": 35.0,
    "reverse_futility_plies": 1.5,
    "razoring": 70.0,
    "razoring_plies": 1.0,
    "null_move_plies": 0.75,
    "null_move_reduction": 0.5,
    "null_move_scaling": 0.1,
    "null_move_margin": 80.0,
    "null_move_most": 0.75,
    "internal_reduction_plies": 0.75,
    "aspiration": 10.0,
    "history_bonus": 6.0,
    "exchange_plies": 1.5,
    "exchange_quiet": 10.0,
    "exchange_noisy": 30.0,
    "probcut": 0.25,
}
# What has no meaning in other games.
OF_ONE_GAME = {
    "exchange_plies": "chess",
    "exchange_quiet": "chess",
    "exchange_noisy": "chess",
    "probcut": "othello",
}
WHOLE = ("late_move_base", "reduction_after", "reduction_after_pv", "history_bonus")
# Moves that are searched at distance 1, 2, … to the leaf: where they start, and their steps.
WIDTHS = {f"width_{n}": (6.0 * n, 0.5 + 0.75 * n) for n in range(1, 9)}


@dataclass(frozen=True)
class SearchNumbers:
    """Numbers of the search that are tuned together, as a vector of steps from where they start.

    Parameters
    ----------
    game : str
        The game.
    names : tuple of str
        Which numbers.
    start : tuple of float
        Where they start.
    fixed : tuple of (str, float)
        Numbers that differ from the preset and stay.

    Examples
    --------
    >>> few = search_numbers("loa", ["futility", "late_move_base"], {"late_move_base": 5})
    >>> few.values((0.5, -2.2))
    {'futility': 110.0, 'late_move_base': 1.0}
    """

    game: str
    names: tuple[str, ...]
    start: tuple[float, ...]
    fixed: tuple[tuple[str, float], ...] = ()

    @property
    def steps(self) -> tuple[float, ...]:
        """Return the step of each number."""
        return tuple(STEPS[n] if n in STEPS else WIDTHS[n][1] for n in self.names)

    def bounds(self) -> tuple[Vector, Vector]:
        """Return the least and the greatest vector."""
        known = _ranges()
        rows = zip(self.names, self.start, self.steps, strict=True)
        ends = [[(end - start) / step for end in known[name]] for name, start, step in rows]
        return tuple(low for low, _ in ends), tuple(high for _, high in ends)

    def values(self, vector: Sequence[float]) -> dict[str, float]:
        """Return the numbers of a vector by name; what is counted is whole."""
        least, most = self.bounds()
        found = {}
        for name, start, step, n in zip(
            self.names, self.start, self.steps, np.clip(vector, least, most).tolist(), strict=True
        ):
            is_whole = name in WHOLE or name in WIDTHS or name.endswith("_plies")
            value = start + step * n
            found[name] = float(round(value)) if is_whole else round(value, 4)
        return found

    def pruning(self, vector: Sequence[float], made_by: str = "by hand") -> Pruning:
        """Return what a vector stands for."""
        numbers = {**dict(self.fixed), **self.values(vector)}
        wide = {name: int(numbers.pop(name)) for name in WIDTHS if name in numbers}
        widths = None
        if wide:
            n = max(int(name.removeprefix("width_")) for name in wide)
            row = tuple(wide.get(f"width_{place + 1}") for place in range(n))
            widths = Widths(row, "leaf", "quiet" if self.game == "chess" else "all")
        return Pruning(self.game, widths=widths, params=numbers, made_by=made_by)


def search_numbers(
    game: str,
    names: Sequence[str] | None = None,
    start: Mapping[str, float] | None = None,
) -> SearchNumbers:
    """Return numbers to tune, by default all that mean something in the game.

    Parameters
    ----------
    game : str
        The game.
    names : sequence of str, optional
        Which ones; beside numbers of the search, widths by the distance to the leaf: ``width_1``,
        ``width_2``, …
    start : mapping of str to float, optional
        Numbers that do not start as in the preset; those that are not tuned stay so.

    >>> "probcut" in search_numbers("othello").names, "probcut" in search_numbers("chess").names
    (True, False)
    """
    usual = tuple(name for name in STEPS if OF_ONE_GAME.get(name, game) == game)
    chosen = usual if names is None else tuple(names)
    for name in chosen:
        if name not in (*usual, *WIDTHS):
            words = ", ".join((*usual, *WIDTHS))
            raise ValueError(f"numbers: expected some of {words}, found {name!r}")
    given = dict(start or {})
    ranges = _ranges()
    for name, value in given.items():
        if name not in ranges:
            raise ValueError(f"{name}: expected a number of the search, found another name")
        least, most = ranges[name]
        if not least <= value <= most:
            raise ValueError(f"{name}: expected {least:g} to {most:g}, found {value:g}")
    known = {name: default for name, default, *_ in _core.params()}
    known |= {name: begin for name, (begin, _) in WIDTHS.items()}
    begun = tuple(float(given.pop(name, known[name])) for name in chosen)
    return SearchNumbers(game, chosen, begun, tuple(given.items()))


def _ranges() -> dict[str, tuple[float, float]]:
    """Return the least and the greatest value of every number."""
    known = {name: (least, most) for name, _, least, most, *_ in _core.params()}
    return {**known, **dict.fromkeys(WIDTHS, (1.0, float(MOST_WIDTH)))}
