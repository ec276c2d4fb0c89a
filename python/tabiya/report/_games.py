"""The page of analysed games: how the chances went, the mistakes, and a board."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tabiya.analysts import GameAnalysis, MoveAnalysis, worst_moves
from tabiya.play import GameRecord, Thought
from tabiya.players import SearchReport, win_probability
from tabiya.report._annotated import eval_words
from tabiya.report._chart import Level, line_chart
from tabiya.report._page import card, fill, fill_page, markup, write_page
from tabiya.report._replay import replay

if TYPE_CHECKING:
    from markupsafe import Markup

N_WORST = 20
# More graphs than these would hide the board below them.
MOST_GRAPHS = 4
NAMES = {"chess": "Chess", "othello": "Othello", "loa": "Lines of Action"}


def games_report(
    analyses: Sequence[GameAnalysis], path: str | Path, *, title: str = "Games", by: str = "tabiya"
) -> Path:
    """Write a page about analysed games: a graph of each, the worst moves, and a board.

    Parameters
    ----------
    analyses : sequence of GameAnalysis
        The games, all of one kind.
    path : str or Path
        The HTML file.
    title : str
        What stands above it.
    by : str
        Who looked at them, with its limits.
    """
    return write_page(path, games_page(analyses, title=title, by=by))


def games_page(
    analyses: Sequence[GameAnalysis], *, title: str = "Games", by: str = "tabiya"
) -> str:
    """Return the page about analysed games as HTML."""
    game = analyses[0].record.start.game
    sections = [_graph(each) for each in analyses[:MOST_GRAPHS]]
    sections += [_players(analyses), _worst(analyses)]
    players = list(
        dict.fromkeys(n for each in analyses for n in (each.record.first, each.record.second))
    )
    n = len(analyses)
    return fill_page(
        game.name,
        title=title,
        subtitle=f"{NAMES[game.name]} · {n} game{'s' if n > 1 else ''} · {by} · marks from a loss "
        f"of winning probability of {analyses[0].thresholds}",
        sections=markup(*sections),
        data={
            "game": game.name,
            "sides": list(game.sides),
            "players": players,
            "total": n,
            "analysed": True,
            "games": [_replayed(each, players) for each in analyses],
        },
    )


def _graph(analysis: GameAnalysis) -> "Markup":
    """Return the first player's chances over the moves."""
    game, record = analysis.record.start.game, analysis.record
    chances = [_first_chance(each) for each in analysis.moves]
    words = [
        f"{number}. {each.position.format_move(each.move)}{each.mark} {chance:.0%}"
        for number, (each, chance) in enumerate(zip(analysis.moves, chances, strict=True), start=1)
    ]
    chart = line_chart(
        [float(ply) for ply in range(1, len(chances) + 1)],
        chances,
        lines=[Level(0.5, "level", "even")],
        limits=(0.0, 1.0),
        words=words,
        x_label="ply",
        percent=True,
    )
    return fill(
        "card.html",
        title=f"{record.first} - {record.second}, {record.result or 'unfinished'}",
        note=f"winning probability of {game.sides[0]} after every move",
        small=True,
        body=markup(chart),
    )


def _players(analyses: Sequence[GameAnalysis]) -> "Markup":
    rows = []
    for number, each in enumerate(analyses, start=1):
        record, link = each.record, fill("game_link.html", number=number)
        for side, name in zip(record.start.game.sides, (record.first, record.second), strict=True):
            counts = [each.count(side, mark) for mark in ("?!", "?", "??")]
            rows.append((link, name, side, *counts, f"{each.mean_loss(side):.1%}"))
    head = ("game", "player", "side", "?!", "?", "??", "loss per move")
    return card("Players", fill("table.html", head=head, rows=rows))


def _worst(analyses: Sequence[GameAnalysis]) -> "Markup":
    numbers = {id(each): number for number, each in enumerate(analyses, start=1)}
    rows = []
    for analysis, ply in worst_moves(analyses, N_WORST):
        each = analysis.moves[ply]
        rows.append(
            (
                fill("game_link.html", number=numbers[id(analysis)]),
                ply + 1,
                f"{each.position.format_move(each.move)} {each.mark}",
                f"{each.loss:.0%}",
                each.position.format_line(each.best.pv[:6]),
            )
        )
    head = ("game", "ply", "move", "loss", "better")
    table = fill("table.html", head=head, rows=rows, none="none")
    return card("The costliest moves", table, wide=True)


def _first_chance(each: MoveAnalysis) -> float:
    return win_probability(each.position.game.name, each.first_score)


def _replayed(analysis: GameAnalysis, players: list[str]) -> dict[str, Any]:
    record, game = analysis.record, analysis.record.start.game
    thoughts = tuple(
        Thought(each.score, SearchReport.of_score(game.name, each.score).win_in, each.best.depth)
        for each in analysis.moves
    )
    played = GameRecord(
        record.first, record.second, None, str(record.start), "", record.moves, thoughts
    )
    return {
        "pair": 1,
        "leg": 1,
        "first": players.index(record.first),
        "second": players.index(record.second),
        "result": record.result,
        "ending": "",
        "opening": record.tags.get("Event", ""),
        "faults": [],
        **replay(played, game),
        "texts": [each.position.format_move(each.move) + each.mark for each in analysis.moves],
        "better": [
            f"{eval_words(each.best)} {each.position.format_line(each.best.pv[:6])}"
            if each.mark
            else ""
            for each in analysis.moves
        ],
    }
