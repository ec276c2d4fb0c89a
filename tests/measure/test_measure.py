"""Instruments on positions whose labels are made up."""

import itertools
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import tabiya
from tabiya.analysts import Analyst, SearchAnalyst, StaticAnalyst, first_view
from tabiya.learn import label_positions
from tabiya.measure import (
    Disagreement,
    SymbolScale,
    compare,
    disagreements,
    effort_curve,
    fit_symbols,
    judge,
    measure,
    measure_annotators,
    measure_features,
    measure_resolutions,
    read_symbols,
)
from tabiya.positions import SYMBOLS, LabelledPositions, PositionSet, labelled_positions
from tabiya.report import TauSeries, plot_taus, write_disagreements


def made_up_set(n_games: int = 12, weight: float = 1.0) -> PositionSet:
    """Play with odds of material, labelled by that material."""
    rows = []
    game = tabiya.game("chess")
    pieces = ["", "P", "N", "R", "Q"]
    for number in range(n_games):
        values = list(itertools.product(range(5), range(5)))[number::n_games]
        for mine, theirs in values:
            extra = f"{pieces[mine] or '1'}6{pieces[theirs].lower() or '1'}"
            text = f"6k1/pppp1ppp/8/8/{extra}/8/PPPP1PPP/6K1 {'wb'[number % 2]} - - 0 1"
            value = np.sign(mine - theirs) * min(3, abs(mine - theirs))
            rows.append(
                {
                    "position": str(game.position(text)),
                    "side": "white" if number % 2 == 0 else "black",
                    "label": SYMBOLS[int(value) + 3],
                    "kind": "symbol",
                    "value": float(value),
                    "file": "made.pgn",
                    "game": number,
                    "ply": 0,
                    "annotator": f"annotator {number % 2}",
                    "weight": weight,
                }
            )
    return PositionSet("chess", pl.DataFrame(rows))


@pytest.fixture
def subject() -> LabelledPositions:
    return labelled_positions(made_up_set())


def test_a_search_orders_by_material(subject: LabelledPositions) -> None:
    player = tabiya.Player("chess")
    analysts: list[Analyst] = [StaticAnalyst(player), SearchAnalyst(player, depth=2)]
    static, searched = measure(subject, analysts)
    assert static.tau.value > 0.6
    assert static.tau.low < static.tau.value < static.tau.high
    assert (searched.analyst, searched.effort) == ("tabiya", "depth 2")
    assert static.concordance.tau == pytest.approx(static.tau.value)
    difference = compare(subject, static, searched)
    assert difference.value == pytest.approx(static.tau.value - searched.tau.value)


def test_weights_of_the_set_count() -> None:
    light = made_up_set()
    heavy = PositionSet("chess", light.table.with_columns(weight=pl.col("value").abs() + 0.5))
    assert labelled_positions(light).weights is None
    subject = labelled_positions(heavy)
    assert subject.weights is not None
    row = judge(subject, subject.values, "perfect", "none")
    plain = judge(labelled_positions(light), subject.values, "perfect", "none")
    assert row.tau.value != pytest.approx(plain.tau.value)


def test_positions_without_a_game_stand_alone() -> None:
    table = made_up_set().table.with_columns(game=pl.lit(None, dtype=pl.Int64))
    subject = labelled_positions(PositionSet("chess", table))
    assert len(set(subject.groups.tolist())) == len(subject)
    assert len(set(labelled_positions(made_up_set()).groups.tolist())) == 12


def test_labels_of_several_kinds_must_be_chosen() -> None:
    table = made_up_set().table
    other = table.with_columns(kind=pl.lit("result"), value=pl.lit(1.0))
    both = PositionSet("chess", pl.concat([table, other]))
    with pytest.raises(ValueError, match="expected one kind, found result, symbol"):
        labelled_positions(both)
    assert len(labelled_positions(both, kind="symbol")) == len(table)


def test_material_is_among_the_strongest_features(subject: LabelledPositions) -> None:
    found = measure_features(subject, tabiya.Player("chess"))
    taus = {feature.weight: feature.tau for feature in found}
    assert len(found) == len(tabiya.weights("chess"))
    assert taus["queen"] > 0.3
    assert [abs(f.tau) for f in found] == sorted((abs(f.tau) for f in found), reverse=True)
    absent = [feature for feature in found if feature.n_positions == 0]
    assert all(feature.tau == 0 for feature in absent)


def test_equal_values_of_a_feature_are_tied() -> None:
    rng = np.random.default_rng(5)
    positions = []
    for _ in range(20):
        position = tabiya.game("chess").initial()
        for _ in range(150):
            if position.result is not None:
                break
            position = position.play(str(rng.choice(position.legal_moves())))
            positions.append(position)
    labels = rng.integers(-3, 4, len(positions))
    subject = label_positions(positions, labels)
    player = tabiya.Player("chess")
    columns = tabiya.Trace("chess", positions).jacobian(player.weights).toarray().T
    values = first_view(positions, columns)
    # Equal is what no gap parts: true values are at least a millionth apart, noise is 1e-14.
    order = np.argsort(values, axis=1, kind="stable")
    gaps = np.diff(np.take_along_axis(values, order, 1), axis=1, prepend=0) > 1e-9
    ranks = np.empty_like(order)
    np.put_along_axis(ranks, order, np.cumsum(gaps, axis=1), 1)
    counts = tabiya.concordance_many(ranks, labels)
    # Floats alone would order some that are equal.
    assert tabiya.concordance_many(values, labels) != counts
    found = measure_features(subject, player)
    expected = {name: c.tau for name, c in zip(tabiya.weights("chess"), counts, strict=True)}
    assert {each.weight: each.tau for each in found} == expected


def test_coarse_scores_are_fewer(subject: LabelledPositions) -> None:
    analyst = StaticAnalyst(tabiya.Player("chess"))
    (_, fine), (_, coarse) = measure_resolutions(subject, analyst, [1, 500])
    assert len(set(coarse.scores)) < len(set(fine.scores))
    assert all(score % 500 == 0 for score in coarse.scores)


def test_effort_ends_with_the_whole_search(subject: LabelledPositions) -> None:
    player = tabiya.Player("chess")
    curve = effort_curve(subject, player, nodes=500)
    (last,) = measure(subject, [SearchAnalyst(player, nodes=500)])
    assert curve.nodes[-1] == 500
    assert curve.tau[-1] == last.concordance.tau
    assert min(curve.tau) <= curve.integral <= max(curve.tau)


def test_annotators_are_measured_apart() -> None:
    subject = labelled_positions(made_up_set(25))
    scores = np.where(subject.table["annotator"] == "annotator 0", 1, -1) * subject.values
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tabiya.measure._annotators.LEAST_POSITIONS", 5)
        found = measure_annotators(subject, scores)
    assert [row.annotator for row in found] == ["annotator 0", "annotator 1"]
    assert found[0].tau.value > 0 > found[1].tau.value


def test_the_greatest_disagreement_comes_first(subject: LabelledPositions) -> None:
    scores = subject.values.copy()
    worst = int(np.argmax(subject.values))
    scores[worst] = -100
    (first, *_) = disagreements(subject, scores, 3)
    assert first.position == subject.positions[worst]
    others = np.delete(np.arange(len(subject)), worst)
    shares = np.sign(scores[worst] - scores[others]) * np.sign(
        subject.values[worst] - subject.values[others]
    )
    assert first.share == pytest.approx(shares.mean())
    assert "made.pgn" in first.source


@pytest.mark.parametrize("suffix", ["html", "epd", "pgn"])
def test_disagreements_are_written(subject: LabelledPositions, tmp_path: Path, suffix: str) -> None:
    found = disagreements(subject, -subject.values, 2)
    path = tmp_path / f"worst.{suffix}"
    write_disagreements(found, path, analyst="somebody", scale=SymbolScale((-3, -2, -1, 1, 2, 3)))
    text = path.read_text(encoding="utf-8")
    assert "somebody" in text
    board = str(found[0].position).split()[0]
    assert board in text
    assert "http://" not in text.replace("http://www.w3.org", "")


@pytest.mark.parametrize(
    ("game", "unit"), [("chess", ", in pawns"), ("othello", ", in discs"), ("loa", "")]
)
def test_disagreements_are_told_in_the_unit_of_the_game(
    game: str, unit: str, tmp_path: Path
) -> None:
    found = [Disagreement(tabiya.game(game).initial(), "1-0", -150.0, -0.5, "a file")]
    path = tmp_path / "worst.html"
    write_disagreements(found, path, analyst="somebody")
    assert f"Scores are the first player's{unit}. A position" in path.read_text(encoding="utf-8")


def test_disagreements_of_another_kind_are_refused(
    subject: LabelledPositions, tmp_path: Path
) -> None:
    with pytest.raises(ValueError, match=r"expected a file .html, .epd or .pgn"):
        write_disagreements(disagreements(subject, subject.values), tmp_path / "a.txt", analyst="")


def test_symbols_are_fitted_as_well_as_can_be() -> None:
    rng = np.random.default_rng(4)
    labels = rng.integers(-3, 4, 60)
    scores = np.round(labels * 60 + rng.normal(0, 80, 60), -1)
    fit = fit_symbols(scores, labels)

    def error(thresholds: tuple[float, ...]) -> float:
        found = np.searchsorted(thresholds, scores, side="right") - 3
        return float(np.abs(found - labels).mean())

    assert fit.error == pytest.approx(error(fit.scale.thresholds))
    for _ in range(3000):
        other = np.sort(np.array(fit.scale.thresholds) + rng.normal(0, 40, 6))
        assert fit.error <= error(tuple(other)) + 1e-12
    assert fit.exact <= fit.near <= 1


@pytest.mark.parametrize("step", [1e-4, 1e-9, 2.0**-44])
def test_symbols_part_scores_that_are_close_together(step: float, tmp_path: Path) -> None:
    scores = 100.123 + step * np.arange(70)
    labels = np.repeat(np.arange(-3, 4), 10)
    fit = fit_symbols(scores, labels)
    assert fit.exact == 1
    fit.scale.write(tmp_path / "symbols.toml")
    scale = read_symbols(tmp_path / "symbols.toml")
    assert [scale.symbol(score) for score in scores] == [SYMBOLS[label + 3] for label in labels]


def test_symbols_come_back_from_their_file(tmp_path: Path) -> None:
    scale = SymbolScale((-250.5, -80, -25, 25, 80, 250), 'a "b" \\ c')
    scale.write(tmp_path / "symbols.toml")
    assert read_symbols(tmp_path / "symbols.toml") == scale


@pytest.mark.parametrize("text", ["", "thresholds = 3", "thresholds = [1, 2]", "= ="])
def test_a_file_without_symbols_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "symbols.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"symbols.toml: expected thresholds of symbols"):
        read_symbols(path)


def test_plots_are_written(subject: LabelledPositions, tmp_path: Path) -> None:
    rows = measure(subject, [StaticAnalyst(tabiya.Player("chess"))])
    series = [TauSeries("tabiya", ["static"], [rows[0].tau])]
    plot_taus(series, tmp_path / "plot.html", title="A title")
    assert "A title" in (tmp_path / "plot.html").read_text(encoding="utf-8")
    plot_taus(series, tmp_path / "plot.png", title="A title")
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(ValueError, match=r"expected a file .html, .png"):
        plot_taus(series, tmp_path / "plot.gif", title="")
