"""How large a hash table may be."""

import os


def check_hash(hash_mib: int | None) -> None:
    """Refuse a size in mebibytes that no machine or not this one has.

    >>> check_hash(10**9)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ValueError: hash_mib: expected at most the memory of ... MiB, found 1000000000
    """
    if hash_mib is None:
        return
    if hash_mib < 1:
        raise ValueError(f"hash_mib: expected 1 or more, found {hash_mib}")
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**20
    if hash_mib > memory:
        raise ValueError(f"hash_mib: expected at most the memory of {memory} MiB, found {hash_mib}")
