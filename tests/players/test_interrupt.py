"""Ctrl-C during a search or a batch ends it and leaves the player usable."""

import subprocess
import sys
import textwrap

import pytest

PROGRAM = """
    import os, signal, threading, tabiya
    player = tabiya.Player("chess")
    start = tabiya.game("chess").initial()
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    try:
        {call}
    except KeyboardInterrupt:
        print("interrupted", player.search(start, depth=3).depth)
"""
CALLS = {
    "search": "player.search(start, depth=60)",
    "search_many": "player.search_many([start] * 9, depth=60, threads=2)",
}


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent as on Unix")
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS.keys())
def test_interrupt_leaves_the_player_usable(call: str) -> None:
    program = textwrap.dedent(PROGRAM).format(call=call)
    done = subprocess.run(  # noqa: S603 (our own program)
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "interrupted 3\n"
