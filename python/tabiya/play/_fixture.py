"""Games to be played, and under what conditions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from tabiya.games import Game
from tabiya.play._adjudication import Adjudication
from tabiya.play._contestant import Contestant
from tabiya.play._limits import Limits
from tabiya.play._opening import Opening
from tabiya.play._record import GameRecord
from tabiya.players import Stop

# Seconds that an answer may be late before the clock decides.
MARGIN_SECONDS = 0.1


@dataclass(frozen=True)
class Fixture:
    """A game to be played.

    Attributes
    ----------
    number : int
        Of all games, from 0.
    first, second : str
        Names of the players; the first one is White in chess, Black in Othello and Lines of Action.
    opening : Opening
        Where it begins.
    pair, leg : int
        As in :class:`GameRecord`.
    """

    number: int
    first: str
    second: str
    opening: Opening
    pair: int
    leg: int


@dataclass(frozen=True)
class Conditions:
    """What all games are played under.

    Attributes
    ----------
    game : Game
        The game.
    contestants : mapping of str to Contestant
        By name.
    limits : mapping of str to Limits
        What each may spend, by name.
    adjudication : Adjudication
        When games are decided early.
    concurrency : int
        How many games are played at the same time.
    margin : float
        Seconds that an answer may be late before the clock decides.
    """

    game: Game
    contestants: Mapping[str, Contestant]
    limits: Mapping[str, Limits]
    adjudication: Adjudication = field(default_factory=Adjudication)
    concurrency: int = 2
    margin: float = MARGIN_SECONDS

    def __post_init__(self) -> None:
        if self.concurrency < 1:
            raise ValueError(f"concurrency: expected 1 or more, found {self.concurrency!r}")
        if not self.margin >= 0:
            raise ValueError(f"margin: expected seconds of 0 or more, found {self.margin!r}")
        for name, contestant in self.contestants.items():
            clock = self.limits[name].clock
            if clock is not None and clock.unit == "nodes" and contestant.player is None:
                raise ValueError(f"time: expected seconds for the engine {name}, found {clock}")
        if self.adjudication.tablebase is not None and self.game.name != "chess":
            raise ValueError(f"tablebase: expected chess, found {self.game.name}")

    @property
    def is_deterministic(self) -> bool:
        """Return whether the same game would be played again from the same opening."""
        return all(
            contestant.player is not None and not self.limits[name].depends_on_time
            for name, contestant in self.contestants.items()
        )


def pair_of(first: str, second: str, opening: Opening, *, pair: int) -> tuple[Fixture, Fixture]:
    """Return the two games of a pair: the same opening with the players exchanged."""
    return (
        Fixture(2 * pair, first, second, opening, pair, 0),
        Fixture(2 * pair + 1, second, first, opening, pair, 1),
    )


class Halt:
    """A flag that ends the play before all games are over."""

    def __init__(self) -> None:
        self.is_set = False
        self.core = Stop()

    def set(self) -> None:
        """End the play; the games in progress are broken off."""
        self.is_set = True
        self.core.set()


# What is called with a game when it is over.
Deliver: TypeAlias = Callable[[Fixture, GameRecord], object]
Fixtures: TypeAlias = Sequence[Fixture]
