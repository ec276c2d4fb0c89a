"""Equation 3.1 and the history weight that adapts (Kocsis 2003, §3.2.3), recounted from a log.

A log of a whole search says which moves every node tried, in their order, and what cut off. From
that alone, history and its weight are worked out again, and with them the order of each node.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator

import numpy as np
import pytest

import tabiya
from tabiya.players import MapOrdering, MapShape, MoveMap, SearchLog

STEPS = np.float32(4096)
BONUS = 16
LOWER = 2
FIRST_WEIGHT, STEP, LEAST = np.float32(50), np.float32(0.1), np.float32(0.1)
Squares = tuple[int, int]


def small_map() -> MoveMap:
    shape = MapShape("loa")
    weights = np.random.default_rng(1).normal(0, 0.02, shape.n_weights)
    return MoveMap(shape, weights.astype(np.float32))


def logged(ordering: MapOrdering, depth: int) -> SearchLog:
    position = tabiya.game("loa").initial()
    for _ in range(6):
        position = position.play(position.legal_moves()[-1])
    # No killers, so that all quiet moves but the table's are ordered by the map.
    decisions = tabiya.Decisions(preset="crafty", params={"killers": 0, "countermove": 0})
    player = tabiya.Player("loa", ordering=ordering, decisions=decisions)
    return player.log_searches([position], depth=depth)


def empty_squares(position: tabiya.Position) -> set[int]:
    rows = reversed(str(position).split()[0].split("/"))
    cells = "".join("".join("." * int(c) if c.isdigit() else c for c in row) for row in rows)
    return {square for square, cell in enumerate(cells) if cell == "."}


class Recount:
    """History, its weight and the order of every node, worked out beside the search."""

    def __init__(self, log: SearchLog, learnt: MoveMap, weight: float | None) -> None:
        self.log, self.learnt, self.adapts = log, learnt, weight is None
        self.weight = FIRST_WEIGHT if weight is None else np.float32(weight)
        self.history: Counter[tuple[str, Squares]] = Counter()
        self.n_updates = 0
        self.misses: Counter[str] = Counter()
        self.n_right, self.n_seen = 0, 0
        self.said: dict[int, dict[Squares, tuple[np.float32, np.float32]]] = {}

    def run(self) -> "Recount":
        """Go through the nodes as the search did; they are written down when it leaves them."""
        prepared = defaultdict(list)
        for row, time in enumerate(self.times()):
            prepared[time].append(row)
        for row in range(len(self.log)):
            for begun in prepared[row]:
                self.prepare(begun)
            self.leave(row)
        return self

    def times(self) -> Iterator[int]:
        """Yield how many nodes were left when a node sorted its moves, after the table's."""
        columns, texts = self.log.columns, [str(position) for position in self.log.positions]
        waiting: list[int] = []
        first: list[int] = []
        for row, ply in enumerate(columns["ply"]):
            children = []
            while waiting and columns["ply"][waiting[-1]] > ply:
                children.append(waiting.pop())
            children.reverse()
            waiting.append(row)
            time = first[children[0]] if children else row
            first.append(time)
            if columns["table_move_first"][row]:
                position, leads = self.log.positions[row], self.moves(row)[0]
                after = next(
                    str(position.play(move))
                    for move, start, to, _ in self.learnt.squares(position)
                    if (start, to) == leads
                )
                for child in children:
                    if texts[child] != after:
                        break
                    time = child + 1
            yield time

    def moves(self, row: int) -> list[Squares]:
        part = slice(self.log.starts[row], self.log.starts[row + 1])
        starts, ends = self.log.from_squares[part], self.log.to_squares[part]
        return list(zip(starts.tolist(), ends.tolist(), strict=True))

    def prepare(self, row: int) -> None:
        """Score the quiet moves of a node by equation 3.1, and look at their order."""
        position, moves = self.log.positions[row], self.moves(row)
        is_led = int(self.log.columns["table_move_first"][row])
        tried = moves[is_led : self.log.columns["n_tried"][row]]
        by_map = {(start, to): s for _, start, to, s in self.learnt.squares(position)}
        turn, empty = str(position).split()[1], empty_squares(position)
        self.said[row] = {
            move: (
                np.float32(by_map[move]),
                np.float32(self.history[turn, move]) / np.float32(max(self.n_updates, 1)),
            )
            for move in moves[is_led:]
            if move[1] in empty
        }
        ranks = {
            move: int(np.float32(score + known / self.weight) * STEPS)
            for move, (score, known) in self.said[row].items()
        }
        found = [ranks[move] for move in tried if move in ranks]
        left = [rank for move, rank in ranks.items() if move not in tried]
        self.n_seen += 1
        is_sorted = found == sorted(found, reverse=True)
        self.n_right += is_sorted and (not found or not left or found[-1] >= max(left))

    def leave(self, row: int) -> None:
        """Learn from a quiet move that cut off, and from who had it in front."""
        columns = self.log.columns
        index = int(columns["best_index"][row])
        if columns["bound"][row] != LOWER or index == 0:
            return
        position, move = self.log.positions[row], self.moves(row)[index - 1]
        if move[1] not in empty_squares(position):
            return
        said = self.said.get(row, {})
        if self.adapts and index > 1 and move in said:
            above_map, above_history = (
                sum(each[who] > said[move][who] for each in said.values()) for who in (0, 1)
            )
            if above_map < above_history:
                self.weight += STEP
                self.misses["nn"] += 1
            elif above_history < above_map:
                self.weight = max(self.weight - STEP, LEAST)
                self.misses["hh"] += 1
        plies = int(columns["depth"][row]) // 16
        self.history[str(position).split()[1], move] += BONUS * plies * plies
        self.n_updates += 1


@pytest.mark.parametrize("weight", [1.0, 300.0, None])
def test_moves_are_tried_in_the_order_of_equation_3_1(weight: float | None) -> None:
    learnt = small_map()
    log = logged(MapOrdering(learnt, "weighted", history_weight=weight), depth=4)
    found = Recount(log, learnt, weight).run()
    assert found.n_updates > 100
    assert found.n_seen > 200
    assert found.n_right == found.n_seen
    # It is told from another weight.
    other = Recount(log, learnt, 20.0).run()
    assert other.n_right < other.n_seen
    if weight is None:
        assert min(found.misses["nn"], found.misses["hh"]) > 10
        assert found.weight < FIRST_WEIGHT
        still = Recount(log, learnt, float(FIRST_WEIGHT)).run()
        assert still.n_right < still.n_seen
