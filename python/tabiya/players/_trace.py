"""Traces: the features of many positions, so that any weights can be tried without the boards."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tabiya import _core
from tabiya.games import Batch, Position
from tabiya.players._weights import Weights

if TYPE_CHECKING:
    from scipy.sparse import csr_array


def check_game(batch: Batch, game: str) -> None:
    """Refuse a batch of another game."""
    if batch.game.name != game:
        raise ValueError(f"expected positions of {game}, found a batch of {batch.game.name}")


class Trace:
    """The sparse features of positions under a game's evaluation.

    Parameters
    ----------
    game : str
        The game.
    positions : Batch or iterable of Position
        The positions to trace.
    weights : mapping, optional
        What counts where no other weights are named: those of the player; else the defaults.

    Examples
    --------
    >>> import tabiya
    >>> start = tabiya.game("chess").initial()
    >>> positions = [start.play(move) for move in start.legal_moves()]
    >>> player = tabiya.Player("chess", resolution=0.001)
    >>> trace = player.trace(positions)
    >>> scores = trace.scores()
    >>> bool(max(abs(s - player.evaluate(p)) for s, p in zip(scores, positions)) < 0.01)
    True
    >>> bool(trace.scores({"side_to_move_opening": 100}).mean() > scores.mean())
    True
    """

    def __init__(
        self,
        game: str,
        positions: Iterable[Position],
        weights: Weights | Mapping[str, float] | None = None,
    ) -> None:
        self.game = game
        self._weights = Weights(game, weights)
        if isinstance(positions, Batch):
            check_game(positions, game)
            self._core = _core.Trace.of_packed(game, positions.packed)
        else:
            cores = [position._core for position in positions]
            self._core = _core.Trace(game, cores)

    def __len__(self) -> int:
        return len(self._core)

    @property
    def n_entries(self) -> int:
        """Return the number of features that are not zero, over all positions."""
        return self._core.n_entries

    def scores(
        self, weights: Weights | Mapping[str, float] | ArrayLike | None = None
    ) -> NDArray[np.float64]:
        """Return the static evaluation of every position for the side to move, in centipawns.

        Parameters
        ----------
        weights : mapping or ndarray, optional
            Names and values that differ from the defaults; or an array with a value for every
            weight in order, of shape (n_weights,) or (n_vectors, n_weights). Those of the trace
            if there are none.

        Returns
        -------
        ndarray of shape (n_positions,) or (n_vectors, n_positions)
        """
        if weights is None or isinstance(weights, Mapping):
            return self._core.scores(self._array(weights)[None, :]).reshape(-1)
        vectors = np.ascontiguousarray(weights, dtype=np.float64)
        n_weights = len(_core.weights(self.game))
        if vectors.ndim not in (1, 2) or vectors.shape[-1] != n_weights:
            raise ValueError(
                f"trace: expected arrays of {n_weights} weights, found shape {vectors.shape}"
            )
        scores = self._core.scores(np.atleast_2d(vectors))
        return scores.reshape(-1) if vectors.ndim == 1 else scores

    def _array(self, weights: Mapping[str, float] | None) -> NDArray[np.float64]:
        return (self._weights if weights is None else Weights(self.game, weights)).array()

    def jacobian(self, weights: Weights | Mapping[str, float] | None = None) -> "csr_array":
        """Return how the scores change with the weights, at some values of them.

        Returns
        -------
        csr_array of shape (n_positions, n_weights)
        """
        from scipy.sparse import csr_array  # noqa: PLC0415 (slow to load, and few need it)

        values = self._array(weights)
        starts, columns, data = self._core.jacobian(values.tolist())
        return csr_array((data, columns, starts), shape=(len(self), len(values)))
