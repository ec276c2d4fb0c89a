"""Examples of docstrings that have no heading get one, so that the site shows them as code."""

import re
from typing import Any

import griffe

FIRST = re.compile(r"^>>> ", re.MULTILINE)
HEADING = "Examples\n--------\n"


class Examples(griffe.Extension):
    """Hears of every object of the package."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Put the heading above the first example; without it, that is read as Markdown."""
        if obj.docstring is None or HEADING in obj.docstring.value:
            return
        text = obj.docstring.value
        found = FIRST.search(text)
        if found is not None:
            obj.docstring.value = f"{text[: found.start()]}{HEADING}{text[found.start() :]}"
