"""The sections of a match's page, each a piece of HTML."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape

from tabiya.games import Game
from tabiya.metrics import Estimate, Sprt, Verdict, rate, verdict
from tabiya.play import GameRecord, MatchRecord, complete_pairs
from tabiya.report._chart import flat_bars, stacked_bars
from tabiya.report._crosstable import crosstable
from tabiya.report._openings import OpeningTally, tally_openings
from tabiya.report._progress import follow, ratio_chart, score_chart

N_BINS = 24
MOST_OPENINGS = 200
PAIR = 2
RESULT_STYLES = ("first", "draw", "second")


def sections(match: MatchRecord) -> str:
    """Return all sections that the match has something to show in."""
    parts = _match_sections(match) if len(match.players) == PAIR else _pool_sections(match)
    finished = [game for game in match.games if game.result is not None]
    if finished:
        parts.append(_card("Lengths", _lengths(finished), _legend(match)))
        is_alone = sum('<section class="card">' in part for part in parts) % 2 == 0
        parts.append(_card("Endings", flat_bars(_endings(finished)), wide=is_alone))
    openings = tally_openings(match.games)
    if openings:
        parts.append(_openings(openings, Game(match.game).sides[0]))
    faults = [(None, fault) for fault in match.faults]
    faults_in_games = [
        (number, fault) for number, game in enumerate(match.games) for fault in game.faults
    ]
    if faults or faults_in_games:
        rows = [
            f"<tr><td>{escape(fault.player)}</td><td>{escape(fault.kind)}</td>"
            f"<td>{escape(fault.message)}</td><td>{_game_link(number)}</td></tr>"
            for number, fault in [*faults, *faults_in_games]
        ]
        head = ("player", "fault", "what happened", "game")
        parts.append(_card("Faults", _table(head, rows), wide=True))
    return "\n".join(parts)


def _match_sections(match: MatchRecord) -> list[str]:
    progress = follow(match)
    if progress is None:
        return [_card("Verdict", "<p>No game was finished.</p>", wide=True)]
    found = _verdict(match)
    parts = [_figures(match, found)]
    parts.append(_card(f"Score of {match.players[0]}", score_chart(progress), "95 % interval"))
    if match.sprt is not None:
        unit = "normalised" if match.sprt.normalised else "logistic"
        note = f"sequential test of {match.sprt.elo0:g} and {match.sprt.elo1:g} Elo, {unit}"
        parts.append(_card("Log-likelihood ratio", ratio_chart(progress, match.sprt), note))
    if found.pentanomial is not None:
        names = ("0", "½", "1", "1½", "2")
        bars = [(name, (count,)) for name, count in zip(names, found.pentanomial, strict=True)]
        chart = stacked_bars(bars, ("bar",), x_label=f"points of {match.players[0]} in a pair")
        parts.append(_card("Pairs of games", chart))
    return parts


def _verdict(match: MatchRecord) -> Verdict:
    player, plan = match.players[0], match.sprt
    test = None
    if plan is not None:
        test = Sprt(plan.elo0, plan.elo1, plan.alpha, plan.beta, plan.normalised)
    pairs = complete_pairs(match.games)
    if pairs:
        both = [(_points(one, player), _points(two, player)) for one, two in pairs]
        return verdict(both, sprt=test)
    finished = (game for game in match.games if game.result is not None)
    return verdict([_points(game, player) for game in finished], sprt=test)


def _points(game: GameRecord, player: str) -> float:
    points = game.points_of(player)
    assert points is not None, "the game is over"
    return points


def _figures(match: MatchRecord, found: Verdict) -> str:
    losses, draws, wins = found.trinomial or (0, 0, 0)
    figures = [
        ("score", f"{found.score.value:.1%}", f"{found.score.low:.1%} to {found.score.high:.1%}"),
        ("Elo", _number(found.elo.value), _between(found.elo)),
        ("normalised Elo", _number(found.normalised_elo.value), _between(found.normalised_elo)),
        ("superiority", f"{found.superiority:.1%}", f"of {escape(match.players[0])}"),
        ("won · drawn · lost", f"{wins} · {draws} · {losses}", f"{found.n_games} games"),
    ]
    if found.sprt is not None:
        words = {"accept": "accepted", "reject": "rejected", "continue": "undecided"}
        bounds = f"{found.sprt.lower:.2f} to {found.sprt.upper:.2f}"
        figures.append((f"test {words[found.sprt.verdict]}", f"{found.sprt.llr:+.2f}", bounds))
    cells = "".join(
        f'<div class="figure"><span class="name">{name}</span><b>{value}</b><small>{note}</small>'
        "</div>"
        for name, value, note in figures
    )
    return f'<section class="figures wide">{cells}</section>'


def _pool_sections(match: MatchRecord) -> list[str]:
    finished = [game for game in match.games if game.result is not None]
    if not finished:
        return [_card("Standings", "<p>No game was finished.</p>", wide=True)]
    ratings = rate((game.first, game.second, game.points or 0.0) for game in finished)
    rows = []
    for place, player in enumerate(ratings.players):
        found = ratings.rating(player)
        rows.append(
            f"<tr><td>{place + 1}</td><td>{escape(str(player))}</td><td>{found.value:+.0f}</td>"
            f"<td>± {(found.high - found.low) / 2:.0f}</td><td>{ratings.points[place]:g}</td>"
            f"<td>{ratings.games[place]}</td>"
            f"<td>{ratings.points[place] / ratings.games[place]:.1%}</td></tr>"
        )
    note = (
        f"first move {_number(ratings.advantage.value)} Elo [{_between(ratings.advantage)}], "
        f"draws between equals {ratings.draws.value:.0%}"
    )
    table = _table(("", "player", "Elo", "95 %", "points", "games", "score"), rows)
    table = f'<div class="scroll">{table}</div>'
    order = [str(player) for player in ratings.players]
    order += [player for player in match.players if player not in order]
    return [
        _card("Ratings", table, note, wide=True),
        _card("Crosstable", crosstable(finished, order), "points of the row's player", wide=True),
    ]


def _lengths(games: Sequence[GameRecord]) -> str:
    plies = [len(game.moves) for game in games]
    low, high = min(plies), max(plies)
    width = max(1, math.ceil((high - low + 1) / N_BINS))
    counts: Counter[tuple[int, str]] = Counter(
        ((n - low) // width, game.result or "") for n, game in zip(plies, games, strict=True)
    )
    n_bins = (high - low) // width + 1
    groups = [
        (
            str(low + number * width),
            [counts[number, result] for result in ("1-0", "1/2-1/2", "0-1")],
        )
        for number in range(n_bins)
    ]
    return stacked_bars(groups, RESULT_STYLES, x_label="plies from the opening on")


def _endings(games: Iterable[GameRecord]) -> list[tuple[str, float]]:
    return [
        (reason or "not said", count)
        for reason, count in Counter(game.termination for game in games).most_common()
    ]


def _openings(openings: Sequence[OpeningTally], side: str) -> str:
    silent = [tally for tally in openings if tally.is_always_balanced]
    drawn = sum(tally.n_drawn == tally.n_pairs for tally in silent)
    one_sided = sum(tally.n_one_sided == tally.n_pairs for tally in silent)
    note = (
        f"{len(silent)} of {len(openings)} openings gave only balanced pairs, which tell nothing "
        f"about the players: {drawn} only draws, {one_sided} only wins of the same side"
    )
    rows = [
        f'<tr class="{"silent" if tally.is_always_balanced else ""}">'
        f'<td class="text">{escape(tally.name or tally.position)}</td><td>{tally.n_pairs}</td>'
        f"<td>{tally.n_split}</td><td>{tally.n_drawn}</td><td>{tally.n_one_sided}</td>"
        f"<td>{tally.share_of_first:.0%}</td>"
        f"<td>{' '.join(_game_link(number) for number in tally.games[:4])}</td></tr>"
        for tally in openings[:MOST_OPENINGS]
    ]
    head = ("opening", "pairs", "decided", "drawn twice", "one-sided", f"score of {side}", "games")
    more = len(openings) - len(rows)
    rest = f'<p class="note">and {more} more</p>' if more > 0 else ""
    body = f'<div class="scroll">{_table(head, rows)}</div>{rest}'
    return _card("Openings", body, note, wide=True)


def _legend(match: MatchRecord) -> str:
    first, second = Game(match.game).sides
    names = (f"{first} wins", "draw", f"{second} wins")
    return " ".join(
        f'<span class="key {style}"></span>{name}'
        for style, name in zip(RESULT_STYLES, names, strict=True)
    )


def _card(title: str, body: str, note: str = "", *, wide: bool = False) -> str:
    small = f"<p>{note}</p>" if note else ""
    style = "card wide" if wide else "card"
    return f'<section class="{style}"><h2>{escape(title)}</h2>{small}{body}</section>'


def _table(head: Sequence[str], rows: Sequence[str]) -> str:
    names = "".join(f"<th>{escape(name)}</th>" for name in head)
    return f"<table><thead><tr>{names}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _game_link(number: int | None) -> str:
    return "" if number is None else f'<a href="#game-{number + 1}">{number + 1}</a>'


def _number(value: float) -> str:
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"  # noqa: RUF001 (a true minus)
    return f"{value:+.1f}".replace("-", "−")  # noqa: RUF001 (a minus sign is meant)


def _between(estimate: Estimate) -> str:
    return f"{_number(estimate.low)} to {_number(estimate.high)}"
