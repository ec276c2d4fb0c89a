"""Who says what positions are worth before a player learns from them."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from tabiya.analysts import Analyst, AssessmentCache, EngineAnalyst, SearchAnalyst, label
from tabiya.engines import find_engine
from tabiya.games import Game
from tabiya.play import read_contestants
from tabiya.players import Player
from tabiya.positions import PositionSet

# The part of these scores in the labels, the rest being the result of the game.
SHARE = 0.75


@dataclass(frozen=True)
class Labeller:
    """Somebody who knows better, and what it may spend on a position.

    Attributes
    ----------
    nodes : int
        The limit of each position.
    name : str, optional
        As in a match: an engine, or ``tabiya`` for the best player of the game; the player who
        learns if it is missing.

    Examples
    --------
    >>> Labeller.parse("5000 nodes")
    Labeller(nodes=5000, name=None)
    >>> Labeller.parse("stockfish?Hash=1, 2000 nodes").name
    'stockfish?Hash=1'
    """

    nodes: int
    name: str | None = None

    @staticmethod
    def parse(text: str) -> "Labeller":
        """Read what the command line says."""
        found = re.fullmatch(r"(?:(.+),)?\s*(\d{1,9}) nodes\s*", text)
        if found is None or not int(found[2]):
            raise ValueError(
                f"label: expected such as '5000 nodes' or 'stockfish, 2000 nodes', found {text!r}"
            )
        return Labeller(int(found[2]), found[1].strip() if found[1] else None)

    def __str__(self) -> str:
        """Return what :meth:`parse` reads.

        >>> str(Labeller.parse("stockfish,2000 nodes"))
        'stockfish, 2000 nodes'
        """
        limit = f"{self.nodes} nodes"
        return limit if self.name is None else f"{self.name}, {limit}"

    @property
    def words(self) -> str:
        """Return who it is, for a person to read.

        >>> Labeller.parse("8000 nodes").words
        'the player with 8,000 nodes'
        """
        return f"{self.name or 'the player'} with {self.nodes:,} nodes"

    def analyst(self, player: Player) -> Analyst:
        """Return who labels positions, for a player who learns.

        Raises
        ------
        ValueError, OSError
            If there is no such engine or player, or it does not know the game.
        """
        if self.name is None:
            return SearchAnalyst(player, nodes=self.nodes)
        (found,) = read_contestants([self.name], Game(player.game.name))
        if found.player is not None:
            return SearchAnalyst(found.player, nodes=self.nodes)
        assert found.engine is not None, "who is no player is an engine"
        find_engine(found.engine.command[0])
        return EngineAnalyst(found.engine, nodes=self.nodes)

    def add_scores(
        self,
        positions: PositionSet,
        player: Player,
        cache: Path,
        *,
        threads: int = 1,
        progress: Callable[[int, int], object] | None = None,
    ) -> PositionSet:
        """Return the positions with these scores as further rows, in place of other scores.

        Parameters
        ----------
        positions : PositionSet
        player : Player
            Who learns.
        cache : Path
            Where the scores are kept, so that none is asked for twice.
        threads : int
            It does not change them.
        progress : callable, optional
            Called with the number of positions looked at and of all.
        """
        analyst = self.analyst(player)  # who is not there is told before anything is written
        with AssessmentCache(cache) as kept:
            scored = label(positions, analyst, cache=kept, threads=threads, progress=progress)
        others = positions.table.filter(pl.col("kind").ne_missing("score"))
        return positions.with_table(pl.concat([others, scored.table], how="diagonal"))
