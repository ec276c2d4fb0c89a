"""The page of a match: one file with everything in it, which needs no network."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tabiya.games import Game
from tabiya.play import MatchRecord
from tabiya.report._page import fill_page, write_page
from tabiya.report._replay import replay
from tabiya.report._sections import sections

# So many games can be replayed at most; some hundred moves of a game take a kilobyte.
MOST_GAMES = 5000


def match_report(match: MatchRecord, path: str | Path, *, most_games: int = MOST_GAMES) -> Path:
    """Write the page of a match or tournament.

    It shows how score and likelihood ratio moved, lengths and endings of the games, openings that
    never told the players apart, a table of ratings and a crosstable of tournaments, faults, and a
    board on which every game can be replayed.

    Parameters
    ----------
    match : MatchRecord
        What was played.
    path : str or Path
        The HTML file. It is replaced in one step, so that a reader never sees half of it.
    most_games : int
        How many games can be replayed; the first ones. The numbers always count all of them.

    Returns
    -------
    Path
        Where it was written.

    Examples
    --------
    >>> import tempfile, tabiya
    >>> from tabiya.play import GameRecord, MatchRecord
    >>> start = str(tabiya.game("othello").initial())
    >>> games = (GameRecord("a", "b", "1-0", start, moves=("d3", "c3")),)
    >>> path = Path(tempfile.mkdtemp()) / "match.html"
    >>> match_report(MatchRecord("othello", ("a", "b"), games), path).name
    'match.html'
    """
    return write_page(path, match_page(match, most_games=most_games))


def match_page(match: MatchRecord, *, most_games: int = MOST_GAMES) -> str:
    """Return the page of a match as HTML."""
    return fill_page(
        match.game,
        title=match.name,
        subtitle=_subtitle(match),
        sections=sections(match),
        data=_games(match, most_games),
    )


def _subtitle(match: MatchRecord) -> str:
    names = {"chess": "Chess", "othello": "Othello", "loa": "Lines of Action"}
    limits = Counter(match.limits.values())
    if len(limits) == 1:
        allowed = [next(iter(limits))]
    else:
        allowed = [f"{name}: {limit}" for name, limit in match.limits.items()]
    parts = [names.get(match.game, match.game), f"{len(match.games)} games", *allowed]
    parts += [f"{name} {value}" for name, value in match.rules.items()]
    if match.openings:
        parts.append(f"openings {match.openings}")
    if match.seed is not None:
        parts.append(f"seed {match.seed}")
    return " · ".join(parts)


def _games(match: MatchRecord, most_games: int) -> dict[str, Any]:
    return {
        "game": match.game,
        "sides": list(Game(match.game, **match.rules).sides),
        "players": list(match.players),
        "total": len(match.games),
        "games": replayed_games(match, match.players, most_games),
    }


def replayed_games(
    match: MatchRecord, players: Sequence[str], most_games: int
) -> list[dict[str, Any]]:
    """Return the games of a match as the board needs them, the players by their numbers."""
    game = Game(match.game, **match.rules)
    number_of = {name: number for number, name in enumerate(players)}
    return [
        {
            "pair": record.pair + 1,
            "leg": record.leg + 1,
            "first": number_of[record.first],
            "second": number_of[record.second],
            "result": record.result,
            "ending": record.termination,
            "opening": record.opening_name,
            "faults": [f"{fault.player}: {fault.kind}" for fault in record.faults],
            **replay(record, game),
        }
        for record in match.games[: max(most_games, 0)]
    ]
