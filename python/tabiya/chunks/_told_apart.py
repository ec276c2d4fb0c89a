"""Whether positions with a pattern go on or end differently from those without it."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tabiya.chunks._squares import FILES

# The moves that are compared; the rest count as one.
N_MOVES = 20
LEAST_PLAYED = 5
LETTERS = "PNBRQK"


@dataclass(frozen=True)
class Difference:
    """How two sets of positions differ.

    Attributes
    ----------
    p_value : float
        How likely such a difference is if there is none.
    text : str
        The difference in words.
    """

    p_value: float
    text: str


def result_difference(points: NDArray[np.float64], standing: NDArray[np.bool_]) -> Difference:
    """Compare what the side with the pattern got with what everybody got.

    Examples
    --------
    >>> points = np.array([1.0, 0.5] * 60 + [0.0, 0.5] * 60)
    >>> print(result_difference(points, np.arange(240) < 120).text)
    The side that has it scores 75.0 % (± 4.5), elsewhere 25.0 %.
    """
    from scipy.stats import norm  # noqa: PLC0415 (takes a while to load)

    known = ~np.isnan(points)
    inside, outside = points[known & standing], points[known & ~standing]
    if min(len(inside), len(outside)) < N_MOVES:
        return Difference(1.0, "Too few results to compare.")
    error = float(inside.std() / np.sqrt(len(inside)))
    error_of_both = np.hypot(error, outside.std() / np.sqrt(len(outside)))
    gap = float(inside.mean() - outside.mean())
    p_value = float(2 * norm.sf(abs(gap) / max(error_of_both, 1e-9)))
    text = (
        f"The side that has it scores {inside.mean():.1%} (± {196 * error:.1f}), "
        f"elsewhere {outside.mean():.1%}."
    )
    return Difference(p_value, text.replace("%", " %"))


def frequent_moves(moves: NDArray[np.int64], standing: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the moves, coded as in `Items.moves`, that are often played with a pattern.

    They are chosen on other games than those that are compared: the most frequent moves of a
    sample are always more frequent there than elsewhere.
    """
    codes, counts = np.unique(moves[(moves >= 0) & standing], return_counts=True)
    order = np.argsort(-counts, kind="stable")[:N_MOVES]
    found: NDArray[np.int64] = codes[order[counts[order] >= LEAST_PLAYED]]
    return found


def move_difference(
    moves: NDArray[np.int64], standing: NDArray[np.bool_], frequent: NDArray[np.int64]
) -> Difference:
    """Compare the moves that were played with the pattern with those played elsewhere.

    A likelihood-ratio test of the moves that `frequent_moves` chose; the others count as one.
    """
    from scipy.stats import chi2  # noqa: PLC0415 (takes a while to load)

    mine = moves >= 0
    inside, outside = moves[mine & standing], moves[mine & ~standing]
    if not len(frequent) or min(len(inside), len(outside)) < N_MOVES:
        return Difference(1.0, "No move is played there often enough to compare.")
    table = np.array([_counted(inside, frequent), _counted(outside, frequent)], dtype=float)
    table = table[:, table.sum(axis=0) > 0]
    expected = table.sum(axis=1, keepdims=True) * table.sum(axis=0) / table.sum()
    parts = np.where(table > 0, table * np.log(np.maximum(table, 1e-9) / expected), 0)
    p_value = float(chi2.sf(2 * parts.sum(), table.shape[1] - 1))
    told = max(frequent[:5], key=_surprise(inside, outside))
    here, there = (inside == told).mean(), (outside == told).mean()
    text = f"It plays {move_name(int(told))} in {here:.1%}, elsewhere in {there:.1%}."
    return Difference(p_value, text.replace("%", " %"))


def _counted(moves: NDArray[np.int64], frequent: NDArray[np.int64]) -> list[int]:
    counts = [int((moves == code).sum()) for code in frequent]
    return [*counts, len(moves) - sum(counts)]


def _surprise(inside: NDArray[np.int64], outside: NDArray[np.int64]) -> Callable[[np.int64], float]:
    def of(code: np.int64) -> float:
        here, there = (inside == code).mean(), (outside == code).mean()
        return float(here * np.log2((here + 1e-9) / (there + 1e-4)))

    return of


def move_name(code: int) -> str:
    """Return a coded move as people write it.

    >>> move_name((64 * 1 + 6) * 64 + 21)
    'Ng1-f3'
    """
    item, target = divmod(code, 64)
    piece, square = divmod(item, 64)
    letter = LETTERS[piece % 6].replace("P", "")
    return f"{letter}{_square(square)}-{_square(target)}"


def _square(number: int) -> str:
    return f"{FILES[number % 8]}{number // 8 + 1}"
