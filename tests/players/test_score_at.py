"""What a report says of smaller searches is what these find."""

import pytest

import tabiya

POSITIONS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "2r3k1/pp2bppp/4p3/3pP3/3P4/2r2N2/P4PPP/R2R2K1 w - - 0 20",
]


@pytest.mark.parametrize("text", POSITIONS)
def test_scores_are_those_of_smaller_searches(text: str) -> None:
    position = tabiya.game("chess").position(text)
    report = tabiya.Player("chess").search(position, nodes=2000)
    # The first ply is finished whatever the limit, so most of these are within it.
    for nodes in [*range(1, 140, 3), *range(140, 2000, 101)]:
        assert tabiya.Player("chess").search(position, nodes=nodes).score == report.score_at(nodes)
