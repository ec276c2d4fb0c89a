"""Swiss tournaments of networks."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from tabiya.cluster import Workers, pieces_in_order
from tabiya.games import Game
from tabiya.play import swiss_order, swiss_round
from tabiya.population._conditions import Conditions, Networks, random_start

OPENING_PLIES = 4
# So many games are one piece of work for a worker.
PIECE = 8


@dataclass(frozen=True)
class Played:
    """A game of a round: who played, what the first got (1, 0, -1), and its positions, packed."""

    first: int
    second: int
    points: int
    positions: list[int]


def swiss(
    conditions: Conditions,
    networks: Networks,
    rounds: int,
    *,
    seed: int,
    threads: int = 1,
    workers: Workers | None = None,
    on_round: Callable[[int, list[Played], Networks], Networks] | None = None,
) -> NDArray[np.float64]:
    """Play a swiss tournament and return the score of each network, from 0 to 1.

    All games of a round begin from the same position, four plies by lot from the start; who begins
    alternates from round to round for each network as far as the pairings allow it.

    Parameters
    ----------
    conditions : Conditions
        How the games are played.
    networks : ndarray of shape (n_networks, n_values)
        Who takes part.
    rounds : int
        How many.
    seed : int
        Of the starts and of the order of equals.
    threads : int
        Games at the same time.
    workers : Workers, optional
        Workers who play instead, some games each.
    on_round : callable, optional
        Called with the number of the round, its games and the networks after every round; returns
        the networks with which it goes on, for those who learn as they play.

    Examples
    --------
    >>> from tabiya.population import random_networks
    >>> scores = swiss(Conditions("othello", depth=1), random_networks(4, 2, seed=1), 2, seed=5)
    >>> float(scores.sum())
    2.0
    """
    names = [str(number) for number in range(len(networks))]
    order = swiss_order(names, seed)
    points = dict.fromkeys(names, 0.0)
    firsts = dict.fromkeys(names, 0)
    met: set[frozenset[str]] = set()
    byes: set[str] = set()
    for number in range(rounds):
        pairings, bye = swiss_round(order, points, met, byes)
        turned = [pair if firsts[pair[0]] <= firsts[pair[1]] else pair[::-1] for pair in pairings]
        pairs = [(int(one), int(two)) for one, two in turned]
        start = random_start(conditions.game, seed * 1000 + number, OPENING_PLIES)
        work = partial(_play_pairs, conditions, networks, str(start))
        if workers is None:
            games = work(pairs, threads=threads)
        else:
            found = pieces_in_order(workers, work, pairs, size=PIECE)
            games = [game for piece in found for game in piece]
        played = [
            Played(one, two, result, positions)
            for (one, two), (result, positions) in zip(pairs, games, strict=True)
        ]
        for game in played:
            points[str(game.first)] += (1 + game.points) / 2
            points[str(game.second)] += (1 - game.points) / 2
            firsts[str(game.first)] += 1
        met.update(frozenset(pairing) for pairing in pairings)
        if bye is not None:
            byes.add(bye)
            points[bye] += 1.0
        if on_round is not None:
            networks = on_round(number, played, networks)
    return np.array([points[name] for name in names]) / rounds


def _play_pairs(
    conditions: Conditions,
    networks: Networks,
    start: str,
    pairs: list[tuple[int, int]],
    threads: int = 1,
) -> list[tuple[int, list[int]]]:
    """Play some games of a round where this is called."""
    return conditions.play(networks, pairs, Game(conditions.game).position(start), threads)
