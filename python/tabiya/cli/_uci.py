"""``tabiya uci``: the chess engine for interfaces and match runners."""

from tabiya.uci import run_engine


def uci() -> None:
    """Speak UCI, the protocol of chess interfaces, on standard input and output."""
    run_engine()
