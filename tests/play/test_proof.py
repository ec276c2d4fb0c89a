"""Duels, by which weights are tuned, beside the proofs that they are short forms of."""

import json
import zlib

import pytest

import tabiya
from tabiya.play import GameDuel, ProofPlan, prove


def test_a_duel_says_what_a_proof_says() -> None:
    plan = ProofPlan("random:4", games=6, nodes=60)
    player = tabiya.Player("loa")
    first, second = {"mobility": 20.0}, {"mobility": 0.0}
    found = GameDuel(plan, player, concurrency=1, seed=3)(first, second)
    text = json.dumps([3, sorted(first.items()), sorted(second.items())])
    proof = prove(
        plan,
        "loa",
        ("first", first),
        ("second", second),
        base=player,
        seed=zlib.crc32(text.encode()),
    )
    assert found == pytest.approx(2 * proof.verdict.score.value - 1)
