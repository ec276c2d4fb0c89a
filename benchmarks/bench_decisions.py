"""What a decision costs that decides nothing: the same tree with and without a pruning vector."""

import tabiya
from _peers import POSITIONS, figure

DEPTHS = {"chess": 9, "othello": 10, "loa": 6}
WIDE = (200,) * 60
ROUNDS = 3


def main() -> None:
    """Search the same trees twice and print the ratio of the times."""
    for name, depth in DEPTHS.items():
        game = tabiya.game(name)
        texts = POSITIONS if name == "chess" else [str(game.initial())]
        positions = [game.position(text) for text in texts]
        # Without what some games have learned to skip, in place of which the vector would stand.
        plain = tabiya.Player(name, pruning="none")
        asked = tabiya.Player(name, pruning="none", decisions=tabiya.Decisions(widths=WIDE))
        seconds = [float("inf")] * 2
        nodes = [0, 0]
        for _ in range(ROUNDS):
            for which, player in enumerate((plain, asked)):
                reports = [player.search(position, depth=depth) for position in positions]
                seconds[which] = min(seconds[which], sum(r.seconds for r in reports))
                nodes[which] = sum(r.nodes for r in reports)
        assert nodes[0] == nodes[1], nodes
        ratio = seconds[1] / seconds[0]
        figure(f"{name}: a vector that cuts nothing, time over plain", f"{ratio:.3f}")


if __name__ == "__main__":
    main()
