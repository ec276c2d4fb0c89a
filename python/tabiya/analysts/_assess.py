"""Asking analysts about many positions, once each."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tabiya.analysts._analyst import Analyst, Progress, first_view, result_scores
from tabiya.analysts._engine import EngineAnalyst
from tabiya.analysts._player import SearchAnalyst, score_at_depth
from tabiya.cluster import Workers, run_pieces
from tabiya.games import Batch, Position
from tabiya.players import player_identity

if TYPE_CHECKING:
    from tabiya.analysts._cache import AssessmentCache

# So many positions are assessed between two times that they are written down.
BLOCK = 512
# The same, of analysts that are quick to ask and not written down.
QUICK_BLOCK = 1 << 16
# So many positions are one piece of work for a worker.
PIECE = 200


def assess(
    analyst: Analyst,
    positions: Sequence[Position],
    *,
    cache: "AssessmentCache | None" = None,
    threads: int = 1,
    workers: Workers | None = None,
    progress: Progress | None = None,
) -> NDArray[np.float64]:
    """Return what an analyst thinks of positions.

    What is in the cache is not asked again; what is new is put there block by block, so that a
    run that was interrupted goes on where it stopped.

    Parameters
    ----------
    analyst : Analyst
        Whom to ask.
    positions : Batch or sequence of Position
        What to ask about; games that are over count by their result.
    cache : AssessmentCache, optional
        What was said before.
    threads : int
        How many positions are looked at at the same time.
    workers : Workers, optional
        Workers who are asked instead, each looking at one position at a time.
    progress : callable, optional
        Called with the number of positions done and of all.

    Returns
    -------
    ndarray of shape (n_positions,)
        Scores of the first player, in centipawns.

    Examples
    --------
    >>> import tabiya
    >>> start = tabiya.game("chess").initial()
    >>> analyst = tabiya.analysts.StaticAnalyst(tabiya.Player("chess"))
    >>> tabiya.analysts.assess(analyst, [start]).shape
    (1,)
    """
    (row,) = assess_all(
        [analyst], positions, cache=cache, threads=threads, workers=workers, progress=progress
    )
    return np.asarray(row)


def assess_all(
    analysts: Sequence[Analyst],
    positions: Sequence[Position],
    *,
    cache: "AssessmentCache | None" = None,
    threads: int = 1,
    workers: Workers | None = None,
    progress: Progress | None = None,
) -> NDArray[np.float64]:
    """Return what many analysts think of positions, as :func:`assess` does.

    Searches of one player that differ in depth alone are done once, to the greatest depth.

    Returns
    -------
    ndarray of shape (n_analysts, n_positions)
        Scores of the first player, in centipawns.
    """
    found = [positions.game.name] if isinstance(positions, Batch) else _games(positions)
    for analyst in analysts:
        wrong = next((game for game in found if game != analyst.game), None)
        if wrong is not None:
            raise ValueError(
                f"{analyst.name}: expected positions of {analyst.game}, found one of {wrong}"
            )
    over = result_scores(positions)
    running = np.flatnonzero(np.isnan(over))
    asked = positions if len(running) == len(positions) else _some(positions, running)
    scores = np.tile(over, (len(analysts), 1))
    teams = _teams(analysts)
    n_all = len(asked) * len(teams)
    for n_before, team in enumerate(teams):
        tell = _shifted(progress, n_before * len(asked), n_all)
        asking = _Asking([analysts[i] for i in team], threads, workers)
        said = _ask_team(asking, asked, cache, tell)
        scores[np.ix_(np.array(team), running)] = first_view(asked, said) if len(asked) else said
    return scores


def _games(positions: Sequence[Position]) -> set[str]:
    return {position.game.name for position in positions}


def _some(positions: Sequence[Position], indices: NDArray[np.int64]) -> Sequence[Position]:
    """Return the positions of these numbers; of a batch, a batch."""
    if isinstance(positions, Batch):
        return positions[indices]
    return [positions[index] for index in indices.tolist()]


def _teams(analysts: Sequence[Analyst]) -> list[list[int]]:
    """Return which analysts are asked together: searches that differ in depth alone."""
    teams: dict[object, list[int]] = defaultdict(list)
    for index, analyst in enumerate(analysts):
        by_depth = isinstance(analyst, SearchAnalyst) and analyst.depth is not None
        teams[player_identity(analyst.player) if by_depth else index].append(index)  # type: ignore[attr-defined] # by depth it has a player
    return list(teams.values())


@dataclass(frozen=True)
class _Asking:
    """Analysts who are asked together, by threads of this process or by other workers."""

    team: Sequence[Analyst]
    threads: int
    workers: Workers | None

    def __call__(
        self, positions: Sequence[Position], size: int, tell: Progress
    ) -> Iterator[tuple[slice, list[NDArray[np.float64]]]]:
        """Yield which positions were looked at, and their scores, a row for each analyst."""
        if self.workers is None:
            with self._asked() as ask:
                for start in range(0, len(positions), size):
                    part = slice(start, start + size)
                    yield part, ask(positions[part], _shifted(tell, start, len(positions)))
            return
        size = size if size == QUICK_BLOCK else PIECE
        # A worker is one process of many: it has one thread.
        work = partial(_ask, self.team, threads=1, progress=None)
        yield from run_pieces(self.workers, work, positions, size=size, progress=tell)

    @contextmanager
    def _asked(
        self,
    ) -> Iterator[Callable[[Sequence[Position], Progress], list[NDArray[np.float64]]]]:
        """Give what asks about some positions; an engine stays open from block to block."""
        (first, *others) = self.team
        if others or not isinstance(first, EngineAnalyst):
            yield lambda positions, tell: _ask(self.team, positions, self.threads, tell)
            return
        with first.keeping(self.threads) as kept:
            yield lambda positions, tell: [kept.assess(positions, progress=tell)]


def _ask_team(
    asking: _Asking,
    positions: Sequence[Position],
    cache: "AssessmentCache | None",
    progress: Progress,
) -> NDArray[np.float64]:
    """Return scores of the side to move, one row per analyst."""
    names = [analyst.identity for analyst in asking.team]
    if not any(names):
        return _ask_in_blocks(asking, positions, progress)
    texts = positions.texts() if isinstance(positions, Batch) else [str(p) for p in positions]
    known: list[dict[str, float]] = [
        cache.get(name, texts) if cache and name else {} for name in names
    ]
    # Each text once, with the number of the last position that is written so.
    asked = {
        text: index for index, text in enumerate(texts) if any(text not in row for row in known)
    }
    missing = list(asked)
    chosen = _some(positions, np.array([asked[text] for text in missing], dtype=np.int64))
    tell = _shifted(progress, len(texts) - len(missing), len(texts))
    for part, found in asking(chosen, BLOCK, tell):
        for name, row, scores in zip(names, known, found, strict=True):
            new = dict(zip(missing[part], scores.tolist(), strict=True))
            row.update(new)
            if cache and name:
                cache.put(name, new)
    progress(len(texts), len(texts))
    return np.array([[row[text] for text in texts] for row in known])


def _ask_in_blocks(
    asking: _Asking, positions: Sequence[Position], progress: Progress
) -> NDArray[np.float64]:
    """Ask analysts of whom nothing is kept; no text is made of any position."""
    scores = np.empty((len(asking.team), len(positions)))
    for part, rows in asking(positions, QUICK_BLOCK, progress):
        for row, found in zip(scores, rows, strict=True):
            row[part] = found
    progress(len(positions), len(positions))
    return scores


def _ask(
    team: Sequence[Analyst],
    positions: Sequence[Position],
    threads: int,
    progress: Progress | None,
) -> list[NDArray[np.float64]]:
    first = team[0]
    if len(team) == 1 or not isinstance(first, SearchAnalyst):
        return [a.assess(positions, threads=threads, progress=progress) for a in team]
    depths = [analyst.depth or 0 for analyst in team if isinstance(analyst, SearchAnalyst)]
    deepest = replace(first, depth=max(depths))
    reports = deepest.reports(positions, threads=threads, progress=progress)
    return [np.array([score_at_depth(report, d) for report in reports]) for d in depths]


def _shifted(progress: Progress | None, n_before: int, n_all: int) -> Callable[[int, int], object]:
    def tell(n_done: int, _: int) -> None:
        if progress:
            progress(n_before + n_done, n_all)

    return tell
