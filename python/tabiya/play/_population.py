"""Populations: folders of networks that play."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tabiya.files import read_toml
from tabiya.games import Game
from tabiya.players import Decisions, Player

if TYPE_CHECKING:
    from tabiya import _core

INDEX = "population.toml"
# What stands for the population that comes with the package.
SHIPPED = "population"
# CITE: Kocsis 2003, §2.1.2: MTD(f) with the history heuristic.
SEARCH: Mapping[str, float] = {
    "mtdf": 1.0,
    "null_move": 0.0,
    "killers": 0.0,
    "countermove": 0.0,
    "exact_from": 0.0,
}
PRESET = "crafty"
# A table for searches of a few plies.
HASH_MIB = 1


class PopulationError(ValueError):
    """A folder is no population."""


@dataclass(frozen=True)
class Member:
    """A network of a population.

    Attributes
    ----------
    name : str
        What it is called.
    network : Path
        Its file.
    method : str
        How it learned.
    score : float
        What it scored in the tournament that chose it, from 0 to 1.
    """

    name: str
    network: Path
    method: str
    score: float


@dataclass(frozen=True)
class Population:
    """Networks of one game, the best first.

    Attributes
    ----------
    game : str
        What they play.
    members : tuple of Member
        The networks.
    depth : int
        Plies to which they search if nothing else is said.
    """

    game: str
    members: tuple[Member, ...]
    depth: int

    def player(self, number: int) -> Player:
        """Return the player of a network, the best being number 0."""
        return network_player(self.game, self.members[number].network)


def network_player(
    game: str | Game, network: str | Path, *, clock: "_core.Clock | str | Path | None" = None
) -> Player:
    """Return a player with the search of populations.

    >>> from tabiya.play import load_population
    >>> network_player("loa", load_population("population").members[0].network).hash_mib
    1
    """
    return Player(
        game,
        network=network,
        hash_mib=HASH_MIB,
        decisions=Decisions(preset=PRESET, params=dict(SEARCH)),
        clock=clock,
    )


def is_population(text: str | Path) -> bool:
    """Return whether a text names a population: a folder with its index, or that of the package.

    >>> is_population("population/"), is_population("nowhere/")
    (True, False)
    """
    return (Path(text) / INDEX).is_file() or _is_shipped(text)


def is_meant_as_population(text: str) -> bool:
    """Return whether nothing but a population can be meant: by its index, its name, or as a folder.

    >>> is_meant_as_population("nowhere/"), is_meant_as_population("tabiya")
    (True, False)
    """
    return is_population(text) or text.endswith("/") or Path(text).is_dir()


def _is_shipped(text: str | Path) -> bool:
    """Return whether the population of the package is meant: no folder here has its name."""
    return str(text).rstrip("/") == SHIPPED and not Path(text).exists()


def load_population(folder: str | Path) -> Population:
    """Read a population.

    Parameters
    ----------
    folder : str or Path
        A folder that ``tabiya population make`` wrote, or the word ``population``: that of Lines of
        Action that comes with the package.

    Raises
    ------
    PopulationError
        If the folder is none; the message names the file.

    Examples
    --------
    >>> found = load_population("population")
    >>> found.game, len(found.members)
    ('loa', 100)
    """
    place = Path(folder)
    if _is_shipped(folder):
        place = Path(__file__).parents[1] / "population" / "loa"
    index = place / INDEX
    try:
        data = read_toml(index, PopulationError)
    except FileNotFoundError:
        raise PopulationError(f"{folder}: expected a population with {INDEX}, found none") from None
    game, depth, rows = data.get("game"), data.get("depth"), data.get("members")
    if not isinstance(game, str) or not isinstance(depth, int) or not isinstance(rows, list):
        raise PopulationError(f"{index}: expected game, depth and members, found {sorted(data)}")
    return Population(game, tuple(_member(index, row) for row in rows), depth)


def _member(index: Path, row: Any) -> Member:
    try:
        network = index.parent / row["network"]
        member = Member(str(row["name"]), network, str(row["method"]), float(row["score"]))
    except (KeyError, TypeError, ValueError):
        raise PopulationError(
            f"{index}: expected name, network, method and score of a member, found {row!r}"
        ) from None
    if not network.is_file():
        raise PopulationError(f"{index}: expected the file {network}, found none")
    return member
