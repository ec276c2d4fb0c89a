"""Games as the page's board needs them: the first position, and what each move changes."""

import string
from typing import Any

from tabiya.games import Game
from tabiya.play import GameRecord
from tabiya.players import plain_score

# A letter for each square, a1, b1 to h8.
SQUARES = string.ascii_uppercase + string.ascii_lowercase + string.digits + "+/"


def replay(record: GameRecord, game: Game) -> dict[str, Any]:
    """Return a game as plain values; each move as letters of squares and what then stands there.

    A move that is not legal, such as one that lost the game, ends the replay.

    >>> start = str(Game("othello").initial())
    >>> found = replay(GameRecord("a", "b", None, start, moves=("d3",)), Game("othello"))
    >>> found["changes"]
    ['TXbX']
    """
    position = game.position(record.opening)
    turn = game.sides.index(position.side_to_move)
    cells = first = position.cells
    changes = []
    for move in record.moves:
        try:
            position = position.play(move)
        except ValueError:
            break
        following = position.cells
        changes.append(
            "".join(
                SQUARES[square] + after
                for square, (before, after) in enumerate(zip(cells, following, strict=True))
                if before != after
            )
        )
        cells = following
    n_moves = len(changes)
    thoughts = record.thoughts[:n_moves]
    return {
        "start": first,
        "turn": turn,
        "changes": changes,
        "moves": list(record.moves[:n_moves]),
        "scores": [
            None if t.score is None else round(plain_score(game.name, t.score)) for t in thoughts
        ],
        "wins": [t.win_in for t in thoughts],
        "depths": [t.depth for t in thoughts],
        "nodes": [t.nodes for t in thoughts],
        "seconds": [None if t.seconds is None else round(t.seconds, 3) for t in thoughts],
    }
