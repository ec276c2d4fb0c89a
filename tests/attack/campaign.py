"""A campaign: bad inputs of one kind, tried one after the other, and what they broke."""

import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import FrameType

# An input that takes so long hangs.
MOST_SECONDS = 60


class AttackError(AssertionError):
    """Something bad was taken for good, or the other way round."""


@dataclass(frozen=True)
class Campaign:
    """Bad inputs of one kind.

    Attributes
    ----------
    name : str
        What is attacked.
    attempt : callable
        Tries one input, or some, in a folder of its own; returns how many. Anything that it raises
        is a failure of ours.
    n_small : int
        Attempts that are enough for every day.
    """

    name: str
    attempt: Callable[[Random, Path], int]
    n_small: int


@dataclass
class Outcome:
    """What came of a campaign: inputs tried, seconds, and the seeds and errors of failures."""

    campaign: Campaign
    n_tried: int = 0
    seconds: float = 0.0
    failures: list[str] = field(default_factory=list)


def run(campaign: Campaign, *, seed: int, attempts: int, seconds: float = 1e9) -> Outcome:
    """Make attempts until there were enough, or the time is over."""
    outcome = Outcome(campaign)
    started = time.monotonic()
    for number in range(attempts):
        if time.monotonic() - started > seconds:
            break
        name = f"{seed}/{number}"
        with tempfile.TemporaryDirectory(prefix="attack-") as folder:
            try:
                with _limited(MOST_SECONDS):
                    outcome.n_tried += campaign.attempt(
                        Random(f"{campaign.name} {name}"), Path(folder)
                    )
            except Exception as error:  # noqa: BLE001 (whatever it is, it is what is looked for)
                words = " ".join(str(error).split())[:300]
                outcome.failures.append(f"{name}: {type(error).__name__}: {words}")
    outcome.seconds = time.monotonic() - started
    return outcome


@contextmanager
def _limited(seconds: int) -> Iterator[None]:
    """Raise if something takes too long."""

    def late(_signal: int, _frame: FrameType | None) -> None:
        raise TimeoutError(f"it takes more than {seconds} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
