"""Games that are played by workers, here or on other machines, a pair of games each."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby

from tabiya.cluster import Workers
from tabiya.play._fixture import Conditions, Deliver, Fixture, Fixtures, Halt
from tabiya.play._in_core import fits_core, play_in_core
from tabiya.play._record import GameRecord
from tabiya.play._with_engines import play_with_engines


def play_with_workers(
    conditions: Conditions, fixtures: Fixtures, deliver: Deliver, halt: Halt, workers: Workers
) -> None:
    """Play games, a pair at each worker, and deliver them here when they are over."""
    pairs = [list(legs) for _, legs in groupby(fixtures, key=lambda fixture: fixture.pair)]
    # A worker is one process of many: it plays one game at a time.
    work = partial(play_pair, replace(conditions, concurrency=1))
    for number, records in workers.run(work, pairs):
        for fixture, record in zip(pairs[number], records, strict=True):
            deliver(fixture, record)
        if halt.is_set:
            return


def play_pair(conditions: Conditions, pair: Sequence[Fixture]) -> list[GameRecord]:
    """Play some games, one after the other, where this is called."""
    played: dict[int, GameRecord] = {}

    def take(fixture: Fixture, record: GameRecord) -> None:
        played[fixture.number] = record

    play = play_in_core if fits_core(conditions) else play_with_engines
    play(conditions, pair, take, Halt())
    return [played[fixture.number] for fixture in pair]
