"""What engines do wrong."""

from enum import StrEnum
from typing import Self


class FaultKind(StrEnum):
    """The kinds of fault."""

    START = "cannot start"
    CRASH = "crash"
    HANG = "hang"
    ILLEGAL = "illegal move"
    NO_MOVE = "no move"
    LIMIT = "limit ignored"
    GARBAGE = "garbage"


# How much of an engine's output goes into a message of one line.
LINES_IN_MESSAGE = 4
LONGEST_LINE = 120


class EngineFault(ValueError):  # noqa: N818 (a fault of the engine, not of the caller)
    """An engine did something wrong.

    Attributes
    ----------
    engine : str
        Its name.
    kind : FaultKind
        What kind it is.
    lines : tuple of str
        The last lines that went to the engine (``>``), came from it (``<``), or came by its
        standard error (``!``).
    """

    def __init__(
        self, engine: str, kind: FaultKind, what: str, lines: tuple[str, ...] = ()
    ) -> None:
        self.engine = engine
        self.kind = kind
        self.what = what
        self.lines = lines
        said = " | ".join(line[:LONGEST_LINE] for line in lines[-LINES_IN_MESSAGE:])
        last = f"; last lines: {said}" if said else ""
        super().__init__(f"engine {engine!r}: {what}{last}")

    def __reduce__(self) -> tuple[type[Self], tuple[str, FaultKind, str, tuple[str, ...]]]:
        """Travel from one process to another whole: a worker's fault is as good as one's own."""
        return type(self), (self.engine, self.kind, self.what, self.lines)
