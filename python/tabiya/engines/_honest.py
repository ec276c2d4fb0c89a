"""Options that keep an engine honest: no book, one thread, nothing while the other thinks."""

import difflib
import re
from collections.abc import Iterable, Mapping

from chess.engine import ConfigValue, Option

from tabiya.engines._spec import EngineSpec, OptionValue

# A switch of this kind lets the engine play moves that it did not find.
BOOK = re.compile(r"(use|own|enable|internal)?[ _-]?(own|opening)?[ _-]?books?")
# A number of this kind lets it use more than one core.
THREADS = re.compile(r"(max|maximum|number of)?[ _-]*(threads|cores|cpus|processors)")


def honest_options(spec: EngineSpec, known: Iterable[Option]) -> dict[str, ConfigValue]:
    """Return the options to set: those of the user, and the honest ones that he did not set.

    Raises
    ------
    ValueError
        If the user sets an option that the engine does not have or that tabiya sets itself, or
        gives it a value that it does not take.

    Examples
    --------
    >>> known = [Option("OwnBook", "check", True, None, None, []),
    ...          Option("Threads", "spin", 4, 1, 8, []), Option("Hash", "spin", 16, 1, 64, [])]
    >>> honest_options(EngineSpec.parse("some?Hash=32"), known)
    {'OwnBook': False, 'Threads': 1, 'Hash': 32}
    """
    options = {option.name.lower(): option for option in known}
    chosen: dict[str, ConfigValue] = {}
    for option in options.values():
        name = option.name.lower().strip()
        if option.type == "check" and BOOK.fullmatch(name):
            chosen[option.name] = False
        elif option.type == "spin" and THREADS.fullmatch(name):
            chosen[option.name] = max(1, option.min or 1)
    for name, value in spec.options.items():
        chosen_option = _find(spec.name, name, options)
        chosen[chosen_option.name] = _read(spec.name, chosen_option, value)
    return chosen


def _find(engine: str, name: str, options: Mapping[str, Option]) -> Option:
    option = options.get(name.lower())
    if option is None:
        near = difflib.get_close_matches(name.lower(), options, n=1, cutoff=0.5)
        hint = f" (did you mean {options[near[0]].name!r}?)" if near else ""
        raise ValueError(
            f"engine {engine!r}: expected an option of the engine, found {name!r}{hint}"
        )
    if option.is_managed():
        raise ValueError(
            f"engine {engine!r}: expected options that tabiya does not set itself, found {name!r}"
        )
    return option


def _read(engine: str, option: Option, value: OptionValue) -> ConfigValue:
    """Check a value by the engine's own words."""
    place = f"engine {engine!r}, option {option.name!r}"
    if option.type == "check":
        words = {"true": True, "1": True, "on": True, "false": False, "0": False, "off": False}
        switch = words.get(str(value).lower())
        if switch is None:
            raise ValueError(f"{place}: expected true or false, found {value!r}")
        return switch
    if option.type == "spin":
        try:
            number = int(value)
        except ValueError:
            raise ValueError(f"{place}: expected a whole number, found {value!r}") from None
        least, most = option.min, option.max
        if (least is not None and number < least) or (most is not None and number > most):
            raise ValueError(f"{place}: expected from {least} to {most}, found {number}")
        return number
    if option.type == "combo" and str(value) not in (option.var or []):
        raise ValueError(f"{place}: expected one of {', '.join(option.var or [])}, found {value!r}")
    if option.type in {"button", "reset", "save"}:
        return None
    text = str(value)
    if "\n" in text or "\r" in text:
        raise ValueError(f"{place}: expected one line, found {text!r}")
    return text
