"""Batches: the same positions, whatever they are packed from and into."""

import pickle
import random
from pathlib import Path

import chess
import numpy as np
import pytest

import tabiya
from tabiya.games import Batch, Game, Position

TRICKY_CHESS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w Kq - 7 12",
    "8/8/3p4/1Pp4r/1R3p2/6k1/4P1P1/1K6 w - c6 0 3",
    "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 7",
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1",
    "QQQQQQQB/8/8/8/8/6k1/8/1K6 b - - 99 5949",
    "4k3/8/8/8/8/8/8/4K3 b - - 4000 99999",
]


def walk(game: Game, seed: int, n: int = 300) -> list[Position]:
    rng = random.Random(seed)
    found: list[Position] = []
    position = game.initial()
    while len(found) < n:
        moves = position.legal_moves()
        position = position.play(rng.choice(moves)) if moves else game.initial()
        found.append(game.position(str(position)))
    return found


@pytest.fixture(scope="module", params=["chess", "othello", "loa"])
def positions(request: pytest.FixtureRequest) -> list[Position]:
    return walk(tabiya.game(request.param), seed=5)


def test_positions_texts_and_bytes_are_the_same_batch(positions: list[Position]) -> None:
    batch = Batch.of(positions)
    texts = [str(position) for position in positions]
    assert batch.texts() == texts
    assert Batch.from_texts(batch.game, texts) == batch
    assert Batch(batch.game, batch.packed.copy()) == batch
    assert list(batch) == positions
    assert [str(position) for position in batch] == texts
    assert batch.turns.tolist() == [
        position.game.sides.index(position.side_to_move) for position in positions
    ]
    values = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0, None: np.nan}
    expected = [values[position.result] for position in positions]
    np.testing.assert_array_equal(batch.results(), expected)
    keys = batch.keys()
    assert len(set(keys.tolist())) == len(set(positions))


def test_same_text_means_same_bytes(positions: list[Position]) -> None:
    batch = Batch.of(positions)
    assert len({row.tobytes() for row in batch.packed}) == len(set(batch.texts()))


def test_some_of_a_batch_is_a_batch(positions: list[Position]) -> None:
    batch = Batch.of(positions)
    black = batch.turns == 1
    for chosen, expected in [
        (batch[3:9:2], positions[3:9:2]),
        (batch[::-1], positions[::-1]),
        (batch[[7, 0, 7]], [positions[7], positions[0], positions[7]]),
        (batch[np.array([-1, 2])], [positions[-1], positions[2]]),
        (batch[black], [p for p, is_black in zip(positions, black, strict=True) if is_black]),
        (batch[[]], []),
    ]:
        assert isinstance(chosen, Batch)
        assert list(chosen) == expected
    assert batch[np.int64(4)] == positions[4]
    assert batch[-1] == positions[-1]
    assert Batch.join([batch[:10], batch[10:]]) == batch
    for wrong in (len(batch), -len(batch) - 1, [len(batch)], [[1]], 1.5, "a"):
        with pytest.raises(IndexError):
            batch[wrong]  # type: ignore[index]  # it must be refused
    with pytest.raises(ValueError, match="read-only"):
        batch.packed[0, 0] = 1


def test_batch_survives_pickle_parquet_and_a_table(
    positions: list[Position], tmp_path: Path
) -> None:
    batch = Batch.of(positions)
    for protocol in (4, 5):
        assert pickle.loads(pickle.dumps(batch, protocol)) == batch  # noqa: S301 (our own bytes)
    batch.write(tmp_path / "batch.parquet")
    assert Batch.read(tmp_path / "batch.parquet") == batch
    assert Batch.from_series(batch.game, batch.to_series()) == batch
    empty = batch[:0]
    empty.write(tmp_path / "empty.parquet")
    assert Batch.read(tmp_path / "empty.parquet") == empty
    assert empty.texts() == []
    assert not list(tmp_path.glob(".*"))


def test_rules_are_those_of_the_batch() -> None:
    both = "b7/8/8/8/8/8/8/7w b"
    usual = Batch.from_texts("loa", [both])
    mover = Batch.from_texts(tabiya.game("loa", simultaneous="mover"), [both])
    assert usual.results().tolist() == [0.5]
    assert mover.results().tolist() == [0.0]
    again = pickle.loads(pickle.dumps(mover))  # noqa: S301 (our own bytes)
    assert again.game == mover.game
    assert again[0].result == "0-1"
    assert usual != mover
    with pytest.raises(ValueError, match="expected one game"):
        Batch.join([usual, mover])


@pytest.mark.parametrize("text", TRICKY_CHESS)
def test_chess_keeps_castling_en_passant_and_clocks(text: str) -> None:
    batch = Batch.from_texts("chess", [text])
    assert batch.nbytes == 32
    assert batch.texts() == [text]
    assert str(batch[0]) == chess.Board(text).fen(en_passant="legal")
    legal = {move.uci() for move in chess.Board(text).legal_moves}
    assert set(batch[0].legal_moves()) == legal


def test_unusual_spelling_is_read_as_a_position_reads_it() -> None:
    texts = [
        "4k3/8/8/8/8/8/8/4K2R w K",
        "  4k3/8/8/8/8/8/8/4K2R  w\tK - 0 1 ",
        "4k3/8/8/8/8/8/8/4K2R w H - 0 1",
        "4k3/8/8/8/8/8/8/4K2R\nw K - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
    ]
    batch = Batch.from_texts("chess", texts)
    assert batch.texts() == [texts[-1]] * len(texts)


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2R x K - 0 1",
        "4k3/8/8/8/8/8/8/4K2RR w K - 0 1",
        "4k3/8/8/8/8/8/8/4K2 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KP2 w - - 0 1",
        "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
        "nothing\ud800",
    ],
)
def test_text_that_is_no_position_is_told_with_its_number(wrong: str) -> None:
    start = str(tabiya.game("chess").initial())
    with pytest.raises(tabiya.ParsePositionError) as alone:
        tabiya.game("chess").position(wrong)
    with pytest.raises(tabiya.ParsePositionError) as caught:
        Batch.from_texts("chess", [start, wrong, start])
    assert str(caught.value) == f"text 1: {alone.value}"
    batch, faults = Batch.read_texts("chess", [start, wrong, start])
    assert batch.texts() == [start, start]
    assert faults == {1: str(alone.value)}


def test_bytes_that_are_no_position_are_refused(positions: list[Position]) -> None:
    batch = Batch.of(positions)
    name, width = batch.game.name, batch.packed.shape[1]
    rng = np.random.default_rng(3)
    n_refused = 0
    for _ in range(300):
        packed = batch.packed[rng.integers(len(batch), size=1)].copy()
        packed[0, rng.integers(width)] ^= 1 << rng.integers(8)
        try:
            changed = Batch(name, packed)
        except ValueError as error:
            assert str(error) == (  # noqa: PT017 (most are refused, not all)
                f"batch, position 0: expected the bytes of a position of {name}, found others"
            )
            n_refused += 1
        else:
            # A changed position is one that its text gives back, byte by byte.
            assert Batch.from_texts(name, changed.texts()) == changed
    assert n_refused > 20
    for wrong in (np.zeros((1, width), np.uint8), np.full((1, width), 255, np.uint8)):
        with pytest.raises(ValueError, match="batch, position 0"):
            Batch(name, wrong)
    for shape, kind in (((2, width + 1), np.uint8), ((2, width), np.int8), ((width,), np.uint8)):
        with pytest.raises(ValueError, match=f"expected an array of uint8 of shape .n, {width}."):
            Batch(name, np.zeros(shape, kind))


def test_unchecked_bytes_are_found_out_where_they_are_used() -> None:
    batch = Batch("chess", np.zeros((2, 32), np.uint8), checked=True)
    player = tabiya.Player("chess")
    for act in (
        batch.texts,
        batch.results,
        batch.keys,
        lambda: batch[1],
        lambda: player.evaluate_many(batch),
        lambda: player.trace(batch),
        lambda: player.search_many(batch, depth=1),
    ):
        with pytest.raises(ValueError, match="expected the bytes of a position of chess"):
            act()


def test_players_take_a_batch_as_they_take_a_list(positions: list[Position]) -> None:
    batch = Batch.of(positions)
    player = tabiya.Player(batch.game)
    np.testing.assert_array_equal(player.evaluate_many(batch), player.evaluate_many(positions))
    np.testing.assert_array_equal(player.trace(batch).scores(), player.trace(positions).scores())
    open_ones = batch[np.isnan(batch.results())][:20]
    found = player.search_many(open_ones, nodes=200, threads=2)
    expected = player.search_many(list(open_ones), nodes=200)
    assert [(r.move, r.score, r.nodes) for r in found] == [
        (r.move, r.score, r.nodes) for r in expected
    ]


def test_batch_of_another_game_is_refused() -> None:
    batch = Batch.of([tabiya.game("loa").initial()])
    player = tabiya.Player("othello")
    for act in (player.evaluate_many, player.trace, lambda b: player.search_many(b, depth=1)):
        with pytest.raises(ValueError, match="expected positions of othello, found a batch of loa"):
            act(batch)
    with pytest.raises(ValueError, match="expected positions of"):
        Batch.of([tabiya.game("loa").initial(), tabiya.game("othello").initial()])
    with pytest.raises(ValueError, match="expected a game or at least one position"):
        Batch.of([])
    assert len(Batch.of([], "loa")) == 0


def test_file_that_is_no_batch_is_refused_by_its_name(tmp_path: Path) -> None:
    import polars as pl  # noqa: PLC0415 (only here)

    (tmp_path / "text").write_text("nothing")
    pl.DataFrame({"position": [1]}).write_parquet(tmp_path / "other")
    pl.DataFrame({"position": [1]}).write_parquet(
        tmp_path / "wrong", metadata={"tabiya.batch": "chess", "tabiya.rules": "{}"}
    )
    for name in ("text", "other", "wrong"):
        with pytest.raises(ValueError, match=f"{name}: expected a batch of positions") as caught:
            Batch.read(tmp_path / name)
        assert "\n" not in str(caught.value)
    with pytest.raises(FileNotFoundError):
        Batch.read(tmp_path / "absent")
