"""``tabiya verdict``: what the games of a PGN file say about their players."""

import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

import tabiya
from tabiya.cli._table_file import TableFile, save_table
from tabiya.cli._verdict_rows import HEADINGS, verdict_row

# So many broken games are named; the rest is only counted.
N_NAMED = 5
N_OPPONENTS = 2


def verdict(
    files: Annotated[
        list[Path], typer.Argument(metavar="GAMES.pgn...", help="Games, packed or not.")
    ],
    *,
    player: Annotated[
        str | None, typer.Option(help="Whose score it is; the first one in the file by default.")
    ] = None,
    pairs: Annotated[
        bool | None,
        typer.Option(
            "--pairs/--no-pairs",
            help="Count pairs of games on one opening, or single games; by default pairs, if most "
            "games are in pairs.",
        ),
    ] = None,
    sprt: Annotated[
        str | None, typer.Option(metavar="ELO0,ELO1", help="Add a sequential test.")
    ] = None,
    normalised: Annotated[
        bool, typer.Option("--normalised/--logistic", help="Unit of the test's bounds.")
    ] = True,
    confidence: Annotated[float, typer.Option(help="Confidence of the intervals.")] = 0.95,
    table: TableFile = None,
) -> None:
    """Say what games mean: score, Elo with its interval, superiority, a sequential test.

    Of more than two players a table of ratings is printed, and the verdict of one of them if asked.
    """
    test = None if sprt is None else _read_test(sprt, normalised=normalised)
    games = _read(files)
    names = list(dict.fromkeys(name for game in games for name in (game.first, game.second)))
    if player is not None and player not in names:
        raise ValueError(f"expected a player of these games, found {player!r}; there are {names}")
    if len(names) > N_OPPONENTS:
        _print_ratings(games, confidence, table)
    if len(names) == N_OPPONENTS or player is not None:
        chosen = player or names[0]
        theirs = [game for game in games if chosen in (game.first, game.second)]
        against = [n for n in names if n != chosen] if len(names) == N_OPPONENTS else ["all others"]
        typer.echo(f"{chosen} against {against[0]}")
        found = _judge(theirs, chosen, pairs=pairs, test=test, confidence=confidence)
        typer.echo(str(found))
        part = "" if len(names) == N_OPPONENTS else "player"
        save_table(table, HEADINGS, [verdict_row(chosen, against[0], found)], part=part)
    elif test is not None:
        raise ValueError("expected --player for the test among more than two players, found none")


def _read(files: Iterable[Path]) -> "list[tabiya.play.PgnResult]":
    """Read all finished games; the others are counted, and broken ones named."""
    games: list[tabiya.play.PgnResult] = []
    left_out: Counter[str] = Counter()
    for path in files:
        for game in tabiya.play.read_results(path):
            if isinstance(game, tabiya.play.BrokenGame):
                left_out["broken"] += 1
                if left_out["broken"] <= N_NAMED:
                    sys.stderr.write(f"{path}:{game.line}: left out: {game.reason}\n")
            elif game.result is None:
                left_out["unfinished"] += 1
            else:
                games.append(game)
    for kind, count in left_out.items():
        sys.stderr.write(f"{kind} games left out: {count}\n")
    if not games:
        raise ValueError(f"{', '.join(map(str, files))}: expected a finished game, found none")
    return games


def _judge(
    games: "list[tabiya.play.PgnResult]",
    player: str,
    *,
    pairs: bool | None,
    test: "tabiya.metrics.Sprt | None",
    confidence: float,
) -> "tabiya.metrics.Verdict":
    """Judge by pairs if they are asked for, or if most games are in pairs."""
    paired = tabiya.play.pair_games(games)
    if pairs and not paired.pairs:
        raise ValueError("expected games in pairs on the same opening, found none; try --no-pairs")
    if pairs is None:
        pairs = len(paired.pairs) * 2 > len(paired.singles)
    if not pairs:
        return tabiya.metrics.verdict(
            [_points(g, player) for g in games], sprt=test, confidence=confidence
        )
    if paired.singles:
        sys.stderr.write(f"games without a partner left out: {len(paired.singles)}\n")
    both = [(_points(one, player), _points(two, player)) for one, two in paired.pairs]
    return tabiya.metrics.verdict(both, sprt=test, confidence=confidence)


def _points(game: "tabiya.play.PgnResult", player: str) -> float:
    points = tabiya.play.POINTS[game.result or ""]
    return points if game.first == player else 1 - points


def _print_ratings(
    games: "list[tabiya.play.PgnResult]", confidence: float, table: Path | None
) -> None:
    ratings = tabiya.metrics.rate(
        ((game.first, game.second, tabiya.play.POINTS[game.result or ""]) for game in games),
        confidence=confidence,
    )
    typer.echo(str(ratings))
    advantage, draws = ratings.advantage, ratings.draws
    typer.echo(
        f"first move {advantage.value:+.1f} Elo [{advantage.low:+.1f}, {advantage.high:+.1f}], "
        f"draws between equals {draws.value:.0%} [{draws.low:.0%}, {draws.high:.0%}]"
    )
    headings = ["place", "player", "Elo", "low", "high", "games", "score"]
    save_table(table, headings, _rating_rows(ratings))
    if ratings.n_pools > 1:
        typer.echo(f"{ratings.n_pools} groups never met: ratings compare only within a group")


def _rating_rows(ratings: "tabiya.metrics.Ratings") -> list[list[str]]:
    rows = []
    for place, player in enumerate(ratings.players):
        found = ratings.rating(player)
        score = ratings.points[place] / ratings.games[place]
        elo = (f"{value:.1f}" for value in (found.value, found.low, found.high))
        games = f"{ratings.games[place]}"
        rows.append([f"{place + 1}", str(player), *elo, games, f"{score:.4f}"])
    return rows


def _read_test(text: str, *, normalised: bool) -> "tabiya.metrics.Sprt":
    parts = text.split(",")
    try:
        elo0, elo1 = (float(part) for part in parts)
    except ValueError:
        raise ValueError(f"--sprt: expected two numbers such as '0,2', found {text!r}") from None
    return tabiya.metrics.Sprt(elo0, elo1, normalised=normalised)
