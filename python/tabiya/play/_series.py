"""Games that two UCI engines play one after the other in a thread, as long as all is ordinary.

Whatever is out of the ordinary comes back as it stands, and is judged where every answer of an
engine is: a question that was put is answered there. So is all that takes a watch.
"""

import asyncio
import os
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from functools import partial
from typing import TypeAlias

from tabiya.engines import LINES_KEPT, LastWords, Pipes
from tabiya.games import is_chess960
from tabiya.play._adjudication import Adjudication
from tabiya.play._dialogue import Talk, talk
from tabiya.play._fixture import Fixture
from tabiya.play._live_game import LiveGame
from tabiya.play._record import GameRecord
from tabiya.play._seat import EngineSeat, Seat
from tabiya.players import Stop

# Makes the record of a game that is over; whoever keeps it does so, while the next game is played.
Finish: TypeAlias = Callable[[], tuple[Fixture, GameRecord]]


class Series:
    """A series of games at one board.

    Parameters
    ----------
    seats : mapping of str to Seat
        The players of all of them, by name.
    adjudication : Adjudication
        When games are decided early.
    next_game : callable
        Returns the next game, or None.
    hand_in : callable
        Takes what makes the record of a game that is over.
    """

    def __init__(
        self,
        seats: Mapping[str, Seat],
        adjudication: Adjudication,
        next_game: Callable[[], LiveGame | None],
        hand_in: Callable[[Finish], object],
    ) -> None:
        self._seats = {name: seat for name, seat in seats.items() if isinstance(seat, EngineSeat)}
        self._adjudication = adjudication
        self._next_game = next_game
        self._hand_in = hand_in
        self._stop = Stop()
        self._pipes: dict[str, Pipes] = {}
        self._lines: dict[str, list[str]] = {name: [] for name in self._seats}
        self._is_new = False
        self._is_greeted = True
        self._asked: str | None = None

    @property
    def is_possible(self) -> bool:
        """Return whether its players are of a kind that can be talked to in a thread."""
        both = 2
        return (
            len(self._seats) == both
            and self._adjudication.tablebase is None
            and all(seat.can_be_lent for seat in self._seats.values())
        )

    async def play(self, game: LiveGame, threads: Executor) -> LiveGame | None:
        """Play this game and those after it, as far as all is ordinary.

        Returns
        -------
        LiveGame or None
            The game that takes more than that, or others; None if there is no other.
        """
        if not self.is_possible or not self._borrow(game):
            return game
        running = asyncio.get_running_loop().run_in_executor(threads, self.play_on, game)
        try:
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            # Nobody else may talk to the engines before the thread has gone.
            self._stop.set()
            await running
            if self._asked is not None:
                self._seats[self._asked].kill()
            raise
        finally:
            self._give_back()

    def _borrow(self, game: LiveGame) -> bool:
        """Borrow the pipes of both, or of none."""
        chess960 = is_chess960(game.so_far.position.game)
        for name, seat in self._seats.items():
            pipes = seat.lend(is_new=not game.is_begun, chess960=chess960)
            if pipes is None:
                self._give_back()
                return False
            self._pipes[name] = pipes
        return True

    def _give_back(self) -> None:
        for name, pipes in self._pipes.items():
            os.close(pipes.hears)
            os.close(pipes.says)
            last = LastWords(self._lines[name], pipes.begun)
            self._seats[name].take_back(last, is_new=self._is_new, is_ready=self._is_greeted)

    def play_on(self, game: LiveGame) -> LiveGame | None:
        """Play as :meth:`play` does, in this thread."""
        following: LiveGame | None = game
        while following is not None and set(following.players) == set(self._seats):
            game = following
            said = self._talk(game)
            if not said.is_over:
                game.go_on_from(said)
                return game
            self._hand_in(partial(game.finish, said))
            following = self._next_game()
        return following

    def _talk(self, game: LiveGame) -> Talk:
        so_far = game.so_far
        speakers = []
        for name in game.players:
            hears, says, begun = self._pipes[name]
            speakers.append((hears, says, self._seats[name].go, begun))
        said = talk(speakers, so_far, self._adjudication, self._stop)
        self._is_new |= so_far.is_new
        self._is_greeted = said.is_greeted
        self._asked = None if said.put is None else game.players[said.turn]
        for name, last in zip(game.players, said.last, strict=True):
            self._lines[name] = (self._lines[name] + last.lines)[-LINES_KEPT:]
            self._pipes[name] = self._pipes[name]._replace(begun=last.rest)
        return said
