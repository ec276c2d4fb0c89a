"""How the settings of a run differ from those that it was begun with, in words."""

from collections.abc import Mapping
from typing import Any

# Among the settings: what the user has said of the labels. Nothing depends on it that is not in the
# positions, so it is compared only to say in words why these differ.
SAID = "said"
POSITIONS = ("train", "control")
# Who has given the labels: others give others.
LABELLERS = ("label", "control-label")


def difference(found: Mapping[str, Any], wanted: Mapping[str, Any]) -> str:
    """Return the first difference between the settings of a run and those now asked for.

    >>> difference({"seed": 1}, {"seed": 2})
    'expected seed 1 as it was begun with, found 2'
    >>> before = {"train": "8d1a", "said": {"label": "60 nodes"}}
    >>> difference(before, {"train": "52c0", "said": {"label": "90 nodes"}})
    "expected label '60 nodes' as it was begun with, found '90 nodes'"
    >>> difference(before, before)
    ''
    """
    for key in sorted({*found, *wanted} - {SAID}):
        if found.get(key) == wanted.get(key):
            continue
        before, now = found.get(SAID), wanted.get(SAID)
        if key in POSITIONS and before and now:
            for word in now:
                if before.get(word) != now[word]:
                    return _words(word, before.get(word), now[word])
        return _words(key, found.get(key), wanted.get(key))
    return ""


def other_labels(found: Mapping[str, Any], said: Mapping[str, Any]) -> str:
    """Return how the labels asked for differ from those of a run, before they are made.

    >>> before = {"train": "8d1a", "said": {"label": "60 nodes"}}
    >>> other_labels(before, {"label": "90 nodes"})
    "expected label '60 nodes' as it was begun with, found '90 nodes'"
    """
    before = found.get(SAID) or {}
    for word in LABELLERS:
        if word in before and before[word] != said.get(word):
            return _words(word, before[word], said.get(word))
    return ""


def _words(name: str, before: object, now: object) -> str:
    one, two = ("none" if each is None else repr(each) for each in (before, now))
    return f"expected {name} {one} as it was begun with, found {two}"
