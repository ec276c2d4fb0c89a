"""Openings that are made: by chance or by trying everything, and kept if they are nearly even.

CITE: Buro 1995, §4: games begin from positions whose winning probability lies between 0.4 and 0.6,
for where the colour decides, the stronger player cannot show.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, islice

import chess

from tabiya.games import Game, Position, is_chess960
from tabiya.play._opening import Opening
from tabiya.players import Player, win_probability

EVEN = (0.4, 0.6)
# Enough to see what hangs.
ANALYST_NODES = 2000
# Candidates that are looked at together.
BATCH = 64
# So many batches without an even position mean that there are no more.
MOST_FAILURES = 50
N_STARTS_960 = 960
# More positions than anybody plays, and as many as fit into the memory.
MOST_OPENINGS = 1_000_000


def random_openings(
    game: Game,
    n: int,
    *,
    plies: int = 8,
    seed: int = 0,
    analyst: Player | None = None,
    nodes: int = ANALYST_NODES,
    even: tuple[float, float] = EVEN,
    threads: int = 1,
    progress: Callable[[int, int], object] | None = None,
) -> list[Opening]:
    """Make openings of random moves, and keep those that are nearly even.

    Parameters
    ----------
    game : Game
        The game.
    n : int
        How many.
    plies : int
        How many random moves from the start.
    seed : int
        Of the moves; the same seed gives the same openings.
    analyst : Player, optional
        Who says what is even; the built-in player if nobody is named.
    nodes : int
        What the analyst may spend on each.
    even : tuple of float
        The winning probabilities between which a position is even.
    threads : int
        How many are looked at at the same time.
    progress : callable, optional
        Called with how many were found and how many are wanted.

    Raises
    ------
    ValueError
        If there are not so many.

    Examples
    --------
    >>> openings = random_openings(Game("othello"), 3, plies=6, nodes=200)
    >>> len({str(opening.position) for opening in openings})
    3
    """
    endless = wandering_openings(
        game, plies=plies, seed=seed, analyst=analyst, nodes=nodes, even=even, threads=threads
    )
    found: list[Opening] = []
    for opening in islice(endless, n):
        found.append(opening)
        if progress is not None:
            progress(len(found), n)
    return found


def wandering_openings(
    game: Game,
    *,
    plies: int = 8,
    seed: int = 0,
    analyst: Player | None = None,
    nodes: int = ANALYST_NODES,
    even: tuple[float, float] = EVEN,
    threads: int = 1,
    starts: Sequence[Position] = (),
) -> Iterator[Opening]:
    """Give random openings one after the other, as :func:`random_openings` describes them.

    They begin where the game begins, or in one of ``starts`` after the other.

    Raises
    ------
    ValueError
        When there are no more.
    """
    generator = random.Random(seed)  # noqa: S311 (nothing is secret)
    judge = analyst or Player(game)
    seen = {str(start) for start in starts}
    beginnings = cycle(starts)
    n_found = n_failures = 0
    while n_failures < MOST_FAILURES:
        batch = []
        for _ in range(BATCH):
            start = next(beginnings) if starts else random_start(game, generator)
            position = _wander(start, plies, generator)
            if position is not None and str(position) not in seen:
                seen.add(str(position))
                batch.append(position)
        kept = _even_ones(judge, batch, nodes, even, threads)
        n_found += len(kept)
        n_failures = 0 if kept else n_failures + 1
        yield from (Opening(position) for position in kept)
    raise ValueError(
        f"openings: expected more nearly even ones of {plies} random plies, found {n_found}"
    )


def all_openings(
    game: Game,
    *,
    plies: int = 2,
    seed: int = 0,
    analyst: Player | None = None,
    nodes: int = ANALYST_NODES,
    even: tuple[float, float] = EVEN,
    threads: int = 1,
) -> list[Opening]:
    """Return all positions after so many plies that are nearly even, in an order by the seed.

    The arguments are those of :func:`random_openings`.

    Examples
    --------
    >>> len(all_openings(Game("othello"), plies=2, even=(0.0, 1.0), nodes=50))
    12
    """
    positions = [game.initial()]
    for ply in range(plies):
        after: dict[str, Position] = {}
        for position in positions:
            after.update((str(child), child) for child in _children(position))
            if len(after) > MOST_OPENINGS:
                raise ValueError(
                    f"openings: expected at most {MOST_OPENINGS:,} positions, found more after "
                    f"{ply + 1} plies; random:{min(plies, 99)} draws some of them"
                )
        positions = list(after.values())
    kept = _even_ones(analyst or Player(game), positions, nodes, even, threads)
    if not kept:
        raise ValueError(f"openings: expected nearly even ones of {plies} plies, found none")
    random.Random(seed).shuffle(kept)  # noqa: S311 (a seed, not a secret)
    return [Opening(position) for position in kept]


def _children(position: Position) -> Iterator[Position]:
    for move in position.legal_moves():
        child = position.game.position(str(position.play(move)))
        if child.result is None:
            yield child


def random_start(game: Game, generator: random.Random) -> Position:
    """Return a position in which games start: in Chess960 one of as many."""
    if not is_chess960(game):
        return game.initial()
    return chess960_start(game, generator.randrange(N_STARTS_960))


def chess960_start(game: Game, number: int) -> Position:
    """Return one of the starts of Chess960 by its number, from 0 to 959.

    >>> str(chess960_start(Game("chess", chess960=True), 518)).split()[0]
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR'
    """
    return game.position(chess.Board.from_chess960_pos(number).fen())


def _wander(position: Position, plies: int, generator: random.Random) -> Position | None:
    for _ in range(plies):
        if position.result is not None:
            return None
        position = position.play(generator.choice(position.legal_moves()))
    # Games that begin here count repetitions from here.
    last = position.game.position(str(position))
    return last if last.result is None else None


def _even_ones(
    analyst: Player,
    positions: list[Position],
    nodes: int,
    even: tuple[float, float],
    threads: int,
) -> list[Position]:
    reports = analyst.search_many(positions, nodes=nodes, threads=threads)
    low, high = even
    chances = [win_probability(analyst.game.name, report.score) for report in reports]
    return [
        position
        for position, chance in zip(positions, chances, strict=True)
        if low <= chance <= high
    ]
