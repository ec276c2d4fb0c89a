"""Games between built-in players, inside the core."""

from typing import TypeAlias

from tabiya import _core
from tabiya.play._adjudication import TIME, WORDS, as_result, cannot_win, why_over
from tabiya.play._fixture import Conditions, Deliver, Fixture, Fixtures, Halt
from tabiya.play._limits import Limits
from tabiya.play._record import GameFault, GameRecord, Thought

# Moves (text, score, depth, nodes, seconds), result, why it ended, the last position.
RawMove: TypeAlias = tuple[str, float, int, int, float]
RawGame: TypeAlias = tuple[list[RawMove], str, str, str]


def fits_core(conditions: Conditions) -> bool:
    """Return whether games can be played inside the core.

    They can if all players are built in and no tablebases are needed.
    """
    return conditions.adjudication.tablebase is None and all(
        contestant.player is not None for contestant in conditions.contestants.values()
    )


def play_in_core(conditions: Conditions, fixtures: Fixtures, deliver: Deliver, halt: Halt) -> None:
    """Play games, several at a time, and deliver each when it is over."""
    names = list(conditions.contestants)
    places = {name: place for place, name in enumerate(names)}
    contestants = []
    for name in names:
        player, limits = conditions.contestants[name].player, conditions.limits[name]
        assert player is not None, "fits_core was asked"
        raw_limits = (
            limits.depth,
            limits.nodes,
            limits.seconds,
            _raw_clock(limits, conditions.margin),
        )
        contestants.append((player._core, raw_limits))

    def take(number: int, raw: RawGame) -> None:
        fixture = fixtures[number]
        deliver(fixture, _record(conditions, fixture, raw))

    _core.play_games(
        contestants,
        [
            (each.opening.position._core, places[each.first], places[each.second])
            for each in fixtures
        ],
        conditions.adjudication.raw(),
        conditions.concurrency,
        halt.core,
        take,
    )


def _raw_clock(limits: Limits, margin: float) -> tuple[bool, float, float, float] | None:
    clock = limits.clock
    if clock is None:
        return None
    return clock.unit == "nodes", clock.base, clock.increment, margin


def _record(
    conditions: Conditions,
    fixture: Fixture,
    raw: RawGame,
) -> GameRecord:
    moves, result, why, last = raw
    end = conditions.game.position(last)
    if why == "time" and cannot_win(end, 0 if result == "1-0" else 1):
        result = "1/2-1/2"
    words = why_over(end, result) if why == "rules" else WORDS[why]
    return GameRecord(
        first=fixture.first,
        second=fixture.second,
        result=as_result(result),
        opening=str(fixture.opening.position),
        opening_name=fixture.opening.name,
        moves=tuple(move[0] for move in moves),
        thoughts=tuple(
            Thought(score, win_in(conditions.game.name, score), depth, nodes, seconds)
            for _, score, depth, nodes, seconds in moves
        ),
        termination=words,
        pair=fixture.pair,
        leg=fixture.leg,
        faults=_time_faults(fixture, moves) if why == "time" else (),
    )


def _time_faults(fixture: Fixture, moves: list[RawMove]) -> tuple[GameFault, ...]:
    """Return the fault of the player whose flag fell on the last move."""
    first_begins = fixture.opening.position.side_to_move == fixture.opening.position.game.sides[0]
    is_first = first_begins == (len(moves) % 2 == 1)
    name, ply = fixture.first if is_first else fixture.second, len(moves) - 1
    message = f"{name}: {TIME}, a move took {moves[-1][4]:.3f} s"
    return (GameFault(name, TIME, message, ply),)


def win_in(game: str, score: float | None) -> int | None:
    """Return the plies to a forced win or loss that a score tells of.

    >>> win_in("chess", 999_997.0), win_in("chess", -999_998.0), win_in("chess", 30.0)
    (3, -2, None)
    """
    # The end of an Othello game is counted in discs.
    if score is None or game == "othello" or abs(score) <= _core.DECIDED_SCORE:
        return None
    plies = round(_core.WIN_SCORE - abs(score))
    return plies if score > 0 else -plies
