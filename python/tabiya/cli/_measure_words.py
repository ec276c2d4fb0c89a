"""What was measured, as tables to read."""

import math
from typing import TYPE_CHECKING, TypeAlias

import tabiya
from tabiya.cli._columns import columns

if TYPE_CHECKING:
    from collections.abc import Sequence

BILLION = 1e9
LEAST_P = 0.001
N_FEATURES = 40
TOO_FEW = "too few"
# The headings and the rows of a table.
Rows: TypeAlias = tuple[list[str], list[list[str]]]


def measurement_table(rows: "Sequence[tabiya.measure.Measurement]") -> str:
    """Return the table of Gomboc 2004, Table 11, with intervals."""
    headings, body = measurement_rows(rows)
    greatest = rows[0].concordance.greatest_tau
    return f"{columns(headings, body)}\ngreatest tau that ties of the labels allow: {greatest:.4f}"


def measurement_rows(rows: "Sequence[tabiya.measure.Measurement]") -> Rows:
    """Return the headings and the rows of that table."""
    unit, scale = _unit(max(float(row.concordance.n) for row in rows))
    headings = ["analyst", "effort", f"S+{unit}", f"S-{unit}", "tau", "interval", "tau_b", "gamma"]
    body = [
        [
            row.analyst,
            row.effort,
            _count(row.concordance.concordant, scale),
            _count(row.concordance.discordant, scale),
            f"{row.tau.value:.4f}",
            _interval(row.tau),
            f"{row.concordance.tau_b:.4f}",
            f"{row.concordance.gamma:.4f}",
        ]
        for row in rows
    ]
    return headings, body


def difference_rows(
    subject: "tabiya.positions.LabelledPositions",
    rows: "Sequence[tabiya.measure.Measurement]",
    confidence: float,
) -> Rows:
    """Return by how much each row is better than the one it should be compared with.

    That is the same analyst with less effort; for the first row of another analyst, the first
    analyst with the same effort.
    """
    body = []
    for index, row in enumerate(rows):
        before = [other for other in rows[:index] if other.analyst == row.analyst][-1:]
        others = [other for other in rows[:index] if other.effort == row.effort]
        for other in (*before, *(o for o in others[:1] if o.analyst != row.analyst)):
            difference = tabiya.measure.compare(subject, row, other, confidence=confidence)
            body.append([_pair_words(row, other), *_difference_words(difference)])
    return ["difference", "tau", "interval", "p"], body


def feature_table(found: "Sequence[tabiya.measure.FeatureTau]") -> str:
    """Return the strongest features."""
    headings, body = feature_rows(found)
    table = columns(headings, body[:N_FEATURES])
    silent = sum(f.n_positions == 0 for f in found)
    return f"{table}\n{len(found)} features, {silent} of them never present"


def feature_rows(found: "Sequence[tabiya.measure.FeatureTau]") -> Rows:
    """Return all features, the strongest first."""
    body = [[f.weight, f"{f.tau:+.4f}", f"{f.n_positions:,}"] for f in found]
    return ["feature", "tau", "positions"], body


def resolution_rows(found: "Sequence[tuple[float, tabiya.measure.Measurement]]") -> Rows:
    """Return tau of coarser and coarser scores."""
    body = [
        [f"{step:g}", f"{row.tau.value:.4f}", _interval(row.tau), f"{len(set(row.scores)):,}"]
        for step, row in found
    ]
    return ["resolution/cp", "tau", "interval", "scores"], body


def annotator_rows(found: "Sequence[tabiya.measure.AnnotatorTau]") -> Rows:
    """Return tau by annotator."""
    body = [
        [row.annotator, f"{row.n_positions:,}", f"{row.tau.value:.4f}", _interval(row.tau)]
        for row in found
    ]
    return ["annotator", "positions", "tau", "interval"], body


def symbol_table(fit: "tabiya.measure.SymbolFit") -> str:
    """Return from which score each symbol holds, and how often it is the annotator's."""
    starts = ["", *(f"{threshold / 100:+.2f}" for threshold in fit.scale.thresholds)]
    table = columns(["symbol", "from"], list(zip(tabiya.positions.SYMBOLS, starts, strict=True)))
    return (
        f"{table}\nthe annotator's symbol {fit.exact:.1%}, that or the next {fit.near:.1%}, "
        f"{fit.error:.2f} steps apart"
    )


def effort_table(curve: "tabiya.measure.EffortCurve") -> str:
    """Return tau at some efforts, and its mean over all."""
    headings, points = effort_rows(curve)
    chosen = [*points[::4], *points[-1:]] if (len(points) - 1) % 4 else points[::4]
    table = columns(headings, chosen)
    return f"{table}\nmean over the effort {curve.integral:.4f}"


def effort_rows(curve: "tabiya.measure.EffortCurve") -> Rows:
    """Return tau at all efforts."""
    points = zip(curve.nodes.tolist(), curve.tau.tolist(), strict=True)
    return ["nodes", "tau"], [[f"{n:,}", f"{tau:.4f}"] for n, tau in points]


def _pair_words(row: "tabiya.measure.Measurement", other: "tabiya.measure.Measurement") -> str:
    if row.analyst == other.analyst:
        return f"{row.analyst}: {row.effort} over {other.effort}"
    return f"{row.effort}: {row.analyst} over {other.analyst}"


def _difference_words(d: "tabiya.metrics.Difference") -> tuple[str, str, str]:
    if math.isnan(d.p):
        return f"{d.value:+.4f}", TOO_FEW, ""
    p = f"<{LEAST_P}" if d.p < LEAST_P else f"{d.p:.3f}"
    return f"{d.value:+.4f}", f"{d.low:+.4f} … {d.high:+.4f}", p


def _interval(estimate: "tabiya.metrics.Estimate") -> str:
    return TOO_FEW if estimate.is_bare else f"{estimate.low:.4f} … {estimate.high:.4f}"


def _unit(n_pairs: float) -> tuple[str, float]:
    return ("/10^9", BILLION) if n_pairs >= BILLION else ("", 1.0)


def _count(value: float, scale: float) -> str:
    return f"{value / scale:.3f}" if scale > 1 else f"{value:,.10g}"
