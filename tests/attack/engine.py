"""A UCI engine that answers nonsense of many kinds; its argument says which, by a seed."""

import random
import sys

DICE = random.Random(sys.argv[1] if __name__ == "__main__" else 0)
NUMBERS = ("9" * 30, "-" + "9" * 30, "9" * 400, "9" * 5000, "600000", "-600000", "2000000", "x", "")
MOVES = (
    "e2e4",
    "a1a1",
    "(none)",
    "0000",
    "",
    "e2e4 ponder e7e5",
    "E2E4",
    "e2e9",
    "\x1b[2J",
    "e" * 9999,
)


def say(text: str) -> None:
    sys.stdout.write(text + DICE.choice(("\n", "\n", "\n", "\r\n", "\n\n")))
    sys.stdout.flush()


def think() -> None:
    for _ in range(DICE.randint(0, 6)):
        number = DICE.choice(NUMBERS)
        line = DICE.choice(
            (
                f"info depth 3 score cp {number} nodes 10 pv e2e4",
                f"info depth 3 score mate {number} nodes 10 pv e2e4",
                f"info depth {number} score cp 30 nodes {number}",
                f"info nodes {number}",
                "info depth 1 score cp 30 lowerbound pv e2e4",
                f"info string \x1b]0;boo\x07 {'y' * DICE.choice((1, 100_000))}",
                "info score",
                "\x00\x00",
                f"option name a type spin default {number} min {number} max {number}",
                "readyok",
                "uciok",
            )
        )
        say(line)
    if DICE.random() < 0.1:
        sys.stdout.buffer.write(b"\xff\xfe\xfd\n")
        sys.stdout.flush()
    if DICE.random() < 0.1:
        sys.exit(DICE.randrange(4))
    say(f"bestmove {DICE.choice(MOVES)}")


def main() -> None:
    for line in sys.stdin:
        match line.split()[:1]:
            case ["uci"]:
                say("id name nonsense")
                say(f"option name Hash type spin default {DICE.choice(NUMBERS)} min 1 max 9")
                say("uciok")
            case ["isready"]:
                say("readyok")
            case ["go"]:
                think()
            case ["quit"]:
                break


if __name__ == "__main__":
    main()
