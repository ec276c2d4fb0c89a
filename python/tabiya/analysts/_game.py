"""A whole game looked at move by move: what each was worth, and which were mistakes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tabiya.games import Position
from tabiya.players import Player, SearchReport, end_score, win_probability
from tabiya.positions import RecordedGame


@dataclass(frozen=True)
class Thresholds:
    """From what loss of winning probability on a move is a dubious one, a mistake, a blunder.

    A loss of 0.10 is ten points of a hundred: a move after which a player who would have scored 60
    of 100 scores 50.

    >>> Thresholds().mark(0.12), Thresholds().mark(0.01)
    ('?', '')
    """

    dubious: float = 0.05
    mistake: float = 0.10
    blunder: float = 0.20

    def __post_init__(self) -> None:
        values = (self.dubious, self.mistake, self.blunder)
        if not 0 < self.dubious <= self.mistake <= self.blunder <= 1:
            raise ValueError(f"marks: expected three rising numbers from 0 to 1, found {values}")

    def mark(self, loss: float) -> str:
        """Return the sign of a move: ``??``, ``?``, ``?!`` or nothing."""
        if loss >= self.blunder:
            return "??"
        if loss >= self.mistake:
            return "?"
        return "?!" if loss >= self.dubious else ""

    def __str__(self) -> str:
        return f"?! {self.dubious:.0%}, ? {self.mistake:.0%}, ?? {self.blunder:.0%}"


@dataclass(frozen=True)
class MoveAnalysis:
    """A move of a game.

    Attributes
    ----------
    position : Position
        Where it was played.
    move : str
        The move.
    best : SearchReport
        The search of the position: the best move, its score and line.
    score : float
        What the move was worth to the side that played it, as the search of what followed saw it.
    loss : float
        Winning probability that it cost, 0 for the best move.
    mark : str
        ``??``, ``?``, ``?!`` or nothing.
    """

    position: Position
    move: str
    best: SearchReport
    score: float
    loss: float
    mark: str

    @property
    def result(self) -> str | None:
        """How the game ended with the move; None if it went on."""
        after = self.position.play(self.move)
        return None if after.legal_moves() else after.result

    @property
    def first_score(self) -> float:
        """The score after the move, as the first player sees it."""
        is_first = self.position.side_to_move == self.position.game.sides[0]
        return self.score if is_first else 0.0 - self.score


@dataclass(frozen=True)
class GameAnalysis:
    """A game and what was found in it."""

    record: RecordedGame
    moves: tuple[MoveAnalysis, ...]
    thresholds: Thresholds

    def mean_loss(self, side: str) -> float:
        """Return the winning probability that a side lost per move."""
        losses = [each.loss for each in self.moves if each.position.side_to_move == side]
        return sum(losses) / len(losses) if losses else 0.0

    def count(self, side: str, mark: str) -> int:
        """Return how many moves of a side have a mark."""
        return sum(e.mark == mark and e.position.side_to_move == side for e in self.moves)


def analyse_game(
    record: RecordedGame,
    player: Player,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    thresholds: Thresholds | None = None,
    threads: int = 1,
    progress: Callable[[int, int], object] | None = None,
) -> GameAnalysis:
    """Search every position of a game and mark the moves that cost winning probability.

    Parameters
    ----------
    record : RecordedGame
        The game.
    player : Player
        Who looks at it.
    depth, nodes, seconds : int, int, float, optional
        Limits of each search, at least one.
    thresholds : Thresholds, optional
        When a move is marked.
    threads : int
        Positions looked at at the same time.
    progress : callable, optional
        Called with the positions that are done, and all of them.

    Examples
    --------
    >>> import tabiya
    >>> start = tabiya.game("chess").initial()
    >>> fool = RecordedGame("chess", start, ("f2f3", "e7e5", "g2g4", "d8h4"))
    >>> found = analyse_game(fool, tabiya.Player("chess"), depth=4)
    >>> [(each.move, each.mark) for each in found.moves][2:]
    [('g2g4', '??'), ('d8h4', '')]
    """
    allowed = thresholds or Thresholds()
    positions = [record.start]
    for move in record.moves:
        positions.append(positions[-1].play(move))
    # A game that was drawn by count may have gone on; a search needs one that has not ended.
    searched = [_without_past(position) for position in positions]
    running = [position for position in searched if position.result is None]
    reports = iter(
        player.search_many(
            running, depth=depth, nodes=nodes, seconds=seconds, threads=threads, progress=progress
        )
    )
    found = [next(reports) if position.result is None else None for position in searched]
    moves = []
    for number, move in enumerate(record.moves):
        best = found[number]
        if best is not None:
            score = _score_after(searched[number], searched[number + 1], found[number + 1])
            moves.append(_judge(positions[number], move, best, score, allowed))
    return GameAnalysis(record, tuple(moves), allowed)


def _judge(
    position: Position, move: str, best: SearchReport, score: float, thresholds: Thresholds
) -> MoveAnalysis:
    game = position.game.name
    loss = win_probability(game, best.score) - win_probability(game, score)
    # The best move loses nothing, and no other gains: two searches never agree to the last digit.
    loss = 0.0 if move == best.move else max(loss, 0.0)
    return MoveAnalysis(position, move, best, score, loss, thresholds.mark(loss))


def _score_after(before: Position, after: Position, report: SearchReport | None) -> float:
    """Return what a position is worth to the side that moved there."""
    if report is None:
        return end_score(after, before.side_to_move)
    return report.score if after.side_to_move == before.side_to_move else 0.0 - report.score


def _without_past(position: Position) -> Position:
    return position.game.position(str(position))


def worst_moves(analyses: Sequence[GameAnalysis], n: int) -> list[tuple[GameAnalysis, int]]:
    """Return the moves that cost most, with their games: the analysis and the number of the ply."""
    every = [(game, ply) for game in analyses for ply in range(len(game.moves))]
    every.sort(key=lambda each: -each[0].moves[each[1]].loss)
    return [each for each in every[:n] if each[0].moves[each[1]].loss > 0]
