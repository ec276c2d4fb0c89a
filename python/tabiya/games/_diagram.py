"""Boards as text, for terminals."""

FILES = "a b c d e f g h"


def draw_diagram(game: str, cells: str) -> str:
    """Draw 64 cells, a1 first, with the coordinates around them.

    Othello is drawn with its first rank on top, as its players do.
    """
    ranks = [cells[start : start + 8] for start in range(0, 64, 8)]
    rows = [f"{number} {' '.join(rank)}" for number, rank in enumerate(ranks, start=1)]
    if game != "othello":
        rows.reverse()
    return "\n".join([*rows, f"  {FILES}"])
