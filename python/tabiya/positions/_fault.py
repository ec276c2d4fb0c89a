"""What could not be read, and where."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """Something in a file that could not be read.

    Attributes
    ----------
    file : str
        The file.
    line : int or None
        The line, if the file has lines; the first is 1.
    game : int or None
        The game, if the file has games; the first is 1.
    reason : str
        What is wrong.

    Examples
    --------
    >>> print(Fault("games.pgn", 12, 3, "Nxe5 is not legal here"))
    games.pgn:12: game 3: Nxe5 is not legal here
    """

    file: str
    line: int | None
    game: int | None
    reason: str

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        game = "" if self.game is None else f"game {self.game}: "
        return f"{place}: {game}{self.reason}"
