"""Weights that move together: one number, in percent, for a whole group of them."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from tabiya.players import Weights

# In front of the name of a group: all of its weights are multiplied by one number.
TIE = "*"
# What that number is where the weights are as they were.
WHOLE = 100.0

# By the name of a number of the vector, the weights it moves and what a step of one adds to each.
Ties: TypeAlias = Mapping[str, Mapping[str, float]]


def read_ties(weights: Weights, names: Sequence[str]) -> dict[str, dict[str, float]]:
    """Return the weights behind each name that stands for a whole group.

    >>> ties = read_ties(Weights("loa", {"walls": 5.0}), ["mobility", "*board"])
    >>> list(ties), ties["*board"]["walls"]
    (['*board'], 0.05)
    """
    groups = weights.groups()
    found = {}
    for name in names:
        if not name.startswith(TIE):
            continue
        group = {each: weights[each] / WHOLE for each in groups[name.removeprefix(TIE)]}
        if not any(group.values()):
            raise ValueError(f"weights: expected a group with some weight, found zeros in {name!r}")
        found[name] = group
    return found


def untied(ties: Ties, vector: Mapping[str, float]) -> dict[str, float]:
    """Return the weights that a vector by name stands for.

    >>> untied({"*ab": {"a": 0.5, "b": 2.0}}, {"*ab": 10.0, "c": 3.0})
    {'a': 5.0, 'b': 20.0, 'c': 3.0}
    """
    found: dict[str, float] = {}
    for name, value in vector.items():
        if name in ties:
            found |= {each: step * value for each, step in ties[name].items()}
        else:
            found[name] = value
    return found


def tied_bounds(weights: Weights, steps: Mapping[str, float]) -> tuple[float, float]:
    """Return from where to where a tied group can go: never beyond the bounds of its weights.

    >>> tied_bounds(Weights("loa"), {"walls": 0.01})[0]
    0.0
    """
    ends = []
    for name, step in steps.items():
        info = weights.info(name)
        if step:
            ends.append((info.most if step > 0 else info.least) / step)
    return 0.0, min(ends)
