"""The page of a tuning."""

import re

from tabiya.metrics import verdict
from tabiya.report import Proof, TuningRecord, TuningStep, tuning_page


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
    cells = re.findall(r"<td>([^<]*)</td>", page)
    assert cells[:4] == ["bishop", "50", "53.5", "± 1.5"]
    assert cells[4:8] == ["king_safety", "5", "-8.25", "± 0.25"]
    assert "iteration 3" in page
    assert "control falls" in page
    assert "Two weights &lt;from 50&gt;" in page


def test_negative_weights_are_drawn_by_their_size() -> None:
    page = tuning_page(record())
    assert '"name":"king_safety"' in page
    assert '"name":"-king_safety"' in page
    assert '"name":"-bishop"' not in page


def test_the_page_needs_no_network() -> None:
    page = tuning_page(record())
    assert not re.search(r'<(script|link|img)[^>]+(src|href)="http', page)
