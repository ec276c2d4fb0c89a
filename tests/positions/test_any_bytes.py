"""Whatever is in a file, a reader answers with rows and faults, or with one clear error."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tabiya import positions

SEEDS = {
    "a.epd": 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - c9 "1-0"; bm a4;\n',
    "a.txt": "7k/8/5KQ1/8/8/8/8/8 w - - 0 1 [0.5] | 35 #3\nNew Game:\n",
    "b.txt": "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; A1:+2\n",
    "c.txt": "f5d6c3d3c4f4f6f3e6e7 +12\nf5 d6 c3 38-26\n",
    "d.txt": "1. d1-b3 h5-g4\n2. b1-b4 g4xg1\nd1-b3 h5-g4\t1-0\n",
    "e.csv": "fen,cp,result,game\n7k/8/5KQ1/8/8/8/8/8 w - - 0 1,35,1-0,g1\n",
    "f.sgf": "(;GM[9]SU[Standard]RE[B+];B[d1-b3]C[x\\]];W[h5-g4](;B[Resign]))",
    "g.ggf": "(;GM[Othello]BO[8 -------- ---O*--- *]RE[+2.0]B[d3//1]W[c5]B[PA];)",
    "h.wtb": "\x14\x07\x05\x16\x01\x00\x00\x00\x00\x00\xb9\x07\x08\x00\x18\x00" + "8" * 68,
    "i.parquet": "PAR1\x15\x04\x15PAR1",
    "j.pgn": '[Event "x"]\n1. e4 $14 e5 *\n',
}


@settings(
    deadline=None,
    max_examples=30,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@pytest.mark.parametrize("name", SEEDS)
@given(data=st.data())
def test_no_bytes_crash_a_reader(tmp_path: Path, name: str, data: st.DataObject) -> None:
    seed = SEEDS[name].encode("latin-1", "replace")
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(seed))] * 2)))
    noise = data.draw(
        st.binary(max_size=40)
        | st.text(max_size=40).map(lambda text: text.encode("utf-8", "replace"))
    )
    path = tmp_path / name
    path.write_bytes((seed[:start] + noise + seed[end:]) * data.draw(st.integers(1, 2)) + seed)
    try:
        found = positions.read(path)
    except ValueError as error:
        assert name in str(error)  # noqa: PT017 (an error is one of two good ends)
        return
    assert len(found)
    assert len(found.positions()) == len(found)
    assert set(found.table["kind"]) <= set(positions.KINDS)
    path = tmp_path / "set.parquet"
    found.write(path)
    assert positions.read(path).table.equals(found.table)


@settings(
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(content=st.binary(max_size=300), name=st.sampled_from([*SEEDS, "k", "l.zst", "m.epd.gz"]))
def test_bytes_without_sense_are_one_clear_error(tmp_path: Path, content: bytes, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(ValueError, match=name) as caught:
        positions.read(path)
    assert len(str(caught.value)) < 2000
