"""``tabiya uci``: the chess engine for interfaces and match runners."""

import tabiya


def uci() -> None:
    """Speak UCI, the protocol of chess interfaces, on standard input and output."""
    tabiya.uci.run_engine()
