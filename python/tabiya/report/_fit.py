"""The page of a fit: how good the probabilities are, what the features weigh and look like."""

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tabiya.files import write_beside
from tabiya.report._page import PLAIN_STYLE

if TYPE_CHECKING:
    from tabiya.combine import Fit

COLOURS = {"logistic": "#1f77b4", "fisher": "#d95f02", "quadratic": "#2ca02c"}
COEFFICIENTS = (
    "By phase, with two standard errors by game. The logarithm of the odds of the side to move "
    "grows by so much with one unit of the feature."
)
DENSITIES = (
    "Densities among lost and won positions of the middle phase, and the normal densities of the "
    "same mean and deviation (dotted)."
)
LEAST_P = 1e-99
LOST, WON = "#c44", "#48a"


def write_fit_page(fit: "Fit", path: str | Path) -> None:
    """Write the page, one file that needs no network."""
    write_beside(path, fit_page(fit))


def fit_page(fit: "Fit") -> str:
    """Return the page as HTML."""
    from tabiya.combine import describe_covariances  # noqa: PLC0415 (slow to load, and large)

    title = f"Fitted: {fit.game}, {', '.join(fit.models)}"
    train, control = fit.n_games
    size = (
        f"{train:,} games learnt from; {control:,} games with {len(fit.held_out):,} positions "
        "held out."
    )
    parts = [
        f"<h1>{escape(title)}</h1>",
        f'<p class="note">{size} Intervals are 95 %, by game.</p>',
        *(f'<p class="note">{escape(note)}</p>' for note in fit.notes),
        _quality_table(fit),
        "<h2>Calibration on held-out games</h2>",
        _html(_calibration(fit), first=True),
        "<h2>Coefficients</h2>",
        f"<p>{COEFFICIENTS}</p>",
        _html(_coefficients(fit)),
        "<h2>Can the quadratic terms be dropped?</h2>",
        f"<p>{escape(describe_covariances(fit))}.</p>",
        _covariance_table(fit),
        "<h2>Are the features normal?</h2>",
        "<ul>" + "".join(f"<li>{escape(each.describe())}</li>" for each in fit.normality) + "</ul>",
        f"<p>{DENSITIES}</p>",
        _html(_shapes(fit)),
    ]
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{PLAIN_STYLE}</style></head><body>\n"
        + "\n".join(parts)
        + "\n</body></html>\n"
    )


def _html(figure: Any, *, first: bool = False) -> str:
    text: str = figure.to_html(full_html=False, include_plotlyjs=first)
    return text


def _quality_table(fit: "Fit") -> str:
    rows = "".join(
        f"<tr><td>{escape(name)}</td><td>{q.log_loss}</td><td>{q.brier}</td><td>{q.auc}</td>"
        f"<td>{q.concordance}</td></tr>"
        for name, q in fit.quality.items()
    )
    head = "".join(
        f"<th>{word}</th>" for word in ("model", "log-loss", "Brier score", "AUC", "concordance")
    )
    return f"<table><tr>{head}</tr>{rows}</table>"


def _covariance_table(fit: "Fit") -> str:
    rows = "".join(
        f"<tr><td>{escape(str(test.phase))}</td><td>{test.statistic:,.0f}</td>"
        f"<td>{test.degrees}</td><td>{_p_words(test.p_value)}</td><td>{test.ratio:.2f}</td></tr>"
        for test in fit.covariances
    )
    words = ("phase", "Box's M", "degrees of freedom", "p", "largest ratio of variances")
    head = "".join(f"<th>{word}</th>" for word in words)
    return f"<table><tr>{head}</tr>{rows}</table>"


def _p_words(p: float) -> str:
    """Return a probability; one that is too small to be written is less than another.

    >>> _p_words(0.03), _p_words(0.0)
    ('0.03', '< 1e-99')
    """
    return "< 1e-99" if p < LEAST_P else f"{p:.2g}"


def _calibration(fit: "Fit") -> Any:
    import plotly.graph_objects as go  # noqa: PLC0415 (loads slowly)

    traces = [
        go.Scatter(
            x=[0, 1], y=[0, 1], mode="lines", name="perfect", line={"color": "#bbb", "dash": "dot"}
        )
    ]
    for name, quality in fit.quality.items():
        predicted, observed, _ = quality.calibration.T
        traces.append(
            go.Scatter(
                x=predicted,
                y=observed,
                name=name,
                mode="lines+markers",
                line={"color": COLOURS.get(name)},
            )
        )
    layout = {
        "template": "plotly_white",
        "width": 640,
        "height": 560,
        "xaxis": {"title": "predicted winning probability", "range": [0, 1]},
        "yaxis": {"title": "observed", "range": [0, 1]},
    }
    return go.Figure(traces, layout=layout)


def _coefficients(fit: "Fit") -> Any:
    from plotly.subplots import make_subplots  # noqa: PLC0415 (loads slowly)

    names = fit.features.names
    n_columns = 4
    n_rows = -(-len(names) // n_columns)
    figure = make_subplots(n_rows, n_columns, subplot_titles=names)
    for model, phases in fit.models.items():
        men = [sum(each.phase.men) / 2 for each in phases]
        values = np.array([each.model.coef_[0] for each in phases])
        errors = 2 * np.array([each.errors[1:] for each in phases])
        for number in range(len(names)):
            figure.add_scatter(
                x=men,
                y=values[:, number],
                error_y={"array": errors[:, number], "thickness": 1},
                name=model,
                legendgroup=model,
                showlegend=number == 0,
                line={"color": COLOURS.get(model)},
                row=number // n_columns + 1,
                col=number % n_columns + 1,
            )
    figure.update_layout(template="plotly_white", height=240 * n_rows)
    figure.update_xaxes(title_text="men", row=n_rows)
    return figure


def _shapes(fit: "Fit") -> Any:
    from plotly.subplots import make_subplots  # noqa: PLC0415 (loads slowly)

    n_columns = 4
    n_rows = -(-max(1, len(fit.normality)) // n_columns)
    figure = make_subplots(n_rows, n_columns, subplot_titles=[each.name for each in fit.normality])
    for number, each in enumerate(fit.normality):
        middles, width = (each.edges[1:] + each.edges[:-1]) / 2, np.diff(each.edges)
        place = {"row": number // n_columns + 1, "col": number % n_columns + 1}
        for shares, name, colour in zip(each.shares, ("lost", "won"), (LOST, WON), strict=True):
            mean = (shares * width * middles).sum()
            deviation = np.sqrt((shares * width * np.square(middles - mean)).sum()) or 1.0
            normal = np.exp(-np.square((middles - mean) / deviation) / 2)
            normal /= deviation * np.sqrt(2 * np.pi)
            look = {"name": name, "legendgroup": name}
            line = {"color": colour, "shape": "hvh"}
            shown = number == 0
            figure.add_scatter(x=middles, y=shares, line=line, showlegend=shown, **look, **place)
            dotted = {"color": colour, "dash": "dot", "width": 1}
            figure.add_scatter(x=middles, y=normal, line=dotted, showlegend=False, **look, **place)
    figure.update_layout(template="plotly_white", height=240 * n_rows)
    return figure
