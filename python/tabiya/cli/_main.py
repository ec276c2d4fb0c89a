"""The entry: the one place where errors become one line and exit status 2."""

import sys

from tabiya._core import VERSION
from tabiya.uci import run_engine


def main() -> None:
    """Run the command line; bad input ends with one line and exit status 2."""
    arguments = sys.argv[1:]
    try:
        if arguments == ["--version"]:
            sys.stdout.write(f"tabiya {VERSION}\n")
        elif arguments == ["uci"]:
            run_engine()  # interfaces wait for it, and loading the other commands takes a while
        else:
            from tabiya.cli._app import COMMANDS, build_app  # noqa: PLC0415 (only if need be)

            build_app(*(name for name in COMMANDS if name in arguments[:1]))()
    except (ValueError, OSError) as error:
        message = " ".join(str(error).split())
        sys.stderr.write(f"tabiya: {message}\n")
        sys.exit(2)
    except KeyboardInterrupt:
        sys.stderr.write("tabiya: interrupted\n")
        sys.exit(130)
