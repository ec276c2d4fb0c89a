"""Labels that stand behind a position on its line, without any names."""

import re

from tabiya.positions._labels import (
    Label,
    parse_number,
    parse_result,
    parse_score,
    parse_symbol,
    theoretical_label,
)

RESULT_NUMBERS = (0.0, 0.5, 1.0)
MOST_DISCS = 64
N_PAIR = 2

_MOVE_SCORE = re.compile(r"([A-Ha-h][1-8]|pass|ps):([+-]?[0-9]{1,2})", re.IGNORECASE | re.ASCII)


def split_tail(tail: str) -> list[str]:
    """Return the words of a tail; what stands in brackets keeps them.

    >>> split_tail(" | 35 | [ 0.5 ];")
    ['35', '[0.5]']
    """
    tight = re.sub(r"\[\s*([^\s\[\]]*)\s*\]", r" [\1] ", tail)
    return re.sub(r"[;|,\"\s]+", " ", tight).split()


def single_number(words: list[str]) -> float | None:
    """Return the number that a tail consists of, if it does."""
    return parse_number(words[0]) if len(words) == 1 else None


def parse_tail(
    words: list[str], game: str, sides: tuple[str, ...], *, is_result: bool
) -> list[Label]:
    """Read the labels of a tail.

    In brackets stands a result. Without them ``0.0``, ``0.5`` and ``1.0`` are results, other
    decimals are pawns, and whole numbers are centipawns (in Othello: discs); of two numbers the
    last is the result. All of them are the first player's view.

    Parameters
    ----------
    words : list of str
        The words of the tail.
    game : str
        The game.
    sides : tuple of str
        The names of its sides.
    is_result : bool
        Whether a number that stands alone is a result, whatever it looks like.

    Raises
    ------
    ValueError
        If there is something that is no label.

    Examples
    --------
    >>> [label.text for label in parse_tail(["35", "0.5"], "chess", (), is_result=False)]
    ['0.35', '1/2-1/2']
    """
    labels, numbers = [], []
    for word in words:
        if word.startswith("["):
            label = parse_result(word.strip("[]"), sides)
        elif parse_number(word) is not None:
            numbers.append(word)
            continue
        else:
            label = parse_symbol(word) or parse_result(word, sides) or parse_score(word)
        if label is None:
            raise ValueError(f"expected a label, found {word!r}")
        labels.append(label)
    has_result = any(label.kind == "result" for label in labels)
    if len(numbers) + has_result > N_PAIR or len(labels) > N_PAIR:
        raise ValueError(f"expected a score and a result, found {' '.join(words)!r}")
    last = numbers.pop() if len(numbers) == N_PAIR or (numbers and is_result) else None
    labels.extend(_number_label(number, game) for number in numbers)
    if last is not None:
        label = parse_result(last, sides)
        if label is None:
            raise ValueError(f"expected a result from 0 to 1, found {last!r}")
        labels.append(label)
    return labels


def _number_label(word: str, game: str) -> Label:
    value = parse_number(word)
    label: Label | None
    if "." in word and value in RESULT_NUMBERS:
        label = parse_result(word, ())
    elif game == "othello":
        label = theoretical_label(value) if value is not None and is_discs(value) else None
    else:
        label = parse_score(word, 100.0 if "." in word else 1.0)
    if label is None:
        raise ValueError(f"expected a score, found {word!r}")
    return label


def parse_othello_tail(
    words: list[str], sides: tuple[str, ...], side: str, *, is_result: bool, has_square: bool
) -> list[Label]:
    """Read the labels behind an Othello position.

    ``A2:+38 C7:+36`` are scores of moves, the mover's view; the best is the theoretical score.
    ``32 -34`` behind a side that is spelled out are a square and a score, Black's view.
    """
    moves = [_MOVE_SCORE.fullmatch(word) for word in words]
    if words and all(moves):
        scores = {match[1].lower(): int(match[2]) for match in moves if match}
        best = max(scores.values())
        names = " ".join(move for move, score in scores.items() if score == best)
        value = theoretical_label(best if side == sides[0] else -best)
        return [value, Label(names, "best move", None)]
    if has_square and len(words) == N_PAIR:
        words = words[1:]
    return parse_tail(words, "othello", sides, is_result=is_result)


def is_discs(value: float) -> bool:
    """Return whether a number can be a difference of discs."""
    return abs(value) <= MOST_DISCS and value.is_integer()
