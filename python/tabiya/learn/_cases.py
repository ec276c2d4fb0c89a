"""What to do with a weight: the cases of Figure 2 (Gomboc 2004, §5.1)."""

from enum import StrEnum
from typing import TypeAlias

Three: TypeAlias = tuple[float, float, float]


class Case(StrEnum):
    """How tau changes around a weight."""

    FLAT = "flat"
    ASCENDING = "ascending"
    DESCENDING = "descending"
    CONCAVE_UP = "concave up"
    CONCAVE_DOWN = "concave down"


def classify(taus: Three, flat: float) -> Case:
    """Name the case of tau below, at and above a weight.

    >>> str(classify((0.1, 0.2, 0.4), flat=1e-6)), str(classify((0.1, 0.2, 0.1), flat=1e-6))
    ('ascending', 'concave down')
    """
    low, base, high = taus
    if max(taus) - min(taus) <= flat:
        return Case.FLAT
    if low <= base <= high:
        return Case.ASCENDING
    if low >= base >= high:
        return Case.DESCENDING
    return Case.CONCAVE_UP if base < low else Case.CONCAVE_DOWN


def decide(values: Three, taus: Three, *, flat: float, step: float, bound: float) -> float:
    """Choose a new value for a weight from what three of them gave.

    Parameters
    ----------
    values : tuple of three floats
        The weight less the test distance, as it is, and more by the test distance; ascending.
    taus : tuple of three floats
        Tau for each of them.
    flat : float
        Differences of tau up to this do not count.
    step : float
        By how much the weight changes for a slope of one.
    bound : float
        The change is no more than so many times the test distance.

    Examples
    --------
    >>> decide((9, 10, 11), (0.3, 0.3, 0.3), flat=1e-6, step=1, bound=3)
    10
    >>> decide((9.0, 10.0, 11.0), (0.3, 0.4, 0.5), flat=1e-6, step=1000, bound=3)
    13.0
    >>> decide((9, 10, 11), (0.4, 0.3, 0.5), flat=1e-6, step=1, bound=3)
    11
    >>> decide((9, 10, 11), (0.3, 0.5, 0.5 - 0.1), flat=1e-6, step=1, bound=3) > 10
    True
    """
    low, base, high = values
    case = classify(taus, flat) if low < high else Case.FLAT
    match case:
        case Case.FLAT:
            return base
        case Case.ASCENDING | Case.DESCENDING:
            distance = max(high - base, base - low)
            change = step * (taus[2] - taus[0]) / (high - low)
            return base + min(max(change, -bound * distance), bound * distance)
        case Case.CONCAVE_UP:
            return high if taus[2] >= taus[0] else low
        case Case.CONCAVE_DOWN:
            return _apex(values, taus)


def _apex(values: Three, taus: Three) -> float:
    """Return where the parabola through three points is highest.

    CITE: Press et al., "Numerical Recipes in C", §10.2, inverse parabolic interpolation.
    """
    low, base, high = values
    left = (base - low) * (taus[1] - taus[2])
    right = (base - high) * (taus[1] - taus[0])
    return base - ((base - low) * left - (base - high) * right) / (2 * (left - right))
