"""Values of TOML and JSON, whoever wrote them: no nesting without end, no endless numbers."""

import json
from typing import Any, TypeVar

Values = TypeVar("Values")

# TOML promises whole numbers of 64 bits; larger ones cannot become what programs count with.
LARGEST = 2**63


def check_numbers(data: Values) -> Values:
    """Return values as they are, if no whole number in them has more than 64 bits.

    Raises
    ------
    ValueError
        If there is a larger one.
    """
    left: list[Any] = [data]
    while left:
        value = left.pop()
        if isinstance(value, dict):
            left.extend(value.values())
        elif isinstance(value, list):
            left.extend(value)
        elif isinstance(value, int) and not -LARGEST <= value < LARGEST:
            raise ValueError(f"a whole number of {value.bit_length()} bits, more than 64")
    return data


def parse_json(text: str | bytes, where: object, error: type[ValueError] = ValueError) -> Any:
    """Return what a JSON text says.

    Parameters
    ----------
    text : str or bytes
        The text.
    where : object
        Where it stands, for the message.
    error : type
        What is raised if it is no JSON, nested too deep, or with endless numbers.

    Examples
    --------
    >>> parse_json('{"a": [1, 2]}', "here")
    {'a': [1, 2]}
    >>> parse_json("[" * 100_000, "here")
    Traceback (most recent call last):
    ValueError: here: expected JSON, found lists nested too deep
    """
    try:
        return check_numbers(json.loads(text))
    except RecursionError:
        raise error(f"{where}: expected JSON, found lists nested too deep") from None
    except ValueError as reason:
        raise error(f"{where}: expected JSON, found {reason}") from None
