"""Advice to look at: boards side by side, moves, and why; as text and as a page."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import chess
import chess.svg
from markupsafe import Markup

from tabiya.chunks._advice import AdvisedMove, Witness, through_mirror
from tabiya.chunks._similarity import Similarity, SimilarPosition, as_similarity
from tabiya.files import fill_template
from tabiya.games import Position

if TYPE_CHECKING:
    from tabiya.chunks._games import Games

# Positions beside the one asked for, as in Figures 5.5 to 5.7 of the thesis.
N_BESIDE = 2
N_GAMES_SHOWN = 3
MIRROR_WORDS = ("", "colours swapped", "wings swapped", "colours and wings swapped")


@dataclass(frozen=True)
class Beside:
    """A similar position as it is shown: turned so that it looks like the one asked for."""

    found: SimilarPosition
    board: chess.Board
    title: str
    plan: tuple[str, ...]


@dataclass(frozen=True)
class AdvicePage:
    """What is shown of advice.

    Attributes
    ----------
    fen : str
        The position asked for.
    similarity : Similarity
        How likeness was measured.
    standing : tuple of str
        The chunks that stand in it.
    beside : tuple of Beside
        The most similar positions.
    moves : tuple of AdvisedMove
        The moves.
    """

    fen: str
    similarity: Similarity
    standing: tuple[str, ...]
    beside: tuple[Beside, ...]
    moves: tuple[AdvisedMove, ...]

    @classmethod
    def of(
        cls,
        db: "Games",
        position: Position | str,
        *,
        similarity: Similarity | str = "learned",
        where: str | None = None,
        limit: int = 5,
        plan: int = 6,
    ) -> "AdvicePage":
        """Ask a database."""
        fen = str(position)
        measure = as_similarity(similarity)
        moves = db.advise(fen, similarity=measure, where=where)[:limit]
        best = list({(p.game, p.ply): p for m in moves for p in m.positions[:1]}.values())
        best.sort(key=lambda found: -found.score)
        beside = tuple(_beside(db, found, plan) for found in best[:N_BESIDE])
        standing = tuple(f"{match.name} ({match.mirror_name})" for match in db.library.match(fen))
        return cls(fen, measure, standing, beside, tuple(moves))

    def text(self) -> str:
        """Return it for a terminal.

        The position asked for stands on the left, the most similar ones beside it.
        """
        board = chess.Board(self.fen)
        blocks = [["this position", *_ranks(board), f"{_side(board)} to move"]]
        blocks += [
            [shown.title, *_ranks(shown.board), _likeness(shown, self.similarity)]
            for shown in self.beside
        ]
        lines = _side_by_side(blocks)
        lines += ["", "chunks: " + (", ".join(self.standing) or "none stands here"), ""]
        if not self.moves:
            lines.append("no master stood like this")
        told: set[str] = set()
        for number, advised in enumerate(self.moves, start=1):
            lines += _move_lines(number, advised, self.similarity, told)
            told.update(advised.texts)
        for shown in self.beside:
            if shown.plan:
                lines.append(f"plan of {shown.title}: {' '.join(shown.plan)}")
        return "\n".join(line.rstrip() for line in lines) + "\n"

    def html(self) -> str:
        """Return it as a page that needs nothing else."""
        board = chess.Board(self.fen)
        arrows = [
            chess.svg.Arrow(move.from_square, move.to_square, color=color)
            for move, color in zip(
                (board.parse_uci(advised.move) for advised in self.moves[:3]),
                ("#15781bcc", "#15781b77", "#15781b44"),
                strict=False,
            )
        ]
        figures = [_figure(board, arrows, "this position", f"{_side(board)} to move")]
        for shown in self.beside:
            move = through_mirror(shown.found.played, shown.found.mirror)
            arrow = [chess.svg.Arrow(*_squares(move), color="#003088aa")] if move else []
            caption = f"{shown.title}; {_likeness(shown, self.similarity)}"
            plan = f"then {' '.join(shown.plan)}" if shown.plan else ""
            figures.append(_figure(shown.board, arrow, caption, plan))
        moves, told = [], set[str]()
        for advised in self.moves:
            moves.append(_row(advised, self.similarity, told))
            told.update(advised.texts)
        return str(
            fill_template(
                "tabiya.chunks",
                "advice.html",
                fen=self.fen,
                figures=figures,
                standing=self.standing,
                moves=moves,
            )
        )


def _beside(db: "Games", found: SimilarPosition, n_plies: int) -> Beside:
    row = db.games().row(found.game, named=True)
    board = chess.Board(db.position(found.game, found.ply))
    plan: list[str] = []
    ahead = board.copy()
    for uci in db.plan(found.game, found.ply, n_plies):
        move = ahead.parse_uci(uci)
        number = f"{ahead.fullmove_number}." if ahead.turn else f"{ahead.fullmove_number}..."
        plan.append(f"{number if ahead.turn or not plan else ''}{ahead.san(move)}")
        ahead.push(move)
    title = f"{_surname(row['white'])} - {_surname(row['black'])} {row['date'][:4]} {row['result']}"
    return Beside(found, mirrored_board(board, found.mirror), title, tuple(plan))


def mirrored_board(board: chess.Board, mirror: int) -> chess.Board:
    """Return a board through a mirror, as it is shown.

    >>> print(mirrored_board(chess.Board("4k3/8/8/8/8/8/P7/4K3 w - - 0 1"), 3).board_fen())
    3k4/7p/8/8/8/8/8/3K4
    """
    shown = board.copy(stack=False)
    if mirror & 1:
        shown.apply_mirror()
    if mirror & 2:
        shown.castling_rights = chess.BB_EMPTY
        shown.apply_transform(chess.flip_horizontal)
    return shown


def _ranks(board: chess.Board) -> list[str]:
    return str(board).splitlines()


def _side(board: chess.Board) -> str:
    return "White" if board.turn else "Black"


def _surname(name: str) -> str:
    return name.split(",", maxsplit=1)[0].strip() or "?"


def _likeness(shown: Beside, similarity: Similarity) -> str:
    score = shown.found.score
    points = (
        f"{score:.0f} of {similarity.most:.0f}" if similarity.name == "mach" else f"{score:.2f}"
    )
    mirror = MIRROR_WORDS[shown.found.mirror]
    return f"alike {points}{', ' + mirror if mirror else ''}"


def _side_by_side(blocks: list[list[str]]) -> list[str]:
    width = max(len(line) for block in blocks for line in block) + 4
    height = max(len(block) for block in blocks)
    columns = [[*block, *[""] * (height - len(block))] for block in blocks]
    return ["".join(f"{line:<{width}}" for line in row) for row in zip(*columns, strict=True)]


def _move_lines(
    number: int, advised: AdvisedMove, similarity: Similarity, told: AbstractSet[str]
) -> list[str]:
    """Write a move; texts that have been told are not told again."""
    facts = [
        _share_words(advised, similarity),
        f"{advised.n_games} game{'s' if advised.n_games > 1 else ''}",
    ]
    if advised.points is not None:
        facts.append(f"scored {advised.points:.0%}")
    if advised.rating is not None:
        facts.append(f"rated {advised.rating:.0f}")
    lines = [f"{number}. {advised.san}: {', '.join(facts)}"]
    lines += [f"   {words}" for words in _why(advised)]
    if advised.common:
        names = dict.fromkeys(chunk.name for chunk, _ in advised.common)
        lines.append(f"   chunks in common: {', '.join(names)}")
    lines += [f"   {text}" for text in advised.texts if text not in told]
    lines += [f"   {_game_words(game)}" for game in advised.games[:N_GAMES_SHOWN]]
    return lines


def _why(advised: AdvisedMove) -> list[str]:
    """Say what the score is made of, and what the best position has in common."""
    alike = advised.positions[0].parts
    why = [] if advised.parts == alike else [f"speaks for it: {_sum(advised.parts)}"]
    return [*why, f"alike in: {_sum(alike)}"]


def _sum(parts: Mapping[str, float]) -> str:
    return ", ".join(f"{name} {value:+.1f}" for name, value in parts.items() if value)


def _share_words(advised: AdvisedMove, similarity: Similarity) -> str:
    if similarity.name == "mach":
        return f"{advised.score:.0f} of {similarity.most:.0f}"
    return f"{advised.score:.0%}"


def _game_words(game: Witness) -> str:
    return f"{_surname(game.white)} - {_surname(game.black)} {game.date[:4]} {game.result}"


def _squares(move: str) -> tuple[int, int]:
    return chess.parse_square(move[:2]), chess.parse_square(move[2:4])


def _figure(
    board: chess.Board, arrows: list[chess.svg.Arrow], title: str, under: str
) -> tuple[Markup, str, str]:
    svg = chess.svg.board(board, arrows=arrows, orientation=chess.WHITE, coordinates=True)
    return Markup(svg), title, under  # noqa: S704 (drawn by python-chess)


def _row(advised: AdvisedMove, similarity: Similarity, told: AbstractSet[str]) -> dict[str, Any]:
    return {
        "san": advised.san,
        "width": f"{80 * advised.score / similarity.most:.0f}",
        "share": _share_words(advised, similarity),
        "points": "" if advised.points is None else f"{advised.points:.0%}",
        "rating": "" if advised.rating is None else f"{advised.rating:.0f}",
        "why": _why(advised),
        "chunks": list(dict.fromkeys(chunk.name for chunk, _ in advised.common)),
        "texts": [text for text in advised.texts if text not in told],
        "games": [_game_words(game) for game in advised.games[:N_GAMES_SHOWN]],
        "n_games": advised.n_games,
    }
