"""An engine that speaks NBoard, well or badly: good, crash, hang, illegal, none, flood, mute."""

import sys
import time

import tabiya
from tabiya.nboard._ggf import parse_ggf


def main(mode: str) -> None:
    """Answer lines until they end."""
    position = tabiya.game("othello").initial()
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "ping" and mode != "mute":
            say(f"pong {rest}")
        elif word == "set" and rest.startswith("game"):
            position = parse_ggf(rest)
        elif word == "go":
            go(mode, position)
        elif word == "quit":
            return


def go(mode: str, position: tabiya.Position) -> None:
    """Answer with the first legal move, or do what the mode says."""
    if mode == "crash":
        sys.exit("something is rotten")
    if mode == "hang":
        time.sleep(60)
    if mode == "flood":
        sys.stdout.write("x" * (1 << 21))
    move = position.legal_moves()[0]
    word = {"illegal": "A1", "none": ""}.get(mode, "PA" if move == "pass" else move.upper())
    say("search " + word + " +1.25 0 2")
    say(f"=== {word}/1.25/0.1" if word else "===")


def say(line: str) -> None:
    """Write a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
