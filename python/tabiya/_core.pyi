from collections.abc import Callable, Sequence
from os import PathLike
from typing import Any, Final, TypeAlias, TypedDict, final

import numpy as np
from numpy.typing import NDArray

_Described: TypeAlias = tuple[str, float, float, float, str, str]
_Line: TypeAlias = tuple[float, list[str]]
_Iteration: TypeAlias = tuple[int, float, list[str], int, float, int, int, list[_Line]]
_Root: TypeAlias = tuple[Sequence[str], Sequence[str], Sequence[tuple[str, float]], int]
_TimeControl: TypeAlias = tuple[bool, float, float, float]
_TimeLeft: TypeAlias = tuple[bool, float, float, int | None, float, int]
_Limits: TypeAlias = tuple[int | None, int | None, float | None, _TimeControl | None]
_Agreement: TypeAlias = tuple[float, int]
_Adjudication: TypeAlias = tuple[
    _Agreement | None, _Agreement | None, int, _Agreement | None, int | None
]
# Plies (move, score, depth, nodes, seconds), the last position, why it went no further, the open
# question (heard, unsaid, seconds), the last lines of both.
_Talk: TypeAlias = tuple[
    list[tuple[str, float | None, int, int, float]],
    Position,
    str,
    tuple[bytes, bytes, float] | None,
    list[tuple[list[str], bytes]],
]
_NetworkGames: TypeAlias = tuple[str, list[tuple[str, float]], int, int, int]
_Plan: TypeAlias = tuple[float, float, float, float, int, int]
_Act: TypeAlias = tuple[float, Sequence[tuple[Sequence[float], Sequence[float]]]]
_Episode: TypeAlias = tuple[Sequence[_Act], float]
_Move: TypeAlias = tuple[str, float, int, int, float]
_Game: TypeAlias = tuple[list[_Move], str, str, str]
_Numbers: TypeAlias = NDArray[np.float64] | NDArray[np.signedinteger] | NDArray[np.uint64]
_Counts: TypeAlias = tuple[int, int, int, int, int]
_Parts: TypeAlias = tuple[
    NDArray[np.uint64], NDArray[np.uint16], NDArray[np.int16], NDArray[np.float64], list[int]
]
_Features: TypeAlias = NDArray[np.float64] | NDArray[np.float32]
_Sums: TypeAlias = tuple[float, NDArray[np.float64], NDArray[np.float64]]
_MapShape: TypeAlias = tuple[str, str, int, bool, bool]
_WeightedCounts: TypeAlias = tuple[float, float, float, float, float, float]

_Similar: TypeAlias = tuple[
    int,
    int,
    int,
    float,
    list[float],
    str,
    str,
    list[tuple[int, int]],
    list[tuple[int, int]],
]
_FoundPlaces: TypeAlias = tuple[NDArray[np.uint32], NDArray[np.uint32], NDArray[np.uint8]]

__all__ = [
    "CHECKPOINTS",
    "DECIDED_SCORE",
    "MAP_COMBINATIONS",
    "MAP_ENCODINGS",
    "MAP_INPUTS",
    "MAX_THREADS",
    "MOVE_HABITS",
    "PGN_KINDS",
    "PGN_SOURCES",
    "PRESETS",
    "SEARCH_INPUTS",
    "SIMILARITY_PARTS",
    "VERSION",
    "WIN_SCORE",
    "Chunks",
    "Clock",
    "Combination",
    "DatabaseError",
    "Design",
    "GameOverError",
    "GameTree",
    "IllegalMoveError",
    "Labels",
    "MapTrainer",
    "MoveExamples",
    "MoveMap",
    "ParseNetworkError",
    "ParsePositionError",
    "PatternModel",
    "Player",
    "Position",
    "Pruning",
    "Report",
    "Stop",
    "Trace",
    "actor_critic_step",
    "adjudicate",
    "check_packed",
    "class_moments",
    "clock_inputs",
    "concordance",
    "concordance_by_partial_sums",
    "concordance_many",
    "contributions",
    "count_othello_tables",
    "deal_labels",
    "deal_pgn",
    "feature_names",
    "fit_rows",
    "games",
    "learn_by_playing",
    "learn_clock",
    "learn_from_game",
    "logistic_newton",
    "map_features",
    "map_size",
    "merge_heap",
    "modern_clock_numbers",
    "othello_tables",
    "pack_lines",
    "pack_pgn",
    "pack_positions",
    "packed_features",
    "packed_keys",
    "packed_men",
    "packed_pieces",
    "packed_results",
    "packed_turns",
    "packed_width",
    "pairwise",
    "params",
    "pattern_layout",
    "pattern_rows",
    "play_erring",
    "play_games",
    "play_networks",
    "played_in_pgn",
    "played_moves",
    "policy_outputs",
    "preset_reductions",
    "propagate_packed",
    "read_pgn",
    "replay_squares",
    "search_scores",
    "search_units",
    "settle",
    "share_clock",
    "sides",
    "solve",
    "solve_many",
    "solve_packed",
    "sum_rows",
    "talk",
    "unpack",
    "unpack_lines",
    "unpack_pgn",
    "wander_from",
    "weighted_concordance",
    "weights",
    "win_scale",
]

MAP_COMBINATIONS: Final[list[str]]
MAP_ENCODINGS: Final[list[str]]
MAP_INPUTS: Final[list[str]]
PGN_KINDS: Final[list[str]]
PGN_SOURCES: Final[list[str]]
PRESETS: Final[list[str]]
SIMILARITY_PARTS: Final[list[str]]
MAX_THREADS: Final[int]
MOVE_HABITS: Final[list[str]]
VERSION: Final[str]
DECIDED_SCORE: Final[float]
WIN_SCORE: Final[float]

class IllegalMoveError(ValueError): ...
class ParsePositionError(ValueError): ...
class ParseNetworkError(ValueError): ...
class DatabaseError(ValueError): ...
class GameOverError(ValueError): ...

class _PgnRows(TypedDict):
    position: str
    label: NDArray[np.uint32]
    labels: list[str]
    kind: NDArray[np.uint8]
    value: NDArray[np.float64]
    game: NDArray[np.int64]
    ply: NDArray[np.int32]
    line: NDArray[np.int64]
    black: NDArray[np.bool_]
    variation: NDArray[np.bool_]
    opening: NDArray[np.uint64]
    annotator: NDArray[np.uint32]
    annotators: list[str]

class _PgnReading(TypedDict):
    faults: list[tuple[int, int, str]]
    foreign: list[tuple[int, int, str]]
    n_bytes: int
    n_lines: int
    n_games: int
    n_positions: int

class _PgnBlock(_PgnRows, _PgnReading): ...

class _PackedPgn(_PgnReading):
    rows: bytes
    n_rows: int

class _GameTable(TypedDict):
    White: str
    Black: str
    Date: str
    Event: str
    Site: str
    Round: str
    ECO: str
    plies: NDArray[np.uint32]
    white_elo: NDArray[np.uint32]
    black_elo: NDArray[np.uint32]
    day: NDArray[np.uint32]
    result: NDArray[np.uint32]

class _Places(TypedDict):
    game: NDArray[np.uint32]
    ply: NDArray[np.uint32]
    move: list[str]

class _Statistics(TypedDict):
    move: list[str]
    games: NDArray[np.uint32]
    white: NDArray[np.uint32]
    draws: NDArray[np.uint32]
    black: NDArray[np.uint32]
    day: NDArray[np.uint32]
    rating: NDArray[np.float64]
    performance: NDArray[np.float64]

@final
class GameTree:
    def __new__(cls, path: str | PathLike[str]) -> GameTree: ...
    @property
    def n_games(self) -> int: ...
    @property
    def n_positions(self) -> int: ...
    @property
    def n_slots(self) -> int: ...
    def begin_writing(self) -> None: ...
    def end_writing(self) -> None: ...
    def abandon_writing(self) -> None: ...
    def add(
        self, data: bytes, first_line: int, first_game: int, threads: int, last: bool
    ) -> tuple[int, int, int, list[tuple[int, int, str]], int]: ...
    def commit(self, source: tuple[str, str] | None = None) -> tuple[int, int]: ...
    def source(self, name: str) -> str | None: ...
    def table(self, names: Sequence[str]) -> _GameTable: ...
    def tags(self, game: int) -> list[tuple[str, str]]: ...
    def pgn(self, games: NDArray[np.uint32]) -> str: ...
    def book(
        self, min_games: int, max_ply: int, among: NDArray[np.uint32] | None = None
    ) -> bytes: ...
    def find_position(self, fen: str, among: NDArray[np.uint32] | None = None) -> _Places: ...
    def statistics(self, fen: str, among: NDArray[np.uint32] | None = None) -> _Statistics: ...
    def fen(self, game: int, ply: int) -> str | None: ...
    def index(
        self,
        chunks: Sequence[tuple[str, bytes]],
        classes: Sequence[tuple[str, Sequence[str]]],
    ) -> int: ...
    def is_indexed(self, chunk: str) -> bool: ...
    def places(self, chunk: str) -> _FoundPlaces: ...
    def scan(self, chunks: Chunks, number: int) -> _FoundPlaces: ...
    def similar(
        self,
        fen: str,
        chunks: Chunks,
        hashes: Sequence[str],
        importance: Sequence[float],
        bias: float,
        weights: Sequence[float],
        limit: int,
        playable: bool,
        among: NDArray[np.uint32] | None = None,
        except_game: int | None = None,
    ) -> list[_Similar]: ...
    def voices(
        self,
        fen: str,
        chunks: Chunks,
        hashes: Sequence[str],
        importance: Sequence[float],
        bias: float,
        weights: Sequence[float],
        limit: int,
        among: NDArray[np.uint32] | None = None,
        except_game: int | None = None,
    ) -> list[tuple[str, float, int, list[_Similar]]]: ...
    def similar_by_mach(
        self,
        fen: str,
        chunks: Chunks,
        hashes: Sequence[str],
        allowed: int,
        limit: int,
        playable: bool,
        among: NDArray[np.uint32] | None = None,
        except_game: int | None = None,
    ) -> list[_Similar]: ...
    def n_with_chunks(
        self, fen: str, chunks: Chunks, hashes: Sequence[str], allowed: int
    ) -> int: ...
    def n_with_classes(self, digests: Sequence[str], allowed: int) -> int: ...
    def similar_by_overlap(
        self,
        fen: str,
        limit: int,
        playable: bool,
        among: NDArray[np.uint32] | None = None,
        except_game: int | None = None,
    ) -> list[_Similar]: ...
    def habits(self, fen: str) -> tuple[list[str], NDArray[np.float64]]: ...
    def played_at(
        self, places: Sequence[tuple[int, int]], among: NDArray[np.uint32] | None = None
    ) -> list[list[tuple[int, int, str]]]: ...
    def continuation(self, game: int, ply: int, n_plies: int) -> list[str]: ...

@final
class Labels:
    def __new__(cls, y: _Numbers) -> Labels: ...
    def __len__(self) -> int: ...
    @property
    def counts(self) -> list[int]: ...

@final
class Combination:
    def __new__(
        cls,
        phases: Sequence[int],
        constants: NDArray[np.float32],
        linear: NDArray[np.float32],
        quadratic: NDArray[np.float32] | None = None,
        tables: NDArray[np.float32] | None = None,
    ) -> Combination: ...

def feature_names(name: str) -> list[str]: ...
def packed_men(name: str, packed: NDArray[np.uint8]) -> NDArray[np.uint8]: ...
def packed_features(
    name: str,
    packed: NDArray[np.uint8],
    phases: NDArray[np.uint8],
    tables: NDArray[np.float32] | None = None,
) -> NDArray[np.float32]: ...
def othello_tables() -> tuple[list[str], list[int], NDArray[np.uint32]]: ...
def count_othello_tables(
    packed: NDArray[np.uint8],
    won: NDArray[np.float64],
    phases: NDArray[np.uint8],
    n_phases: int,
) -> NDArray[np.float64]: ...
def solve_packed(
    packed: NDArray[np.uint8],
    threads: int,
    claims: NDArray[np.int32] | None = None,
    guide: PatternModel | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> NDArray[np.int32]: ...
def propagate_packed(
    packed: NDArray[np.uint8], labels: NDArray[np.float64], fixed: NDArray[np.bool_]
) -> NDArray[np.float64]: ...
def logistic_newton(
    features: _Features,
    won: NDArray[np.float64],
    trials: NDArray[np.float64] | None,
    units: NDArray[np.float64],
    coefficients: Sequence[float] | None,
    threads: int,
) -> _Sums: ...
def class_moments(
    features: _Features,
    won: NDArray[np.float64],
    trials: NDArray[np.float64] | None,
    units: NDArray[np.float64],
    threads: int,
) -> tuple[_Sums, _Sums]: ...
def concordance(x: _Numbers, labels: Labels, threads: int) -> _Counts: ...
def concordance_by_partial_sums(x: _Numbers, labels: Labels) -> _Counts: ...
def concordance_many(x: _Numbers, labels: Labels) -> list[_Counts]: ...
def weighted_concordance(
    x: _Numbers, labels: Labels, weights: NDArray[np.float64]
) -> _WeightedCounts: ...
def contributions(
    x: _Numbers, labels: Labels, weights: NDArray[np.float64]
) -> NDArray[np.float64]: ...
def games() -> list[str]: ...
def sides(name: str) -> list[str]: ...
def win_scale(name: str) -> float: ...
def weights(name: str) -> list[_Described]: ...
def params() -> list[_Described]: ...
def packed_width(name: str) -> int: ...
def pack_lines(
    name: str, text: str, rules: Sequence[tuple[str, str]]
) -> tuple[NDArray[np.uint8], list[tuple[int, str]]]: ...
def pack_positions(name: str, positions: Sequence[Position]) -> NDArray[np.uint8]: ...
def check_packed(
    name: str, packed: NDArray[np.uint8], rules: Sequence[tuple[str, str]]
) -> None: ...
def unpack(
    name: str, packed: NDArray[np.uint8], index: int, rules: Sequence[tuple[str, str]]
) -> Position: ...
def unpack_lines(name: str, packed: NDArray[np.uint8], rules: Sequence[tuple[str, str]]) -> str: ...
def packed_turns(name: str, packed: NDArray[np.uint8]) -> NDArray[np.uint8]: ...
def packed_results(
    name: str, packed: NDArray[np.uint8], rules: Sequence[tuple[str, str]]
) -> NDArray[np.float64]: ...
def packed_pieces(packed: NDArray[np.uint8]) -> NDArray[np.uint64]: ...
def packed_keys(name: str, packed: NDArray[np.uint8]) -> NDArray[np.uint64]: ...
def read_pgn(
    data: bytes,
    first_line: int,
    first_game: int,
    sources: Sequence[str],
    threads: int,
    last: bool,
) -> _PgnBlock: ...
def pack_pgn(
    data: bytes,
    first_line: int,
    first_game: int,
    sources: Sequence[str],
    threads: int,
    last: bool,
) -> _PackedPgn: ...
def unpack_pgn(rows: bytes, chosen: NDArray[np.bool_] | None = None) -> _PgnRows: ...
def deal_pgn(
    rows: bytes, first_row: int, kinds: Sequence[tuple[int, bool]], n_heaps: int
) -> list[bytes] | None: ...
def deal_labels(
    lines: str,
    has_counters: bool,
    first_row: int,
    kinds: NDArray[np.uint64],
    said: NDArray[np.uint64],
    values: NDArray[np.float64],
    counts: NDArray[np.int32],
    weights: NDArray[np.float64],
    ordered: NDArray[np.bool_],
    n_heaps: int,
) -> list[bytes]: ...
def merge_heap(
    heap: bytes,
) -> tuple[
    NDArray[np.uint64],
    NDArray[np.uint64],
    NDArray[np.float64],
    NDArray[np.int32],
    NDArray[np.float64],
    NDArray[np.bool_],
]: ...
def solve(
    position: Position,
    exact: bool,
    hash_mib: int | None = None,
    guide: PatternModel | None = None,
) -> tuple[int, list[str], int]: ...
def pattern_layout(
    game: str,
) -> tuple[list[tuple[str, list[int], int, int, int]], list[int], list[int], int]: ...
def pattern_rows(own: NDArray[np.uint64], opponent: NDArray[np.uint64]) -> NDArray[np.uint32]: ...
def fit_rows(
    rows: NDArray[np.uint32],
    values: NDArray[np.float32],
    importance: NDArray[np.float32],
    prior: NDArray[np.float32],
    penalty: float,
    steps: int,
    threads: int,
) -> NDArray[np.float32]: ...
def sum_rows(rows: NDArray[np.uint32], weights: NDArray[np.float32]) -> NDArray[np.float32]: ...
def replay_squares(
    games: Sequence[Sequence[int]],
) -> tuple[
    tuple[NDArray[np.uint64], NDArray[np.uint64]],
    NDArray[np.uint8],
    NDArray[np.uint32],
    list[tuple[int, str]],
]: ...
def wander_from(
    own: NDArray[np.uint64],
    opponent: NDArray[np.uint64],
    moves: NDArray[np.uint32],
    seed: int,
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]: ...
def solve_many(
    own: NDArray[np.uint64],
    opponent: NDArray[np.uint64],
    threads: int,
    progress: Callable[[int, int], object] | None = None,
) -> NDArray[np.int32]: ...
def search_scores(
    player: Player,
    own: NDArray[np.uint64],
    opponent: NDArray[np.uint64],
    depth: int,
    threads: int,
) -> NDArray[np.float64]: ...
def adjudicate(
    scores: Sequence[float | None], second_begins: bool, adjudication: _Adjudication
) -> tuple[str, str] | None: ...
def talk(
    speakers: Sequence[tuple[int, int, str, bytes]],
    words: str,
    position: Position,
    scores: Sequence[float | None],
    second_begins: bool,
    adjudication: _Adjudication,
    greeting: float | None,
    patience: float,
    n_lines: int,
    stop: Stop,
) -> _Talk: ...
def play_erring(
    player: Player,
    starts: Sequence[Position],
    nodes: int,
    errors: float,
    seed: int,
    most_plies: int,
    threads: int,
    progress: Callable[[int, int], object] | None = None,
) -> tuple[NDArray[np.uint8], NDArray[np.uint64], NDArray[np.float64]]: ...
def play_games(
    contestants: Sequence[tuple[Player, _Limits]],
    fixtures: Sequence[tuple[Position, int, int]],
    adjudication: _Adjudication,
    threads: int,
    stop: Stop,
    on_game: Callable[[int, _Game], object],
) -> None: ...

@final
class Position:
    @staticmethod
    def initial(name: str, rules: Sequence[tuple[str, str]]) -> Position: ...
    @staticmethod
    def parse(name: str, text: str, rules: Sequence[tuple[str, str]]) -> Position: ...
    @property
    def game(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def cells(self) -> str: ...
    @property
    def turn(self) -> int: ...
    @property
    def key(self) -> int: ...
    @property
    def past(self) -> list[int]: ...
    @property
    def result(self) -> str | None: ...
    def with_past(self, past: Sequence[int]) -> Position: ...
    def legal_moves(self) -> list[str]: ...
    def play(self, text: str) -> Position: ...
    def perft(self, depth: int) -> int: ...
    def is_same(self, other: Position) -> bool: ...

def share_clock(left: _TimeLeft) -> tuple[float, float]: ...

@final
class Stop:
    def __new__(cls) -> Stop: ...
    def set(self) -> None: ...

def map_features(name: str) -> list[str]: ...
def map_size(name: str, form: _MapShape) -> int: ...
def played_moves(
    name: str, games: Sequence[tuple[Position, Sequence[str]]]
) -> tuple[dict[str, Any], list[tuple[int, int]]]: ...
def played_in_pgn(
    data: bytes, first_line: int, first_game: int, threads: int, last: bool
) -> dict[str, Any]: ...

@final
class MoveMap:
    def __new__(cls, name: str, form: _MapShape, weights: NDArray[np.float32]) -> MoveMap: ...
    def scores(
        self, position: Position, previous: int | None = None
    ) -> list[tuple[str, int, int, float]]: ...
    def ranks(self, examples: MoveExamples, threads: int) -> NDArray[np.uint16]: ...

@final
class MoveExamples:
    def __new__(
        cls,
        name: str,
        packed: NDArray[np.uint8],
        from_squares: NDArray[np.uint8],
        to_squares: NDArray[np.uint8],
        previous: NDArray[np.uint8],
        inputs: str,
    ) -> MoveExamples: ...
    def __len__(self) -> int: ...
    def numbers(self) -> NDArray[np.uint32]: ...
    @property
    def n_moves(self) -> int: ...

@final
class MapTrainer:
    def __new__(
        cls, name: str, form: _MapShape, loss: str, method: str, seed: int
    ) -> MapTrainer: ...
    def measure(self, examples: MoveExamples) -> None: ...
    def epoch(
        self, examples: MoveExamples, batch: int, rate: float, symmetric: bool, threads: int
    ) -> float: ...
    def ranks(self, examples: MoveExamples, threads: int) -> NDArray[np.uint16]: ...
    def weights(self) -> NDArray[np.float32]: ...
    def method_state(self) -> tuple[NDArray[np.float32], NDArray[np.float32], int, int]: ...
    def restore(
        self,
        weights: NDArray[np.float32],
        one: NDArray[np.float32],
        two: NDArray[np.float32],
        n_epochs: int,
        n_steps: int,
    ) -> None: ...

@final
class PatternModel:
    def __new__(
        cls, game: str, stages: Sequence[int], weights: NDArray[np.int16]
    ) -> PatternModel: ...

@final
class Clock:
    def __new__(cls, name: str | None = None, text: str | None = None) -> Clock: ...
    @property
    def text(self) -> str: ...
    @property
    def game(self) -> str | None: ...

def clock_inputs(name: str, is_dynamic: bool) -> int: ...
def modern_clock_numbers() -> list[tuple[str, float, float, float, str]]: ...
def learn_clock(
    contestants: Sequence[tuple[Player, _Limits]],
    fixtures: Sequence[tuple[Position, int, int]],
    adjudication: _Adjudication,
    threads: int,
    stop: Stop,
    explore: tuple[float, int],
    decay: float,
    progress: Callable[[int], object] | None,
) -> tuple[NDArray[np.float64], list[float]]: ...
def actor_critic_step(
    shape: Sequence[int],
    values: Sequence[float] | NDArray[np.float32],
    episodes: Sequence[_Episode],
    decay: float,
) -> NDArray[np.float64]: ...
def policy_outputs(
    shape: Sequence[int],
    values: Sequence[float] | NDArray[np.float32],
    inputs: Sequence[float] | NDArray[np.float32],
) -> list[float]: ...
def learn_by_playing(
    conditions: _NetworkGames, networks: NDArray[np.float32], first: int, n_games: int, plan_: _Plan
) -> NDArray[np.float32]: ...
def learn_from_game(
    network: NDArray[np.float32], positions: Sequence[int], result: int, plan_: _Plan
) -> NDArray[np.float32]: ...
def play_networks(
    conditions: _NetworkGames,
    networks: NDArray[np.float32],
    fixtures: Sequence[tuple[Position, int, int]],
    threads: int,
) -> list[tuple[int, list[int]]]: ...

@final
class Report:
    def head(self) -> tuple[str, float, int, int, float, int]: ...
    def details(
        self,
    ) -> tuple[_Iteration, list[_Iteration], list[tuple[int, float]], list[tuple[str, int]]]: ...

@final
class Player:
    def __new__(
        cls,
        name: str,
        weights: Sequence[tuple[str, float]],
        params: Sequence[tuple[str, float]],
        hash_mib: int | None = None,
        resolution: float | None = None,
        preset: str | None = None,
        pruning: Pruning | None = None,
        network: str | None = None,
        combination: Combination | None = None,
        patterns: PatternModel | None = None,
        relations: Sequence[tuple[int, int, int, float, float, float]] = ...,
        clock: Clock | None = None,
        ordering: tuple[MoveMap, tuple[str, float | None, int, float]] | None = None,
    ) -> Player: ...
    @property
    def hash_mib(self) -> int: ...
    @property
    def resolution(self) -> float: ...
    def clear(self) -> None: ...
    def hash_fill(self) -> int: ...
    def evaluate(self, position: Position) -> float: ...
    def evaluate_many(self, positions: Sequence[Position]) -> NDArray[np.float64]: ...
    def evaluate_packed(
        self, packed: NDArray[np.uint8], rules: Sequence[tuple[str, str]]
    ) -> NDArray[np.float64]: ...
    def budget(self, position: Position, left: _TimeLeft) -> tuple[float, float]: ...
    def search(
        self,
        position: Position,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        soft_seconds: float | None = None,
        keep: bool = False,
        stop: Stop | None = None,
        on_iteration: Callable[[int, float, list[str], int, float, int, int, list[_Line]], object]
        | None = None,
        on_root_move: Callable[[str, int], object] | None = None,
        root: _Root | None = None,
        clock: _TimeLeft | None = None,
        threads: int = 1,
    ) -> Report: ...
    def search_many(
        self,
        positions: Sequence[Position],
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        threads: int = 1,
        progress: Callable[[int, int], object] | None = None,
    ) -> list[Report]: ...
    def search_packed(
        self,
        packed: NDArray[np.uint8],
        rules: Sequence[tuple[str, str]],
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        threads: int = 1,
        progress: Callable[[int, int], object] | None = None,
    ) -> list[Report]: ...
    def log_packed(
        self,
        packed: NDArray[np.uint8],
        rules: Sequence[tuple[str, str]],
        rate: float,
        seed: int,
        depth: int | None = None,
        nodes: int | None = None,
        threads: int = 1,
        progress: Callable[[int, int], object] | None = None,
    ) -> dict[str, NDArray[Any]]: ...
    def teach_packed(
        self,
        packed: NDArray[np.uint8],
        rules: Sequence[tuple[str, str]],
        decides: str,
        depth: int | None = None,
        nodes: int | None = None,
        threads: int = 1,
        progress: Callable[[int, int], object] | None = None,
    ) -> tuple[list[str], NDArray[np.uint64], NDArray[np.uint64], list[NDArray[np.float64]]]: ...

# Inputs, checkpoints, whether quiet moves alone count, and a row of weights for each checkpoint.
_Function: TypeAlias = tuple[Sequence[str], Sequence[int], bool, Sequence[float]]

@final
class Pruning:
    def __new__(
        cls,
        name: str,
        widths: tuple[str, bool, Sequence[int]] | None = None,
        function: _Function | None = None,
        reductions: tuple[str, Sequence[Sequence[int]]] | None = None,
        reduction_function: _Function | None = None,
        null_move_function: _Function | None = None,
    ) -> Pruning: ...

SEARCH_INPUTS: Final[list[str]]
CHECKPOINTS: Final[list[int]]

def search_units(name: str, inputs: Sequence[str]) -> list[str]: ...
def preset_reductions(preset: str) -> list[list[int]]: ...

@final
class Trace:
    def __new__(cls, name: str, positions: Sequence[Position]) -> Trace: ...
    @staticmethod
    def of_packed(name: str, packed: NDArray[np.uint8]) -> Trace: ...
    def __len__(self) -> int: ...
    @property
    def n_entries(self) -> int: ...
    def scores(self, weights: NDArray[np.float64]) -> NDArray[np.float64]: ...
    def jacobian(
        self, weights: Sequence[float]
    ) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.float64]]: ...

@final
class Chunks:
    def __new__(cls, compiled: Sequence[bytes]) -> Chunks: ...
    def __len__(self) -> int: ...
    def standing(self, position: Position, result: int) -> list[tuple[int, int, int, int]]: ...
    def matches(self, packed: NDArray[np.uint8]) -> NDArray[np.uint8]: ...
    def covered(self, packed: NDArray[np.uint8]) -> NDArray[np.uint64]: ...

def settle(
    name: str,
    packed: NDArray[np.uint8],
    weights: NDArray[np.float64],
    resolution: float,
    threads: int,
) -> tuple[
    NDArray[np.uint8],
    NDArray[np.uint32],
    NDArray[np.float64],
    NDArray[np.bool_],
    NDArray[np.bool_],
]: ...
def pairwise(
    scores: NDArray[np.float64],
    labels: Labels,
    margin: float,
    threads: int,
    importance: NDArray[np.float64] | None = None,
) -> tuple[float, NDArray[np.float64]]: ...

@final
class Design:
    def __new__(
        cls,
        name: str,
        packed: NDArray[np.uint8],
        second_moves: NDArray[np.bool_],
        tuned: Sequence[int],
    ) -> Design: ...
    @staticmethod
    def of_parts(
        name: str,
        starts: NDArray[np.uint64],
        terms: NDArray[np.uint16],
        counts: NDArray[np.int16],
        shares: NDArray[np.float64],
        columns: Sequence[int],
    ) -> Design: ...
    def parts(self) -> _Parts: ...
    def __len__(self) -> int: ...
    @property
    def n_entries(self) -> int: ...
    def take(self, indices: Sequence[int]) -> Design: ...
    def scores(self, weights: NDArray[np.float64]) -> NDArray[np.float64]: ...
    def curvature(self, weights: NDArray[np.float64]) -> NDArray[np.float64]: ...
    def concordances(
        self, vectors: NDArray[np.float64], labels: Labels, threads: int
    ) -> list[_Counts]: ...
    def weighted_concordances(
        self,
        vectors: NDArray[np.float64],
        labels: Labels,
        importance: NDArray[np.float64],
        threads: int,
    ) -> list[_WeightedCounts]: ...
    def logistic(
        self,
        weights: NDArray[np.float64],
        results: NDArray[np.float64],
        scale: float,
        threads: int,
        importance: NDArray[np.float64] | None = None,
    ) -> tuple[float, NDArray[np.float64]]: ...
    def pairwise(
        self,
        weights: NDArray[np.float64],
        labels: Labels,
        margin: float,
        threads: int,
        importance: NDArray[np.float64] | None = None,
    ) -> tuple[float, NDArray[np.float64]]: ...
