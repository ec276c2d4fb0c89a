"""An engine that plays well-behaved moves at once, and then misbehaves as its argument says.

    turning.py MODE

crash     dies, and again when it is asked again
explains  dies with a word about it on its error output
illegal   answers a move that is not legal
none      answers (none)
bare      answers "bestmove" and nothing else
silent    never answers
slow      answers after half a second
mumbles   begins a line, and ends it after half a second
number    tells a score that cannot be
words     tells a score that is no number, and other nonsense, before a good answer
flood     writes without end in place of an answer
long      writes very much before a good answer
twice     answers twice
grumbles  writes to its error output before each of its answers
quits     ends itself after a good answer, once in a game
unready   dies when it is told of the second game
"""

import os
import sys
import time
import zlib

import chess

MODE = sys.argv[1] if len(sys.argv) > 1 else "good"
# Plies of the game at which it turns.
TURN = 6
BOARD = chess.Board()


def grumble() -> None:
    sys.stderr.write("no comment\n" * 30)
    sys.stderr.flush()


def explain() -> None:
    sys.stderr.write("it went wrong\n")
    sys.stderr.flush()
    os._exit(3)


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def say_half_and_wait() -> None:
    sys.stdout.write("info depth 2 sco")
    sys.stdout.flush()
    time.sleep(0.5)
    say("re cp 7")


def write_on() -> None:
    while True:
        say("info string still thinking\n" * 1000)


def set_up(line: str) -> None:
    start, _, moves = line.partition(" moves ")
    BOARD.set_fen(start.partition("fen ")[2].strip() or chess.STARTING_FEN)
    for move in moves.split():
        BOARD.push_uci(move)


def choose() -> str:
    moves = sorted(move.uci() for move in BOARD.legal_moves)
    return moves[zlib.crc32(BOARD.fen().encode()) % len(moves)]


# What it does before its answer.
DEEDS = {
    "crash": lambda: os._exit(3),
    "explains": explain,
    "silent": lambda: time.sleep(3600),
    "slow": lambda: time.sleep(0.5),
    "mumbles": say_half_and_wait,
    "number": lambda: say("info depth 1 score cp 123456789 nodes 7"),
    "words": lambda: say("info depth x score cp\ninfo depth 4 score cp three nodes\n\xff?"),
    "flood": write_on,
    "grumbles": grumble,
    "long": lambda: say("info string and so on\n" * 100_000 + "info depth 5 score cp 55"),
}
# What it answers in place of a move that is legal.
ANSWERS = {"illegal": "bestmove a1a1", "none": "bestmove (none)", "bare": "bestmove"}


def misbehave() -> str:
    """Return the answer, if there is one to come."""
    DEEDS.get(MODE, int)()
    if MODE == "twice":
        return f"bestmove {choose()}\nbestmove a1a1\ninfo depth 9 score cp 999 nodes 9"
    return ANSWERS.get(MODE, f"bestmove {choose()}")


def main() -> None:
    n_games = 0
    for line in sys.stdin:
        words = line.split()
        match words[:1]:
            case ["uci"]:
                say("id name turning\nuciok")
            case ["ucinewgame"]:
                n_games += 1
                if n_games == 2 and MODE == "unready":
                    os._exit(4)
            case ["isready"]:
                say("readyok")
            case ["position"]:
                set_up(line)
            case ["go"]:
                say(f"info depth 1 score cp {len(BOARD.move_stack)} nodes 3")
                has_turned = len(BOARD.move_stack) >= TURN or MODE == "grumbles"
                say(misbehave() if has_turned else f"bestmove {choose()}")
                if MODE == "quits" and len(BOARD.move_stack) in (TURN, TURN + 1):
                    return
            case ["quit"]:
                return


if __name__ == "__main__":
    main()
