"""What a command that holds much for long says to the allocator of polars."""

import os

# Pages that are free go back at once. As it is, what reading a set has taken is kept for more of
# the same, which does not come: 150 MB of 645,000 positions, for a tenth more time of reading.
ALLOCATOR, AT_ONCE = "_RJEM_MALLOC_CONF", "dirty_decay_ms:0,muzzy_decay_ms:0"


def give_back_memory() -> None:
    """Ask for it; it is heard if polars has not been loaded yet, and if nobody has said otherwise.

    >>> give_back_memory()
    >>> ALLOCATOR in os.environ
    True
    """
    os.environ.setdefault(ALLOCATOR, AT_ONCE)
