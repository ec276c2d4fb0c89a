"""The engine that takes advice: its clock."""

import io
from typing import Any

import pytest

from tabiya.players import Player, TimeLeft
from tabiya.uci import AdvisedEngine


class Silent:
    """Games that advise nothing."""

    def advise(self, *_: Any, **__: Any) -> list[Any]:
        return []


def test_the_players_own_clock_deals_out_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []
    search = Player.search

    def watched(self: Player, position: Any, **options: Any) -> Any:
        asked.append(options)
        return search(self, position, depth=1)

    monkeypatch.setattr(Player, "search", watched)
    output = io.StringIO()
    engine = AdvisedEngine(output, Silent())  # type: ignore[arg-type] # all that is asked of Games
    engine.run(["position startpos moves e2e4", "go wtime 1 btime 30000 binc 500 movestogo 7"])
    assert "bestmove" in output.getvalue()
    clock = asked[0]["clock"]
    assert isinstance(clock, TimeLeft)
    assert (clock.remaining, clock.increment, clock.moves_to_go) == (30.0, 0.5, 7)
    assert asked[0]["seconds"] is None
