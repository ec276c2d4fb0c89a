"""Asking the games for advice: similar positions, the moves played in them, and who played them."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import chess
import polars as pl

from tabiya.chunks._advice import (
    N_GAMES,
    N_IN_ALL_GAMES,
    RESULT_POINTS,
    AdvisedMove,
    Backed,
    Witness,
    by_best,
    by_voices,
)
from tabiya.chunks._ranking import Ranking
from tabiya.chunks._similarity import Similarity, SimilarPosition

if TYPE_CHECKING:
    from tabiya.chunks._games import Games

# What is told of a game.
TOLD = ("white", "black", "result", "date", "white_elo", "black_elo")
# Where the best position alone decides, so many times as many positions are looked up.
N_MOVES = 5


def find_advice(
    db: "Games",
    fen: str,
    similarity: Similarity,
    ranking: Ranking,
    *,
    where: str | None,
    n_positions: int,
    except_game: int | None,
) -> list[AdvisedMove]:
    """Return the moves of similar positions, the best advice first; see `Games.advise`."""
    board = chess.Board(fen)
    if similarity.name == "learned":
        moves, facts = db.habits(fen)
        voices = db.voices(
            fen, n_positions, similarity=similarity, where=where, except_game=except_game
        )
        found = sorted((p for said in voices for p in said.positions), key=lambda p: -p.score)
        best = found[:N_IN_ALL_GAMES]
        elsewhere = {
            (position.game, position.ply): [
                place
                for place in places
                if place[0] != except_game and place[:2] != (position.game, position.ply)
            ]
            for position, places in zip(best, db.places(best, where), strict=True)
        }
        exact = _exact_games(db, fen, where, except_game)
        backed = by_voices(voices, elsewhere, ranking, dict(zip(moves, facts, strict=True)), exact)
    else:
        similar = db.similar(
            fen,
            n_positions * N_MOVES,
            similarity=similarity,
            where=where,
            playable=True,
            except_game=except_game,
        )
        played = [
            [place for place in places if place[0] != except_game]
            for places in db.places(similar, where)
        ]
        backed = by_best(similar, played, {move.uci() for move in board.legal_moves})
    texts = {(m.chunk.name, m.mirror): m.advice for m in db.library.match(fen)}
    rows = _rows(db, backed)
    return [_advised(rows, board, vote, texts) for vote in backed]


def _exact_games(
    db: "Games", fen: str, where: str | None, except_game: int | None
) -> dict[str, int]:
    """Return in how many games each move was played in this very position."""
    stood = db.stood(fen, where).filter(pl.col("game").ne_missing(except_game))
    counts = stood.drop_nulls("move").unique(["game", "move"])["move"].value_counts()
    return dict(zip(counts["move"], counts["count"], strict=True))


def _rows(db: "Games", backed: Sequence[Backed]) -> dict[int, dict[str, Any]]:
    """Return the games that are told behind the moves, all looked up at once."""
    told = sorted({game for vote in backed for _, game, _ in vote.places[:N_GAMES]})
    table = db.games().select(TOLD)[told]
    return dict(zip(told, table.iter_rows(named=True), strict=True))


def _advised(
    rows: Mapping[int, Mapping[str, Any]],
    board: chess.Board,
    vote: Backed,
    texts: Mapping[tuple[str, int], str | None],
) -> AdvisedMove:
    best = vote.positions[0]
    said = (texts.get((chunk.name, mirror)) for chunk, mirror in best.common)
    return AdvisedMove(
        vote.move,
        board.san(board.parse_uci(vote.move)),
        vote.score,
        vote.parts,
        tuple(
            _witness(rows[game], board, game, ply, position)
            for position, game, ply in vote.places[:N_GAMES]
        ),
        vote.n_games,
        best.common,
        tuple(dict.fromkeys(text for text in said if text)),
        tuple(vote.positions),
    )


def _witness(
    row: Mapping[str, Any], board: chess.Board, game: int, ply: int, position: SimilarPosition
) -> Witness:
    # Through a mirror that swaps the colours the other side was to move.
    is_white = board.turn != bool(position.mirror & 1)
    points = RESULT_POINTS.get(row["result"])
    return Witness(
        game,
        ply,
        row["white"],
        row["black"],
        row["result"],
        row["date"],
        row["white_elo"] if is_white else row["black_elo"],
        points if points is None or is_white else 1 - points,
        position.mirror,
        position.score,
    )
