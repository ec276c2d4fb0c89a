"""The words of the protocol: commands as values, and values as lines."""

from dataclasses import dataclass, fields

from tabiya.players import (
    LEAST_SECONDS,
    MOST_MOVES,
    MOST_SECONDS,
    SearchIteration,
    SearchReport,
    TimeLeft,
    win_draw_loss,
)

# Beyond any search, and within what the core can count.
MOST_DEPTH = 1000
MOST_NODES = 2**62
# A thousand years; some interfaces send numbers of many digits where they mean no limit.
MOST_MILLISECONDS = 10**13 * 3


class CommandError(ValueError):
    """A command of the protocol is not of its form."""


@dataclass(frozen=True)
class Go:
    """What a ``go`` command asks for; times are in milliseconds."""

    wtime: int | None = None
    btime: int | None = None
    winc: int = 0
    binc: int = 0
    movestogo: int | None = None
    movetime: int | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    infinite: bool = False
    ponder: bool = False
    searchmoves: tuple[str, ...] = ()


_FLAGS = ("infinite", "ponder")
_WORDS = tuple(field.name for field in fields(Go))
_NUMBERS = tuple(word for word in _WORDS if word not in (*_FLAGS, "searchmoves"))


def parse_go(words: list[str]) -> tuple[Go, list[str]]:
    """Read the words after ``go``; return the command and a complaint for each word without sense.

    A number that cannot be read is 0, the least there is: a search without a limit would never end.

    >>> parse_go(["wtime", "1000", "winc", "x", "ponder"])
    (Go(wtime=1000, ..., ponder=True, ...), ["go: expected a number after winc, found 'x'"])
    """
    values: dict[str, int] = {}
    flags: dict[str, bool] = {}
    moves: list[str] = []
    complaints: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word in _FLAGS:
            flags[word] = True
        elif word == "searchmoves":
            while rest and rest[0] not in _WORDS:
                moves.append(rest.pop(0))
        elif word in _NUMBERS:
            found = rest.pop(0) if rest and rest[0] not in _WORDS else ""
            try:
                values[word] = _number(found)
            except (ValueError, OverflowError):
                values[word] = 0
                complaints.append(f"go: expected a number after {word}, found {found!r}")
        else:
            complaints.append(f"go: expected a limit, found {word!r}")
    return _checked_go(values, flags, moves), complaints


def _number(text: str) -> int:
    """Read a whole number; some interfaces send parts of milliseconds."""
    return int(text) if text.lstrip("+-").isdigit() else int(float(text))


def time_left(go: Go, *, is_white: bool, overhead: float, n_searched: int) -> TimeLeft | None:
    """Return the clock of the side to move, if there is one; some interfaces send less than 0.

    Who is told of the other's clock alone has the same.

    >>> time_left(Go(wtime=60_000, winc=500), is_white=True, overhead=0.01, n_searched=3)
    TimeLeft(remaining=60.0, increment=0.5, ..., overhead=0.01, n_searched=3)
    """
    clocks = [(go.wtime, go.winc), (go.btime, go.binc)]
    own, other = clocks if is_white else clocks[::-1]
    remaining, increment = own if own[0] is not None else other
    if remaining is None or go.movetime is not None:
        return None
    return TimeLeft(
        min(max(remaining / 1000, LEAST_SECONDS), MOST_SECONDS),
        min(max(increment / 1000, 0.0), MOST_SECONDS),
        moves_to_go=min(max(go.movestogo or 0, 0), MOST_MOVES) or None,
        overhead=overhead,
        n_searched=n_searched,
    )


def _checked_go(values: dict[str, int], flags: dict[str, bool], moves: list[str]) -> Go:
    """Keep counts within what the core can count; clocks may be negative, as some send them."""
    for name, most in (("depth", MOST_DEPTH), ("nodes", MOST_NODES), ("mate", MOST_DEPTH)):
        if name in values:
            values[name] = max(1, min(values[name], most))
    for name in ("wtime", "btime", "winc", "binc", "movetime", "movestogo"):
        if name in values:
            values[name] = max(-MOST_MILLISECONDS, min(values[name], MOST_MILLISECONDS))
    return Go(
        wtime=values.get("wtime"),
        btime=values.get("btime"),
        winc=values.get("winc", 0),
        binc=values.get("binc", 0),
        movestogo=values.get("movestogo"),
        movetime=values.get("movetime"),
        depth=values.get("depth"),
        nodes=values.get("nodes"),
        mate=values.get("mate"),
        infinite=flags.get("infinite", False),
        ponder=flags.get("ponder", False),
        searchmoves=tuple(moves),
    )


def parse_position(words: list[str]) -> tuple[str | None, list[str]]:
    """Read the words after ``position``: the FEN, None for the initial position, and the moves.

    >>> parse_position("startpos moves e2e4 e7e5".split())
    (None, ['e2e4', 'e7e5'])
    """
    split = words.index("moves") if "moves" in words else len(words)
    head, moves = words[:split], words[split + 1 :]
    if head == ["startpos"]:
        return None, moves
    if head[:1] == ["fen"]:
        return " ".join(head[1:]), moves
    found = " ".join(head)
    raise CommandError(f"position: expected startpos or fen, found {found!r}")


def parse_setoption(words: list[str]) -> tuple[str, str | None]:
    """Read the words after ``setoption``: a name and a value, both of which may hold spaces.

    >>> parse_setoption("name Move Overhead value 30".split())
    ('Move Overhead', '30')
    >>> parse_setoption("name Clear Hash".split())
    ('Clear Hash', None)
    """
    if words[:1] != ["name"]:
        found = " ".join(words)
        raise CommandError(f"setoption: expected name, found {found!r}")
    if "value" not in words:
        return " ".join(words[1:]), None
    split = words.index("value")
    return " ".join(words[1:split]), " ".join(words[split + 1 :])


def mate_in(score: float) -> int | None:
    """Return the moves to a mate, negative for the side that is mated; None if none was seen.

    >>> mate_in(120.0), mate_in(1e6 - 3), mate_in(2 - 1e6)
    (None, 2, -1)
    """
    plies = SearchReport.of_score("chess", score).win_in
    if plies is None:
        return None
    moves = (abs(plies) + 1) // 2
    return moves if plies > 0 else -moves


def info_line(
    iteration: SearchIteration, *, line: int | None = None, shows_wdl: bool = False
) -> str:
    """Return the line that tells of a completed iteration.

    Parameters
    ----------
    iteration : SearchIteration
        What was found.
    line : int, optional
        Its number among several lines, from 1.
    shows_wdl : bool
        Whether wins, draws and losses in a thousand stand beside the score.

    Examples
    --------
    >>> info_line(SearchIteration(2, 31.4, ("e2e4", "e7e5"), nodes=90, seconds=0.001, hash_fill=3))
    'info depth 2 score cp 31 nodes 90 nps 90000 hashfull 3 time 1 pv e2e4 e7e5'
    """
    mate = mate_in(iteration.score)
    score = f"cp {round(iteration.score)}" if mate is None else f"mate {mate}"
    if shows_wdl:
        score += " wdl " + " ".join(map(str, _thousandths(iteration.score)))
    deepest = f"seldepth {iteration.deepest} " if iteration.deepest else ""
    number = "" if line is None else f"multipv {line} "
    nps = round(iteration.nodes / max(iteration.seconds, 1e-6))
    return (
        f"info depth {iteration.depth} {deepest}{number}score {score} nodes {iteration.nodes} "
        f"nps {nps} hashfull {iteration.hash_fill} time {round(iteration.seconds * 1000)} "
        f"pv {' '.join(iteration.pv)}"
    )


def _thousandths(score: float) -> tuple[int, int, int]:
    win, _, loss = win_draw_loss("chess", score)
    wins, losses = round(1000 * win), round(1000 * loss)
    return wins, 1000 - wins - losses, losses


def bestmove_line(pv: tuple[str, ...]) -> str:
    """Return the answer to a ``go``.

    >>> bestmove_line(("e2e4", "e7e5", "g1f3")), bestmove_line(())
    ('bestmove e2e4 ponder e7e5', 'bestmove (none)')
    """
    if not pv:
        return "bestmove (none)"
    ponder = f" ponder {pv[1]}" if len(pv) > 1 else ""
    return f"bestmove {pv[0]}{ponder}"
