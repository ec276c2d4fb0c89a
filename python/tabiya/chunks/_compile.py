"""From the syntax tree to forms: parameters bound, other chunks put in their place."""

import itertools
import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import singledispatchmethod
from typing import TypeAlias

from tabiya.chunks import _squares as squares
from tabiya.chunks import _syntax as syntax
from tabiya.chunks._error import ChunkError, Place
from tabiya.chunks._form import (
    MOST_READINGS,
    SIGNS,
    Form,
    conjunction,
    mirrored,
    ordered,
)

Value: TypeAlias = syntax.Area | syntax.Pieces
Binding: TypeAlias = Mapping[str, Value]
Reading: TypeAlias = tuple[int, int, Form]

KINDS = ("passed", "isolated", "backward", "doubled", "connected", "outpost")
RESULTS = {"1-0": 1, "0-1": 2, "1/2-1/2": 3}
WHITE_PAWN, BLACK_PAWN = 1 << 0, 1 << 8
OCCUPIED = 1 << 7
# No count comes near it, so that larger numbers say the same.
LARGEST = 2**31 - 1
# Chunks within chunks, far above what anybody reads and below what the stack of Python holds.
MOST_WITHIN = 40
# Other chunks put into one: where each speaks of two, they double at every step.
MOST_PUT_IN = 20_000
ANY_PIECE: Form = ("p", OCCUPIED, squares.ALL)
KINGS: Form = ("p", 1 << 5 | 1 << 13, squares.ALL)


def bindings(definition: syntax.Definition) -> list[Binding]:
    """Return every choice of the parameters."""
    names = [parameter.name for parameter in definition.parameters]
    domains = [parameter.values for parameter in definition.parameters]
    return [dict(zip(names, values, strict=True)) for values in itertools.product(*domains)]


class Compiler:
    """Compiles definitions that may speak of one another."""

    def __init__(self, definitions: Mapping[str, syntax.Definition], text: str) -> None:
        self._definitions = definitions
        self._text = text
        self._open: list[str] = []
        self._n_put_in = 0

    def readings(self, definition: syntax.Definition) -> tuple[list[Reading], list[Binding]]:
        """Return the readings of a chunk without those that say the same as an earlier one."""
        choices = bindings(definition)
        if len(choices) * len(definition.mirrors) > MOST_READINGS:
            reason = f"expected at most {MOST_READINGS} readings, found {len(choices)} choices"
            raise ChunkError(definition.parameters[0].where, reason, self._text)
        self._n_put_in = 0
        seen = set()
        found = []
        for instance, binding in enumerate(choices):
            form = self.form(definition, binding)
            for mirror in definition.mirrors:
                reading = ordered(mirrored(form, mirror))
                if reading not in seen:
                    seen.add(reading)
                    found.append((mirror, instance, reading))
        return found, choices

    def form(self, definition: syntax.Definition, binding: Binding) -> Form:
        """Return the form of a chunk as it is written, with its parameters bound."""
        if definition.name in self._open:
            path = " → ".join([*self._open, definition.name])
            raise ChunkError(definition.where, f"expected no circle, found {path}", self._text)
        self._open.append(definition.name)
        translate = _Translation(self, binding, self._text)
        parts: list[Form] = []
        for statement in definition.statements:
            form = translate.condition(statement.condition)
            parts.append(form if statement.required else ("o", form))
        self._open.pop()
        if not any(statement.required for statement in definition.statements):
            reason = f"expected something that {definition.name!r} requires, found nothing"
            raise ChunkError(definition.where, reason, self._text)
        return conjunction(parts)

    def referred(self, reference: syntax.Reference, binding: Binding) -> Form:
        """Return the form of another chunk: with its arguments, or of any choice of them."""
        definition = self._definitions.get(reference.name)
        if definition is None:
            raise self._unknown(reference)
        if reference.name in self._open:
            path = " → ".join([*self._open, reference.name])
            raise ChunkError(reference.where, f"expected no circle, found {path}", self._text)
        if len(self._open) > MOST_WITHIN:
            reason = f"expected at most {MOST_WITHIN} chunks within one another, found more"
            raise ChunkError(reference.where, reason, self._text)
        self._n_put_in += 1
        if self._n_put_in > MOST_PUT_IN:
            reason = f"expected at most {MOST_PUT_IN} chunks put into {self._open[0]!r}, found more"
            raise ChunkError(reference.where, reason, self._text)
        if not reference.arguments and definition.parameters:
            choices = bindings(definition)
        else:
            choices = [self._arguments(reference, definition, binding)]
        forms = [self.form(definition, choice) for choice in choices]
        form: Form = forms[0] if len(forms) == 1 else ("|", tuple(forms))
        return mirrored(form, self._mirror(reference, definition))

    def _unknown(self, reference: syntax.Reference) -> ChunkError:
        near = get_close_matches(reference.name, self._definitions, n=1)
        hint = f" (is {near[0]!r} meant?)" if near else ""
        reason = f"expected the name of a chunk, found {reference.name!r}{hint}"
        return ChunkError(reference.where, reason, self._text)

    def _arguments(
        self, reference: syntax.Reference, definition: syntax.Definition, binding: Binding
    ) -> Binding:
        wanted = definition.parameters
        if len(reference.arguments) != len(wanted):
            names = ", ".join(parameter.name for parameter in wanted) or "no arguments"
            reason = f"expected {names} for {definition.name}, found {len(reference.arguments)}"
            raise ChunkError(reference.where, reason, self._text)
        bound = {}
        for argument, parameter in zip(reference.arguments, wanted, strict=True):
            value = argument
            if isinstance(argument, syntax.Area) and argument.mask is None:
                if argument.text not in binding:
                    raise unknown_name(argument.text, argument.where, binding, self._text)
                value = binding[argument.text]
            is_piece = isinstance(value, syntax.Pieces)
            if is_piece != (parameter.type == "PIECE"):
                reason = f"expected a {parameter.type} for {parameter.name}, found {value.text}"
                raise ChunkError(argument.where, reason, self._text)
            bound[parameter.name] = value
        return bound

    def _mirror(self, reference: syntax.Reference, definition: syntax.Definition) -> int:
        """Return the mirror in which another chunk is meant."""
        mirror = 0
        for mine, theirs, bit in (
            (reference.colour, definition.colour, squares.COLOURS),
            (reference.side, definition.side, squares.WINGS),
        ):
            if mine is not None and theirs is None:
                reason = f"expected {definition.name} to be written wrt {mine}, found no such wrt"
                raise ChunkError(reference.where, reason, self._text)
            if mine is not None and mine != theirs:
                mirror |= bit
        return mirror


def unknown_name(name: str, where: Place, binding: Binding, text: str) -> ChunkError:
    """Return the error of a name that no parameter has."""
    known = ", ".join(binding) or "none here"
    reason = f"expected a square, a file or a parameter ({known}), found {name!r}"
    return ChunkError(where, reason, text)


class _Translation:
    """Translates the conditions of one chunk with one choice of its parameters."""

    def __init__(self, compiler: Compiler, binding: Binding, text: str) -> None:
        self._compiler = compiler
        self._binding = binding
        self._text = text

    @singledispatchmethod
    def condition(self, condition: syntax.Condition) -> Form:
        raise TypeError(f"no condition: {condition!r}")

    @condition.register
    def _(self, condition: syntax.Junction) -> Form:
        return (condition.sign, tuple(self.condition(part) for part in condition.parts))

    @condition.register
    def _(self, condition: syntax.Negation) -> Form:
        return ("!", self.condition(condition.inner))

    @condition.register
    def _(self, condition: syntax.Stands) -> Form:
        what = condition.what
        if not isinstance(what, syntax.Phrase):
            return ("?", self.set(what))
        if what.areas is None:
            return self._stands(what, [squares.ALL])
        masks = [self._mask(area) for area in what.areas.items]
        forms = [self._stands(what, [mask]) for mask in masks]
        if what.areas.mode == "any" and not what.noton and not _is_nothing(what.pieces):
            return self._stands(what, masks)
        return (
            forms[0]
            if len(forms) == 1
            else ("|" if what.areas.mode == "any" else "&", tuple(forms))
        )

    def _stands(self, phrase: syntax.Phrase, masks: Sequence[int]) -> Form:
        """Ask for one of the pieces in the squares; ``nothing`` asks that all of them are empty."""
        mask = 0
        for part in masks:
            mask |= part
        pieces = self._slots(phrase.pieces)
        if _is_nothing(phrase.pieces):
            form: Form = ("!", ("?", ("p", OCCUPIED, mask)))
        else:
            form = ("?", self._of_kinds(phrase, ("p", pieces, mask)))
        return ("!", form) if phrase.noton else form

    @condition.register
    def _(self, condition: syntax.Comparison) -> Form:
        sign = SIGNS.index(condition.sign)
        return ("c", sign, self.quantity(condition.left), self.quantity(condition.right))

    @condition.register
    def _(self, condition: syntax.HowMany) -> Form:
        sign = SIGNS.index(condition.sign)
        count = min(condition.count, 255)
        return ("n", sign, count, tuple(self.condition(part) for part in condition.parts))

    @condition.register
    def _(self, condition: syntax.ToMove) -> Form:
        return ("t", int(condition.colour == "black"))

    @condition.register
    def _(self, condition: syntax.Castling) -> Form:
        shift = 0 if condition.colour == "white" else 2
        if condition.side is not None:
            return ("castle", (1 if condition.side == "kingside" else 2) << shift)
        return ("|", (("castle", 1 << shift), ("castle", 2 << shift)))

    @condition.register
    def _(self, condition: syntax.FileOpen) -> Form:
        mask = self._mask(condition.area)
        white: Form = ("?", ("p", WHITE_PAWN, mask))
        black: Form = ("?", ("p", BLACK_PAWN, mask))
        if condition.colour is None:
            return ("&", (("!", white), ("!", black)))
        own, other = (white, black) if condition.colour == "white" else (black, white)
        return ("&", (("!", own), other))

    @condition.register
    def _(self, condition: syntax.GameEnded) -> Form:
        return ("r", RESULTS[condition.result])

    @condition.register
    def _(self, _: syntax.Check) -> Form:
        return ("+",)

    @condition.register
    def _(self, condition: syntax.Material) -> Form:
        forms: list[Form] = []
        for side, letters in zip("WB", condition.text.split("v"), strict=True):
            for piece in "PNBRQ":
                sign = ">=" if f"{piece}*" in letters else "="
                n_pieces = len(re.findall(f"{piece}(?!\\*)", letters))
                if sign == ">=" and n_pieces == 0:
                    continue
                pieces: Form = ("p", 1 << squares.SLOTS[side + piece], squares.ALL)
                if n_pieces == 0:
                    forms.append(("!", ("?", pieces)))
                else:
                    forms.append(("c", SIGNS.index(sign), ("#", pieces), ("i", n_pieces)))
        return ("&", tuple(forms))

    @condition.register
    def _(self, condition: syntax.Reference) -> Form:
        return self._compiler.referred(condition, self._binding)

    def set(self, what: syntax.Set) -> Form:
        """Translate a set of squares; all of a list belongs to it, whatever joins the list."""
        if isinstance(what, syntax.Areas):
            return ("f", self._union(what))
        if isinstance(what, syntax.Phrase):
            mask = squares.ALL if what.areas is None else self._union(what.areas)
            if what.noton:
                mask = squares.ALL & ~mask
            return self._of_kinds(what, ("p", self._slots(what.pieces), mask))
        if isinstance(what, syntax.Attack):
            sign = "<" if what.passive else ">"
            return (sign, int(what.own), self.set(what.attacker), self.set(what.target))
        pinning, pinned, behind = (
            default if part is None else self.set(part)
            for part, default in (
                (what.pinning, ANY_PIECE),
                (what.pinned, ANY_PIECE),
                (what.behind, KINGS),
            )
        )
        return ("x", what.part, pinning, pinned, behind)

    def _of_kinds(self, phrase: syntax.Phrase, form: Form) -> Form:
        for kind in phrase.kinds:
            form = ("kind", KINDS.index(kind), form)
        return form

    def quantity(self, quantity: syntax.Quantity) -> Form:
        """Translate a number."""
        if isinstance(quantity, syntax.Integer):
            return ("i", max(-LARGEST, min(quantity.value, LARGEST)))
        if isinstance(quantity, syntax.Count):
            return ("$" if quantity.power else "#", self.set(quantity.of))
        if isinstance(quantity, syntax.Clock):
            return ("y",) if quantity.name == "ply" else ("m",)
        sign = "-" if quantity.minus else "+"
        return (sign, self.quantity(quantity.left), self.quantity(quantity.right))

    def _union(self, areas: syntax.Areas) -> int:
        mask = 0
        for area in areas.items:
            mask |= self._mask(area)
        return mask

    def _mask(self, area: syntax.Area) -> int:
        if area.mask is not None:
            return area.mask
        value = self._binding.get(area.text)
        if not isinstance(value, syntax.Area) or value.mask is None:
            raise unknown_name(area.text, area.where, self._binding, self._text)
        return value.mask

    def _slots(self, pieces: syntax.Pieces) -> int:
        if pieces.slots:
            return pieces.slots
        value = self._binding.get(pieces.text)
        if not isinstance(value, syntax.Pieces):
            known = ", ".join(self._binding) or "none here"
            reason = f"expected a piece or a parameter ({known}), found {pieces.text!r}"
            raise ChunkError(pieces.where, reason, self._text)
        return value.slots


def _is_nothing(pieces: syntax.Pieces) -> bool:
    return pieces.text == "nothing"
