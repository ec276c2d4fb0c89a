"""What an engine's pipes are when they are lent, and what comes back with them."""

from dataclasses import dataclass
from typing import NamedTuple


class Pipes(NamedTuple):
    """The numbers of two pipes, in which an engine hears and in which it speaks.

    ``begun`` is the beginning of a line that has been read from it.
    """

    hears: int
    says: int
    begun: bytes


@dataclass(frozen=True)
class LastWords:
    """What an engine was told and said last.

    Attributes
    ----------
    lines : sequence of str
        To it (``>``) and from it (``<``).
    rest : bytes
        The beginning of a line that it has not ended yet.
    """

    lines: list[str]
    rest: bytes = b""


@dataclass(frozen=True)
class OpenQuestion:
    """A question that was put by others.

    Attributes
    ----------
    asked : float
        When, by ``time.perf_counter``.
    heard : bytes
        What the engine has said since.
    unsaid : bytes
        The end of the question, if the pipe has not taken it.
    """

    asked: float
    heard: bytes
    unsaid: bytes = b""
