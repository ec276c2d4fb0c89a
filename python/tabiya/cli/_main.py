"""The entry: the one place where errors become one line and exit status 2."""

import signal
import sys
import threading
import traceback
from types import FrameType

import tabiya
from tabiya._core import VERSION

# What bad input leads to, whoever reads it; anything else is an error of ours, and shown whole.
EXPECTED = (ValueError, OSError, OverflowError, MemoryError, RecursionError)
# Who ends us otherwise than by Ctrl-C is obeyed in the same way: engines end, what is done is kept.
ENDINGS = (signal.SIGTERM, signal.SIGHUP)
# Shows where an error came from, above the line that says what it is; for any command.
TRACEBACK = "--traceback"


class EndedError(KeyboardInterrupt):
    """The process was asked to end by a signal."""

    number = 0


def main() -> None:
    """Run the command line; bad input ends with one line and exit status 2."""
    arguments = [word for word in sys.argv[1:] if word != TRACEBACK]
    wants_traceback = len(arguments) < len(sys.argv) - 1
    sys.argv[1:] = arguments
    if threading.current_thread() is threading.main_thread():
        _listen_for_endings()
    try:
        _run(arguments)
    except BrokenPipeError:
        _leave_pipe()
    except SystemExit:
        if EndedError.number:  # the command line knows no other end than Ctrl-C
            sys.exit(128 + EndedError.number)
        raise
    except EndedError:
        sys.stderr.write("tabiya: ended\n")
        sys.exit(128 + EndedError.number)
    except KeyboardInterrupt:
        sys.stderr.write("tabiya: interrupted\n")
        sys.exit(130)
    except Exception as error:
        if not _is_expected(error):
            raise
        if wants_traceback:
            traceback.print_exc()
        sys.stderr.write(f"tabiya: {told(error)}\n")
        sys.exit(2)


def _run(arguments: list[str]) -> None:
    if arguments == ["--version"]:
        sys.stdout.write(f"tabiya {VERSION}\n")
    elif arguments == ["uci"]:
        tabiya.uci.run_engine()  # interfaces wait for it, and need nothing of a command line
    else:
        from tabiya.cli._app import run_app  # noqa: PLC0415 (takes a while to load)

        sys.exit(run_app(arguments))


def _listen_for_endings() -> None:
    for number in ENDINGS:
        if signal.getsignal(number) is not signal.SIG_IGN:  # as nohup has it
            signal.signal(number, _end)


def _end(number: int, _frame: FrameType | None) -> None:
    EndedError.number = number
    raise EndedError


def _leave_pipe() -> None:
    """Go away quietly when whoever read our output has gone."""
    sys.stdout = None
    sys.exit(141)


def _is_expected(error: Exception) -> bool:
    """Return whether an error is that of the input, as the libraries that read it tell it."""
    return isinstance(error, EXPECTED) or type(error).__module__.startswith("polars.")


def told(error: Exception) -> str:
    """Return an error as one line; one that has an excerpt of a text shows it below."""
    from tabiya.cli._terminal import cut, plain  # noqa: PLC0415 (takes a while to load)

    if getattr(error, "excerpt", None) is not None:
        return "\n".join(cut(plain(line)) for line in str(error).splitlines())
    words = str(error) or type(error).__name__
    if isinstance(error, OSError) and error.filename is not None and error.strerror:
        words = f"{error.filename}: {error.strerror}"
    elif isinstance(error, OverflowError):
        words = f"expected smaller numbers, found one that is too large ({words})"
    elif isinstance(error, RecursionError):
        words = f"expected less depth, found a text nested too deep ({words})"
    return cut(plain(" ".join(words.split())))
