"""What is wrong with a chunk, and where."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Place:
    """A place in a text: its file (or None), line and column, both counted from 1."""

    file: str | None
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file or 'chunk'}:{self.line}:{self.column}"


class ChunkError(ValueError):
    """A text is not a chunk, or says what cannot be.

    Attributes
    ----------
    file : str or None
        The file, if the text came from one.
    line, column : int
        Where, counted from 1.
    reason : str
        What was expected, and what was found.
    excerpt : str
        The line, and below it a caret under the place.

    Examples
    --------
    >>> from tabiya.chunks import parse
    >>> try:
    ...     parse("chunk a. require WP onn E4. end a.", file="my.chunks")
    ... except ChunkError as error:
    ...     print(error)
    my.chunks:1:21: expected 'on' or 'noton', ..., found 'onn'
        chunk a. require WP onn E4. end a.
                            ^
    """

    def __init__(self, place: Place, reason: str, text: str) -> None:
        self.file, self.line, self.column = place.file, place.line, place.column
        self.reason = reason
        lines = text.replace("\r\n", "\n").split("\n")
        line = lines[place.line - 1] if place.line <= len(lines) else ""
        # A tab before the caret must stay one, or the caret would miss its place.
        indent = "".join(c if c == "\t" else " " for c in line[: place.column - 1])
        self.excerpt = f"    {line}\n    {indent}^"
        self.headline = f"{place}: {reason}"
        super().__init__(f"{self.headline}\n{self.excerpt}")
