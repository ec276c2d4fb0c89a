"""Marked boards: a chunk as a person sets it up on a board, and back to its text."""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from tabiya.chunks import _syntax as syntax
from tabiya.chunks._chunk import Chunk
from tabiya.chunks._library import Library, parse
from tabiya.chunks._picture import SQUARE, corner
from tabiya.chunks._squares import FILES, SLOTS, file_mask, rank_mask, square_names

_SYMBOLS = {name: name[1] if name[0] == "W" else name[1].lower() for name in SLOTS}


@dataclass(frozen=True)
class Mark:
    """What is marked on some squares.

    Attributes
    ----------
    pieces : tuple of str
        One of these: ``"WP"`` … ``"BK"``, ``"WA"`` and ``"BA"`` for any of a side, ``"nothing"``.
    squares : tuple of str
        Squares such as ``"E4"``; also files (``"D_FILE"``) and ranks (``"RANK_7"``).
    required : bool
        Whether the chunk requires it.
    every : bool
        Whether it is asked of every square (``+``) or of one of them (``/``).
    absent : bool
        Whether the pieces must *not* be there.
    """

    pieces: tuple[str, ...]
    squares: tuple[str, ...]
    required: bool = True
    every: bool = False
    absent: bool = False

    def text(self) -> str:
        """Return the statement.

        >>> Mark(("WP",), ("H2", "H3")).text()
        'require WP on H2/H3.'
        """
        pieces = self.pieces[0] if len(self.pieces) == 1 else f"[{' '.join(self.pieces)}]"
        squares = (" + " if self.every else "/").join(self.squares)
        verb = "noton" if self.absent else "on"
        return f"{'require ' if self.required else '    '}{pieces} {verb} {squares}."


@dataclass(frozen=True)
class MarkedBoard:
    """A chunk as marks on a board; what no mark can say stays text.

    Attributes
    ----------
    name : str
        The name of the chunk.
    marks : tuple of Mark
        The marks.
    colour, side : str or None
        With respect to whom it is read: ``"white"`` and ``"kingside"``, say.
    classification : str or None
        Its class.
    c_class : int or None
        The number of the class.
    importance : float or None
        What it counts; None if it is to be learned.
    advice : str or None
        What to do.
    parameters : str
        The parameters as the header has them, ``"(f: FILE)"``.
    conditions : tuple of str
        Statements that no mark can say, such as ``"require white to move."``

    Examples
    --------
    >>> board = MarkedBoard.from_board(
    ...     "8/8/8/8/3PP3/8/8/8", required=["d4", "e4"], name="centre", colour="white"
    ... )
    >>> print(board.text())
    chunk centre wrt white.
    require WP on D4 + E4.
    end centre.
    >>> board == MarkedBoard.of(board.library().chunks[0])
    True
    """

    name: str
    marks: tuple[Mark, ...]
    colour: str | None = None
    side: str | None = None
    classification: str | None = None
    c_class: int | None = None
    importance: float | None = 1.0
    advice: str | None = None
    parameters: str = ""
    conditions: tuple[str, ...] = ()

    @classmethod
    def from_board(
        cls,
        board: str,
        *,
        required: Iterable[str],
        optional: Iterable[str] = (),
        empty: Iterable[str] = (),
        name: str = "marked",
        colour: str | None = None,
        side: str | None = None,
        advice: str | None = None,
    ) -> "MarkedBoard":
        """Make a chunk of squares that are marked on a board.

        Parameters
        ----------
        board : str
            The pieces, as the first field of a FEN.
        required, optional, empty : iterable of str
            The squares whose pieces are required or optional, and those that must be empty.
        name, colour, side, advice : str, optional
            The rest of the chunk.
        """
        cells = _read_board(board)
        marks = []
        for squares, is_required in ((required, True), (optional, False)):
            groups: dict[str, list[str]] = {}
            for square in sorted(square.lower() for square in squares):
                if square not in cells:
                    raise ValueError(f"marked board: expected a piece on {square}, found none")
                groups.setdefault(cells[square], []).append(square.upper())
            for piece, found in groups.items():
                # Optional pieces may come one by one.
                parts = [found] if is_required else [[square] for square in found]
                marks += [
                    Mark((piece,), tuple(part), required=is_required, every=len(part) > 1)
                    for part in parts
                ]
        free = tuple(sorted(square.upper() for square in empty))
        if free:
            marks.append(Mark(("nothing",), free, every=len(free) > 1))
        return cls(name, tuple(marks), colour, side, advice=advice)

    @classmethod
    def of(cls, chunk: Chunk) -> "MarkedBoard":
        """Set up a chunk on a board."""
        definition = chunk.definition
        marks: list[Mark] = []
        conditions = []
        for statement in definition.statements:
            found = _marks(statement.condition, required=statement.required)
            if found is None:
                verb = "require" if statement.required else "optional"
                conditions.append(f"{verb} {statement.text}.")
            else:
                marks += found
        parameters = ", ".join(
            f"{parameter.name}: {_domain(parameter)}" for parameter in definition.parameters
        )
        classification = definition.classification
        return cls(
            chunk.name,
            tuple(marks),
            definition.colour,
            definition.side,
            None if classification is None else str(classification),
            definition.c_class,
            chunk.importance,
            chunk.advice,
            f"({parameters})" if parameters else "",
            tuple(conditions),
        )

    def text(self) -> str:
        """Return the chunk in the chunk language."""
        wrt = "".join(f" {word}" for word in (self.colour, self.side) if word)
        lines = [f"chunk {self.name}{self.parameters}{' wrt' + wrt if wrt else ''}."]
        if self.classification is not None:
            number = "" if self.c_class is None else f" c_class {self.c_class}"
            lines.append(f"classification {self.classification}{number}.")
        lines += [mark.text() for mark in self.marks]
        lines += self.conditions
        if self.importance != 1.0:
            value = "learned" if self.importance is None else f"{self.importance:g}"
            lines.append(f"importance {value}.")
        if self.advice is not None:
            lines.append(f'advice "{self.advice}"')
        return "\n".join([*lines, f"end {self.name}."])

    def library(self) -> Library:
        """Return the chunk alone, ready to match; it must not speak of other chunks."""
        return parse(self.text())

    def diagram(self) -> str:
        """Return the board as text: pieces as in a FEN, ``*`` where several or none may stand.

        >>> print(MarkedBoard("king", (Mark(("WK",), ("G1",)),)).diagram().splitlines()[-2])
        1 . . . . . . K .
        """
        cells = dict.fromkeys(square_names((1 << 64) - 1), ".")
        # What must be absent first, and required pieces last, for those are seen.
        for mark in sorted(self.marks, key=lambda mark: (not mark.absent, mark.required)):
            several = mark.absent or len(mark.pieces) > 1
            symbol = "*" if several else _SYMBOLS.get(mark.pieces[0], "*")
            for square in _squares_of(mark):
                cells[square] = symbol
        rows = [
            f"{rank} " + " ".join(cells[f"{file}{rank}"] for file in FILES)
            for rank in range(8, 0, -1)
        ]
        return "\n".join([*rows, "  " + " ".join(FILES)])

    def svg(self, *, size: int = 390) -> str:
        """Return the board as a picture: required pieces framed, optional ones pale.

        A dashed frame stands around squares of which one is enough, and a red cross where a piece
        must not be.

        >>> MarkedBoard("king", (Mark(("WK",), ("G1",)),)).svg()[:4]
        '<svg'
        """
        import chess  # noqa: PLC0415 (only who draws waits for it)
        import chess.svg  # noqa: PLC0415 (loads slowly, and only here)

        board = chess.BaseBoard.empty()
        body = []
        taken = {square for mark in self.marks if not mark.absent for square in _squares_of(mark)}
        for mark in self.marks:
            squares = [s for s in _squares_of(mark) if not (mark.absent and s in taken)]
            colour = "#0072b2" if mark.required else "#999999"
            symbol = _SYMBOLS.get(mark.pieces[0], "A")
            is_plain = len(mark.pieces) == 1 and symbol not in "Aa" and not mark.absent
            for square in squares:
                if is_plain:
                    piece = chess.Piece.from_symbol(symbol)
                    board.set_piece_at(chess.parse_square(square), piece)
                one_of = len(squares) > 1 and not mark.every
                body.append(_frame(square, colour, dashed=one_of, crossed=mark.absent))
                if not is_plain:
                    body.append(_label(square, " ".join(mark.pieces)))
        picture = str(chess.svg.board(board, size=size))
        return picture.removesuffix("</svg>") + "".join(body) + "</svg>"


def _marks(condition: syntax.Condition, *, required: bool) -> list[Mark] | None:
    """Return the marks that say the same, or None if there are none."""
    if isinstance(condition, syntax.Junction) and condition.sign == "&" and required:
        parts = [_marks(part, required=required) for part in condition.parts]
        return None if None in parts else [mark for part in parts for mark in part or ()]
    if not isinstance(condition, syntax.Stands) or not isinstance(condition.what, syntax.Phrase):
        return None
    phrase = condition.what
    names = tuple(phrase.pieces.text.strip("[]").split())
    known = all(name in SLOTS or name == "nothing" for name in names)
    if phrase.kinds or phrase.areas is None or not known:
        return None
    if any(area.mask is None or not _is_simple(area.text) for area in phrase.areas.items):
        return None
    squares = tuple(area.text for area in phrase.areas.items)
    every = phrase.areas.mode == "all"
    return [Mark(names, squares, required=required, every=every, absent=phrase.noton)]


def _is_simple(text: str) -> bool:
    return text.endswith("_FILE") or text.startswith("RANK_") or len(text) == len("E4")


def _domain(parameter: syntax.Parameter) -> str:
    sizes = {"SQUARE": 64, "FILE": 8, "RANK": 8, "PIECE": 12}
    if len(parameter.values) == sizes[parameter.type]:
        return parameter.type
    texts = " ".join(value.text for value in parameter.values)
    return texts if len(parameter.values) == 1 else f"[{texts}]"


def _squares_of(mark: Mark) -> list[str]:
    found: list[str] = []
    for text in mark.squares:
        if text.endswith("_FILE"):
            found += square_names(file_mask(text[0]))
        elif text.startswith("RANK_"):
            found += square_names(rank_mask(int(text[-1])))
        else:
            found.append(text.lower())
    return found


def _read_board(board: str) -> dict[str, str]:
    """Return the pieces of the first field of a FEN by their squares; kings may be missing."""
    rows = board.strip().split(" ", maxsplit=1)[0].split("/")
    cells: dict[str, str] = {}
    letters = "PNBRQK"
    for rank, row in zip(range(8, 0, -1), rows, strict=False):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
                continue
            if letter.upper() not in letters or file >= len(FILES):
                file = len(FILES) + 1
                break
            colour = "W" if letter.isupper() else "B"
            cells[f"{FILES[file]}{rank}"] = colour + letter.upper()
            file += 1
        if file != len(FILES):
            raise ValueError(f"marked board: expected eight squares in a rank, found {row!r}")
    if len(rows) != len(FILES):
        raise ValueError(f"marked board: expected eight ranks separated by /, found {board!r}")
    return cells


def _frame(square: str, colour: str, *, dashed: bool, crossed: bool) -> str:
    x, y = corner(square)
    dash = ' stroke-dasharray="5 3"' if dashed else ""
    if crossed:
        near, far = 8, SQUARE - 8
        return (
            f'<path d="M{x + near} {y + near}L{x + far} {y + far}M{x + far} {y + near}'
            f'L{x + near} {y + far}" stroke="#c0392b" stroke-width="3"/>'
        )
    side = SQUARE - 4
    return (
        f'<rect x="{x + 2}" y="{y + 2}" width="{side}" height="{side}" rx="4" fill="none" '
        f'stroke="{colour}" stroke-width="3"{dash}/>'
    )


def _label(square: str, text: str) -> str:
    x, y = corner(square)
    return (
        f'<text x="{x + SQUARE // 2}" y="{y + SQUARE // 2 + 3}" font-family="sans-serif" '
        f'font-size="9" text-anchor="middle" fill="#222222">{escape(text)}</text>'
    )
