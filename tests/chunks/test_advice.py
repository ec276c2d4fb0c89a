"""Chunks found in games, similar positions and advice, against replays with python-chess."""

from collections.abc import Mapping
from pathlib import Path

import chess
import numpy as np
import pytest
from tests.chunks.conftest import GAMES
from tests.chunks.test_games import boards, read_all

import tabiya
from tabiya._core import MOVE_HABITS
from tabiya.chunks import (
    AdvicePage,
    Asked,
    Following,
    Games,
    Ranking,
    Similarity,
    Thought,
    follow,
    learn_advice,
    open_games,
    parse,
)
from tabiya.chunks._advice import through_mirror
from tabiya.chunks._advice_page import mirrored_board

CHUNKS = """
chunk castled wrt white kingside.
classification king.
require WK on G1. require WP on F2 + G2. require WP on H2/H3.
advice "{us} is safe."
end castled.
chunk spanish wrt white.
classification centre.
require WB on B5/A4/B3. require WP on E4. require BP on E5.
end spanish.
"""
# The same, and one chunk that is new.
MORE = CHUNKS + "chunk knight wrt white. classification piece. require WN on F3. end knight."


@pytest.fixture
def db(pgn: Path, tmp_path: Path) -> Games:
    games = open_games(tmp_path / "m.db")
    games.add(pgn)
    games.index(parse(CHUNKS))
    return games


def expected_places(name: str, text: str = CHUNKS) -> list[tuple[int, int, int]]:
    lib = parse(text)
    return sorted(
        (number, ply, match.mirror)
        for number, game in enumerate(read_all(GAMES))
        for ply, board in enumerate(boards(game))
        for match in lib.match(board.fen(), result=game.headers["Result"])
        if match.chunk.name == name
    )


@pytest.mark.parametrize("name", ["castled", "spanish"])
def test_the_index_finds_what_matching_finds(name: str, db: Games) -> None:
    found = db.find(name)
    assert found.select("game", "ply", "mirror").rows() == expected_places(name)
    assert found.height > 0


def test_a_chunk_that_is_not_indexed_is_looked_for(db: Games) -> None:
    found = db.find("wrt white; WN on F3")
    assert found.select("game", "ply", "mirror").rows() == expected_places("knight", MORE)
    with pytest.raises(ValueError, match="expected one of castled, spanish"):
        db.find("castle")


def test_only_new_chunks_and_new_games_are_looked_for(db: Games) -> None:
    assert db.index(parse(CHUNKS)) == 0
    assert db.index(parse(MORE)) == 1
    assert db.find("knight").height == len(expected_places("knight", MORE))
    n_before = db.find("castled").height
    db.add(GAMES.replace("Karpov", "Anand"))
    assert db.find("castled").height == n_before + db.find("castled").filter(game=0).height
    assert db.index(parse(MORE)) == 0


def test_the_index_is_kept(db: Games) -> None:
    again = open_games(db.path)
    assert again.index(parse(CHUNKS)) == 0
    assert again.find("castled").equals(db.find("castled"))


def test_a_position_is_most_like_itself(db: Games) -> None:
    fen = db.position(0, 14)
    for name, most in (("learned", None), ("mach", 140.0), ("overlap", 1.0)):
        best = db.similar(fen, similarity=name)[0]
        assert (best.game, best.ply, best.mirror) == (0, 14, 0), name
        assert best.missing == ()
        assert most is None or best.score == most
    best = db.similar(fen)[0]
    weights = Similarity().weights
    assert best.parts["pawns"] == weights["pawns"]
    assert best.parts["colours"] == best.parts["wings"] == 0


def test_mach_scores_are_those_of_the_thesis(db: Games) -> None:
    fen = db.position(0, 14)
    found = db.similar(fen, 100, similarity="mach")
    assert found
    asked = chess.Board(fen)
    for position in found:
        other = chess.Board(db.position(position.game, position.ply))
        assert position.score == pytest.approx(sum(thesis_score(asked, other) or (0.0,)))
        assert len(position.missing) <= 1
    assert db.n_candidates(fen, allowed=0) <= db.n_candidates(fen, allowed=1)


def thesis_score(one: chess.Board, two: chess.Board) -> tuple[float, float, float] | None:
    """§4.5, written once more from the text."""
    values = {1: 100, 2: 300, 3: 300, 4: 500, 5: 900, 6: 0}

    def balance(board: chess.Board) -> int:
        men = board.piece_map().values()
        return sum(values[man.piece_type] * (1 if man.color else -1) for man in men)

    difference = abs(balance(one) - balance(two))
    if difference > 100:
        return None
    apart = []
    for color in chess.COLORS:
        counts = [(len(one.pieces(t, color)), len(two.pieces(t, color))) for t in range(1, 7)]
        apart.append(sum(abs(a - b) for a, b in counts))
    if max(apart) > 1:
        return None
    men = one.piece_map()
    n_same = sum(two.piece_at(square) == man for square, man in men.items())
    threshold = 200 / 3
    location = (100 * n_same / len(men) - threshold) * 100 / (100 - threshold)
    types = {0: 20.0, 1: 15.0, 2: 10.0}[sum(apart)]
    return (20.0 if difference == 0 else 10.0, types, max(location, 0.0))


def test_a_plan_of_less_than_nothing_is_refused(db: Games) -> None:
    assert db.plan(0, 14, 0) == []
    with pytest.raises(ValueError, match="n_plies: expected 0 or more, found -1"):
        db.plan(0, 14, -1)


def test_a_mirrored_position_is_found_and_its_move_mapped_back(db: Games) -> None:
    board = chess.Board(db.position(0, 14))
    played = db.plan(0, 14, 1)[0]
    best = db.similar(mirrored_board(board, 1), playable=True)[0]
    assert (best.game, best.ply, best.mirror) == (0, 14, 1)
    assert best.move == through_mirror(played, 1)
    assert best.played == played
    assert {chunk.name for chunk, _ in best.common} == {"castled", "spanish"}
    advice = db.advise(mirrored_board(board, 1))
    assert advice[0].move == through_mirror(played, 1)


def test_wings_swapped_are_found(db: Games) -> None:
    board = chess.Board(db.position(3, 2))
    best = db.similar(mirrored_board(board, 2))[0]
    assert (best.game, best.ply, best.mirror) == (3, 2, 2)
    assert best.move == through_mirror(db.plan(3, 2, 1)[0], 2)


def test_advice_is_legal_merged_and_explained(db: Games) -> None:
    board = chess.Board()
    for san in ("e4", "e5", "Nf3", "Nc6", "Bb5"):
        board.push_san(san)
    advice = db.advise(board)
    moves = [advised.move for advised in advice]
    assert {"a7a6", "g8f6"} <= set(moves)
    assert len(set(moves)) == len(moves)
    legal = {move.uci() for move in board.legal_moves}
    assert set(moves) <= legal
    assert sum(advised.score for advised in advice) == pytest.approx(1)
    a6 = next(advised for advised in advice if advised.san == "a6")
    witness = a6.games[0]
    assert (witness.white, witness.result, witness.rating) == ("Karpov,Anatoly", "1-0", 2685)
    assert witness.points == 0.0
    for advised in db.advise(board, similarity="mach"):
        assert advised.move in legal
        assert advised.score <= 140


def test_advice_can_be_filtered(db: Games) -> None:
    board = chess.Board()
    for san in ("e4", "e5", "Nf3", "Nc6", "Bb5"):
        board.push_san(san)
    advice = db.advise(board, where="player ~ kasparov")
    assert {witness.game for advised in advice for witness in advised.games} == {1}
    without = db.advise(board, except_game=0)
    assert 0 not in {witness.game for advised in without for witness in advised.games}


def test_a_position_without_a_chunk_gets_no_advice_of_the_thesis(db: Games) -> None:
    assert db.advise("8/P6k/8/8/8/8/6K1/8 w - - 0 1", similarity="mach") == []
    assert db.advise("8/P6k/8/8/8/8/6K1/8 w - - 0 1")[0].move == "a7a8q"


def test_bad_questions_are_told(db: Games) -> None:
    with pytest.raises(ValueError, match="expected one of learned, mach, overlap"):
        db.similar(chess.Board(), similarity="nice")
    with pytest.raises(ValueError, match="limit"):
        db.similar(chess.Board(), 0)
    with pytest.raises(tabiya.ParsePositionError, match="king"):
        db.advise("8/8/8/8/8/8/8/8 w - - 0 1")


def test_the_page_shows_boards_moves_and_reasons(db: Games) -> None:
    page = AdvicePage.of(db, db.position(0, 14))
    text = page.text()
    assert "this position" in text
    assert "Karpov - Short 1992 1-0" in text
    assert len(page.moves) > 1
    assert text.count("White is safe.") == 1
    html = page.html()
    assert html.count("<svg") == 1 + len(page.beside)
    assert "castled (white kingside)" in html


def test_learning_is_repeatable_and_finite(db: Games) -> None:
    one, two = (learn_advice(db, n_positions=4, seed=3) for _ in range(2))
    assert one == two
    similarity, ranking = one
    assert set(similarity.weights) == set(similarity.parts)
    weights = [*similarity.weights.values(), *ranking.habits.values(), ranking.voices]
    assert all(abs(weight) < 1e6 for weight in weights)
    assert ranking.silence > 0


def test_learning_finds_what_foretells_the_move(tmp_path: Path) -> None:
    """The answer depends on White's bishop alone; everything else is the same or noise."""
    noise = ("a5", "b6", "c6", "e6", "g6", "h5", "h6", "b5", "c5", "e5", "g5", "Nh6")
    taught, others = open_games(tmp_path / "taught.db"), open_games(tmp_path / "others.db")
    for games, moves in ((taught, noise[::2]), (others, noise[1::2])):
        for bishop, answer in (("Bd2", "Nc6"), ("Bg5", "Na6")):
            lines = [f"1. d4 d5 2. Nc3 {black} 3. {bishop} {answer} *\n" for black in moves]
            games.add("\n".join(lines))
    taught.index(parse(CHUNKS))
    questions = [
        Asked(game, 5, others.position(game, 5), others.plan(game, 5, 1)[0])
        for game in range(others.n_games)
    ]
    flat = Similarity(weights=dict.fromkeys(Similarity().weights, 0.0), bias=0.0)
    start = (flat, Ranking(voices=1.0, silence=1.0, habits={}))
    learned = learn_advice(taught, questions, start=start)
    assert learned[0].weights["theirs"] > learned[0].weights["pawns"]

    def shares(similarity: Similarity, ranking: Ranking) -> list[float]:
        return [
            advised.score
            for question in questions
            for advised in taught.advise(question.fen, similarity=similarity, ranking=ranking)
            if advised.move == question.move
        ]

    assert len(shares(*start)) == len(questions)
    assert np.prod(shares(*learned)) > np.prod(shares(*start))


def test_a_move_is_worth_its_voices_and_its_kind(db: Games) -> None:
    board = chess.Board()
    for san in ("e4", "e5", "Nf3", "Nc6", "Bb5"):
        board.push_san(san)
    ranking = Ranking(voices=0.7, silence=0.2, habits={"habit": 0.3, "loses": -1.0})
    moves, facts = db.habits(board)
    assert set(moves) == {move.uci() for move in board.legal_moves}
    advice = db.advise(board, ranking=ranking)
    worth = [np.exp(sum(advised.parts.values())) for advised in advice]
    assert [a.score for a in advice] == pytest.approx(np.array(worth) / sum(worth))
    voices = {said.move: said for said in db.voices(board)}
    for advised in advice:
        habit = facts[moves.index(advised.move)][0]
        assert advised.parts["habit"] == pytest.approx(0.3 * habit)
        # A game that shares the position with the first is a voice more.
        assert np.exp(advised.parts["voices"] / 0.7) - 0.2 >= voices[advised.move].odds - 1e-9


def test_games_with_this_very_position_count_for_their_moves(db: Games) -> None:
    board = chess.Board()
    for san in ("e4", "e5", "Nf3", "Nc6", "Bb5"):
        board.push_san(san)
    games = dict(db.exact(board).select("move", "games").iter_rows())
    assert len(games) > 1
    found = {advised.move: advised.parts.get("exact") for advised in db.advise(board)}
    assert set(games) <= set(found)
    for move, part in found.items():
        n_games = games.get(move)
        expected = None if n_games is None else pytest.approx(Ranking().exact * np.log1p(n_games))
        assert part == expected
    first = db.stood(board)["game"][0]
    own = db.stood(board).filter(game=first)["move"][0]
    without = {a.move: a.parts for a in db.advise(board, except_game=first)}
    assert games[own] == 1
    assert "exact" not in without.get(own, {})


def test_what_is_said_of_moves_is_so(db: Games) -> None:
    moves, facts = db.habits("3rk3/8/2p5/3n4/8/1N6/3R1P2/4K2R w K - 0 1")
    said = {
        move: dict(zip(MOVE_HABITS, row, strict=True))
        for move, row in zip(moves, facts, strict=True)
    }
    assert said["e1g1"]["castles"] == 1
    assert said["h1h8"]["checks"] == 1
    # The rook takes a knight and is taken by the pawn: two pawns lost, in minor pieces.
    assert said["d2d5"]["loses"] == pytest.approx(2 / 3)
    assert said["d2d5"]["wins"] == 0
    assert said["f2f4"]["wins"] == said["f2f4"]["loses"] - 1 / 3 == 0
    assert said["b3a1"]["retreats"] == 1
    # The knight d5 attacks nothing that it wins, so nothing has to be saved.
    assert said["d2e2"]["saves"] == 0


def test_boards_are_compared_as_they_stand(db: Games) -> None:
    """Overlap and likeness, counted once more with python-chess over all positions."""
    asked = chess.Board(db.position(0, 14))
    found = db.similar(asked, 3, similarity="overlap")
    best: dict[int, float] = {}
    for number, game in enumerate(read_all(GAMES)):
        for board in boards(game):
            if board.turn == asked.turn:
                men, others = asked.piece_map(), board.piece_map()
                same = sum(others.get(square) == man for square, man in men.items())
                share = 2 * same / (len(men) + len(others))
                best[number] = max(best.get(number, 0.0), share)
    assert [position.score for position in found] == pytest.approx(
        sorted(best.values(), reverse=True)[:3]
    )


def searched(scores: dict[str, float]) -> tuple[list[str], "tabiya.chunks._following.Search"]:
    """Return a search that knows the scores of moves for White, and what it was asked."""
    asked: list[str] = []

    def search(board: chess.Board, _share: float, _bonus: object) -> Thought:
        last = board.peek().uci() if board.move_stack else ""
        asked.append(last)
        if last:
            return Thought(next(iter(board.legal_moves)).uci(), -scores[last])
        best = max(scores, key=lambda move: scores[move])
        return Thought(best, scores[best], (best,))

    return asked, search


@pytest.mark.parametrize(
    ("scores", "bonus", "plays"),
    [
        ({"e2e4": 10.0, "d2d4": 25.0}, 20.0, "e2e4"),
        ({"e2e4": 10.0, "d2d4": 45.0}, 20.0, "d2d4"),
        ({"e2e4": 10.0, "d2d4": 45.0}, 50.0, "e2e4"),
        ({"e2e4": 50.0, "d2d4": 45.0}, 20.0, "e2e4"),
    ],
)
def test_advice_swings_what_is_close(
    scores: dict[str, float], bonus: float, plays: str, db: Games
) -> None:
    advice = [a for a in db.advise(chess.Board()) if a.move == "e2e4"]
    asked, search = searched(scores)
    how = Following(bonus=bonus, n_moves=1, own_share=0.8)
    decided = follow(chess.Board(), advice, search, how)
    assert decided.thought.move == plays
    agrees = max(scores, key=lambda move: scores[move]) == "e2e4"
    assert asked == ([""] if agrees else ["", "e2e4"])
    assert decided.is_advised == (plays == "e2e4" and not agrees)
    assert "e4" in decided.reason


def test_without_advice_the_search_decides() -> None:
    asked, search = searched({"e2e4": 1.0})
    decided = follow(chess.Board(), [], search, Following())
    assert (decided.thought.move, asked, decided.reason) == ("e2e4", [""], "no advice")


def test_every_advised_move_has_a_bonus_by_its_share(db: Games) -> None:
    advice = db.advise(chess.Board())
    assert len(advice) > 1
    heard: dict[str, float] = {}

    def search(_board: chess.Board, share: float, bonus: Mapping[str, float]) -> Thought:
        assert share == 1
        heard.update(bonus)
        return Thought("a2a3", 0.0)

    how = Following(bonus=30, fall=10)
    decided = follow(chess.Board(), advice, search, how)
    assert (decided.thought.move, decided.is_advised) == ("a2a3", False)
    first = advice[0].score
    assert heard == {
        a.move: pytest.approx(30 + 10 * np.log(a.score / first))
        for a in advice
        if a.score > first * np.exp(-3)
    }
