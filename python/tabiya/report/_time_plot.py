"""Where the time went in a game, as a picture."""

from pathlib import Path
from typing import TYPE_CHECKING

from tabiya.players import score_unit
from tabiya.report._image import new_figure, save_figure

if TYPE_CHECKING:
    from tabiya.clocks import SpentGame, SpentMove

COLOURS = ("tab:blue", "tab:orange")


def plot_time(game: "SpentGame", path: str | Path) -> Path:
    """Draw depth, score, and share of the clock of every move of a game.

    Parameters
    ----------
    game : SpentGame
        The game, as :func:`tabiya.clocks.read_spent` reads it.
    path : str or Path
        The picture: .png, .svg or .pdf.

    Examples
    --------
    >>> import tempfile
    >>> from tabiya.clocks import SpentGame, SpentMove
    >>> moves = (SpentMove(1, "e4", 0, 1.5, 60.0, 0.02, 9, 0.3), SpentMove(2, "e5", 1, 2.0, 58.5))
    >>> picture = Path(tempfile.mkdtemp(), "time.svg")
    >>> plot_time(SpentGame({"White": "a", "Black": "b"}, moves), picture).name
    'time.svg'
    """
    figure = new_figure(9.0, 8.0)
    axes = figure.subplots(4, 1, sharex=True)
    unit = score_unit(game.game)
    panels = (
        ("seconds", "seconds", True),
        ("share of the clock", "share", True),
        ("depth", "depth", False),
        (f"score, in {unit}" if unit else "score", "score", False),
    )
    for axis, (label, name, is_bar) in zip(axes, panels, strict=True):
        for side, player in enumerate(game.players):
            own = [move for move in game.moves if move.side == side]
            points = [(_at(move), getattr(move, name)) for move in own]
            points = [(x, y) for x, y in points if y is not None]
            if not points:
                continue
            x, y = zip(*points, strict=True)
            if is_bar:
                axis.bar(x, y, width=0.45, color=COLOURS[side], label=player)
            else:
                axis.plot(x, y, marker=".", color=COLOURS[side], label=player)
        axis.set_ylabel(label)
        axis.grid(visible=True, alpha=0.3)
        axis.yaxis.get_major_locator().set_params(integer=name == "depth")
        if not axis.has_data():
            axis.text(0.5, 0.5, "not said in the comments", transform=axis.transAxes, ha="center")
    axes[0].legend()
    names = " - ".join(game.players)
    control = game.tags.get("TimeControl")
    axes[0].set_title(f"{names}, {control}" if control else names)
    axes[-1].set_xlabel("move")
    axes[-1].xaxis.get_major_locator().set_params(integer=True)
    save_figure(figure, path)
    return Path(path)


def _at(move: "SpentMove") -> float:
    """Return where a move stands: the answer half a step behind."""
    return (move.number + 1) / 2
