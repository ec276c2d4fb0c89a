"""Attacks on what is read: positions, files, tables, stores, chunks, compressed files."""

import gzip
import sqlite3
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import polars as pl
import zstandard
from tests.attack.campaign import AttackError, Campaign
from tests.attack.mutate import flip, mutate

import tabiya
from tabiya.chunks import ChunkError
from tabiya.play import match, read_results
from tabiya.positions import PositionSet

POSITIONS = {
    "chess": (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 40",
    ),
    "othello": (
        "---------------------------OX------XO--------------------------- X",
        "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- O",
    ),
    "loa": (".bbbbbb./w......w/w......w/w......w/w......w/w......w/w......w/.bbbbbb. b",),
}
FILES = {
    "a.epd": b'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - c9 "1-0"; bm a4;\n',
    "a.txt": b"7k/8/5KQ1/8/8/8/8/8 w - - 0 1 [0.5] | 35 #3\nNew Game:\n",
    "b.txt": b"--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; A1:+2\n",
    "c.txt": b"f5d6c3d3c4f4f6f3e6e7 +12\nf5 d6 c3 38-26\n",
    "d.txt": b"1. d1-b3 h5-g4\n2. b1-b4 g4xg1\nd1-b3 h5-g4\t1-0\n",
    "e.csv": b"fen,cp,result,game,weight\n7k/8/5KQ1/8/8/8/8/8 w - - 0 1,35,1-0,g1,1.5\n" * 3,
    "f.sgf": b"(;GM[9]SU[Standard]RE[B+];B[d1-b3]C[x\\]];W[h5-g4](;B[Resign]))",
    "g.ggf": b"(;GM[Othello]BO[8 -------- ---O*--- *]RE[+2.0]B[d3//1]W[c5]B[PA];)",
    "h.wtb": b"\x14\x07\x05\x16\x01\x00\x00\x00\x00\x00\xb9\x07\x08\x00\x18\x00" + b"8" * 68,
    "j.pgn": (
        b'[Event "x"]\n[White "a"]\n[Black "b"]\n[Result "1-0"]\n\n1. e4 $14 {[%eval 0.3]} e5 '
        b"(1... c5 2. Nf3 $10) 2. Nf3 +/- Nc6 {+-} 3. Bb5! a6 1-0\n\n"
    )
    * 2,
    "k.jsonl": b'{"fen": "7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "cp": 35}\n',
}
SHIPPED = Path(tabiya.chunks.__file__).parent / "shipped"
CHUNKS = [
    part.encode()
    for name in ("mach", "starter")
    for part in (SHIPPED / f"{name}.chunks").read_text(encoding="utf-8").split("\n\n")
    if "chunk " in part
]
CONDITIONS = (
    b'white ~ "Karpov" and eco >= "B90"',
    b"not (year < 1990 or elo >= 2600) and plies > 40",
    b'player !~ "kasparov" and result = "1-0"',
)


def attack_position(random: Random, _folder: Path) -> int:
    """A text is no position, or it is the position that it is written back as."""
    for _ in range(50):
        name = random.choice(list(POSITIONS))
        game = tabiya.game(name)
        text = mutate(random, random.choice(POSITIONS[name]).encode(), 2).decode("utf-8", "replace")
        try:
            position = game.position(text)
        except ValueError:
            continue
        if game.position(str(position)) != position:
            raise AttackError(f"{text!r} is written as {str(position)!r}, which is another one")
        position.legal_moves()
    return 50


def attack_file(random: Random, folder: Path) -> int:
    """A file is refused, or read into rows that a set can hold, with faults."""
    name = random.choice(list(FILES))
    path = folder / name
    path.write_bytes(mutate(random, FILES[name]))
    try:
        found = tabiya.positions.read(path)
    except ValueError as error:
        if name not in str(error):
            raise AttackError(f"the error does not name the file: {error}") from error
        return 1
    if len(found.positions()) != len(found) or not set(found.table["kind"]) <= set(
        tabiya.positions.KINDS
    ):
        raise AttackError("rows without positions or of no kind")
    return 1


def attack_pgn_of_a_match(random: Random, folder: Path) -> int:
    """A PGN file of results is read game by game, whatever is in it."""
    path = folder / "games.pgn"
    path.write_bytes(mutate(random, FILES["j.pgn"] * 3))
    with suppress(ValueError):
        for _ in read_results(path):
            pass
    return 1


def attack_toml(random: Random, folder: Path) -> int:
    """A file of weights, of a player or of engines is refused, or it is what was saved."""
    weights = tabiya.players.Weights("loa", {"mobility": 3.25})
    path = folder / "weights.toml"
    weights.save(path)
    whole = path.read_bytes()
    cut = whole[: random.randrange(len(whole))]
    path.write_bytes(random.choice((cut, flip(random, whole), mutate(random, whole))))
    for load in (tabiya.players.load_weights, tabiya.players.load_player):
        try:
            found = load(path)
        except (ValueError, UnicodeDecodeError):
            continue
        seen = found if isinstance(found, tabiya.players.Weights) else found.weights
        is_unsealed = not path.read_bytes().startswith(b"# checksum")
        if not is_unsealed and dict(seen) != dict(weights):
            raise AttackError("other weights than were saved")
    described = (
        b'[engines.a]\ncommand = ["toga2", "-x"]\nprotocol = "uci"\noptions = { Hash = 16 }\n'
    )
    path.write_bytes(mutate(random, described))
    with suppress(ValueError):
        tabiya.engines.load_engines(path)
    return 3


def some_set() -> PositionSet:
    texts = [str(tabiya.game("loa").initial().play(move)) for move in ("b1b3", "c1c3", "d1d3")]
    rows = {"position": texts, "side": ["white"] * 3, "kind": ["score"] * 3, "value": [1.0, 2, 3]}
    return PositionSet("loa", pl.DataFrame(rows))


def attack_set(random: Random, folder: Path) -> int:
    """A set in which a bit has changed, or which was cut, is refused."""
    path = folder / "set.parquet"
    found = some_set()
    found.write(path)
    whole = path.read_bytes()
    if not tabiya.positions.read(path).table.equals(found.table):
        raise AttackError("a whole set is read as another one")
    for _ in range(20):
        path.write_bytes(
            flip(random, whole) if random.random() < 0.8 else whole[: random.randrange(len(whole))]
        )
        try:
            again = tabiya.positions.read(path)
        except ValueError:
            continue
        if not again.table.equals(found.table):
            raise AttackError("a damaged set is read as another one")
    return 20


def attack_store(random: Random, folder: Path) -> int:
    """A store in which a bit has changed is refused, or gives the same games."""
    path = folder / "match.db"

    def play() -> list[object]:
        found = match(
            "tabiya", "tabiya", game="loa", nodes=1, games=4, store=path, openings="all:1"
        )
        return [(game.moves, game.result, game.opening) for game in found.games]

    before = play()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    whole = path.read_bytes()
    for _ in range(4):
        path.write_bytes(flip(random, whole))
        for left in folder.glob("match.db-*"):
            left.unlink()
        try:
            again = play()
        except (ValueError, OSError):
            continue
        if again != before:
            raise AttackError("a damaged store gives other games")
    return 4


def attack_chunk(random: Random, _folder: Path) -> int:
    """A text is a library of chunks, or one clear error with its place."""
    some = b"\n\n".join(random.sample(CHUNKS, 2))
    text = mutate(random, some, random.randrange(1, 4)).decode("utf-8", "replace")
    try:
        tabiya.chunks.parse(text)
    except ChunkError as error:
        n_lines = text.count("\n") + 1
        if not error.reason.startswith("expected") or not 1 <= error.line <= n_lines:
            raise AttackError(f"the error does not tell its place: {error}") from error
    return 1


def attack_condition(random: Random, _folder: Path) -> int:
    """A condition on games is one, or one clear error."""
    for _ in range(20):
        text = mutate(random, random.choice(CONDITIONS), 2).decode("utf-8", "replace")
        with suppress(tabiya.chunks.WhereError):
            tabiya.chunks.parse_where(text)
    return 20


def attack_games(random: Random, folder: Path) -> int:
    """Broken games are left out, a database that was cut is refused, and what it had is kept."""
    path = folder / "games.db"
    for left in folder.glob("games.db*"):
        left.unlink()
    db = tabiya.chunks.open_games(path)
    pgn = folder / "games.pgn"
    pgn.write_bytes(mutate(random, FILES["j.pgn"] * 2))
    with suppress(ValueError):
        db.add(pgn)
    n_games = db.n_games
    again = tabiya.chunks.open_games(path)
    if again.n_games != n_games or again.games().height != n_games:
        raise AttackError(f"{n_games} games became {again.n_games}")
    del db, again
    if not path.exists():
        return 1
    whole = path.read_bytes()
    path.write_bytes(whole[: random.randrange(1, len(whole))])
    try:
        cut = tabiya.chunks.open_games(path)
    except ValueError as error:
        if path.name not in str(error):
            raise AttackError(f"the error does not name the file: {error}") from error
        return 2
    if cut.n_games != n_games:
        raise AttackError("a database that was cut is read as another one")
    return 2


def attack_compressed(random: Random, folder: Path) -> int:
    """A file that was made to fill the memory is left in time."""
    path = folder / random.choice(("bomb.pgn.gz", "bomb.epd.zst"))
    letter = random.choice((b" ", b"\n", b"1", b"{"))
    data = letter * (64 << 20)
    packed = gzip.compress(data, 9) if path.suffix == ".gz" else zstandard.compress(data)
    path.write_bytes(mutate(random, packed) if random.random() < 0.5 else packed)
    with suppress(ValueError):
        tabiya.positions.read(path)
    with suppress(ValueError):
        for _ in read_results(path):
            pass
    return 2


def attack_numbers(random: Random, _folder: Path) -> int:
    """Counting refuses arrays that are none, and is exact for the rest."""
    kinds: tuple[Any, ...] = (
        [float("nan"), 1.0], [2**63, 2**63 + 1], [1 + 2j, 0j], [], [[1, 2], [3, 4]], ["a", "b"],
        [True, False], [1e308, -1e308], [None, 1], [2**70, 2**70 + 1],
    )  # fmt: skip
    first, second = random.choice(kinds), random.choice(kinds)
    try:
        found = tabiya.concordance(first, second)
    except (ValueError, TypeError):
        return 1
    if not -1 <= found.tau <= 1 and not np.isnan(found.tau):
        raise AttackError(f"tau {found.tau}")
    return 1


CAMPAIGNS = [
    Campaign("texts of positions", attack_position, 10),
    Campaign("files of positions and games", attack_file, 80),
    Campaign("PGN of matches", attack_pgn_of_a_match, 80),
    Campaign("TOML files", attack_toml, 60),
    Campaign("sets with a changed bit", attack_set, 6),
    Campaign("stores with a changed bit", attack_store, 2),
    Campaign("texts of chunks", attack_chunk, 15),
    Campaign("conditions on games", attack_condition, 20),
    Campaign("databases of games", attack_games, 4),
    Campaign("compressed files", attack_compressed, 2),
    Campaign("numbers to count", attack_numbers, 40),
]
