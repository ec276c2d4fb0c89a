"""The page of a tuning."""

import json
import re
from dataclasses import replace
from itertools import pairwise

import tabiya
from tabiya.measure import Disagreement
from tabiya.metrics import verdict
from tabiya.play import GameRecord, MatchRecord, Proof
from tabiya.report import TuningRecord, TuningStep, tuning_page


def record() -> TuningRecord:
    steps = tuple(TuningStep(i, 0.2 + i / 100, 0.19, (50.0 + i, 5.0 - 4 * i)) for i in range(4))
    return TuningRecord(
        title="Two weights <from 50>",
        measure="tau",
        names=("bishop", "king_safety"),
        steps=steps,
        final=(53.5, -8.25),
        errors=(1.5, 0.25),
        proofs=(Proof("iteration 3", "defaults", verdict(pentanomial=(1, 2, 3, 4, 5))),),
        notes=("control falls",),
        settings={"seed": "7"},
    )


def test_the_page_shows_weights_before_and_after() -> None:
    page = tuning_page(record())
    rows = re.findall(r"</i>([^<]*)</td><td>([^<]*)</td><td>([^<]*)</td><td>([^<]*)</td>", page)
    assert rows[0] == ("bishop", "50", "53.5", "± 1.5")
    assert rows[1] == ("king_safety", "5", "-8.25", "± 0.25")
    assert "iteration 3" in page
    assert "control falls" in page
    assert "Two weights &lt;from 50&gt;" in page


def test_every_weight_has_one_colour_on_a_linear_axis() -> None:
    page = tuning_page(record())
    lines = re.findall(r'class="line" style="stroke:(hsl[^"]*)"[^>]*><title>([^<]*)', page)
    names = [name for _, name in lines]
    assert names == ["tau", "tau on the control set", "bishop", "king_safety"]
    assert lines[2][0] != lines[3][0]
    assert "logarithmic" not in page


def test_positive_values_far_apart_get_a_logarithmic_axis() -> None:
    steps = tuple(TuningStep(i, 0.2, None, (1.0, 900.0 + i)) for i in range(3))
    page = tuning_page(replace(record(), steps=steps, final=(1.0, 902.0)))
    assert "logarithmic axis" in page


def test_labels_of_a_logarithmic_axis_do_not_lie_on_each_other() -> None:
    steps = tuple(TuningStep(i, 0.2, None, (1.0, 2.0), loss=10.0 ** (-2 * i)) for i in range(7))
    loss = tuning_page(replace(record(), steps=steps)).partition("<h2>Loss</h2>")[2]
    chart = loss.partition("</svg>")[0]
    heights = [float(y) for y in re.findall(r'y="([\d.]+)" text-anchor="end">[\d.e-]+<', chart)]
    assert len(heights) > 3
    gaps = [abs(one - other) for one, other in pairwise(heights)]
    assert min(gaps) > 12


def test_loss_and_scale_are_shown_where_there_are_any() -> None:
    plain = tuning_page(record())
    assert "<h2>Loss</h2>" not in plain
    steps = tuple(replace(step, loss=0.6 - step.number / 100) for step in record().steps)
    page = tuning_page(replace(record(), steps=steps, scale=187.5, measures={"tau_b": "0.31"}))
    assert "<h2>Loss</h2>" in page
    assert "K = 187.5 centipawns" in page
    assert '<span class="name">tau_b</span><b>0.31</b>' in page
    units = {"othello": "K = 187.5 hundredths of a disc<", "loa": "K = 187.5<"}
    for game, words in units.items():
        other = tuning_page(replace(record(), steps=steps, scale=187.5, game=game))
        assert words in other
        assert "centipawns" not in other


def test_hundreds_of_weights_are_folded_and_squares_are_maps() -> None:
    weights = tabiya.weights("chess")
    names = tuple(weights)
    values = tuple(float(weights[name]) for name in names)
    steps = tuple(TuningStep(i, 0.2, None, values) for i in range(2))
    groups = {name: weights.info(name).group for name in names}
    many = TuningRecord("All", "tau", names, steps, values, groups=groups)
    page = tuning_page(many)
    assert page.count("<details>") == len(set(groups.values()))
    assert "<figcaption>knight opening</figcaption>" in page
    assert f'title="e4: {weights["knight_e4_opening"]:.4g}"' in page


def test_games_of_the_proof_can_be_replayed_and_positions_opened_elsewhere() -> None:
    start = tabiya.game("chess").initial()
    games = (GameRecord("tuned", "defaults", "1-0", str(start), moves=("e2e4", "e7e5")),)
    match = MatchRecord("chess", ("tuned", "defaults"), games)
    proof = replace(record().proofs[0], record=match)
    worst = Disagreement(start.play("e2e4"), "+-", -20.0, -0.5, "a.pgn", "e5", "1... e5 2. Nf3")
    page = tuning_page(
        replace(record(), proofs=(proof,), disagreements=(("before", (worst,)), ("after", ())))
    )
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', page)
    assert data is not None
    assert json.loads(data[1])["games"][0]["moves"] == ["e2e4", "e7e5"]
    assert "https://lichess.org/analysis/standard/rnbqkbnr/pppppppp/8/8/4P3/8/" in page
    assert "1... e5 2. Nf3" in page
    assert "<option>+-</option>" in page


def test_the_page_needs_no_network() -> None:
    page = tuning_page(record())
    assert not re.search(r'<(script|link|img)[^>]+(src|href)="http', page)


def test_what_is_handed_over_is_what_the_figures_and_curves_end_with() -> None:
    reached = replace(record(), reached=(0.25, 0.21))
    assert [step.number for step in reached.points] == [0, 1, 2, 3, 4]
    page = tuning_page(reached)
    assert '<span class="name">tau</span><b>0.2500</b><small>from 0.2000</small>' in page
    assert '<span class="name">control</span><b>0.2100</b>' in page
    assert "bishop 53.5" in re.sub("<[^>]*>", "", page)
    assert "4 iterations" in page
    began = replace(reached, final=record().steps[2].weights)
    assert began.points == record().steps
    assert "<th>error</th>" not in tuning_page(replace(reached, errors=None))
