"""How much goes into a population."""

from dataclasses import dataclass


@dataclass(frozen=True)
class PopulationPlan:
    """What a population is made of; the defaults are those of Kocsis 2003, appendix B.

    Attributes
    ----------
    game : str
        The game, of two colours of equal pieces.
    seed : int
        Of all that is random.
    hidden : int
        Hidden units of a network.
    games : int
        Games by which a network learns from itself (STD); ten among each other (MTD) play twice as
        many, so that each takes part in four tenths as many.
    snapshots : int
        Networks that are kept of each of the two.
    generations : int
        Of SANE, with as many networks kept of it and three times as many of SANE-TD.
    networks, neurons : int
        The sizes of SANE's two populations.
    rounds, selection_rounds, final_rounds : int
        Of the swiss that is SANE's fitness, of those that select within a method, and of the two
        tournaments.
    entered, kept, added : int
        Networks of each method in the first tournament; of the two pure methods in the second, and
        new ones there.
    size : int
        Networks of the population.
    learn_depth, depth : int
        Plies while learning and selecting within a method, and in the two tournaments.
    """

    game: str
    seed: int = 1
    hidden: int = 40
    games: int = 10_000
    snapshots: int = 100
    generations: int = 50
    networks: int = 60
    neurons: int = 240
    rounds: int = 15
    selection_rounds: int = 20
    final_rounds: int = 50
    entered: int = 50
    kept: int = 30
    added: int = 30
    size: int = 100
    learn_depth: int = 1
    depth: int = 2

    def __post_init__(self) -> None:
        if self.game not in ("loa", "othello"):
            raise ValueError(f"population: expected loa or othello, found {self.game!r}")
        for name, value in vars(self).items():
            if name not in ("game", "seed") and value < 1:
                raise ValueError(f"population: expected {name} of 1 or more, found {value!r}")
        if self.size > 2 * (self.kept + self.added):
            most = 2 * (self.kept + self.added)
            raise ValueError(f"population: expected a size up to {most}, found {self.size!r}")

    @staticmethod
    def small(game: str, *, seed: int = 1) -> "PopulationPlan":
        """Return a plan for a few seconds, to try things.

        >>> PopulationPlan.small("loa").size
        6
        """
        return PopulationPlan(
            game,
            seed=seed,
            hidden=8,
            games=20,
            snapshots=10,
            generations=2,
            networks=6,
            neurons=16,
            rounds=2,
            selection_rounds=2,
            final_rounds=2,
            entered=2,
            kept=2,
            added=2,
            size=6,
            depth=1,
        )
