"""The contract of a game, run on any of them."""

import pickle
import random

from tabiya._core import IllegalMoveError, ParsePositionError
from tabiya.games._game import Game, Position

RESULTS = ("1-0", "0-1", "1/2-1/2")
LONGEST = 400


def check_game(game: Game, *, games: int = 20, seed: int = 0) -> int:
    """Play random games and check that the game keeps its contract.

    Parameters
    ----------
    game : Game
        The game to check.
    games : int
        How many games to play.
    seed : int
        Seed of the random moves.

    Returns
    -------
    int
        The number of positions checked.

    Raises
    ------
    AssertionError
        If the contract is broken; the message says how and where.

    Examples
    --------
    >>> import tabiya
    >>> check_game(tabiya.game("othello"), games=2) > 100
    True
    """
    generator = random.Random(seed)  # noqa: S311 (moves of a test)
    n_checked = 0
    for _ in range(games):
        position = game.initial()
        for _ in range(LONGEST):
            _check_position(position)
            n_checked += 1
            if position.result is not None:
                break
            position = _check_move(position, generator.choice(position.legal_moves()))
    _check_errors(game)
    return n_checked


def _check_position(position: Position) -> None:
    moves = position.legal_moves()
    copy = position.game.position(str(position))
    _require(copy == position, "text reads back as the same position", position)
    _require(str(copy) == str(position), "text reads back as the same text", position)
    _require(hash(copy) == hash(position), "equal positions hash alike", position)
    _require(copy.legal_moves() == moves, "equal positions have equal moves", position)
    _require(len(set(moves)) == len(moves), "no move is listed twice", position)
    _require(position.perft(0) == 1, "perft(0) is 1", position)
    if moves:
        _require(position.perft(1) == len(moves), "perft(1) counts the legal moves", position)
    _require(bool(moves) or position.result in RESULTS, "no moves means a result", position)
    _require(position.result in (None, *RESULTS), "the result is one of four", position)
    _require(position.side_to_move in position.game.sides, "a side is to move", position)
    _require(len(position.cells) == 64, "there are 64 cells", position)  # noqa: PLR2004 (squares of a board)
    _require(position.svg().startswith("<svg"), "the picture is SVG", position)
    again = pickle.loads(pickle.dumps(position))  # noqa: S301 (our own bytes)
    _require(again == position and again.result == position.result, "pickling keeps all", position)


def _check_move(position: Position, move: str) -> Position:
    before = str(position)
    after = position.play(move)
    _require(str(position) == before, "playing leaves the old position alone", position)
    _require(after != position, f"{move} leads to another position", position)
    _require(position.play(move) == after, f"{move} leads to the same position twice", position)
    return after


def _check_errors(game: Game) -> None:
    initial = game.initial()
    for text in ("", "nonsense", "♔", "a9a9", " "):
        try:
            initial.play(text)
        except IllegalMoveError as error:
            _require("\n" not in str(error), "an error is one line", initial)
        else:
            _require(False, f"{text!r} is not a legal move", initial)  # noqa: FBT003 (read as a sentence)
        try:
            game.position(text)
        except ParsePositionError as error:
            _require(game.name in str(error), "an error names the game", initial)
        else:
            _require(False, f"{text!r} is not a position", initial)  # noqa: FBT003 (read as a sentence)


def _require(holds: bool, rule: str, position: Position) -> None:  # noqa: FBT001 (read as a sentence)
    if not holds:
        raise AssertionError(
            f"{position.game!r}: expected that {rule}, found otherwise in {position}"
        )
