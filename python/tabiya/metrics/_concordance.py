"""Concordance: how well scores order positions as labels do (Gomboc 2004, chapter 4)."""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tabiya import _core
from tabiya.metrics._numbers import Numbers, label_numbers, native, numbers, pair_weights

LEAST_POSITIONS = 2


@dataclass(frozen=True)
class Concordance:
    """Pairs of positions by how two analysts order them (Gomboc 2004, Table 2).

    The counts are whole numbers; with weights they are sums of products of weights.

    Attributes
    ----------
    concordant, discordant : int or float
        Pairs that both analysts order alike (S+), and differently (S-).
    extra_x : int or float
        Pairs with different scores and the same label.
    extra_y : int or float
        Pairs with the same score and different labels.
    duplicates : int or float
        Pairs with the same score and the same label.
    n : int or float
        All pairs: m (m - 1) / 2, or with weights the sum over all pairs of distinct positions.
    m : int
        Positions.
    """

    concordant: int | float
    discordant: int | float
    extra_x: int | float
    extra_y: int | float
    duplicates: int | float
    n: int | float
    m: int

    @property
    def tau(self) -> float:
        """Kendall's tau as Gomboc defines it (tau-a): the share of pairs in favour of order."""
        return _ratio(self.concordant - self.discordant, self.n)

    @property
    def tau_b(self) -> float:
        """Kendall's tau-b, which corrects for ties; NaN if scores or labels are all the same."""
        untied_x = self.n - self.extra_y - self.duplicates
        untied_y = self.n - self.extra_x - self.duplicates
        return _ratio(self.concordant - self.discordant, math.sqrt(untied_x) * math.sqrt(untied_y))

    @property
    def gamma(self) -> float:
        """Goodman and Kruskal's gamma: of the pairs that both order; NaN if there is none."""
        return _ratio(self.concordant - self.discordant, self.concordant + self.discordant)

    @property
    def greatest_tau(self) -> float:
        """The greatest tau that these labels allow: pairs with the same label are in no order.

        >>> concordance([1, 2, 3, 4], [0, 0, 1, 1]).greatest_tau
        0.6666666666666666
        """
        return _ratio(self.n - self.extra_x - self.duplicates, self.n)

    @property
    def somers_d(self) -> float:
        """Somers' D: of the pairs that the labels order; NaN if there is none.

        With two labels it is twice the area under the ROC curve, less one.
        """
        ordered = self.concordant + self.discordant + self.extra_y
        return _ratio(self.concordant - self.discordant, ordered)


def concordance(
    x: ArrayLike,
    y: ArrayLike | Sequence[str],
    weights: ArrayLike | None = None,
    *,
    method: Literal["fast", "partial-sums"] = "fast",
    threads: int = 1,
) -> Concordance:
    """Count the pairs of positions that scores and labels order alike.

    Parameters
    ----------
    x : array of shape (m,)
        Scores, one per position, all from the same player's point of view.
    y : array of shape (m,)
        Labels: numbers, symbols (``+-`` … ``-+``) or results (``1-0``, ``1/2-1/2``, ``0-1``).
    weights : array of shape (m,), optional
        How much each position counts (§4.5): a pair weighs the product of its two weights. Whole
        weights give the concordant and discordant pairs of positions that are repeated so often.
        Tau is divided by the weight of all pairs of distinct positions, so that it stays between
        -1 and 1 for any weights. The thesis divides by M (M - 1) / 2 for a total weight of M, which
        counts pairs of copies of one position as well, and which small weights overstep. Where
        products of weights would leave the range of floats, all weights are first divided by one
        power of two.
    method : {"fast", "partial-sums"}
        The fastest way for the data, or the partial-sum transform of §4.3.2. The counts are the
        same; weights go with the first.
    threads : int
        How many share the work where there are hundreds of thousands of float scores and up to
        eight labels. The counts are the same.

    Returns
    -------
    Concordance

    Raises
    ------
    ValueError
        If there are fewer than two positions, lengths differ, or something is not a number. Labels
        that are all the same are no error: no pair is ordered and tau is 0.

    Examples
    --------
    The worked example of the thesis (§4.4):

    >>> import tabiya
    >>> x = [-0.1, -0.4, 0.9, -1.2, 0, -0.1, 0.6, 0, -0.1, -0.4, 2.4, 0, 0.6, 0.6]
    >>> y = ["⩱", "±", "+-", "-+", "=", "∓", "⩲", "=", "+-", "⩱", "±", "∓", "-+", "⩲"]
    >>> c = tabiya.concordance(x, y)
    >>> c.concordant, c.discordant, c.n, round(c.tau, 4)
    (51, 25, 91, 0.2857)
    """
    scores = numbers("x", x)
    labels = code_labels(y, len(scores))
    if weights is not None:
        if method != "fast":
            raise ValueError(f"method: expected 'fast' with weights, found {method!r}")
        return _weighted(scores, labels, pair_weights(weights, len(scores)))
    if threads < 1:
        raise ValueError(f"threads: expected at least one, found {threads}")
    with _naming("x"):
        counts = (
            _core.concordance(scores, labels, threads)
            if method == "fast"
            else _core.concordance_by_partial_sums(scores, labels)
        )
    return _counted(counts, len(scores))


def concordance_many(
    x: ArrayLike, y: ArrayLike | Sequence[str], weights: ArrayLike | None = None
) -> list[Concordance]:
    """Return the concordance of many analysts with the same labels, in parallel.

    Parameters
    ----------
    x : array of shape (n_analysts, m)
        A row of scores per analyst or weight vector.
    y, weights
        As in :func:`concordance`.

    Examples
    --------
    >>> import tabiya
    >>> [c.tau for c in tabiya.concordance_many([[1, 2, 3], [3, 2, 1]], [-1, 0, 1])]
    [1.0, -1.0]
    """
    array = np.ascontiguousarray(x)
    if array.ndim != LEAST_POSITIONS:
        raise ValueError(f"x: expected one row of scores per analyst, found shape {array.shape}")
    rows = native("x", x, array)
    m = rows.shape[1]
    labels = code_labels(y, m)
    if weights is not None:
        checked = pair_weights(weights, m)
        return [_weighted(row, labels, checked) for row in rows]
    with _naming("x"):
        return [_counted(row, m) for row in _core.concordance_many(rows.ravel(), labels)]


def code_labels(y: ArrayLike | Sequence[str], m: int) -> _core.Labels:
    """Return the labels as the core wants them; there must be m, and at least two."""
    values = label_numbers(y)
    if len(values) != m:
        raise ValueError(f"y: expected {m} labels, one per score, found {len(values)}")
    if m < LEAST_POSITIONS:
        raise ValueError(f"x: expected at least {LEAST_POSITIONS} positions, found {m}")
    with _naming("y"):
        return _core.Labels(values)


def _weighted(scores: Numbers, labels: _core.Labels, weights: NDArray[np.float64]) -> Concordance:
    with _naming("x"):
        return Concordance(*_core.weighted_concordance(scores, labels, weights), m=len(scores))


def _counted(counts: tuple[int, int, int, int, int], m: int) -> Concordance:
    return Concordance(*counts, n=m * (m - 1) // 2, m=m)


@contextmanager
def _naming(name: str) -> Iterator[None]:
    """Put the name of an argument before what the core finds wrong with it."""
    try:
        yield
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole else math.nan
