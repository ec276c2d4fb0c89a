"""What a search may be told to spend."""

import math
from typing import SupportsIndex


def check_limits(
    depth: SupportsIndex | None, nodes: SupportsIndex | None, seconds: float | None
) -> None:
    """Refuse limits that are none, or that nothing can be done within."""
    if depth is None and nodes is None and seconds is None:
        raise ValueError("search: expected a limit (depth, nodes or seconds), found none")
    for name, value in (("depth", depth), ("nodes", nodes)):
        if value is not None and value.__index__() < 1:
            raise ValueError(f"search: expected {name} of 1 or more, found {value!r}")
    if seconds is not None and not (seconds > 0 and math.isfinite(seconds)):
        raise ValueError(f"search: expected seconds above 0, found {seconds!r}")
