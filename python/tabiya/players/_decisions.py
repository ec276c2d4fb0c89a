"""What a search decides, as a person says it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from tabiya import _core


@dataclass(frozen=True)
class Decisions:
    """What a player's search decides: its numbers, and how many moves it looks at where.

    Parameters
    ----------
    params : mapping of str to float
        Numbers of the search by name; :meth:`describe` lists them. A switch is 0 or 1.
    preset : {"modern", "crafty", "othello"}, optional
        What the numbers start from: a modern search, the default in chess and Lines of Action;
        the modern one without killers, the default in Othello; or the plain one of CRAFTY (Kocsis
        2003, §2.2.2).
    widths : sequence of int
        A forward-pruning vector (Kocsis 2003, §4.2): how many moves are searched at index 1, 2, …
        Beyond its end everything is searched.
    widths_by : {"depth", "iteration", "leaf"}
        What the vector is indexed by: the depth of the node, the iteration, or the distance to the
        leaf.

    Examples
    --------
    >>> import tabiya
    >>> narrow = tabiya.Decisions(params={"null_move": 0}, widths=(30, 10, 5, 3))
    >>> position = tabiya.game("loa").initial()
    >>> full = tabiya.Player("loa", pruning="none").search(position, depth=4)
    >>> cut = tabiya.Player("loa", decisions=narrow).search(position, depth=4)
    >>> cut.nodes < full.nodes
    True
    """

    params: Mapping[str, float] = field(default_factory=dict)
    preset: str | None = None
    widths: tuple[int, ...] | None = None
    widths_by: Literal["depth", "iteration", "leaf"] = "depth"

    def __post_init__(self) -> None:
        if self.widths is not None and any(width < 1 for width in self.widths):
            raise ValueError(f"widths: expected numbers of 1 or more, found {self.widths}")

    @staticmethod
    def describe() -> str:
        """Return a line for each number of the search: name, default, range, meaning."""
        return "\n".join(
            f"{name:22} {default:8g}  [{least:g}, {most:g}]  {meaning}"
            for name, default, least, most, _group, meaning in _core.params()
        )
