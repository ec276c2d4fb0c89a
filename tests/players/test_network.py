"""A neural network as the evaluation, loaded from a file."""

import random
from pathlib import Path

import pytest

import tabiya


def network_text(n_hidden: int, seed: int) -> str:
    generator = random.Random(seed)

    def row(word: str, n: int) -> str:
        return " ".join([word, *(f"{generator.uniform(-0.3, 0.3):.4f}" for _ in range(n))])

    hidden = [row("hidden", 66) for _ in range(n_hidden)]
    lines = [f"network 65 {n_hidden}", *hidden, row("output", n_hidden + 1)]
    return "# a test\n" + "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", ["loa", "othello"])
def test_network_evaluates_in_place_of_the_weights(name: str, tmp_path: Path) -> None:
    path = tmp_path / "net.txt"
    path.write_text(network_text(40, seed=1))
    position = tabiya.game(name).initial()
    player = tabiya.Player(name, network=path)
    assert player.evaluate(position) != tabiya.Player(name).evaluate(position)
    report = player.search(position, depth=3)
    assert report.move in position.legal_moves()
    assert report.nodes == tabiya.Player(name, network=path).search(position, depth=3).nodes


def test_chess_has_no_such_network(tmp_path: Path) -> None:
    path = tmp_path / "net.txt"
    path.write_text(network_text(2, seed=1))
    with pytest.raises(ValueError, match="two colours of equal pieces, found chess"):
        tabiya.Player("chess", network=path)


@pytest.mark.parametrize(
    "text", ["", "network 64 2\n", "network 65 1\nhidden 1 2\n", "network 65 1\nhidden x\n", "?"]
)
def test_bad_network_is_one_clear_error(text: str, tmp_path: Path) -> None:
    path = tmp_path / "net.txt"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"net.txt: .*expected") as error:
        tabiya.Player("loa", network=path)
    assert "\n" not in str(error.value)
