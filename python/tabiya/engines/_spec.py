"""The description of an engine."""

import math
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias
from urllib.parse import unquote

from tabiya.files import read_toml

Protocol: TypeAlias = Literal["uci", "xboard", "nboard"]
OptionValue: TypeAlias = str | int | bool

PROTOCOLS: tuple[Protocol, ...] = ("uci", "xboard", "nboard")
# Programs that speak UCI only if they are asked to, and those that do not speak it.
UCI_ARGUMENTS = {"gnuchess": ("--uci",)}
XBOARD_ONLY = frozenset({"crafty", "fairymax", "hoichess", "maxqi", "phalanx", "shamax", "sjeng"})


@dataclass(frozen=True)
class EngineSpec:
    """An engine: what to run, how it is spoken to, and the options that the user set.

    Parameters
    ----------
    name : str
        What it is called in tables.
    command : tuple of str
        The program, by name or path, and its arguments.
    protocol : {"uci", "xboard", "nboard"}
        The language it speaks: UCI and xboard for chess, NBoard for Othello.
    options : mapping of str to str, int or bool
        Options by the names that the engine gives them.

    Examples
    --------
    >>> spec = EngineSpec.parse("toga2?King Safety=150&Hash=16")
    >>> spec.command, spec.protocol, spec.options
    (('toga2',), 'uci', {'King Safety': '150', 'Hash': '16'})
    """

    name: str
    command: tuple[str, ...]
    protocol: Protocol = "uci"
    options: Mapping[str, OptionValue] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        if not self.command or not self.command[0]:
            raise ValueError(f"engine {self.name!r}: expected a command, found {self.command!r}")
        if self.protocol not in PROTOCOLS:
            known = ", ".join(PROTOCOLS)
            known = ", ".join(PROTOCOLS)
            raise ValueError(
                f"engine {self.name!r}: expected a protocol of {known}, found {self.protocol!r}"
            )

    @property
    def game(self) -> str:
        """Return the game that is played in its language.

        >>> EngineSpec.parse("nboard:ntest").game
        'othello'
        """
        return "othello" if self.protocol == "nboard" else "chess"

    @staticmethod
    def parse(text: str) -> "EngineSpec":
        """Read ``command``, or ``command?option=value&option=value``.

        ``xboard:``, ``uci:`` or ``nboard:`` in front names the protocol where it is not the usual
        one of the program. The command is split as a shell does, so it may have arguments. In
        options, ``%26`` is an ampersand, and ``weights=FILE.toml`` stands for all options that the
        file names under ``[weights]``, as a tuning hands them over.

        Raises
        ------
        ValueError
            If the text is not of that form.

        Examples
        --------
        >>> EngineSpec.parse("gnuchess").command
        ('gnuchess', '--uci')
        >>> EngineSpec.parse("xboard:my-engine --quiet").protocol
        'xboard'
        >>> EngineSpec.parse("toga2?Hash")
        Traceback (most recent call last):
        ValueError: engine 'toga2?Hash': expected option=value, found 'Hash'
        """
        before, _, after = text.partition("?")
        protocol: Protocol | None = None
        for known in PROTOCOLS:
            if before.startswith(f"{known}:"):
                protocol, before = known, before[len(known) + 1 :]
        try:
            command = tuple(shlex.split(before))
        except ValueError as error:
            raise ValueError(f"engine {text!r}: expected a command, found {error}") from None
        if not command:
            raise ValueError(f"engine {text!r}: expected a command, found none")
        options: dict[str, OptionValue] = {}
        for pair in after.split("&") if after else []:
            name, equals, value = pair.partition("=")
            if not equals or not name.strip():
                raise ValueError(f"engine {text!r}: expected option=value, found {pair!r}")
            if name.strip() == "weights" and value.endswith(".toml"):
                options |= _read_weights(Path(unquote(value)))
            else:
                options[unquote(name).strip()] = unquote(value)
        return make_spec(text, command, protocol, options)


def _read_weights(path: Path) -> dict[str, OptionValue]:
    """Read options that are whole numbers from the table ``weights`` of a file."""
    values = read_toml(path).get("weights")
    if not isinstance(values, dict) or not all(
        isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
        for value in values.values()
    ):
        raise ValueError(f"{path}: expected a table [weights] of numbers, found {values!r}")
    return {name: round(value) for name, value in values.items()}


def make_spec(
    name: str,
    command: tuple[str, ...],
    protocol: Protocol | None,
    options: Mapping[str, OptionValue],
) -> EngineSpec:
    """Return a spec in which protocol and arguments are those that the program usually takes."""
    program = Path(command[0]).name
    if protocol is None:
        protocol = "xboard" if program in XBOARD_ONLY else "uci"
    if protocol == "uci" and len(command) == 1:
        command += UCI_ARGUMENTS.get(program, ())
    return EngineSpec(name, command, protocol, options)
