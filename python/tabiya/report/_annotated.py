"""Analysed games as PGN: scores as ``[%eval]``, marks as NAGs, better moves as variations."""

import textwrap

from tabiya.analysts import GameAnalysis, MoveAnalysis
from tabiya.games import Position, colour_result, is_chess960
from tabiya.players import SearchReport

WIDTH = 100
# A blank at which no line is broken.
TIED = "\0"
NAGS = {"?!": "$6", "?": "$2", "??": "$4"}
# Moves of a variation that are shown; the rest of a line is guesswork.
LONGEST_LINE = 8
ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
UNKNOWN = {"Date": "????.??.??"}


def annotated_pgn(analysis: GameAnalysis, *, annotator: str = "tabiya") -> str:
    """Return an analysed game as PGN.

    Scores are those of the first player (White in chess): pawns in chess, discs in Othello;
    ``#3`` is a mate in three. Moves stand as people write them. Whoever reads PGN of chess reads
    this too; other games have the same form and a tag ``Game``.

    Parameters
    ----------
    analysis : GameAnalysis
        What was found.
    annotator : str
        Who found it, with its limits.

    Examples
    --------
    >>> import tabiya
    >>> from tabiya.analysts import analyse_game
    >>> from tabiya.positions import RecordedGame
    >>> start = tabiya.game("chess").initial()
    >>> fool = RecordedGame("chess", start, ("f2f3", "e7e5", "g2g4", "d8h4"), result="0-1")
    >>> text = annotated_pgn(analyse_game(fool, tabiya.Player("chess"), depth=4))
    >>> " ".join(text.split()).endswith("2... Qh4# 0-1")
    True
    """
    tags = _tags(analysis, annotator)
    head = "\n".join(f'[{name} "{_escape(value)}"]' for name, value in tags.items())
    words = [f"{{ marks by loss of winning probability: {analysis.thresholds} }}"]
    for ply, each in enumerate(analysis.moves):
        words += _move_words(each, ply)
    words.append(tags["Result"])
    body = textwrap.fill(" ".join(words), WIDTH, break_long_words=False, break_on_hyphens=False)
    body = body.replace(TIED, " ")
    return f"{head}\n\n{body}\n"


def eval_words(report: SearchReport) -> str:
    """Return a score as ``[%eval]`` has it.

    >>> [eval_words(SearchReport.of_score("chess", score)) for score in (35.0, 1e6 - 3, -1e6)]
    ['0.35', '#2', '#-0']
    """
    if report.discs is not None:
        return f"{report.discs:+d}"
    if report.win_in is not None:
        moves = (abs(report.win_in) + 1) // 2
        return f"#{'-' if report.score < 0 else ''}{moves}"
    return f"{round(report.score / 100, 2) + 0.0:.2f}"


def _tags(analysis: GameAnalysis, annotator: str) -> dict[str, str]:
    record = analysis.record
    game = record.start.game
    sides = dict(zip(game.sides, (record.first, record.second), strict=True))
    given = dict(record.tags) | {
        "White": sides["white"],
        "Black": sides["black"],
        "Result": colour_result(game, record.result or "*"),
    }
    tags = {name: given.pop(name, UNKNOWN.get(name, "?")) for name in ROSTER}
    if record.game != "chess":
        tags["Game"] = record.game
    if is_chess960(game):
        tags["Variant"] = "Chess960"
    if str(record.start) != str(game.initial()):
        tags |= {"SetUp": "1", "FEN": str(record.start)}
    return (
        tags
        | {name: text for name, text in given.items() if name not in tags}
        | {"Annotator": annotator}
    )


def _move_words(each: MoveAnalysis, ply: int) -> list[str]:
    position = each.position
    words = [_number(position, ply), position.format_move(each.move)]
    if each.mark:
        words.append(NAGS[each.mark])
    if each.result is None or position.game.name == "othello":
        seen = SearchReport.of_score(position.game.name, each.first_score)
        words.append(f"{{{TIED}[%eval{TIED}{eval_words(seen)}]{TIED}}}")
    if each.mark:
        line = position.format_line(each.best.pv[:LONGEST_LINE])
        is_chess = position.game.name == "chess"
        words.append(f"( {line} )" if is_chess else f"( {_number(position, ply)} {line} )")
    return words


def _number(position: Position, ply: int) -> str:
    """Return the number before a move; chess positions know theirs."""
    is_chess = position.game.name == "chess"
    number = int(str(position).rsplit(" ", 1)[-1]) if is_chess else ply // 2 + 1
    is_first = position.side_to_move == position.game.sides[0]
    return f"{number}." if is_first else f"{number}..."


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
