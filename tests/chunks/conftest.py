"""A few games that tests share."""

from pathlib import Path

import pytest

GAMES = """\
[Event "One"]
[Site "Baden-Baden"]
[Date "1992.05.10"]
[Round "1"]
[White "Karpov,Anatoly"]
[Black "Short,N"]
[Result "1-0"]
[WhiteElo "2725"]
[BlackElo "2685"]
[ECO "C84"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 1-0

[Event "Two"]
[Site "?"]
[Date "1993.??.??"]
[Round "2"]
[White "Short,N"]
[Black "Kasparov,G"]
[Result "1/2-1/2"]
[WhiteElo "2665"]
[BlackElo "2805"]
[ECO "C67"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Nxe4 5. d4 Nd6 6. Bxc6 dxc6 7. dxe5 Nf5 8. Qxd8+ Kxd8
1/2-1/2

[Event "Three"]
[Site "?"]
[Date "1994.01.02"]
[Round "?"]
[White "Repeater"]
[Black "Other"]
[Result "0-1"]

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 e5 0-1

[Event "Four"]
[Site "?"]
[Date "1995.01.02"]
[Round "?"]
[White "Ender"]
[Black "Other"]
[Result "1-0"]
[SetUp "1"]
[FEN "8/P6k/8/8/8/8/6K1/8 w - - 0 1"]

1. a8=Q Kg6 2. Qf8 Kg5 1-0
"""


@pytest.fixture
def pgn(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    path.write_text(GAMES, encoding="utf-8")
    return path
