"""Games by name, and their positions."""

import operator
from collections.abc import Iterable, Sequence

from tabiya import _core
from tabiya.games import _notation, _svg
from tabiya.games._diagram import draw_diagram
from tabiya.games._recognise import recognise

# Deeper than anyone can count, and no deeper than the stack.
DEEPEST_PERFT = 64


def games() -> list[str]:
    """Return the names of all games.

    >>> games()
    ['chess', 'othello', 'loa']
    """
    return _core.games()


def game(name: str, **rules: str | int) -> "Game":
    """Return the game of this name, with options of its rules.

    Parameters
    ----------
    name : str
        ``"chess"``, ``"othello"`` or ``"loa"``.
    **rules : str or int
        Options of the rules. Chess: ``chess960`` (``True`` or ``False``), castling from other
        squares, with castling moves written as the king taking its rook. Lines of Action:
        ``simultaneous`` (``"draw"`` or ``"mover"``), ``no_move`` (``"loss"`` or ``"pass"``) and
        ``repetition`` (``3``, ``2`` or ``"off"``).

    Examples
    --------
    >>> game("othello").initial().legal_moves()
    ['d3', 'c4', 'f5', 'e6']
    >>> game("loa", simultaneous="mover").name
    'loa'
    >>> start = game("chess", chess960=True).position("1r2k2r/8/8/8/8/8/8/1R2K1R1 w GBhb - 0 1")
    >>> [move for move in start.legal_moves() if move in ("e1g1", "e1b1")]
    ['e1g1', 'e1b1']
    """
    return Game(name, **rules)


class Game:
    """A game: where positions come from.

    Two games are equal if they have the same name and the same options of the rules were set.
    """

    __slots__ = ("_rules", "_sides", "name")

    def __init__(self, name: str, **rules: str | int) -> None:
        if not isinstance(name, str):
            raise TypeError(f"game: expected a name such as 'chess', found {name!r}")
        self._sides = tuple(_core.sides(encodable(name)))
        self.name = name
        options = ((option, _rule_text(value)) for option, value in rules.items())
        self._rules = tuple(sorted(each for each in options if each[1] != "false"))
        self.initial()  # unknown rules are an error here, not at the first position

    @property
    def rules(self) -> dict[str, str]:
        """Return the options of the rules that were set."""
        return dict(self._rules)

    @property
    def sides(self) -> tuple[str, ...]:
        """Return what the two players are called; the first one moves first.

        >>> game("chess").sides, game("loa").sides
        (('white', 'black'), ('black', 'white'))
        """
        return self._sides

    def initial(self) -> "Position":
        """Return the position in which games start.

        >>> print(game("loa").initial())
        1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b
        """
        return Position(self, _core.Position.initial(self.name, self._rules))

    def position(self, text: str) -> "Position":
        """Read a position.

        Parameters
        ----------
        text : str
            Chess: FEN; castling rights also as X-FEN and Shredder-FEN. Othello: 64 of ``X``
            (Black), ``O`` (White) and ``-`` from a1, b1 to h8, a space, and the side to move, ``X``
            or ``O``. Lines of Action: ranks from the eighth to the first separated by ``/``, with
            ``b``, ``w`` and digits for empty squares, a space, and the side to move, ``b`` or
            ``w``.

        Raises
        ------
        ParsePositionError
            If the text is not a position; the message names the field.

        Examples
        --------
        >>> game("chess").position("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1").result
        '1/2-1/2'
        >>> game("chess").position("8/8/8/8 w - - 0 1")
        Traceback (most recent call last):
        tabiya.ParsePositionError: chess position, board: expected ...
        """
        if not isinstance(text, str):
            raise TypeError(f"{self.name} position: expected a text, found {text!r}")
        try:
            return Position(self, _core.Position.parse(self.name, encodable(text), self._rules))
        except _core.ParsePositionError:
            other = recognise(text)
            is_empty = text.startswith("8/8/8/8/8/8/8/8")  # and may be of any game
            if is_empty or other in (None, self.name):
                raise
            message = f"{self.name} position: expected one of {self.name}, found one of {other}"
            raise _core.ParsePositionError(f"{message}: {text!r}") from None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self.name, self._rules) == (other.name, other._rules)

    def __hash__(self) -> int:
        return hash((self.name, self._rules))

    def __repr__(self) -> str:
        options = "".join(f", {option}={value!r}" for option, value in self._rules)
        return f"game({self.name!r}{options})"

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return _rebuild_game, (self.name, self._rules)


class Position:
    """A state of a game, reached by play or read from text. It never changes.

    Positions are equal if the rules of repetition call them the same; the past does not count.

    Examples
    --------
    >>> p = game("chess").initial().play("e2e4").play("e7e5")
    >>> p.side_to_move
    'white'
    >>> p.result is None
    True
    >>> game("chess").position(str(p)) == p
    True
    """

    __slots__ = ("_core", "game")

    def __init__(self, game: Game, core: _core.Position) -> None:
        self.game = game
        self._core = core

    @property
    def side_to_move(self) -> str:
        """Return who moves, ``"white"`` or ``"black"``."""
        return self.game.sides[self._core.turn]

    @property
    def result(self) -> str | None:
        """Return ``"1-0"``, ``"0-1"`` or ``"1/2-1/2"``, or None while the game goes on.

        ``"1-0"`` is a win of the first player: White in chess, Black in Othello and Lines of
        Action. Repetitions count from where the play began.
        """
        return self._core.result

    def legal_moves(self) -> list[str]:
        """Return the legal moves as texts.

        The list is empty once a game is won or lost. A game drawn by count (repetition, fifty
        moves, insufficient material) still lists its moves, as it does in python-chess.
        """
        return self._core.legal_moves()

    def play(self, move: str) -> "Position":
        """Return the position after a move.

        Raises
        ------
        IllegalMoveError
            If the move is not legal.

        Examples
        --------
        >>> game("othello").initial().play("a1")
        Traceback (most recent call last):
        tabiya.IllegalMoveError: expected a legal move, found "a1" in ...
        """
        if not isinstance(move, str):
            raise TypeError(f"expected a move such as {self.legal_moves()[:1]}, found {move!r}")
        return Position(self.game, self._core.play(encodable(move)))

    def play_all(self, moves: Sequence[str]) -> "Position":
        """Return the position after several moves.

        >>> game("loa").initial().play_all(["b1b3", "a3c1"]).side_to_move
        'black'
        """
        position = self
        for move in moves:
            position = position.play(move)
        return position

    def parse_move(self, text: str) -> str:
        """Return the legal move that a text names, as people write it.

        Parameters
        ----------
        text : str
            The move: in chess SAN, ``e2-e4`` or ``e2e4``, in Lines of Action ``h7-f7``, ``h7xf7``
            or ``h7f7``, in Othello the square in small or capital letters; ``pass``.

        Raises
        ------
        IllegalMoveError
            If it names none.

        Examples
        --------
        >>> start = game("chess").initial()
        >>> start.parse_move("Nf3"), start.parse_move("E2-E4")
        ('g1f3', 'e2e4')
        >>> game("loa").initial().parse_move("b1-b3")
        'b1b3'
        """
        return _notation.parse_move(self, text)

    def format_move(self, move: str) -> str:
        """Return a legal move as people write it; :meth:`parse_move` reads it back.

        >>> game("chess").initial().format_move("g1f3"), game("loa").initial().format_move("b1b3")
        ('Nf3', 'b1-b3')
        """
        return _notation.format_move(self, move)

    def format_line(self, moves: Iterable[str]) -> str:
        """Return moves in a row, from this position on, as people write them.

        >>> game("chess").initial().format_line(["e2e4", "e7e5", "g1f3"])
        '1. e4 e5 2. Nf3'
        """
        return _notation.format_line(self, moves)

    def perft(self, depth: int) -> int:
        """Count the sequences of so many legal moves, on all cores.

        As in the published tables, an Othello game that ends early counts as one sequence, and a
        chess game that ends early does not.

        >>> game("othello").initial().perft(5)
        1396
        """
        plies = operator.index(depth)
        if not 0 <= plies <= DEEPEST_PERFT:
            raise ValueError(f"perft: expected a depth from 0 to {DEEPEST_PERFT}, found {plies}")
        return self._core.perft(plies)

    @property
    def cells(self) -> str:
        """Return what stands on the squares a1, b1, … h8; ``.`` is an empty one."""
        return self._core.cells

    def diagram(self) -> str:
        """Return the board as text for people."""
        return draw_diagram(self.game.name, self.cells)

    def svg(self, *, size: int = 360, last_move: str | None = None) -> str:
        """Return the board as an SVG picture.

        Parameters
        ----------
        size : int
            Width and height in pixels.
        last_move : str, optional
            A move to mark on the board.

        Examples
        --------
        >>> game("othello").initial().svg()[:4]
        '<svg'
        """
        return _svg.draw(self.game.name, self.cells, size=size, last_move=last_move)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._core.is_same(other._core)

    def __hash__(self) -> int:
        return hash(self._core.key)

    def __str__(self) -> str:
        return self._core.text

    def __repr__(self) -> str:
        return f"<{self.game.name} {str(self)!r}>"

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return _rebuild_position, (self.game, str(self), self._core.past)


def _rule_text(value: str | int) -> str:
    return str(value).lower() if isinstance(value, bool) else encodable(str(value))


def encodable(text: str) -> str:
    """Return the text without the lone surrogates that no encoding takes."""
    return text.encode("utf-8", "replace").decode()


def _rebuild_game(name: str, rules: tuple[tuple[str, str], ...]) -> Game:
    return Game(name, **dict(rules))


def _rebuild_position(game: Game, text: str, past: list[int]) -> Position:
    return Position(game, game.position(text)._core.with_past(past))
