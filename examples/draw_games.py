"""Draw a position of each game side by side: the picture at the top of the README.

Run it as ``python examples/draw_games.py docs/images/games.svg``.
"""

import sys
from pathlib import Path

import tabiya

WIDTH = 340
GAP = 20
PLIES = 16


def main() -> None:
    """Play a few moves of each game and draw the boards into one file."""
    boards = []
    for index, name in enumerate(tabiya.games()):
        player = tabiya.Player(name)
        position = tabiya.game(name).initial()
        move = ""
        for _ in range(PLIES):
            move = player.search(position, nodes=20_000).move
            position = position.play(move)
        board = position.svg(size=WIDTH, last_move=move)
        boards.append(f'<g transform="translate({index * (WIDTH + GAP)} 0)">{board}</g>')
    width = len(boards) * (WIDTH + GAP) - GAP
    picture = (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 {width} {WIDTH}">{"".join(boards)}</svg>\n'
    )
    Path(sys.argv[1]).write_text(picture)
    print(f"{sys.argv[1]}: {len(boards)} boards")


if __name__ == "__main__":
    main()
