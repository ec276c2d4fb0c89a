"""The command line."""

from tabiya.cli._main import main

__all__ = ["main"]
