"""The page of a fit: how good the probabilities are, what the features weigh and look like."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tabiya.files import write_beside
from tabiya.report._image import load_plotly
from tabiya.report._page import PLAIN_STYLE, fill, markup

if TYPE_CHECKING:
    from markupsafe import Markup

    from tabiya.combine import Fit

COLOURS = {"logistic": "#1f77b4", "fisher": "#d95f02", "quadratic": "#2ca02c"}
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
    return str(
        fill(
            "fit.html",
            title=title,
            style=markup(PLAIN_STYLE),
            size=size,
            notes=fit.notes,
            quality=_quality_table(fit),
            calibration=_html(_calibration(fit), first=True),
            coefficients=_html(_coefficients(fit)),
            covariances=describe_covariances(fit),
            covariance_tests=_covariance_table(fit),
            normality=[each.describe() for each in fit.normality],
            shapes=_html(_shapes(fit)),
        )
    )


def _html(figure: Any, *, first: bool = False) -> "Markup":
    return markup(figure.to_html(full_html=False, include_plotlyjs=first))


def _quality_table(fit: "Fit") -> "Markup":
    rows = [(name, q.log_loss, q.brier, q.auc, q.concordance) for name, q in fit.quality.items()]
    head = ("model", "log-loss", "Brier score", "AUC", "concordance")
    return fill("table.html", head=head, rows=rows)


def _covariance_table(fit: "Fit") -> "Markup":
    rows = [
        (
            test.phase,
            f"{test.statistic:,.0f}",
            test.degrees,
            _p_words(test.p_value),
            f"{test.ratio:.2f}",
        )
        for test in fit.covariances
    ]
    head = ("phase", "Box's M", "degrees of freedom", "p", "largest ratio of variances")
    return fill("table.html", head=head, rows=rows)


def _p_words(p: float) -> str:
    """Return a probability; one that is too small to be written is less than another.

    >>> _p_words(0.03), _p_words(0.0)
    ('0.03', '< 1e-99')
    """
    return "< 1e-99" if p < LEAST_P else f"{p:.2g}"


def _calibration(fit: "Fit") -> Any:
    go = load_plotly().graph_objects
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
    names = fit.features.names
    n_columns = 4
    n_rows = -(-len(names) // n_columns)
    figure = load_plotly().subplots.make_subplots(n_rows, n_columns, subplot_titles=names)
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
    n_columns = 4
    n_rows = -(-max(1, len(fit.normality)) // n_columns)
    figure = load_plotly().subplots.make_subplots(
        n_rows, n_columns, subplot_titles=[each.name for each in fit.normality]
    )
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
