"""Clocks of players, by name and from files."""

from pathlib import Path

from tabiya import _core

# What stands before the colon of a clock that has a name.
NAMES = ("shared", "static", "crafty", "modern", "extra")


class ClockFileError(ValueError):
    """A file does not describe a clock."""


def load_clock(clock: str | Path, game: str | None = None) -> _core.Clock:
    """Read a clock: where a player spends its time.

    Parameters
    ----------
    clock : str or Path
        A name: ``shared``, ``shared:soft_part=0.8``, ``static:DEPTH``, ``crafty``, ``modern``,
        ``modern:part=0.8,most=5`` or ``extra:DEPTH``; or a file, as ``docs/clock.md`` describes it.
    game : str, optional
        The game it must be for, unless it is for every game.

    Raises
    ------
    ClockFileError
        If there is no such clock; the message names the file and the line.

    Examples
    --------
    >>> load_clock("static:4").text.split()
    ['clock', 'static', 'depth', '4']
    """
    text = str(clock)
    if text.partition(":")[0] in NAMES and not Path(text).exists():
        try:
            return _core.Clock(text)
        except ValueError as error:
            raise ClockFileError(str(error)) from None
    try:
        content = Path(text).read_text(encoding="utf-8")
    except (FileNotFoundError, IsADirectoryError):
        names = "shared, static:DEPTH, crafty, modern, extra:DEPTH or a file"
        raise ClockFileError(f"clock: expected {names}, found {text!r}") from None
    except UnicodeDecodeError as error:
        raise ClockFileError(f"{text}: expected a clock, found {error}") from None
    try:
        found = _core.Clock(None, content)
    except ValueError as error:
        raise ClockFileError(f"{text}: {error}") from None
    if game is not None and found.game not in (None, game):
        raise ClockFileError(f"{text}: clock: expected one for {game}, found one for {found.game}")
    return found
