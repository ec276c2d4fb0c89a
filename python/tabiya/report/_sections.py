"""The sections of a match's page."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tabiya.games import Game
from tabiya.metrics import Estimate, Sprt, Verdict, rate, verdict
from tabiya.play import GameRecord, MatchRecord, complete_pairs
from tabiya.report._chart import stacked_bars
from tabiya.report._crosstable import crosstable
from tabiya.report._openings import OpeningTally, tally_openings
from tabiya.report._page import card, fill, markup
from tabiya.report._progress import follow, ratio_chart, score_chart

if TYPE_CHECKING:
    from markupsafe import Markup

N_BINS = 24
MOST_OPENINGS = 200
PAIR = 2
RESULT_STYLES = ("first", "draw", "second")


def sections(match: MatchRecord) -> "Markup":
    """Return all sections that the match has something to show in."""
    parts = _match_sections(match) if len(match.players) == PAIR else _pool_sections(match)
    finished = [game for game in match.games if game.result is not None]
    if finished:
        parts.append(card("Lengths", markup(_lengths(finished)), _legend(match)))
        is_alone = sum('<section class="card">' in part for part in parts) % 2 == 0
        endings = _endings(finished)
        bars = fill("bars.html", rows=endings, highest=max(count for _, count in endings))
        parts.append(card("Endings", bars, wide=is_alone))
    openings = tally_openings(match.games)
    if openings:
        parts.append(_openings(openings, Game(match.game).sides[0]))
    faults = [(None, fault) for fault in match.faults]
    faults_in_games = [
        (number, fault) for number, game in enumerate(match.games) for fault in game.faults
    ]
    if faults or faults_in_games:
        rows = [
            (fault.player, fault.kind, fault.message, _game_link(number))
            for number, fault in [*faults, *faults_in_games]
        ]
        head = ("player", "fault", "what happened", "game")
        parts.append(card("Faults", fill("table.html", head=head, rows=rows), wide=True))
    return markup(*parts)


def _match_sections(match: MatchRecord) -> "list[Markup]":
    progress = follow(match)
    if progress is None:
        return [card("Verdict", "", "No game was finished.", wide=True)]
    found = _verdict(match)
    parts = [_figures(match, found)]
    parts.append(
        card(f"Score of {match.players[0]}", markup(score_chart(progress)), "95 % interval")
    )
    if match.sprt is not None:
        unit = "normalised" if match.sprt.normalised else "logistic"
        note = f"sequential test of {match.sprt.elo0:g} and {match.sprt.elo1:g} Elo, {unit}"
        parts.append(card("Log-likelihood ratio", markup(ratio_chart(progress, match.sprt)), note))
    if found.pentanomial is not None:
        names = ("0", "½", "1", "1½", "2")
        bars = [(name, (count,)) for name, count in zip(names, found.pentanomial, strict=True)]
        chart = stacked_bars(bars, ("bar",), x_label=f"points of {match.players[0]} in a pair")
        parts.append(card("Pairs of games", markup(chart)))
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


def _figures(match: MatchRecord, found: Verdict) -> "Markup":
    losses, draws, wins = found.trinomial or (0, 0, 0)
    figures = [
        ("score", f"{found.score.value:.1%}", f"{found.score.low:.1%} to {found.score.high:.1%}"),
        ("Elo", _number(found.elo.value), _between(found.elo)),
        ("normalised Elo", _number(found.normalised_elo.value), _between(found.normalised_elo)),
        ("superiority", f"{found.superiority:.1%}", f"of {match.players[0]}"),
        ("won · drawn · lost", f"{wins} · {draws} · {losses}", f"{found.n_games} games"),
    ]
    if found.sprt is not None:
        words = {"accept": "accepted", "reject": "rejected", "continue": "undecided"}
        bounds = f"{found.sprt.lower:.2f} to {found.sprt.upper:.2f}"
        figures.append((f"test {words[found.sprt.verdict]}", f"{found.sprt.llr:+.2f}", bounds))
    return fill("figures.html", figures=figures)


def _pool_sections(match: MatchRecord) -> "list[Markup]":
    finished = [game for game in match.games if game.result is not None]
    if not finished:
        return [card("Standings", "", "No game was finished.", wide=True)]
    ratings = rate((game.first, game.second, game.points or 0.0) for game in finished)
    rows = []
    for place, player in enumerate(ratings.players):
        found = ratings.rating(player)
        rows.append(
            (
                place + 1,
                player,
                f"{found.value:+.0f}",
                f"± {(found.high - found.low) / 2:.0f}",
                f"{ratings.points[place]:g}",
                ratings.games[place],
                f"{ratings.points[place] / ratings.games[place]:.1%}",
            )
        )
    note = (
        f"first move {_number(ratings.advantage.value)} Elo [{_between(ratings.advantage)}], "
        f"draws between equals {ratings.draws.value:.0%}"
    )
    head = ("", "player", "Elo", "95 %", "points", "games", "score")
    table = fill("table.html", head=head, rows=rows, scrolls=True)
    order = [str(player) for player in ratings.players]
    order += [player for player in match.players if player not in order]
    return [
        card("Ratings", table, note, wide=True),
        card("Crosstable", crosstable(finished, order), "points of the row's player", wide=True),
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


def _openings(openings: Sequence[OpeningTally], side: str) -> "Markup":
    silent = [tally for tally in openings if tally.is_always_balanced]
    drawn = sum(tally.n_drawn == tally.n_pairs for tally in silent)
    one_sided = sum(tally.n_one_sided == tally.n_pairs for tally in silent)
    note = (
        f"{len(silent)} of {len(openings)} openings gave only balanced pairs, which tell nothing "
        f"about the players: {drawn} only draws, {one_sided} only wins of the same side"
    )
    shown = openings[:MOST_OPENINGS]
    body = fill("openings.html", openings=shown, side=side, more=len(openings) - len(shown))
    return card("Openings", body, note, wide=True)


def _legend(match: MatchRecord) -> "Markup":
    first, second = Game(match.game).sides
    names = (f"{first} wins", "draw", f"{second} wins")
    return fill("legend.html", keys=list(zip(RESULT_STYLES, names, strict=True)))


def _game_link(number: int | None) -> "Markup | str":
    return "" if number is None else fill("game_link.html", number=number + 1)


def _number(value: float) -> str:
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"  # noqa: RUF001 (a true minus)
    return f"{value:+.1f}".replace("-", "−")  # noqa: RUF001 (a minus sign is meant)


def _between(estimate: Estimate) -> str:
    return f"{_number(estimate.low)} to {_number(estimate.high)}"
