"""From the tree that the grammar gives to the syntax tree of a chunk."""

import re
from typing import Any

from lark import Token, Transformer, v_args

from tabiya.chunks import _squares as squares
from tabiya.chunks import _syntax as syntax
from tabiya.chunks._error import ChunkError, Place

PIECE_LETTERS = "PNBRQKpnbrqkAa_"
# BN is the black knight, and [BN] is CQL's white bishop or knight.
AMBIGUOUS = {f"[B{piece}]" for piece in "PNBRQKA"}


@v_args(inline=True)
class Builder(Transformer[Token, Any]):
    """Builds the syntax tree; each method is a rule of the grammar."""

    def __init__(self, text: str, file: str | None) -> None:
        super().__init__()
        self._text = text
        self._file = file

    def _place(self, token: Any) -> Place:
        return Place(self._file, token.line or 1, token.column or 1)

    def _fail(self, token: Any, reason: str) -> ChunkError:
        return ChunkError(self._place(token), reason, self._text)

    # Files and chunks

    def file(self, *items: Any) -> tuple[list[syntax.Definition], list[Token]]:
        chunks = [item for item in items if isinstance(item, syntax.Definition)]
        classes = [name for item in items if isinstance(item, list) for name in item]
        return chunks, classes

    def classes(self, *names: Token) -> list[Token]:
        return list(names)

    @v_args(meta=True, inline=True)
    def chunk(self, meta: Any, name: Token, parameters: Any, wrt: Any, *rest: Any) -> Any:
        *statements, end = rest
        if end is not None and end != name:
            raise self._fail(
                end, f"expected the end of {str(name)!r}, found the end of {str(end)!r}"
            )
        colour, side = wrt or (None, None)
        classification = self._only(statements, "classification")
        c_class = None
        if classification is not None:
            classification, c_class = classification
        advice = self._only(statements, "advice")
        importance = self._only(statements, "importance")
        return syntax.Definition(
            str(name),
            tuple(parameters or ()),
            colour,
            side,
            classification,
            c_class,
            tuple(s for s in statements if isinstance(s, syntax.Statement)),
            advice,
            importance if importance is not None else 1.0,
            self._place(name),
            self._text[meta.start_pos : meta.end_pos],
        )

    def _only(self, statements: list[Any], kind: str) -> Any:
        found = [s for s in statements if isinstance(s, tuple) and s[0] == kind]
        if len(found) > 1:
            raise self._fail(found[1][1], f"expected one {kind} in a chunk, found another")
        return found[0][2] if found else None

    def end(self, name: Token | None) -> Token | None:
        return name

    def parameters(self, *parameters: syntax.Parameter) -> list[syntax.Parameter]:
        names = [parameter.name for parameter in parameters]
        for i, parameter in enumerate(parameters):
            if parameter.name in names[:i]:
                reason = f"expected another name, found {parameter.name!r} again"
                raise ChunkError(parameter.where, reason, self._text)
        return list(parameters)

    def parameter(self, name: Token, domain: tuple[str, tuple[Any, ...]]) -> syntax.Parameter:
        if str(name) in PIECE_LETTERS:
            raise self._fail(
                name, f"expected a name that is not a piece of CQL, found {str(name)!r}"
            )
        return syntax.Parameter(str(name), domain[0], domain[1], self._place(name))

    def all_values(self, name: Token) -> tuple[str, tuple[Any, ...]]:
        where = self._place(name)
        kind = str(name)
        areas = {
            "SQUARE": [
                (s.upper(), squares.square_bit(s)) for s in squares.square_names(squares.ALL)
            ],
            "FILE": [(f"{f.upper()}_FILE", squares.file_mask(f)) for f in squares.FILES],
            "RANK": [(f"RANK_{r}", squares.rank_mask(r)) for r in range(1, 9)],
        }
        if kind in areas:
            return kind, tuple(syntax.Area(text, mask, where) for text, mask in areas[kind])
        pieces = [p for p in squares.SLOTS if p[1] != "A"]
        return kind, tuple(syntax.Pieces(p, 1 << squares.SLOTS[p], where) for p in pieces)

    def one_value(self, value: syntax.Area | syntax.Pieces) -> tuple[str, tuple[Any, ...]]:
        return self.these_values(value)

    def these_values(self, *values: syntax.Area | syntax.Pieces) -> tuple[str, tuple[Any, ...]]:
        kinds = {_type_of(value) for value in values}
        if len(kinds) > 1:
            reason = f"expected values of one type, found {' and '.join(sorted(kinds))}"
            raise ChunkError(values[1].where, reason, self._text)
        return kinds.pop(), values

    def wrt(self, colour: Token, side: Token | None) -> tuple[str, str | None]:
        return colour.lower(), side.lower() if side else None

    def classification(self, name: Token, number: Token | None) -> Any:
        return ("classification", name, (name, int(number) if number else None))

    @v_args(meta=True, inline=True)
    def require(self, meta: Any, condition: syntax.Condition) -> syntax.Statement:
        return self._statement(meta, condition, required=True)

    @v_args(meta=True, inline=True)
    def optional(self, meta: Any, condition: syntax.Condition) -> syntax.Statement:
        return self._statement(meta, condition, required=False)

    def _statement(
        self, meta: Any, condition: syntax.Condition, *, required: bool
    ) -> syntax.Statement:
        text = self._text[meta.start_pos : meta.end_pos].rstrip(".").strip()
        text = " ".join(re.sub(r"(?i)^(require|optional)\b", "", text).split())
        return syntax.Statement(
            condition, required, text, Place(self._file, meta.line, meta.column)
        )

    def advice(self, keyword: Token, *words: Token) -> Any:
        text = words[0][1:-1] if words[0].type == "STRING" else " ".join(words) + "."
        return ("advice", keyword, text)

    def importance(self, value: Token) -> Any:
        number = float("nan") if value.lower() == "learned" else float(value)
        return ("importance", value, number)

    def pattern(self, wrt: Any, *statements: syntax.Statement | None) -> Any:
        colour, side = wrt or (None, None)
        kept = tuple(s for s in statements if s is not None)
        where = Place(self._file, 1, 1)
        return [
            syntax.Definition(
                "pattern", (), colour, side, None, None, kept, None, 1.0, where, self._text
            )
        ], []

    # Conditions

    def any_of(self, *parts: syntax.Condition) -> syntax.Condition:
        return parts[0] if len(parts) == 1 else syntax.Junction("|", parts)

    def all_of(self, *parts: syntax.Condition) -> syntax.Condition:
        return parts[0] if len(parts) == 1 else syntax.Junction("&", parts)

    def negation(self, inner: syntax.Condition) -> syntax.Condition:
        return syntax.Negation(inner)

    def group(self, inner: syntax.Condition) -> syntax.Condition:
        return inner

    def stands(self, what: syntax.Set) -> syntax.Condition:
        return syntax.Stands(what)

    def comparison(self, left: Any, sign: Token, right: Any) -> syntax.Condition:
        return syntax.Comparison(left, "=" if sign == "==" else str(sign), right)

    def amount(self, *words: Token) -> tuple[str, int]:
        signs = {"least": ">=", "most": "<=", "exactly": "="}
        return signs[words[0].lower()], int(words[1])

    def counted(self, amount: tuple[str, int], what: syntax.Set) -> syntax.Condition:
        return syntax.Comparison(syntax.Count(what), amount[0], syntax.Integer(amount[1]))

    def how_many(self, amount: tuple[str, int], *parts: syntax.Condition) -> syntax.Condition:
        return syntax.HowMany(amount[0], amount[1], parts)

    def to_move(self, colour: Token) -> syntax.Condition:
        return syntax.ToMove(colour.lower())

    def to_move_cql(self, word: Token) -> syntax.Condition:
        return syntax.ToMove("white" if word == "wtm" else "black")

    def castling(self, colour: Token, side: Token | None) -> syntax.Condition:
        return syntax.Castling(colour.lower(), side.lower() if side else None)

    def open_file(self, area: syntax.Area) -> syntax.Condition:
        return syntax.FileOpen(area, None)

    def half_open_file(self, area: syntax.Area, colour: Token) -> syntax.Condition:
        return syntax.FileOpen(area, colour.lower())

    def result(self, result: Token) -> syntax.Condition:
        return syntax.GameEnded(str(result))

    def check(self, _: Token) -> syntax.Condition:
        return syntax.Check()

    def material_signature(self, text: Token) -> syntax.Condition:
        for side in text.split("v"):
            for star in re.finditer(r"(^|[^PNBRQ])\*|K\*", side):
                raise self._fail(text, f"expected a piece before the star, found {star[0]!r}")
        return syntax.Material(str(text))

    def reference(self, name: Token, *rest: Any) -> syntax.Condition:
        *arguments, reading = rest
        colour, side = reading or (None, None)
        given = tuple(argument for argument in arguments if argument is not None)
        return syntax.Reference(str(name), given, colour, side, self._place(name))

    def reading(self, colour: Token, side: Token | None) -> tuple[str, str | None]:
        return colour.lower(), side.lower() if side else None

    # Sets

    def attacking(self, attacker: Any, verb: Token, target: Any) -> syntax.Set:
        return syntax.Attack(attacker, target, own=verb.type == "DEFENDS", passive=False)

    def attacked(self, target: Any, verb: Token, attacker: Any) -> syntax.Set:
        return syntax.Attack(attacker, target, own=verb.type == "DEFENDED", passive=True)

    def attack_cql(self, _: Token, attacker: Any, target: Any) -> syntax.Set:
        return syntax.Attack(attacker, target, own=False, passive=False)

    def pinning(self, pinning: Any, pinned: Any, behind: Any) -> syntax.Set:
        return syntax.Pin(pinning, pinned, behind, 0)

    def pinned(self, pinned: Any, behind: Any) -> syntax.Set:
        return syntax.Pin(None, pinned, behind, 1)

    def pin_cql(self, pinning: Any, pinned: Any, behind: Any) -> syntax.Set:
        return syntax.Pin(pinning, pinned, behind, 1)

    def group_set(self, inner: Any) -> syntax.Set:
        found: syntax.Set = inner
        return found

    def phrase(self, *parts: Any) -> syntax.Phrase:
        *kinds, pieces, on, areas = parts
        words = tuple(kind.lower() for kind in kinds)
        return syntax.Phrase(words, pieces, areas, noton=on is not None and on.lower() == "noton")

    def designated(self, *parts: Any) -> syntax.Phrase:
        *kinds, token = parts
        return self._designator(token, tuple(kind.lower() for kind in kinds))

    def pawns_cql(self, word: Token, on: Token | None, areas: Any) -> syntax.Phrase:
        pawns = syntax.Pieces("[WP BP]", 1 << 0 | 1 << 8, self._place(word))
        noton = on is not None and on.lower() == "noton"
        return syntax.Phrase((word.removesuffix("pawns"),), pawns, areas, noton=noton)

    def _designator(self, token: Token, kinds: tuple[str, ...] = ()) -> syntax.Phrase:
        where = self._place(token)
        match = re.fullmatch(r"(\[\w+\]|\w)(.*)", token)
        if match is None:
            raise self._fail(token, f"expected a piece designator of CQL, found {str(token)!r}")
        pieces = self._cql(match[1], where)
        mask = 0
        for text in match[2].strip("[]").split(","):
            part = squares.range_mask(text)
            if part is None:
                raise self._fail(token, f"expected squares such as a-h3 or d4, found {text!r}")
            mask |= part
        area = syntax.Area(match[2], mask, where)
        return syntax.Phrase(kinds, pieces, syntax.Areas((area,), "one"))

    def _cql(self, text: str, where: Place) -> syntax.Pieces:
        slots = 0
        for letter in text.strip("[]"):
            slots |= 1 << squares.CQL_PIECES[letter]
        return syntax.Pieces(text, slots, where)

    def one_piece(self, token: Token) -> syntax.Pieces:
        return syntax.Pieces(str(token), 1 << squares.SLOTS[token], self._place(token))

    occupant = one_piece

    def nothing(self, token: Token) -> syntax.Pieces:
        return syntax.Pieces("nothing", 1 << 15, self._place(token))

    def something(self, token: Token) -> syntax.Pieces:
        return syntax.Pieces("something", 1 << squares.SOMETHING, self._place(token))

    def piece_set(self, *tokens: Token) -> syntax.Pieces:
        slots = 0
        for token in tokens:
            slots |= 1 << squares.SLOTS[token]
        return syntax.Pieces(f"[{' '.join(tokens)}]", slots, self._place(tokens[0]))

    def cql_piece(self, token: Token) -> syntax.Pieces:
        return self._cql(str(token), self._place(token))

    def cql_set(self, token: Token) -> syntax.Pieces:
        if str(token) in AMBIGUOUS:
            black, white = token.strip("[]"), f"[WB W{token[2]}]"
            raise self._fail(
                token, f"expected {black} (black) or {white} (CQL), found {str(token)!r}"
            )
        return self._cql(str(token), self._place(token))

    def piece_variable(self, token: Token) -> syntax.Pieces:
        return syntax.Pieces(str(token), 0, self._place(token))

    def one_place(self, area: syntax.Area) -> syntax.Areas:
        return syntax.Areas((area,), "one")

    def any_place(self, *areas: syntax.Area) -> syntax.Areas:
        return syntax.Areas(areas, "any")

    def all_places(self, *areas: syntax.Area) -> syntax.Areas:
        return syntax.Areas(areas, "all")

    def square(self, token: Token) -> syntax.Area:
        return syntax.Area(token.upper(), squares.square_bit(token), self._place(token))

    def file_(self, token: Token) -> syntax.Area:
        return syntax.Area(token.upper(), squares.file_mask(token[0]), self._place(token))

    def rank(self, token: Token) -> syntax.Area:
        return syntax.Area(token.upper(), squares.rank_mask(int(token[-1])), self._place(token))

    def region(self, token: Token) -> syntax.Area:
        return syntax.Area(str(token), squares.REGIONS[token], self._place(token))

    def range(self, token: Token) -> syntax.Area:
        mask = squares.range_mask(token)
        if mask is None:
            raise self._fail(token, f"expected a range such as a-h3, found {str(token)!r}")
        return syntax.Area(str(token), mask, self._place(token))

    def variable(self, token: Token) -> syntax.Area:
        return syntax.Area(str(token), None, self._place(token))

    def square_set(self, *areas: syntax.Area) -> syntax.Area:
        mask = 0
        for area in areas:
            if area.mask is None:
                reason = f"expected squares between the brackets, found {area.text!r}"
                raise ChunkError(area.where, reason, self._text)
            mask |= area.mask
        return syntax.Area(f"[{' '.join(area.text for area in areas)}]", mask, areas[0].where)

    # Quantities

    def integer(self, token: Token) -> syntax.Quantity:
        return syntax.Integer(int(token))

    def negative(self, token: Token) -> syntax.Quantity:
        return syntax.Integer(-int(token))

    def count(self, *parts: Any) -> syntax.Quantity:
        return syntax.Count(parts[-1])

    def counted_pieces(self, pieces: syntax.Pieces) -> syntax.Set:
        return syntax.Phrase((), pieces, None)

    def counted_designated(self, token: Token) -> syntax.Set:
        return self._designator(token)

    def material(self, colour: Token) -> syntax.Quantity:
        name = "WA" if colour.lower() == "white" else "BA"
        pieces = syntax.Pieces(name, 1 << squares.SLOTS[name], self._place(colour))
        return syntax.Count(syntax.Phrase((), pieces, None), power=True)

    def power(self, pieces: syntax.Pieces) -> syntax.Quantity:
        return syntax.Count(syntax.Phrase((), pieces, None), power=True)

    def power_designated(self, token: Token) -> syntax.Quantity:
        return syntax.Count(self._designator(token), power=True)

    def power_set(self, inner: Any) -> syntax.Quantity:
        return syntax.Count(inner, power=True)

    def ply(self, _: Token) -> syntax.Quantity:
        return syntax.Clock("ply")

    def movenumber(self, _: Token) -> syntax.Quantity:
        return syntax.Clock("movenumber")

    def total(self, left: Any, right: Any) -> syntax.Quantity:
        return syntax.Sum(left, right, minus=False)

    def difference(self, left: Any, right: Any) -> syntax.Quantity:
        return syntax.Sum(left, right, minus=True)


def _type_of(value: syntax.Area | syntax.Pieces) -> str:
    if isinstance(value, syntax.Pieces):
        return "PIECE"
    if value.text.endswith("_FILE"):
        return "FILE"
    return "RANK" if value.text.startswith("RANK_") else "SQUARE"
