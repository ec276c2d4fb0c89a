"""The page of analysed games: how the chances went, the mistakes, and a board."""

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from tabiya.analysts import GameAnalysis, MoveAnalysis, worst_moves
from tabiya.play import GameRecord, Thought
from tabiya.players import SearchReport, win_probability
from tabiya.report._annotated import eval_words
from tabiya.report._chart import Level, line_chart
from tabiya.report._page import fill_page, write_page
from tabiya.report._replay import replay

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
        sections="\n".join(sections),
        data={
            "game": game.name,
            "sides": list(game.sides),
            "players": players,
            "total": n,
            "analysed": True,
            "games": [_replayed(each, players) for each in analyses],
        },
    )


def _graph(analysis: GameAnalysis) -> str:
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
    names = escape(f"{record.first} - {record.second}, {record.result or 'unfinished'}")
    return (
        f'<section class="card"><h2>{names}</h2><p class="note">winning probability of '
        f"{game.sides[0]} after every move</p>{chart}</section>"
    )


def _players(analyses: Sequence[GameAnalysis]) -> str:
    rows = []
    for number, each in enumerate(analyses, start=1):
        record = each.record
        for side, name in zip(record.start.game.sides, (record.first, record.second), strict=True):
            counts = "".join(f"<td>{each.count(side, mark)}</td>" for mark in ("?!", "?", "??"))
            rows.append(
                f'<tr><td><a href="#game-{number}">{number}</a></td><td>{escape(name)}</td>'
                f"<td>{side}</td>{counts}<td>{each.mean_loss(side):.1%}</td></tr>"
            )
    head = "<th>game</th><th>player</th><th>side</th><th>?!</th><th>?</th><th>??</th>"
    return (
        '<section class="card"><h2>Players</h2><table><thead><tr>'
        f"{head}<th>loss per move</th></tr></thead><tbody>{''.join(rows)}</tbody></table></section>"
    )


def _worst(analyses: Sequence[GameAnalysis]) -> str:
    numbers = {id(each): number for number, each in enumerate(analyses, start=1)}
    rows = []
    for analysis, ply in worst_moves(analyses, N_WORST):
        each = analysis.moves[ply]
        rows.append(
            f'<tr><td><a href="#game-{numbers[id(analysis)]}">{numbers[id(analysis)]}</a></td>'
            f"<td>{ply + 1}</td><td>{escape(each.position.format_move(each.move))} {each.mark}</td>"
            f"<td>{each.loss:.0%}</td>"
            f"<td>{escape(each.position.format_line(each.best.pv[:6]))}</td></tr>"
        )
    head = "<th>game</th><th>ply</th><th>move</th><th>loss</th><th>better</th>"
    body = "".join(rows) or '<tr><td colspan="5">none</td></tr>'
    return (
        '<section class="card wide"><h2>The costliest moves</h2><table><thead><tr>'
        f"{head}</tr></thead><tbody>{body}</tbody></table></section>"
    )


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
