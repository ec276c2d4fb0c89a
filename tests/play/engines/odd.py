"""A small UCI engine that plays any move, and misbehaves as its first argument says.

    odd.py MODE [FILE]

good      plays a move that depends on nothing but the position
judge     the same, with a score that depends on the position
crash     dies when it is asked for a move
once      dies at the first question of all, and makes FILE so that it does not again
hang      never answers a question
illegal   answers a move that is not legal
none      answers (none)
garbage   writes nonsense, bytes that are no text too, before a good answer
flood     writes without end and without lines
chatter   writes lines without end in place of an answer
drip      writes a line every tenth of a second in place of an answer
babble    writes lines without end in place of "uciok"
tail      writes lines without end after its answer
indented  writes blanks before each of its lines
slow      answers half a second late
endless   searches on whatever the limit, and tells of more and more nodes
mute      does not even answer "uci"
dies      ends before it answers "uci"
"""

import os
import sys
import time
import zlib
from pathlib import Path

import chess

MODE = sys.argv[1] if __name__ == "__main__" else "good"
BOARD = chess.Board()


def say(text: str) -> None:
    sys.stdout.write(("  \t" if MODE == "indented" else "") + text + "\n")
    sys.stdout.flush()


def set_up(words: list[str]) -> None:
    if words[1] == "startpos":
        BOARD.reset()
    else:
        BOARD.set_fen(" ".join(words[2:8]))
    if "moves" in words:
        for move in words[words.index("moves") + 1 :]:
            BOARD.push_uci(move)


def chatter() -> None:
    while True:
        sys.stdout.write("info string still thinking\n" * 1000)


def write_on() -> None:
    while MODE == "flood":
        sys.stdout.write("x" * 65536)
    while MODE == "drip":
        say("info string thinking")
        time.sleep(0.1)
    if MODE == "chatter":
        chatter()
    for nodes in range(0, 10**9, 100_000):
        say(f"info depth 1 nodes {nodes} score cp 0")
        time.sleep(0.01)


def choose() -> str:
    moves = sorted(move.uci() for move in BOARD.legal_moves)
    return moves[zlib.crc32(BOARD.fen().encode()) % len(moves)]


def misbehave() -> None:
    match MODE:
        case "once" if not Path(sys.argv[2]).exists():
            Path(sys.argv[2]).touch()
            sys.exit("for once")
        case "crash":
            sys.stderr.write("something is rotten\n")
            sys.stderr.flush()
            os._exit(7)
        case "hang":
            time.sleep(3600)
        case "slow":
            time.sleep(0.5)
        case "flood" | "chatter" | "drip" | "endless":
            write_on()
        case "garbage":
            sys.stdout.buffer.write(b"\xff\xfe\xfd\n")
            say("\ninfo\ninfo depth x score cp\nbestmov e2e4\nreadyok?\n¡hola!")


def think() -> None:
    misbehave()
    score = zlib.crc32(BOARD.fen().encode()) % 400 if MODE == "judge" else 12
    say(f"info depth 3 nodes 42 score cp {score} pv {choose()}")
    if MODE == "garbage":
        say("info string depth 9 nodes 99 score cp 999")
    say({"illegal": "bestmove a1a1", "none": "bestmove (none)"}.get(MODE, f"bestmove {choose()}"))
    if MODE == "tail":
        chatter()


def main() -> None:
    if MODE == "dies":
        sys.exit("no licence")
    if MODE == "mute":
        time.sleep(3600)
    if MODE == "babble":
        chatter()
    for line in sys.stdin:
        words = line.split()
        match words[:1]:
            case ["uci"]:
                say("id name odd")
                say("option name OwnBook type check default true")
                say("option name Threads type spin default 4 min 1 max 8")
                say("option name Style type combo default calm var calm var wild")
                say("uciok")
            case ["isready"]:
                say("readyok")
            case ["position"]:
                set_up(words)
            case ["go"]:
                think()
            case ["quit"]:
                return


if __name__ == "__main__":
    main()
