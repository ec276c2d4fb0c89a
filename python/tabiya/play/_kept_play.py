"""From fixtures to finished games: the part that matches and tournaments share."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Self, TypeAlias

from tabiya._core import VERSION
from tabiya.cluster import Workers
from tabiya.metrics import Sprt
from tabiya.play._choose import Openings
from tabiya.play._fixture import Conditions, Fixture, Halt
from tabiya.play._game_store import GameStore
from tabiya.play._in_core import fits_core, play_in_core
from tabiya.play._ledger import Ledger, OnGame
from tabiya.play._pgn import PgnFile
from tabiya.play._record import GameRecord
from tabiya.play._with_engines import play_with_engines
from tabiya.play._with_workers import play_with_workers
from tabiya.store import OnWait, open_database

# What is called with the games of an earlier run.
OnResume: TypeAlias = Callable[[Sequence[GameRecord]], object]


class KeptPlay:
    """Play that is kept in a store and a PGN file, if they are wanted, and can be gone on with.

    It is a context: at its end everything is closed.
    """

    def __init__(
        self,
        conditions: Conditions,
        *,
        event: str,
        settings: Mapping[str, str],
        store: str | Path | None = None,
        pgn: str | Path | None = None,
        on_game: OnGame | None = None,
        on_resume: OnResume | None = None,
        on_wait: OnWait | None = None,
        workers: Workers | None = None,
        sprt: Sprt | None = None,
        player: str = "",
    ) -> None:
        self._conditions = conditions
        self._halt = Halt()
        self._workers = workers
        with ExitStack() as stack:
            kept = None
            if store is not None:
                database = stack.enter_context(open_database(store))
                # Of two processes with one store the second waits; all games are there by then.
                stack.enter_context(database.claim("match", on_wait))
                kept = GameStore(database, settings)
            self.ledger = Ledger(
                halt=self._halt,
                store=kept,
                pgn=_open_pgn(pgn, conditions, event, kept),
                on_game=on_game,
                sprt=sprt,
                player=player,
            )
            self._stack = stack.pop_all()
        if on_resume is not None and self.ledger.records:
            on_resume(self.games())

    @property
    def is_over(self) -> bool:
        """Return whether the sequential test has ended the play."""
        return self._halt.is_set

    def play(self, fixtures: Sequence[Fixture]) -> None:
        """Play those of the games that were not played before."""
        left = [each for each in fixtures if each.number not in self.ledger.records]
        if not left or self._halt.is_set:
            return
        if self._workers is not None:
            play_with_workers(self._conditions, left, self.ledger.take, self._halt, self._workers)
            return
        play = play_in_core if fits_core(self._conditions) else play_with_engines
        play(self._conditions, left, self.ledger.take, self._halt)

    def games(self, n_games: int | None = None) -> tuple[GameRecord, ...]:
        """Return the games that were played, or those of the first numbers, in their order."""
        numbered = sorted(self.ledger.records.items())
        return tuple(record for number, record in numbered if n_games is None or number < n_games)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        with self._stack:
            self.ledger.close()


def describe(conditions: Conditions, openings: Openings, kind: str, **more: str) -> dict[str, str]:
    """Return all that the games depend on, as texts."""
    rules = conditions.adjudication
    return {
        "kind": kind,
        "version of tabiya": VERSION,
        "game": repr(conditions.game),
        "players": ", ".join(conditions.contestants),
        "openings": openings.digest,
        "adjudication": str((rules.raw(), rules.tablebase)),
        "margin": str(conditions.margin),
        **{
            f"player {name}": contestant.identity
            for name, contestant in conditions.contestants.items()
        },
        # A program that was changed is another player, though it is called the same.
        **{
            f"program of {name}": contestant.program
            for name, contestant in conditions.contestants.items()
        },
        **{f"limits of {name}": str(limits) for name, limits in conditions.limits.items()},
        **more,
    }


def _open_pgn(
    path: str | Path | None, conditions: Conditions, event: str, kept: GameStore | None
) -> PgnFile | None:
    if path is None:
        return None
    if kept is not None and not kept.load() and Path(path).exists() and Path(path).stat().st_size:
        raise ValueError(
            f"{path}: expected no file yet, for the store is new and its games begin a new one"
        )
    limits = {name: str(limits) for name, limits in conditions.limits.items()}
    return PgnFile(path, conditions.game, event=event, limits=limits, anew=kept is not None)
