"""What a command that holds much for long says to the allocators, of polars and of the system."""

import ctypes
import os
import sys

# Pages that are free go back at once. As it is, what reading a set has taken is kept for more of
# the same, which does not come: 150 MB of 645,000 positions, for a tenth more time of reading.
ALLOCATOR, AT_ONCE = "_RJEM_MALLOC_CONF", "dirty_decay_ms:0,muzzy_decay_ms:0"
# From so many bytes on, memory is asked for by itself and goes back when it is free. As it is, the
# system's allocator asks for less and less so, and holes that nobody fills stay: 60 MB of them.
OF_ITS_OWN = 1 << 20
# What mallopt calls that.
THRESHOLD = -3


def give_back_memory() -> None:
    """Ask for it; polars hears it if it has not been loaded yet, and if nobody has said otherwise.

    >>> give_back_memory()
    >>> ALLOCATOR in os.environ
    True
    """
    os.environ.setdefault(ALLOCATOR, AT_ONCE)
    if sys.platform == "linux":
        set_option = getattr(ctypes.CDLL(None), "mallopt", None)  # others than glibc have none
        if set_option is not None:
            set_option(THRESHOLD, OF_ITS_OWN)
