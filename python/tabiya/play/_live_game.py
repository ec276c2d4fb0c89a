"""One game outside the core, with the clocks kept here."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tabiya.games import as_board
from tabiya.play._adjudication import TABLEBASE, TIME, Tablebase, as_result, cannot_win, why_over
from tabiya.play._dialogue import PATIENCE, GameSoFar, Talk
from tabiya.play._fixture import Conditions, Fixture
from tabiya.play._record import GameFault, GameRecord, Result, Thought
from tabiya.play._seat import Answer, Question, Seat

if TYPE_CHECKING:
    from tabiya.engines import OpenQuestion


@dataclass
class _Clock:
    """The time of one player, in seconds or nodes; None if it has no clock."""

    left: float | None
    increment: float
    in_nodes: bool = False

    def spend(self, thought: Thought) -> None:
        if self.left is None:
            return
        if self.in_nodes:
            self.left = max(self.left - (thought.nodes or 0), 0.0)
        else:
            self.left -= thought.seconds or 0.0  # what is overdrawn within the margin is owed
        self.left += self.increment


class LiveGame:
    """A game in progress: position, clocks, and what was said.

    Attributes
    ----------
    players : tuple of str
        Their names, the first one's first.
    is_begun : bool
        Whether the players know of it.
    """

    def __init__(
        self, conditions: Conditions, fixture: Fixture, tablebase: Tablebase | None
    ) -> None:
        self.players = (fixture.first, fixture.second)
        self.is_begun = False
        self._conditions = conditions
        self._fixture = fixture
        self._tablebase = tablebase
        self._names = self.players
        self._limits = [conditions.limits[name] for name in self._names]
        self._clocks = [
            _Clock(limits.clock.base, limits.clock.increment, limits.clock.unit == "nodes")
            if limits.clock
            else _Clock(None, 0.0)
            for limits in self._limits
        ]
        self._position = fixture.opening.position
        self._second_begins = self._turn() == 1
        self._start = str(self._position)
        # Tablebases ask for a board of their own.
        self._board = as_board(self._position) if tablebase is not None else None
        self._moves: list[str] = []
        self._thoughts: list[Thought] = []
        self._scores: list[float | None] = []
        self._faults: list[GameFault] = []
        # What a player was asked already, and how it ended.
        self._put: OpenQuestion | None = None
        self._end: tuple[Result, str] | None = None

    @property
    def so_far(self) -> GameSoFar:
        """Return where it stands."""
        return GameSoFar(
            start=self._start,
            moves=self._moves,
            position=self._position,
            scores=self._scores,
            second_begins=self._second_begins,
            is_new=not self.is_begun,
        )

    async def play(self, seats: tuple[Seat, Seat], *, while_slow: bool) -> bool:
        """Play until the end: by the rules, by adjudication, by the clock or by a fault.

        Parameters
        ----------
        seats : tuple of Seat
            The players.
        while_slow : bool
            Whether to stop after an answer that came at once.

        Returns
        -------
        bool
            Whether it is over.
        """
        if not self.is_begun:
            for seat in seats:
                await seat.new_game()
            self.is_begun = True
        while self._end is None:
            turn = self._turn()
            question = Question(
                position=self._position,
                start=self._start,
                moves=self._moves,
                clocks=(self._clocks[0].left, self._clocks[1].left),
                increments=(self._clocks[0].increment, self._clocks[1].increment),
                put=self._put,
            )
            self._put = None
            answer = await seats[turn].ask(question, self._limits[turn])
            self._end = self._hear(turn, answer)
            if while_slow and (answer.thought.seconds or 0.0) < PATIENCE:
                break
        return self._end is not None

    def go_on_from(self, said: Talk) -> None:
        """Take what two engines said to each other as played."""
        self.is_begun = said.is_greeted
        self._position = said.position
        thoughts = said.thoughts()
        self._moves += [ply[0] for ply in said.spoken]
        self._thoughts += thoughts
        self._scores += [thought.score for thought in thoughts]
        self._put = said.put

    def finish(self, said: Talk | None = None) -> tuple[Fixture, GameRecord]:
        """Return the record of the game that is over, perhaps by what was said last."""
        if said is not None:
            self.go_on_from(said)
            self._end = self._ending()
        assert self._end is not None, "it is over"
        return self._fixture, self._record(*self._end)

    def _turn(self) -> int:
        return self._position.game.sides.index(self._position.side_to_move)

    def _hear(self, turn: int, answer: Answer) -> tuple[Result, str] | None:
        """Make the move; return the result and why, if that ends the game."""
        self._faults.extend(answer.faults)
        lost: Result = "0-1" if turn == 0 else "1-0"
        if answer.resigned:
            return lost, "resignation"
        if answer.move is None:
            return lost, answer.faults[-1].kind if answer.faults else "no move"
        if self._is_late(turn, answer.thought.seconds or 0.0):
            return self._lost_on_time(turn, lost, answer)
        self._clocks[turn].spend(answer.thought)
        self._position = self._position.play(answer.move)
        if self._board is not None:
            self._board.push_uci(answer.move)
        self._moves.append(answer.move)
        self._thoughts.append(answer.thought)
        self._scores.append(answer.thought.score)
        return self._ending()

    def _is_late(self, turn: int, seconds: float) -> bool:
        if self._clocks[turn].in_nodes:
            return False  # who has no nodes left moves with what is known
        left, per_move = self._clocks[turn].left, self._limits[turn].seconds
        allowed = left if left is not None else per_move
        return allowed is not None and seconds > allowed + self._conditions.margin

    def _lost_on_time(self, turn: int, lost: Result, answer: Answer) -> tuple[Result, str]:
        seconds = answer.thought.seconds or 0.0
        message = f"{self._names[turn]}: {TIME}, a move took {seconds:.3f} s"
        self._faults.append(GameFault(self._names[turn], TIME, message, len(self._moves)))
        return ("1/2-1/2" if cannot_win(self._position, 1 - turn) else lost), TIME

    def _ending(self) -> tuple[Result, str] | None:
        result = self._position.result
        if result is not None:
            return as_result(result), why_over(self._position, result)
        if self._tablebase is not None and self._board is not None:
            known = self._tablebase.result(self._board)
            if known is not None:
                return known, TABLEBASE
        return self._conditions.adjudication.judge(self._scores, second_begins=self._second_begins)

    def _record(self, result: Result, termination: str) -> GameRecord:
        return GameRecord(
            first=self._fixture.first,
            second=self._fixture.second,
            result=result,
            opening=str(self._fixture.opening.position),
            opening_name=self._fixture.opening.name,
            moves=tuple(self._moves),
            thoughts=tuple(self._thoughts),
            termination=termination,
            pair=self._fixture.pair,
            leg=self._fixture.leg,
            faults=tuple(self._faults),
        )
