"""Rounds: a player makes the positions that it learns from."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from tabiya.analysts import Analyst, AssessmentCache, EngineAnalyst, SearchAnalyst, label
from tabiya.combine import play_games
from tabiya.engines import find_engine
from tabiya.games import Game
from tabiya.play import read_contestants
from tabiya.players import Player
from tabiya.positions import Filters, PositionSet, mix, quiet, read, thinned

# All openings of so many plies are played, thousands of them, and so many moves are drawn by lot:
# games without errors do not teach what errors cost (Buro 1995, §3).
PLIES = {"chess": 4, "loa": 2, "othello": 7}
ERRORS = 0.1
# Of each game at most so many positions, for neighbours say nearly the same.
PER_GAME = 10
# The part of the search in the labels, the rest being the result of the game.
SHARE = 0.75
# Rounds draw from seeds of their own.
SEEDS_APART = 1000

_PLAY = re.compile(
    r"\s*(\d{1,9}) games\s*,\s*(\d{1,9}) nodes\s*(?:,\s*(\d{1,2}(?:\.\d+)?) % errors\s*)?"
)

# Called with what is done, how much of it, and how much there is.
Progress = Callable[[str, int, int], object]


@dataclass(frozen=True)
class RoundsPlan:
    """How many rounds, and how the positions of a round are made.

    Attributes
    ----------
    rounds : int
    games, nodes : int
        How many games the player plays against itself, and its limit of a move.
    errors : float
        The share of moves that are drawn by lot.
    label_nodes : int
        What whoever labels the positions may spend on each.
    labeller : str, optional
        Who that is, as in a match: an engine, or ``tabiya`` for the best player of the game; the
        player who learns if it is missing.
    share : float
        The part of these scores in the labels; the rest is the result of the game. With 0 nobody
        is asked for scores.
    seed : int
        Of all that is random.

    Examples
    --------
    >>> plan = RoundsPlan.parse(3, "2000 games, 200 nodes", "5000 nodes")
    >>> plan.games, plan.nodes, plan.label_nodes, plan.labeller
    (2000, 200, 5000, None)
    >>> RoundsPlan.parse(1, "9000 games, 500 nodes, 2 % errors", "1 nodes", mix=0).errors
    0.02
    >>> RoundsPlan.parse(1, "100 games, 50 nodes", "stockfish?Hash=1, 2000 nodes").labeller
    'stockfish?Hash=1'
    """

    rounds: int
    games: int
    nodes: int
    label_nodes: int
    labeller: str | None = None
    share: float = SHARE
    seed: int = 0
    errors: float = ERRORS

    @staticmethod
    def parse(
        rounds: int, play: str, labels: str, *, mix: float | None = None, seed: int = 0
    ) -> "RoundsPlan":
        """Read what the command line says of them."""
        if rounds < 1:
            raise ValueError(f"rounds: expected 1 or more, found {rounds}")
        played = _PLAY.fullmatch(play)
        if played is None or not int(played[1]) or not int(played[2]):
            raise ValueError(
                "play: expected such as '2000 games, 200 nodes' or '2000 games, 200 nodes, 5 % "
                f"errors', found {play!r}"
            )
        labelled = re.fullmatch(r"(?:(.+),)?\s*(\d{1,9}) nodes\s*", labels)
        if labelled is None or not int(labelled[2]):
            raise ValueError(
                f"label: expected such as '5000 nodes' or 'stockfish, 2000 nodes', found {labels!r}"
            )
        return RoundsPlan(
            rounds,
            games=int(played[1]),
            nodes=int(played[2]),
            label_nodes=int(labelled[2]),
            labeller=labelled[1].strip() if labelled[1] else None,
            share=SHARE if mix is None else mix,
            seed=seed,
            errors=ERRORS if played[3] is None else float(played[3]) / 100,
        )

    def analyst(self, game: str, player: Player) -> Analyst:
        """Return who labels positions, if it is not the player who learns.

        Raises
        ------
        ValueError, OSError
            If there is no such engine or player, or it does not know the game.
        """
        if self.labeller is None:
            return SearchAnalyst(player, nodes=self.label_nodes)
        (found,) = read_contestants([self.labeller], Game(game))
        if found.player is not None:
            return SearchAnalyst(found.player, nodes=self.label_nodes)
        assert found.engine is not None, "who is no player is an engine"
        find_engine(found.engine.command[0])
        return EngineAnalyst(found.engine, nodes=self.label_nodes)


def make_positions(
    plan: RoundsPlan,
    game: str,
    weights: Mapping[str, float],
    number: int,
    path: Path,
    *,
    threads: int = 1,
    progress: Progress | None = None,
) -> PositionSet:
    """Play, take positions where captures have ended, label them, and keep them.

    Parameters
    ----------
    plan : RoundsPlan
    game : str
    weights : mapping
        Weights of the player that differ from the defaults.
    number : int
        Which round it is.
    path : Path
        Where the positions are kept; what is there is not made again.
    threads : int
        It does not change them.
    progress : callable, optional

    Returns
    -------
    PositionSet
        A result and a score of each position.
    """
    if path.exists():
        return read(path)
    player = Player(game, weights=dict(weights))
    played = play_games(
        game,
        plies=PLIES[game],
        n=plan.games,
        nodes=plan.nodes,
        errors=plan.errors,
        seed=plan.seed * SEEDS_APART + number,
        player=player,
        threads=threads,
        progress=_named(progress, "games"),
    )
    # Each round has games of its own.
    named = pl.concat_str(pl.lit(f"round {number}, "), pl.col("file"))
    played = played.with_table(played.table.with_columns(file=named))
    # Neighbours are left out before anybody looks for the ends of captures, which are some more.
    some = played.with_table(thinned(played.table, 2 * PER_GAME))
    filters = Filters(per_game=PER_GAME)
    calm = quiet(some, leaves=True, filters=filters, weights=weights, threads=threads)
    if not len(calm):
        raise ValueError(f"round {number}: expected quiet positions, found none in its games")
    made = calm
    if plan.share:
        with AssessmentCache(path.with_name("labels.db")) as cache:
            scored = label(
                calm,
                plan.analyst(game, player),
                cache=cache,
                threads=threads,
                progress=_named(progress, "labels"),
            )
        made = calm.with_table(pl.concat([calm.table, scored.table], how="diagonal"))
    made.write(path)
    return made


def chances(plan: RoundsPlan, sets: list[PositionSet]) -> PositionSet:
    """Return the positions of all rounds so far, labelled by what they are worth."""
    table = pl.concat([each.table for each in sets], how="diagonal")
    return mix(sets[0].with_table(table), plan.share)


def _named(progress: Progress | None, what: str) -> Callable[[int, int], object] | None:
    return None if progress is None else lambda done, total: progress(what, done, total)
