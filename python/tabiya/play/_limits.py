"""What a player may spend."""

import math
from dataclasses import dataclass
from typing import Literal

# Beyond any search, and within what the core can count.
MOST_COUNT = 2**62
_EXAMPLES = "seconds such as '5+0.05', or nodes such as '200000+5000 nodes'"


@dataclass(frozen=True)
class Clock:
    """The time for a whole game: so many seconds or nodes, and so many more for each move.

    With nodes a game is the same on every machine; only built-in players count them.

    >>> Clock.parse("5+0.05")
    Clock(base=5.0, increment=0.05, unit='seconds')
    >>> str(Clock.parse("200000+5000 nodes"))
    '200000+5000 nodes'
    """

    base: float
    increment: float = 0.0
    unit: Literal["seconds", "nodes"] = "seconds"

    def __post_init__(self) -> None:
        is_sound = math.isfinite(self.base) and math.isfinite(self.increment)
        if not is_sound or self.base <= 0 or self.increment < 0:
            raise ValueError(f"time: expected {_EXAMPLES}, found {str(self)!r}")

    @staticmethod
    def parse(text: str) -> "Clock":
        """Read ``base`` or ``base+increment``, and ``nodes`` behind it if it counts them."""
        numbers = text.removesuffix("nodes").strip()
        base, _, increment = numbers.partition("+")
        try:
            return Clock(
                float(base),
                float(increment or 0),
                "nodes" if text.endswith("nodes") else "seconds",
            )
        except ValueError:
            raise ValueError(f"time: expected {_EXAMPLES}, found {text!r}") from None

    def __str__(self) -> str:
        if self.unit == "nodes":
            return f"{self.base:.15g}+{self.increment:.15g} nodes"
        return f"{self.base:g}+{self.increment:g}"


@dataclass(frozen=True)
class Limits:
    """What a player may spend: on each move, or of the clock of a game.

    Parameters
    ----------
    depth, nodes, seconds : int, int, float, optional
        For each move.
    clock : Clock, optional
        For the whole game; then there is no limit in seconds.

    Examples
    --------
    >>> str(Limits(nodes=10_000)), str(Limits(clock=Clock(5, 0.05)))
    ('10,000 nodes', '5+0.05')
    """

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    clock: Clock | None = None

    def __post_init__(self) -> None:
        for name, value in (("depth", self.depth), ("nodes", self.nodes)):
            if value is not None and not 1 <= value <= MOST_COUNT:
                raise ValueError(f"{name}: expected from 1 to {MOST_COUNT:,}, found {value!r}")
        if self.seconds is not None and not (self.seconds > 0 and math.isfinite(self.seconds)):
            raise ValueError(f"seconds: expected a number above 0, found {self.seconds!r}")
        if self.seconds is not None and self.clock is not None:
            raise ValueError("limits: expected seconds per move or a clock, found both")
        if all(each is None for each in (self.depth, self.nodes, self.seconds, self.clock)):
            raise ValueError("limits: expected depth, nodes, seconds or time, found none")

    def __str__(self) -> str:
        words = []
        if self.depth is not None:
            words.append(f"depth {self.depth}")
        if self.nodes is not None:
            words.append(f"{self.nodes:,} nodes")
        if self.seconds is not None:
            words.append(f"{self.seconds:g} s per move")
        if self.clock is not None:
            words.append(str(self.clock))
        return ", ".join(words)

    @property
    def depends_on_time(self) -> bool:
        """Return whether results depend on how fast the machine is."""
        has_watch = self.clock is not None and self.clock.unit == "seconds"
        return self.seconds is not None or has_watch


def read_limits(
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    time: str | None = None,
) -> Limits | None:
    """Return the limits that arguments ask for, or None if they ask for none.

    >>> read_limits(time="5+0.05").clock
    Clock(base=5.0, increment=0.05, unit='seconds')
    """
    if depth is None and nodes is None and seconds is None and time is None:
        return None
    return Limits(depth, nodes, seconds, None if time is None else Clock.parse(time))
