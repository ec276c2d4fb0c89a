"""The page of a tuning: how tau and the weights moved, and what games say of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from tabiya.measure import Disagreement
from tabiya.metrics import Verdict
from tabiya.report._disagreements import FIGURE_STYLE, disagreement_figures

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem;
  background: #fff; color: #1d1d1f; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { padding: .25rem .8rem; text-align: right; border-bottom: 1px solid #ddd; }
th:first-child, td:first-child { text-align: left; }
.note { color: #666; }
"""


# Marks of the axis of weights.
TICKS = [digit * 10**power for power in range(-2, 5) for digit in (1, 2, 5)]


@dataclass(frozen=True)
class TuningStep:
    """One iteration: its number, the agreement on both sets, and the base vector."""

    number: int
    train: float
    control: float | None
    weights: tuple[float, ...]


@dataclass(frozen=True)
class Proof:
    """A match of the weights of some iteration against others."""

    player: str
    opponent: str
    verdict: Verdict


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
        What made it: data, seed, version.
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


def tuning_report(record: TuningRecord, path: Path | str) -> None:
    """Write the page, one file that needs no network."""
    Path(path).write_text(tuning_page(record), encoding="utf-8")


def tuning_page(record: TuningRecord) -> str:
    """Return the page as HTML."""
    parts = [
        f"<h1>{escape(record.title)}</h1>",
        _settings(record.settings),
        *(f'<p class="note">{escape(note)}</p>' for note in record.notes),
        _figure(record),
        "<h2>Weights</h2>",
        _weight_table(record),
    ]
    if record.proofs:
        parts += ["<h2>By play</h2>", _proof_table(record.proofs)]
    for heading, found in record.disagreements:
        figures = disagreement_figures(found)
        parts.append(f'<h2>{escape(heading)}</h2><div class="figures">{figures}</div>')
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(record.title)}</title><style>{STYLE}{FIGURE_STYLE}</style></head><body>\n"
        + "\n".join(parts)
        + "\n</body></html>\n"
    )


def _figure(record: TuningRecord) -> str:
    """Return the plot of Gomboc's Figures 4 to 6.

    The measure is on the left axis; weights are on the right one, which is logarithmic, negative
    ones by their size and drawn with dashes.
    """
    import plotly.graph_objects as go  # noqa: PLC0415 (loads slowly)

    numbers = [step.number for step in record.steps]
    traces: list[Any] = [
        _line(go, numbers, [s.train for s in record.steps], record.measure, width=4)
    ]
    if any(step.control is not None for step in record.steps):
        control = [step.control for step in record.steps]
        traces.append(
            _line(go, numbers, control, f"{record.measure}, control", width=2, dash="dot")
        )
    for index, name in enumerate(record.names):
        values = [step.weights[index] for step in record.steps]
        for sign, dash, shown in ((1, "solid", name), (-1, "dash", f"-{name}")):
            side = [sign * v if sign * v > 0 else None for v in values]
            if any(v is not None for v in side):
                traces.append(_line(go, numbers, side, shown, width=1.5, dash=dash, axis="y2"))
    figure = go.Figure(
        traces,
        layout={
            "template": "plotly_white",
            "height": 620,
            "xaxis": {"title": "iteration", "domain": [0, 0.9]},
            "yaxis": {"title": record.measure},
            "yaxis2": {
                "title": "weight",
                "type": "log",
                "overlaying": "y",
                "side": "right",
                "showgrid": False,
                "tickvals": TICKS,
            },
            "legend": {"x": 1.02},
            "margin": {"t": 30},
        },
    )
    text: str = figure.to_html(full_html=False, include_plotlyjs=True)
    return text


def _line(
    go: Any,
    x: Sequence[int],
    y: Sequence[float | None],
    name: str,
    *,
    width: float,
    dash: str = "solid",
    axis: str = "y",
) -> Any:
    return go.Scatter(
        x=list(x),
        y=list(y),
        name=name,
        yaxis=axis,
        mode="lines",
        line={"width": width, "dash": dash},
    )


def _settings(settings: Mapping[str, str]) -> str:
    words = "; ".join(f"{escape(name)}: {escape(value)}" for name, value in settings.items())
    return f'<p class="note">{words}</p>' if words else ""


def _weight_table(record: TuningRecord) -> str:
    before = record.steps[0].weights if record.steps else record.final
    errors = record.errors or (None,) * len(record.final)
    rows = "".join(
        f"<tr><td>{escape(name)}</td><td>{old:.4g}</td><td>{new:.4g}</td>"
        f"<td>{'' if error is None else f'± {error:.2g}'}</td></tr>"
        for name, old, new, error in zip(record.names, before, record.final, errors, strict=True)
    )
    head = "<tr><th>weight</th><th>before</th><th>after</th><th>error</th></tr>"
    return f"<table>{head}{rows}</table>"


def _proof_table(proofs: Sequence[Proof]) -> str:
    rows = "".join(
        f"<tr><td>{escape(p.player)}</td><td>{escape(p.opponent)}</td>"
        f"<td>{p.verdict.n_games}</td><td>{p.verdict.score.value:.1%}</td>"
        f"<td>{p.verdict.score.low:.1%} … {p.verdict.score.high:.1%}</td>"
        f"<td>{p.verdict.elo.value:+.0f}</td>"
        f"<td>{p.verdict.elo.low:+.0f} … {p.verdict.elo.high:+.0f}</td></tr>"
        for p in proofs
    )
    head = (
        "<tr><th>player</th><th>opponent</th><th>games</th><th>score</th><th>interval</th>"
        "<th>Elo</th><th>interval</th></tr>"
    )
    return f"<table>{head}{rows}</table>"
