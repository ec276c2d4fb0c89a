"""Fitted models in files: TOML for what people read, Parquet for tables."""

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from tabiya import _core
from tabiya.combine._fit import Fit, PhaseFit
from tabiya.files import sealed, toml_text, write_beside
from tabiya.players import Player, save_player, save_tables

TABLES = "tables.parquet"


def save_fit(fit: Fit, folder: str | Path, *, made_by: str = "tabiya fit") -> None:
    """Write every model, a player for each and one for the best, coefficients and quality.

    The folder gets ``MODEL.toml`` (the combination), ``player-MODEL.toml``, ``player.toml`` (the
    model with the least held-out log-loss), ``coefficients.csv``, ``quality.csv``,
    ``calibration.csv``, ``covariances.csv`` and, for Othello, ``tables.parquet``.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    if fit.features.tables is not None:
        tables = fit.features.tables
        save_tables(tables.values, tables.occurrences, folder / TABLES)
    for name, phases in fit.models.items():
        path = folder / f"{name}.toml"
        write_beside(path, sealed(_combination_text(fit, name, phases, made_by)))
        player = Player(fit.game, combination=path)
        save_player(player, folder / f"player-{name}.toml", made_by=made_by)
    best = Player(fit.game, combination=folder / f"{fit.best}.toml")
    save_player(best, folder / "player.toml", made_by=f"{made_by}: {fit.best}")
    write_beside(folder / "coefficients.csv", coefficients(fit).write_csv())
    write_beside(folder / "quality.csv", _quality(fit).write_csv())
    write_beside(folder / "calibration.csv", _calibration(fit).write_csv())
    write_beside(folder / "covariances.csv", _covariances(fit).write_csv())


def coefficients(fit: Fit) -> pl.DataFrame:
    """Return all coefficients with their errors: by game, and of independent examples."""
    rows = []
    for name, phases in fit.models.items():
        for each in phases:
            own = getattr(each.model, "coef_error_", None)
            constant_error = getattr(each.model, "intercept_error_", [None])[0]
            values = [each.model.intercept_[0], *each.model.coef_[0]]
            independent = [constant_error, *(own[0] if own is not None else [None] * len(values))]
            for label, value, error, plain in zip(
                ("constant", *fit.features.names), values, each.errors, independent, strict=False
            ):
                rows.append((name, *each.phase.men, each.n_examples, label, value, error, plain))
    return pl.DataFrame(
        rows,
        schema={
            "model": pl.String,
            "men_from": pl.Int32,
            "men_to": pl.Int32,
            "examples": pl.Int64,
            "feature": pl.String,
            "coefficient": pl.Float64,
            "error_by_game": pl.Float64,
            "error_if_independent": pl.Float64,
        },
        orient="row",
    )


def _combination_text(fit: Fit, name: str, phases: list[PhaseFit], made_by: str) -> str:
    table: dict[str, Any] = {
        "game": fit.game,
        "version": _core.VERSION,
        "model": name,
        "made_by": made_by,
        "features": list(fit.features.names),
    }
    if fit.features.tables is not None:
        table["tables"] = TABLES
    table["phase"] = [_phase(each) for each in phases]
    heading = "A combination of features of tabiya: the logarithm of the odds of the side to move."
    return toml_text(heading, table)


def _phase(each: PhaseFit) -> dict[str, Any]:
    model = each.model
    found = {
        "men": list(each.phase.men),
        "fitted_to_men": list(each.phase.fitted),
        "examples": int(each.n_examples),
        "constant": float(model.intercept_[0]),
        "coefficients": np.asarray(model.coef_[0], dtype=np.float64).tolist(),
        "errors": np.asarray(each.errors, dtype=np.float64).tolist(),
    }
    quadratic = getattr(model, "quadratic_", None)
    if quadratic is not None:
        found["quadratic"] = np.asarray(quadratic, dtype=np.float64).tolist()
    return found


def _quality(fit: Fit) -> pl.DataFrame:
    rows = []
    for name, quality in fit.quality.items():
        for measure in ("log_loss", "brier", "auc", "concordance"):
            found = getattr(quality, measure)
            rows.append((name, measure, found.value, *found.interval))
    schema = ["model", "measure", "value", "low", "high"]
    return pl.DataFrame(rows, schema=schema, orient="row")


def _calibration(fit: Fit) -> pl.DataFrame:
    rows = [
        (name, *map(float, row))
        for name, quality in fit.quality.items()
        for row in quality.calibration
    ]
    schema = ["model", "predicted", "observed", "positions"]
    return pl.DataFrame(rows, schema=schema, orient="row")


def _covariances(fit: Fit) -> pl.DataFrame:
    rows = [
        (*test.phase.men, test.statistic, test.degrees, test.p_value, test.ratio)
        for test in fit.covariances
    ]
    schema = ["men_from", "men_to", "box_m", "degrees", "p_value", "largest_ratio"]
    return pl.DataFrame(rows, schema=schema, orient="row")
