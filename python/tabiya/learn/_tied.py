"""Weights that move together: one number, in percent, for a whole group of them."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from tabiya.players import Weights

# In front of the name of a group, or of a term and an underscore: all of its weights are multiplied
# by one number.
TIE = "*"
# How the weights of a term end that counts more or less with the phase of the game.
PHASES = ("opening", "middle", "ending")
# Stands for all weights, those of a term tied.
ALL_PHASES = "phases"
# What that number is where the weights are as they were.
WHOLE = 100.0

# By the name of a number of the vector, the weights it moves and what a step of one adds to each.
Ties: TypeAlias = Mapping[str, Mapping[str, float]]


def tied_weights(weights: Weights, name: str) -> list[str]:
    """Return the weights that a name behind a star ties; none if it is unknown.

    >>> tied_weights(Weights("othello"), "corner_")
    ['corner_opening', 'corner_middle', 'corner_ending']
    >>> len(tied_weights(Weights("othello"), "corners"))
    15
    """
    if not name.endswith("_"):
        return weights.groups().get(name, [])
    return [f"{name}{phase}" for phase in PHASES if f"{name}{phase}" in weights]


def tied_terms(weights: Weights) -> list[str]:
    """Return names for all weights, the phases of a term tied.

    >>> tied_terms(Weights("othello"))[:2], tied_terms(Weights("loa"))[0]
    (['*mobility_', '*corner_move_'], 'concentration')
    """
    found: dict[str, None] = {}
    for name in weights:
        term, _, phase = name.rpartition("_")
        is_one = len(tied_weights(weights, f"{term}_")) > 1 and phase in PHASES
        found[f"{TIE}{term}_" if is_one else name] = None
    return list(found)


def read_ties(weights: Weights, names: Sequence[str]) -> dict[str, dict[str, float]]:
    """Return the weights behind each name that stands for a whole group.

    >>> ties = read_ties(Weights("loa", {"walls": 5.0}), ["mobility", "*board"])
    >>> list(ties), ties["*board"]["walls"]
    (['*board'], 0.05)
    """
    found = {}
    for name in names:
        if not name.startswith(TIE):
            continue
        tied = tied_weights(weights, name.removeprefix(TIE))
        group = {each: weights[each] / WHOLE for each in tied}
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
