"""Positions at the ends of their exchanges, looked for again when the weights have moved."""

from collections.abc import Mapping
from dataclasses import replace

from tabiya.learn import Item, make_problem
from tabiya.measure import make_subject
from tabiya.players import Player
from tabiya.positions import Filters, PositionSet, quiet
from tabiya.runs._recipe import Recipe

# Nothing is left out but games that are over: labels stay the same from time to time.
ALL = Filters(checks=True, duplicates=True)


def settled(recipe: Recipe, weights: Mapping[str, float]) -> Recipe:
    """Return the recipe with its positions at the leaves of their quiescence lines.

    Which captures are played out depends on the weights; so do the leaves, which is why they are
    looked for again from time to time while the weights are tuned.

    Parameters
    ----------
    recipe : Recipe
        What is tuned on positions by their static evaluation.
    weights : mapping
        The weights to start from now, which also say where the exchanges end.
    """
    if recipe.engine is not None or recipe.mode != "static" or recipe.train is None:
        raise ValueError(
            "leaves: expected positions and their static evaluation, for others look further "
            f"themselves, found {recipe.analyst}"
        )

    def leaves(of: PositionSet) -> PositionSet:
        return quiet(of, leaves=True, filters=ALL, weights=weights, threads=recipe.threads)

    control = None if recipe.control is None else leaves(recipe.control)
    return replace(
        recipe, train=leaves(recipe.train), control=control, start=None, weights=dict(weights)
    )


def settled_tau(recipe: Recipe, weights: Mapping[str, float]) -> float:
    """Return tau on control, or in training without one, at the leaves that the weights lead to."""
    ends = settled(recipe, weights)
    held = ends.control or ends.train
    assert held is not None, "there are positions to train on"
    player = Player(recipe.game_name, weights=dict(weights))
    problem = make_problem(make_subject(held), ["all"], player=player, threads=recipe.threads)
    return problem.evaluate([Item(problem.start)])[0]
