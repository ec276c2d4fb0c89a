"""Limits and analysts as the command line says them."""

from collections.abc import Callable, Sequence
from pathlib import Path

import tabiya
from tabiya.games import Game


def read_whole_numbers(name: str, text: str) -> list[int]:
    """Read ``1-8`` or ``1024,16384``, or both mixed.

    >>> read_whole_numbers("depth", "1-3,8")
    [1, 2, 3, 8]
    """
    numbers: list[int] = []
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        try:
            start, end = int(first), int(last if dash else first)
        except ValueError:
            start, end = 0, 0
        if not 0 < start <= end:
            raise ValueError(f"{name}: expected numbers such as 1-8 or 1024,16384, found {text!r}")
        numbers += range(start, end + 1)
    return numbers


def read_steps(name: str, text: str) -> list[float]:
    """Read ``0.1,1,10``.

    >>> read_steps("resolution", "0.1,1")
    [0.1, 1.0]
    """
    try:
        steps = [float(part) for part in text.split(",")]
    except ValueError:
        steps = []
    if not steps or not all(step > 0 for step in steps):
        raise ValueError(f"{name}: expected numbers above 0 such as 0.1,1,10, found {text!r}")
    return steps


def check_suffix(path: Path, suffixes: Sequence[str]) -> None:
    """Say at once, not after the work, that a file cannot be written in this form.

    >>> check_suffix(Path("a.gif"), (".html", ".png"))
    Traceback (most recent call last):
    ValueError: a.gif: expected a file .html, .png, found '.gif'
    """
    if path.suffix.lower() not in suffixes:
        words = ", ".join(suffixes)
        raise ValueError(f"{path}: expected a file {words}, found {path.suffix!r}")


def read_engines(texts: Sequence[str], options: Sequence[str]) -> "list[tabiya.engines.EngineSpec]":
    """Return engines with options that all of them get.

    >>> read_engines(["toga2"], ["King Safety=150"])[0].options
    {'King Safety': '150'}
    """
    for option in options:
        if "=" not in option:
            raise ValueError(f'option: expected "Name=value", found {option!r}')
    pairs = dict(option.split("=", 1) for option in options)
    specs = [tabiya.engines.EngineSpec.parse(text) for text in texts]
    return [
        tabiya.engines.EngineSpec(spec.name, spec.command, spec.protocol, {**spec.options, **pairs})
        for spec in specs
    ]


def make_analysts(
    game: str,
    players: Sequence[str],
    engines: "Sequence[tabiya.engines.EngineSpec]",
    *,
    depths: Sequence[int] = (),
    nodes: Sequence[int] = (),
    seconds: float | None = None,
    static: bool = False,
) -> "list[tabiya.analysts.Analyst]":
    """Return one analyst for every player or engine and every effort."""
    entrants: list[str | tabiya.engines.EngineSpec] = [*players, *engines]
    if not entrants:
        entrants = ["tabiya"]
    makers: list[Callable[[tabiya.play.Contestant], tabiya.analysts.Analyst]] = []
    if static:
        makers.append(_static)
    makers += [_limited(depth=depth) for depth in depths]
    makers += [_limited(nodes=count) for count in nodes]
    if seconds is not None:
        makers.append(_limited(seconds=seconds))
    if not makers:
        raise ValueError("effort: expected --static, --depth, --nodes or --seconds, found none")
    contestants = tabiya.play.read_contestants(entrants, Game(game))
    return [make(contestant) for contestant in contestants for make in makers]


def _static(contestant: "tabiya.play.Contestant") -> "tabiya.analysts.Analyst":
    if contestant.player is None:
        raise ValueError(f"{contestant.name}: expected a built-in player; engines are searches")
    return tabiya.analysts.StaticAnalyst(contestant.player, contestant.name)


def _limited(
    *, depth: int | None = None, nodes: int | None = None, seconds: float | None = None
) -> "Callable[[tabiya.play.Contestant], tabiya.analysts.Analyst]":
    def make(contestant: "tabiya.play.Contestant") -> "tabiya.analysts.Analyst":
        if contestant.engine is not None:
            return tabiya.analysts.EngineAnalyst(
                contestant.engine, depth=depth, nodes=nodes, seconds=seconds
            )
        if contestant.player is None:
            raise ValueError(f"{contestant.name}: expected a player or an engine")
        return tabiya.analysts.SearchAnalyst(
            contestant.player, depth=depth, nodes=nodes, seconds=seconds, name=contestant.name
        )

    return make
