"""What searches did, node by node, for those who learn from it."""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tabiya.games import Batch, Position

if TYPE_CHECKING:
    import polars as pl

    from tabiya.players._player import Player

# Words for the numbers in which the core writes down kinds, in its order.
EXPECTED = ("pv", "cut", "all")
ENTRIES = ("move", "null move", "singular", "probe")
LEFT_BY = (
    "moves",
    "no moves",
    "reverse futility",
    "razoring",
    "null move",
    "probe",
    "stopped",
)
BOUNDS = ("", "upper", "lower", "exact")

_MOVE_COLUMNS = ("positions", "ends", "from", "to")


class SearchLog:
    """A sample of the nodes of many searches, as columns.

    Attributes
    ----------
    positions : Batch
        The position of every node.
    columns : mapping of str to ndarray of shape (n_nodes,)
        ``search`` (number of the searched position), ``iteration``, ``ply``, ``depth`` (sixteenths
        of a ply that remained), ``alpha``, ``beta``, ``evaluation`` and ``score`` (centipawns; the
        evaluation is nan in check), ``in_check``, ``is_improving``, ``expected``, ``entry``,
        ``left_by`` and ``bound`` (numbers; :meth:`table` has the words), ``nodes`` (spent below),
        ``n_tried`` (moves searched), ``best_index`` (the number of the best move among them, from
        1; 0 where none raised alpha), ``table_move_first`` and ``previous`` (the
        square that the move before went to; 64 at the root and after a null move).
    starts : ndarray of shape (n_nodes + 1,)
        Where the legal moves of a node begin in ``from_squares`` and ``to_squares``. Those that
        were tried stand first, in the order in which they were.
    from_squares, to_squares : ndarray of uint8
        The squares of the moves, a1 = 0, b1 = 1, … h8 = 63; castling goes to the rook's square.

    Examples
    --------
    >>> import tabiya
    >>> start = tabiya.game("loa").initial()
    >>> log = tabiya.Player("loa").log_searches([start], nodes=2000, rate=0.5, seed=1)
    >>> len(log) > 50, len(log.positions) == len(log)
    (True, True)
    >>> log.best_moves()[log.columns["best_index"] == 0].max()
    np.int64(-1)
    """

    def __init__(self, game: Any, raw: Mapping[str, NDArray[Any]], width: int) -> None:
        self.positions = Batch(game, raw["positions"].reshape(-1, width), checked=True)
        self.columns = {name: raw[name] for name in raw if name not in _MOVE_COLUMNS}
        self.starts = np.concatenate([[0], raw["ends"]]).astype(np.int64)
        self.from_squares: NDArray[np.uint8] = raw["from"]
        self.to_squares: NDArray[np.uint8] = raw["to"]

    def __len__(self) -> int:
        return len(self.starts) - 1

    def best_moves(self) -> NDArray[np.int64]:
        """Return where the best move of each node stands among all moves; -1 if it has none."""
        index = self.columns["best_index"].astype(np.int64)
        return np.where(index > 0, self.starts[:-1] + index - 1, -1)

    def table(self) -> "pl.DataFrame":
        """Return the columns as a table, with words for kinds.

        >>> import tabiya
        >>> start = tabiya.game("othello").initial()
        >>> log = tabiya.Player("othello").log_searches([start], depth=5, seed=1)
        >>> sorted(log.table()["bound"].unique())
        ['exact', 'lower', 'upper']
        """
        import polars as pl  # noqa: PLC0415 (takes a while to load)

        words = {
            "expected": EXPECTED,
            "entry": ENTRIES,
            "left_by": LEFT_BY,
            "bound": BOUNDS,
        }
        named = {
            name: np.asarray(words[name])[values] if name in words else values
            for name, values in self.columns.items()
        }
        return pl.DataFrame(named)


def log_searches(
    player: "Player",
    positions: Iterable[Position],
    *,
    depth: int | None,
    nodes: int | None,
    rate: float,
    seed: int,
    threads: int,
    progress: Callable[[int, int], object] | None,
) -> SearchLog:
    """Search positions and return a sample of what happened; see ``Player.log_searches``."""
    if not 0 < rate <= 1:
        raise ValueError(f"rate: expected a number above 0 and at most 1, found {rate!r}")
    batch = positions if isinstance(positions, Batch) else Batch.of(positions, player.game)
    raw = player._core.log_packed(
        batch.packed, list(batch.game.rules.items()), rate, seed, depth, nodes, threads, progress
    )
    return SearchLog(batch.game, raw, batch.packed.shape[1])
