"""Training of a map of moves beside a plain PyTorch script, on the same sparse data in one run.

Both learn the linear map of the thesis for chess (385 inputs, 4,096 outputs, softmax over the legal
moves, Adam) from the same positions. Set ``TORCH_PYTHON`` to a Python that has PyTorch, if this
one has not; without it that half is skipped and said.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import tabiya
from tabiya import _core
from tabiya.ordering import MoveExamples, examples_from_games, examples_of_texts
from tabiya.players import MapShape

N_EXAMPLES = 60_000
BATCH = 4096
THREADS = os.cpu_count() or 1
GAMES = "chess_master/world_championships.pgn"
# The same network as a plain script has it: rows of an embedding are summed, and the outputs of
# legal moves are taken.
TORCH_SCRIPT = """
import sys, time
import numpy as np, torch
data = np.load(sys.argv[1])
threads, batch = int(sys.argv[2]), int(sys.argv[3])
torch.set_num_threads(threads)
torch.manual_seed(0)
n_inputs, n = int(data["n_inputs"]), len(data["best"])
rows, signs = torch.from_numpy(data["rows"]), torch.from_numpy(data["signs"])
moves, legal = torch.from_numpy(data["moves"]), torch.from_numpy(data["legal"])
best = torch.from_numpy(data["best"])
net = torch.nn.EmbeddingBag(n_inputs + 1, 4096, mode="sum", padding_idx=n_inputs)
bias = torch.nn.Parameter(torch.zeros(4096))
adam = torch.optim.Adam([*net.parameters(), bias], lr=0.01)
def step(at):
    out = net(rows[at], per_sample_weights=signs[at]) + bias
    scores = out.gather(1, moves[at]).masked_fill(~legal[at], -1e9)
    loss = torch.nn.functional.cross_entropy(scores, best[at])
    adam.zero_grad(); loss.backward(); adam.step()
    return float(loss)
step(torch.arange(min(batch, n)))
started, losses = time.perf_counter(), []
for chosen in torch.randperm(n).split(batch):
    losses.append(step(chosen))
print(n / (time.perf_counter() - started), losses[0], losses[-1])
"""


def main() -> None:
    """Measure both in turn, then what a map costs in a search."""
    examples = read()
    shape = MapShape("chess", inputs="board")
    core = examples.core(shape.inputs)
    trainer = _core.MapTrainer("chess", shape.raw, "softmax", "adam", 0)
    trainer.epoch(core, BATCH, 0.01, False, THREADS)  # noqa: FBT003 (no symmetries)
    started = time.perf_counter()
    first = trainer.epoch(core, BATCH, 0.01, False, THREADS)  # noqa: FBT003 (the core takes places)
    ours = len(core) / (time.perf_counter() - started)
    assert first < np.log(core.n_moves / len(core)), "it has learnt more than the number of moves"
    print(f"training, linear chess map, {len(core):,} positions: {ours:,.0f} positions/s")
    peer = run_torch(examples)
    if peer is None:
        print("training, PyTorch: skipped, no Python with torch; set TORCH_PYTHON")
    else:
        print(f"training, PyTorch on {THREADS} threads: {peer:,.0f} positions/s")
        print(f"training, ours times PyTorch: {ours / peer:.1f}")
    search_times()


def read() -> MoveExamples:
    """Read games of masters, or make some where there are none."""
    path = Path(os.environ.get("TABIYA_DATA", "."), GAMES)
    if path.exists():
        examples, _ = examples_from_games([path])
        return examples.take(slice(0, N_EXAMPLES))
    generator = np.random.default_rng(1)
    games = []
    for _ in range(300):
        position, moves = tabiya.game("chess").initial(), list[str]()
        while len(moves) < 80 and position.result is None:
            legal = position.legal_moves()
            moves.append(legal[generator.integers(len(legal))])
            position = position.play(moves[-1])
        games.append(moves)
    return examples_of_texts("chess", games)


def run_torch(examples: MoveExamples) -> float | None:
    """Return the positions per second of the plain script, on at most a few batches."""
    python = os.environ.get("TORCH_PYTHON", sys.executable)
    check = subprocess.run([python, "-c", "import torch"], capture_output=True, check=False)
    if check.returncode != 0:
        return None
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "data.npz")
        np.savez(file, allow_pickle=False, **dense(examples.take(slice(0, 4 * BATCH))))
        done = subprocess.run(
            [python, "-c", TORCH_SCRIPT, str(file), str(THREADS), str(BATCH)],
            capture_output=True,
            text=True,
            check=True,
        )
    speed, first, last = map(float, done.stdout.split())
    assert last < first, "it learns"
    return speed


def dense(examples: MoveExamples) -> dict[str, np.ndarray]:
    """Return the sparse rows padded to one width, as PyTorch takes them."""
    boards = [position.cells for position in examples.positions]
    turns = [position.side_to_move == "white" for position in examples.positions]
    legal = [position.legal_moves() for position in examples.positions]
    n, kinds = len(boards), "pnbrqk"
    rows, signs = np.full((n, 33), 385), np.ones((n, 33), np.float32)
    moves, mask = np.zeros((n, 256), np.int64), np.zeros((n, 256), bool)
    best = np.zeros(n, np.int64)
    for i, (cells, turn) in enumerate(zip(boards, turns, strict=True)):
        men = [(kinds.index(c.lower()) * 64 + s, c) for s, c in enumerate(cells) if c != "."]
        for j, (row, letter) in enumerate(men):
            rows[i, j], signs[i, j] = row, 1 if letter.isupper() else -1
        rows[i, 32], signs[i, 32] = 384, 1 if turn else -1
        codes = sorted({square(m[:2]) * 64 + square(m[2:4]) for m in legal[i]})
        moves[i, : len(codes)], mask[i, : len(codes)] = codes, True
        played = int(examples.from_squares[i]) * 64 + int(examples.to_squares[i])
        best[i] = codes.index(played) if played in codes else 0
    return {
        "rows": rows, "signs": signs, "moves": moves, "legal": mask, "best": best,
        "n_inputs": np.array(385),
    }  # fmt: skip


def square(name: str) -> int:
    """Return the number of a square."""
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)


def search_times() -> None:
    """Print what a map costs a search for each node: the same positions, in turn."""
    for game, depth in (("chess", 8), ("loa", 7), ("othello", 10)):
        examples = [tabiya.game(game).initial()]
        for _ in range(5):
            examples.append(examples[-1].play(examples[-1].legal_moves()[0]))
        shape = MapShape(game, hidden=16, direct=False)
        weights = np.random.default_rng(0).normal(0, 0.05, shape.n_weights).astype(np.float32)
        ordering = tabiya.players.MoveMap(shape, weights)
        plain = tabiya.Player(game, ordering="none")
        with_map = tabiya.Player(game, ordering=ordering, combine="pure")
        rates = []
        for player in (plain, with_map, plain, with_map):
            started = time.process_time()
            nodes = sum(player.search(position, depth=depth).nodes for position in examples)
            rates.append(nodes / (time.process_time() - started))
        before, after = rates[0] + rates[2], rates[1] + rates[3]
        print(f"search of {game}, nodes per second with a map as a part: {after / before:.3f}")


if __name__ == "__main__":
    main()
