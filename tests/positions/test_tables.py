"""Tables with named columns: CSV, TSV and Parquet."""

from pathlib import Path

import polars as pl
import pytest

from tabiya import positions

A = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"
B = "7k/8/5KP1/8/8/8/8/8 b - - 0 1"
OTHELLO = "------------O------OOX-----XOX----XXOO----XO-O------------------ X;"


def read(folder: Path, text: str, name: str = "t.csv", **options: object) -> positions.PositionSet:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return positions.read(path, **options)  # type: ignore[arg-type] # settings of several types


def labels(found: positions.PositionSet) -> list[tuple[str, str, float | None]]:
    return found.table.select("label", "kind", "value").rows()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"FEN,Evaluation\n{A},#+2\n{B},-35\n", [("#2", "score", 99998), ("-0.35", "score", -35)]),
        (
            f"fen\tcp\tmate\n{A}\t\t-2\n{B}\t33\t\n",
            [("#-2", "score", -99998), ("0.33", "score", 33)],
        ),
        (
            f"position;result\n{A};1-0\n{B};1/2\n",
            [("1-0", "result", 1), ("1/2-1/2", "result", 0.5)],
        ),
        (f"fen,wdl\n{A},1.0\n{B},0.25\n", [("1-0", "result", 1), ("0.250", "result", 0.25)]),
        (f"fen,eval\n{A},1.25\n{B},-3\n", [("1.25", "score", 125), ("-3.00", "score", -300)]),
        (f"fen,cp\n{A},12.0\n{B},-3.5\n", [("0.12", "score", 12), ("-0.04", "score", -3.5)]),
        (f"fen,label\n{A},+/-\n{B},∞\n", [("±", "symbol", 2), ("∞", "unclear", None)]),
        (f"fen,label\n{A},1\n{B},0.5\n", [("1-0", "result", 1), ("1/2-1/2", "result", 0.5)]),
        (f"fen,best_move\n{A},Qg7#\n", [("Qg7#", "best move", None)]),
        (f"fen,other\n{A},x\n", [("", "unlabelled", None)]),
        (f'"fen","winner"\n"{A}","white"\n', [("1-0", "result", 1)]),
        (f"obf,count,score,alpha\n{OTHELLO},6397,-4,-64\n", [("-4", "theoretical", -4)]),
    ],
)
def test_columns_are_known_by_their_names(
    tmp_path: Path, text: str, expected: list[tuple[str, str, float | None]]
) -> None:
    found = read(tmp_path, text)
    assert found.report.faults == ()
    assert labels(found) == expected
    assert found.table["line"].to_list() == list(range(2, 2 + len(expected)))


def test_columns_may_be_named_by_the_user(tmp_path: Path) -> None:
    text = f"where,what,cp,game,annotator,ply,weight\n{A},+-,12,g7,Nunn,31,0.5\n"
    columns = {"position": "where", "label": "what"}
    found = read(tmp_path, text, columns=columns)
    assert labels(found) == [("+-", "symbol", 3.0)]
    row = found.table.row(0, named=True)
    assert [row[name] for name in ("game", "annotator", "ply", "weight")] == [7, "Nunn", 31, 0.5]
    with pytest.raises(ValueError, match="expected a column 'there'"):
        read(tmp_path, text, columns={"position": "there"})
    with pytest.raises(ValueError, match="columns: expected one of position"):
        read(tmp_path, text, columns={"place": "where"})


def test_several_columns_of_labels_give_several_rows(tmp_path: Path) -> None:
    found = read(tmp_path, f"fen,score,result\n{A},500,1-0\n{B},7,\n")
    assert found.table.select("line", "kind").rows() == [(2, "result"), (2, "score"), (3, "score")]
    assert found.report.faults == ()


def test_bad_rows_are_faults(tmp_path: Path) -> None:
    rows = [f"{A},12", f"{A},abc", f"{A},", "nonsense,12", f"{B},7,8,9", "", f"{B}"]
    faults = read(tmp_path, "\n".join(["fen,eval", *rows])).report.faults
    assert [(fault.line, fault.reason) for fault in faults] == [
        (3, "expected a label, found 'abc'"),
        (4, "expected a label, found none"),
        (5, "expected a chess position, found 'nonsense'"),
        (8, "expected a label, found none"),
    ]


def test_a_table_without_positions_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"t\.csv: expected a column of positions such as 'fen'"):
        read(tmp_path, "eco,name\nB00,Barnes\n")


def test_parquet_tables_of_others_are_read(tmp_path: Path) -> None:
    path = tmp_path / "t.parquet"
    pl.DataFrame({"fen": [A, B, None], "cp": [12, None, 5], "mate": [None, 3, None]}).write_parquet(
        path
    )
    found = positions.read(path)
    assert labels(found) == [("0.12", "score", 12.0), ("#3", "score", 99997.0)]
    assert [fault.line for fault in found.report.faults] == [3]
