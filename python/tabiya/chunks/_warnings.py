"""What is allowed in a file of chunks, and is probably not meant."""

from collections.abc import Iterator

from tabiya.chunks import _syntax as syntax
from tabiya.chunks._build import PIECE_LETTERS
from tabiya.chunks._library import Library


def warnings(library: Library) -> list[str]:
    """Return what looks like a slip, one line each.

    Examples
    --------
    >>> from tabiya.chunks import parse
    >>> for line in warnings(parse("chunk x. require WP noton A2/B2. end x.")):
    ...     print(line)
    line 1: x: 'noton' with / is true unless all the squares are taken; + asks for none of them
    """
    found = []
    by_hash: dict[str, str] = {}
    for chunk in library:
        line = chunk.definition.where.line
        for statement in chunk.definition.statements:
            where = f"line {statement.where.line}: {chunk.name}"
            if any(_is_noton_any(phrase) for phrase in _phrases(statement.condition)):
                found.append(
                    f"{where}: 'noton' with / is true unless all the squares are taken; "
                    "+ asks for none of them"
                )
        if chunk.name in PIECE_LETTERS:
            found.append(
                f"line {line}: {chunk.name}: other chunks cannot name it, as it is a piece"
            )
        earlier = by_hash.setdefault(chunk.hash, chunk.name)
        if earlier != chunk.name:
            found.append(f"line {line}: {chunk.name} says the same as {earlier}")
    return found


def _is_noton_any(phrase: syntax.Phrase) -> bool:
    return phrase.noton and phrase.areas is not None and phrase.areas.mode == "any"


def _phrases(condition: syntax.Condition) -> Iterator[syntax.Phrase]:
    if isinstance(condition, syntax.Junction | syntax.HowMany):
        for part in condition.parts:
            yield from _phrases(part)
    elif isinstance(condition, syntax.Negation):
        yield from _phrases(condition.inner)
    elif isinstance(condition, syntax.Stands) and isinstance(condition.what, syntax.Phrase):
        yield condition.what
