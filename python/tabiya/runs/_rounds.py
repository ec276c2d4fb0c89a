"""Rounds: a player makes the positions that it learns from."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from tabiya.players import Player
from tabiya.positions import Filters, PositionSet, mix, quiet, read, thinned
from tabiya.runs._differences import difference
from tabiya.runs._labeller import SHARE, Labeller
from tabiya.runs._stored_run import RunMismatchError

# All openings of so many plies are played, thousands of them, and so many moves are drawn by lot:
# games without errors do not teach what errors cost (Buro 1995, §3).
PLIES = {"chess": 4, "loa": 2, "othello": 7}
ERRORS = 0.1
# Of each game at most so many positions, for neighbours say nearly the same.
PER_GAME = 10
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
    labeller : Labeller
        Who labels the positions.
    share : float
        The part of these scores in the labels; the rest is the result of the game. With 0 nobody
        is asked for scores.
    seed : int
        Of all that is random.

    Examples
    --------
    >>> plan = RoundsPlan.parse(3, "2000 games, 200 nodes", "5000 nodes")
    >>> plan.games, plan.nodes, plan.labeller
    (2000, 200, Labeller(nodes=5000, name=None))
    >>> RoundsPlan.parse(1, "9000 games, 500 nodes, 2 % errors", "1 nodes", mix=0).errors
    0.02
    """

    rounds: int
    games: int
    nodes: int
    labeller: Labeller
    share: float = SHARE
    seed: int = 0
    errors: float = ERRORS

    @property
    def said(self) -> dict[str, object]:
        """Return what the positions of a round depend on, by the names of the options.

        >>> RoundsPlan.parse(3, "2000 games, 200 nodes", "5000 nodes").said["play"]
        '2000 games, 200 nodes, 10 % errors'
        """
        return {
            "play": f"{self.games} games, {self.nodes} nodes, {100 * self.errors:g} % errors",
            "label": str(self.labeller),
            "mix": self.share,
            "seed": self.seed,
        }

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
        return RoundsPlan(
            rounds,
            games=int(played[1]),
            nodes=int(played[2]),
            labeller=Labeller.parse(labels),
            share=SHARE if mix is None else mix,
            seed=seed,
            errors=ERRORS if played[3] is None else float(played[3]) / 100,
        )


def check_plan(plan: RoundsPlan, path: Path) -> None:
    """Write down how positions are made, or refuse to go on with those that were made otherwise.

    Parameters
    ----------
    plan : RoundsPlan
    path : Path
        A file beside the rounds.

    Raises
    ------
    RunMismatchError
        If rounds were begun there by another plan; more of them may be asked for later.
    """
    if not path.exists():
        path.write_text(json.dumps(plan.said, indent=1) + "\n", encoding="utf-8")
        return
    try:
        begun = dict(json.loads(path.read_text(encoding="utf-8")))
    except (ValueError, TypeError) as error:
        raise ValueError(f"{path}: expected how rounds were begun, found {error}") from None
    differs = difference(begun, plan.said)
    if differs:
        raise RunMismatchError(f"{path}: {differs}")


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
    from tabiya.combine import play_games  # noqa: PLC0415 (its models take 94 MB to load)

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
        cache = path.with_name("labels.db")
        shown = _named(progress, "labels")
        made = plan.labeller.add_scores(calm, player, cache, threads=threads, progress=shown)
    made.write(path)
    return made


def chances(plan: RoundsPlan, sets: list[PositionSet]) -> PositionSet:
    """Return the positions of all rounds so far, labelled by what they are worth."""
    table = pl.concat([each.table for each in sets], how="diagonal")
    return mix(sets[0].with_table(table), plan.share)


def _named(progress: Progress | None, what: str) -> Callable[[int, int], object] | None:
    return None if progress is None else lambda done, total: progress(what, done, total)
