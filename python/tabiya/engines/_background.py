"""An event loop in a thread, for callers that have none or are inside another one."""

import asyncio
import atexit
import concurrent.futures
import threading
from collections.abc import Coroutine
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")

# Whoever waits looks up so often, for Python hears signals only between two steps of its own.
AWAKE_SECONDS = 0.2


def run_in_background(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in the event loop of a thread of its own, and wait for it.

    It works where an event loop runs already, as in notebooks. Ctrl-C cancels the coroutine and
    waits until it has cleaned up.

    >>> async def answer() -> int:
    ...     return 42
    >>> run_in_background(answer())
    42
    """
    future = asyncio.run_coroutine_threadsafe(work, background_loop())
    try:
        return await_result(future)
    except KeyboardInterrupt:
        future.cancel()
        concurrent.futures.wait([future])
        raise


def await_result(future: "concurrent.futures.Future[T]") -> T:
    """Wait for a result and stay awake: a signal that another thread got is heard too."""
    while not future.done():
        concurrent.futures.wait([future], timeout=AWAKE_SECONDS)
    return future.result()


@cache
def background_loop() -> asyncio.AbstractEventLoop:
    """Return the loop; the first call starts its thread."""
    loop = asyncio.new_event_loop()
    loop.set_exception_handler(_hear)
    thread = threading.Thread(target=loop.run_forever, name="tabiya engines", daemon=True)
    thread.start()

    def stop() -> None:
        loop.call_soon_threadsafe(loop.stop)
        thread.join(timeout=1)

    atexit.register(stop)
    return loop


def _hear(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Leave aside what python-chess says of engines that ended: that is reported on its own."""
    if "protocol" not in context:
        loop.default_exception_handler(context)
