"""The page of a tuning: what was tuned on what, how it went, and what games say of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tabiya.games import Game
from tabiya.measure import Disagreement
from tabiya.play import Proof
from tabiya.players import score_unit
from tabiya.report._curves import Curve, colour_of, curves_chart
from tabiya.report._disagreements import disagreement_figures
from tabiya.report._match import replayed_games
from tabiya.report._page import card, fill, fill_page, markup, write_page
from tabiya.report._tuned_weights import weight_sections

if TYPE_CHECKING:
    from markupsafe import Markup

# So many games of all proofs can be replayed.
MOST_GAMES = 400
# Settings that stand in the heading.
SHORT = ("tuner", "positions", "seed", "version")


@dataclass(frozen=True)
class TuningStep:
    """One iteration: its number, the agreement on both sets, the base vector, and the loss."""

    number: int
    train: float
    control: float | None
    weights: tuple[float, ...]
    loss: float | None = None


@dataclass(frozen=True)
class TuningRecord:
    """All that the page of a tuning shows.

    Attributes
    ----------
    title : str
        What was tuned.
    measure : str
        What the numbers are, such as ``tau``.
    names : tuple of str
        The tuned weights.
    steps : tuple of TuningStep
        The iterations, in order.
    final : tuple of float
        The weights that are handed over.
    errors : tuple of float, optional
        Standard errors of the final weights.
    proofs : tuple of Proof
        Matches.
    disagreements : tuple of (str, tuple of Disagreement)
        Under a heading each, such as before and after, the positions that are most out of order.
    notes : tuple of str
        What else should be known, such as signs of overfitting.
    settings : mapping of str to str
        What made it: data, seed, version, the command.
    game : str
        The game.
    groups : mapping of str to str
        The group of each weight, by which the page is ordered when there are many.
    scale : float, optional
        K of the logistic loss: the score that makes the expected result e to one.
    measures : mapping of str to str
        What stands beside tau: tau_b, gamma, the greatest tau that ties allow.
    reached : (float, float or None), optional
        The agreement of the final weights on both sets.
    """

    title: str
    measure: str
    names: tuple[str, ...]
    steps: tuple[TuningStep, ...]
    final: tuple[float, ...]
    errors: tuple[float, ...] | None = None
    proofs: tuple[Proof, ...] = ()
    disagreements: tuple[tuple[str, tuple[Disagreement, ...]], ...] = ()
    notes: tuple[str, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)
    game: str = "chess"
    groups: Mapping[str, str] = field(default_factory=dict)
    scale: float | None = None
    measures: Mapping[str, str] = field(default_factory=dict)
    reached: tuple[float, float | None] | None = None

    @property
    def points(self) -> tuple[TuningStep, ...]:
        """Return the steps, and behind them the final weights if no step began with them."""
        if self.reached is None or any(step.weights == self.final for step in self.steps):
            return self.steps
        number = self.steps[-1].number + 1 if self.steps else 0
        return (*self.steps, TuningStep(number, *self.reached, self.final))


def tuning_report(record: TuningRecord, path: Path | str) -> None:
    """Write the page, one file that needs no network."""
    write_page(path, tuning_page(record))


def tuning_page(record: TuningRecord) -> str:
    """Return the page as HTML."""
    parts = [_figures(record), _settings(record), _measure(record)]
    if any(step.loss is not None for step in record.steps):
        parts.append(_loss(record))
    parts += weight_sections(record)
    if record.proofs:
        parts.append(_proofs(record.proofs))
    parts += [_disagreements(heading, found) for heading, found in record.disagreements]
    n = len(record.names)
    return fill_page(
        record.game,
        title=record.title,
        subtitle=f"{n} weight{'s' if n > 1 else ''} · {len(record.steps)} iterations · "
        + " · ".join(f"{name} {text}" for name, text in record.settings.items() if name in SHORT),
        sections=markup(*(part for part in parts if part)),
        data=_games(record),
    )


def _figures(record: TuningRecord) -> "Markup | str":
    """Return the numbers that matter, large."""
    if not record.steps:
        return ""
    first, last = record.steps[0], record.steps[-1]
    best = max(step.train for step in record.steps)
    train, control = record.reached or (best, last.control)
    shown = [(record.measure, f"{train:.4f}", f"from {first.train:.4f}")]
    if first.control is not None and control is not None:
        shown.append(("control", f"{control:.4f}", f"from {first.control:.4f}"))
    shown += [(name, value, "") for name, value in record.measures.items()]
    if record.scale is not None:
        shown.append(("K", f"{record.scale:.1f}", _hundredths(record.game)))
    for proof in record.proofs[-1:]:
        elo = proof.verdict.elo
        shown.append(("by play", f"{elo.value:+.0f} Elo", f"{elo.low:+.0f} … {elo.high:+.0f}"))
    return fill("figures.html", figures=shown)


def _hundredths(game: str) -> str:
    """Return what the scores of a game are told in where they are whole numbers."""
    return {"pawns": "centipawns", "discs": "hundredths of a disc"}.get(score_unit(game), "")


def _settings(record: TuningRecord) -> "Markup | str":
    if not record.settings and not record.notes:
        return ""
    return fill("settings.html", settings=record.settings, notes=record.notes)


def _measure(record: TuningRecord) -> "Markup":
    """Return how the measure rose, on both sets."""
    numbers = [step.number for step in record.points]
    curves = [Curve(record.measure, [step.train for step in record.points], colour_of(0))]
    if any(step.control is not None for step in record.points):
        control = [step.control for step in record.points]
        curves.append(
            Curve(f"{record.measure} on the control set", control, colour_of(2), is_dashed=True)
        )
    return card(record.measure, markup(curves_chart(numbers, curves)))


def _loss(record: TuningRecord) -> "Markup":
    chart = curves_chart(
        [step.number for step in record.steps],
        [Curve("loss", [step.loss for step in record.steps], colour_of(1))],
    )
    scale = ""
    if record.scale is not None:
        scale = f"K = {record.scale:.1f} {_hundredths(record.game)}".rstrip()
    return card("Loss", markup(chart), scale)


def _proofs(proofs: Sequence[Proof]) -> "Markup":
    rows = [
        (
            p.player,
            p.opponent,
            p.verdict.n_games,
            f"{p.verdict.score.value:.1%}",
            f"{p.verdict.score.low:.1%} … {p.verdict.score.high:.1%}",
            f"{p.verdict.elo.value:+.0f}",
            f"{p.verdict.elo.low:+.0f} … {p.verdict.elo.high:+.0f}",
        )
        for p in proofs
    ]
    head = ("player", "opponent", "games", "score", "interval", "Elo", "interval")
    words = "The games stand below." if any(p.record for p in proofs) else ""
    return card("By play", fill("table.html", head=head, rows=rows), words, wide=True)


def _disagreements(heading: str, found: Sequence[Disagreement]) -> "Markup":
    return fill(
        "disagreement_card.html",
        heading=heading,
        labels=sorted({each.label for each in found}),
        figures=disagreement_figures(found),
    )


def _games(record: TuningRecord) -> dict[str, Any]:
    """Return the games of the proofs for the board."""
    matches = [proof.record for proof in record.proofs if proof.record is not None]
    players = list(dict.fromkeys(name for match in matches for name in match.players))
    games: list[dict[str, Any]] = []
    for match in matches:
        games += replayed_games(match, players, MOST_GAMES - len(games))
    return {
        "game": record.game,
        "sides": list(Game(record.game).sides),
        "players": players,
        "total": sum(len(match.games) for match in matches),
        "games": games,
    }
