"""The entry: the one place where errors become one line and exit status 2."""

import sys

import tabiya
from tabiya._core import VERSION


def main() -> None:
    """Run the command line; bad input ends with one line and exit status 2."""
    arguments = sys.argv[1:]
    try:
        if arguments == ["--version"]:
            sys.stdout.write(f"tabiya {VERSION}\n")
        elif arguments == ["uci"]:
            tabiya.uci.run_engine()  # interfaces wait for it, and need nothing of a command line
        else:
            from tabiya.cli._app import build_app  # noqa: PLC0415 (takes a while to load)

            build_app(arguments)()
    except (ValueError, OSError) as error:
        sys.stderr.write(f"tabiya: {_told(error)}\n")
        sys.exit(2)
    except KeyboardInterrupt:
        sys.stderr.write("tabiya: interrupted\n")
        sys.exit(130)


def _told(error: Exception) -> str:
    """Return an error as one line; one that has an excerpt of a text shows it below."""
    excerpt = getattr(error, "excerpt", None)
    return str(error) if excerpt is not None else " ".join(str(error).split())
