"""Examples from whatever file holds some."""

import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from tabiya import _core
from tabiya.games import Game
from tabiya.ordering._examples import NO_SQUARE, MoveExamples, join, load_examples
from tabiya.ordering._games import NoGamesError, examples_from_games
from tabiya.positions import PositionSet, has_games, read

BEST_MOVE = "best move"


def read_examples(
    paths: Sequence[str | os.PathLike[str]], *, eco: str | None = None, threads: int | None = None
) -> tuple[MoveExamples, list[str]]:
    """Read examples: files of them, games (the moves played), or sets with best moves.

    Parameters
    ----------
    paths : sequence of path
        ``.npz`` files of :meth:`MoveExamples.save`, files of games, or whatever
        :func:`tabiya.positions.read` reads that has labels of the kind "best move".
    eco : str, optional
        Only games of this opening, as :meth:`MoveExamples.of_openings` takes it.
    threads : int, optional
        Threads that read PGN.

    Returns
    -------
    examples : MoveExamples
        All of them.
    faults : list of str
        What could not be read, a line each.

    Raises
    ------
    ValueError
        If there are no examples, or they are of different games.
    """
    parts: list[MoveExamples] = []
    faults: list[str] = []
    for path in paths:
        file = Path(path)
        if file.suffix == ".npz":
            parts.append(load_examples(file))
        elif has_games(file):
            try:
                found, wrong = examples_from_games([file], threads=threads)
            except NoGamesError as none:
                if len(paths) == 1 or not none.faults:
                    raise
                wrong = list(none.faults)  # other files may have some
            else:
                parts.append(found)
            faults.extend(str(fault) for fault in wrong)
        else:
            part, wrong_moves = _of_set(file, read(file, kinds=[BEST_MOVE]))
            parts.append(part)
            faults.extend(wrong_moves)
    if not parts:
        raise ValueError(f"{paths[0]}: expected games, found none that can be read: {faults[0]}")
    examples = join(parts)
    return (examples if eco is None else examples.of_openings(eco)), faults


def _of_set(file: Path, positions: PositionSet) -> tuple[MoveExamples, list[str]]:
    rows = positions.table.filter(positions.table["kind"] == BEST_MOVE)
    if rows.height == 0:
        raise ValueError(f"{file}: expected labels of the kind {BEST_MOVE!r}, found none")
    game = Game(positions.game)
    starts, kept, faults = [], [], []
    for row, (text, label) in enumerate(rows.select("position", "label").iter_rows()):
        position = game.position(text)
        try:
            # Where several moves are equally good, the first one named is taken.
            move = position.parse_move((label or "?").split()[0])
        except ValueError as error:
            faults.append(f"{file}: row {row + 1}: {error}")
            continue
        starts.append((position._core, [move]))
        kept.append(row)
    if not starts:
        raise ValueError(f"{file}: expected legal best moves, found none")
    found, _ = _core.played_moves(game.name, starts)
    packed = found["positions"].reshape(len(starts), -1)
    opening = rows["opening"].to_numpy()[kept] if "opening" in rows.columns else None
    keys = _core.packed_keys(game.name, packed)
    group = keys if opening is None or np.isnan(opening.astype(float)).any() else opening
    return (
        MoveExamples(
            game.name,
            packed,
            found["from"],
            found["to"],
            np.full(len(starts), NO_SQUARE, np.uint8),
            group.astype(np.uint64),
            np.full(len(starts), "", dtype="U3"),
        ),
        faults,
    )
