"""A tournament of many players."""

from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path
from typing import Literal, get_args

from tabiya.cluster import Workers
from tabiya.games import Game
from tabiya.play._adjudication import Adjudication
from tabiya.play._choose import Openings, OpeningSource, choose_openings
from tabiya.play._contestant import Entrant, read_contestants, rename
from tabiya.play._fixture import MARGIN_SECONDS, Conditions, Fixture, pair_of
from tabiya.play._kept_play import KeptPlay, OnResume, describe
from tabiya.play._ledger import OnGame
from tabiya.play._limits import read_limits
from tabiya.play._pairings import Pairing, gauntlet, round_robin, swiss_order, swiss_round
from tabiya.play._record import PAIR, MatchRecord
from tabiya.play._standings import TournamentResult
from tabiya.store import OnWait

Kind = Literal["round-robin", "gauntlet", "swiss"]


def tournament(
    players: Sequence[Entrant],
    *,
    kind: Kind = "round-robin",
    rounds: int = 1,
    game: str | Game = "chess",
    openings: OpeningSource = None,
    opening_plies: int | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    time: str | None = None,
    adjudication: Adjudication | None = None,
    concurrency: int = 2,
    workers: Workers | None = None,
    seed: int = 0,
    margin: float = MARGIN_SECONDS,
    store: str | Path | None = None,
    pgn: str | Path | None = None,
    names: Sequence[str] | None = None,
    on_game: OnGame | None = None,
    on_resume: OnResume | None = None,
    on_wait: OnWait | None = None,
    on_openings: Callable[[int, int], object] | None = None,
) -> TournamentResult:
    """Play a tournament. Whoever meets plays two games, with the players exchanged.

    All meetings of a round begin from the same opening, so that nobody has an easier one.

    Parameters
    ----------
    players : sequence
        Who takes part, as in :func:`match`.
    kind : {"round-robin", "gauntlet", "swiss"}
        Everybody meets everybody in each round; or the first one meets all others; or players of
        about the same points meet, without meeting again (Kocsis 2003, appendix B).
    rounds : int
        How many.
    names : sequence of str, optional
        What the players are called, if not by their texts.
    game, openings, opening_plies, depth, nodes, seconds, time, adjudication
        As in :func:`match`, the same limits for all.
    concurrency, workers, seed, margin, store, pgn, on_game, on_resume, on_wait, on_openings
        As in :func:`match`.

    Returns
    -------
    TournamentResult
        The games and the table.

    Examples
    --------
    >>> players = ["tabiya", "tabiya?preset=crafty", "tabiya?preset=modern"]
    >>> result = tournament(players, game="othello", nodes=30, openings="random:4")
    >>> sum(row.points for row in result.standings), len(result.games)
    (6.0, 6)
    """
    read_kind(kind)
    if rounds < 1:
        raise ValueError(f"rounds: expected 1 or more, found {rounds!r}")
    chosen = game if isinstance(game, Game) else Game(game)
    contestants = read_contestants(players, chosen)
    if len(contestants) < PAIR:
        raise ValueError(f"tournament: expected two players or more, found {len(contestants)}")
    if names is not None:
        contestants = rename(contestants, names)
    limits = read_limits(depth=depth, nodes=nodes, seconds=seconds, time=time)
    if limits is None:
        raise ValueError("tournament: expected depth, nodes, seconds or time, found none")
    conditions = Conditions(
        game=chosen,
        contestants={contestant.name: contestant for contestant in contestants},
        limits={contestant.name: limits for contestant in contestants},
        adjudication=adjudication or Adjudication(),
        concurrency=concurrency,
        margin=margin,
    )
    starts = choose_openings(openings, chosen, seed=seed, plies=opening_plies, threads=concurrency)
    if conditions.is_deterministic:
        starts.check_enough(rounds)
    starts.make(rounds, on_openings)
    entered = [contestant.name for contestant in contestants]
    settings = describe(conditions, starts, kind, seed=str(seed))
    with KeptPlay(
        conditions,
        event=kind,
        settings=settings,
        store=store,
        pgn=pgn,
        on_game=on_game,
        on_resume=on_resume,
        on_wait=on_wait,
        workers=workers,
    ) as run:
        byes = _play_rounds(run, entered, kind, starts, rounds=rounds, seed=seed)
    record = MatchRecord(
        game=chosen.name,
        players=tuple(entered),
        games=run.games(n_games(kind, len(entered), rounds)),
        limits={name: str(limits) for name in entered},
        rules=chosen.rules,
        openings=starts.source,
        n_planned=n_games(kind, len(entered), rounds),
        seed=seed,
        title=f"{kind}, {len(entered)} players, {rounds} round{'s' if rounds > 1 else ''}",
    )
    return TournamentResult(record, byes)


def read_kind(text: str) -> Kind:
    """Return a text as a kind of tournament.

    >>> read_kind("knockout")
    Traceback (most recent call last):
    ValueError: kind: expected one of round-robin, gauntlet, swiss, found 'knockout'
    """
    kinds: tuple[Kind, ...] = get_args(Kind)
    for kind in kinds:
        if kind == text:
            return kind
    raise ValueError(f"kind: expected one of {', '.join(kinds)}, found {text!r}")


def n_games(kind: Kind, n_players: int, rounds: int) -> int:
    """Return how many games a tournament has.

    >>> n_games("round-robin", 4, 1), n_games("gauntlet", 4, 2), n_games("swiss", 5, 3)
    (12, 12, 12)
    """
    meetings = {
        "round-robin": n_players * (n_players - 1) // 2,
        "gauntlet": n_players - 1,
        "swiss": n_players // 2,
    }
    return PAIR * rounds * meetings[kind]


def _play_rounds(
    run: KeptPlay, players: Sequence[str], kind: Kind, starts: Openings, *, rounds: int, seed: int
) -> dict[str, float]:
    """Play all rounds, and return the points for byes."""
    if kind != "swiss":
        pairings = round_robin(players) if kind == "round-robin" else gauntlet(players)
        everything = [
            _fixtures(pairings, starts, number, first_pair=number * len(pairings))
            for number in range(rounds)
        ]
        run.play(list(chain.from_iterable(everything)))
        return {}
    order = swiss_order(players, seed)
    points = dict.fromkeys(players, 0.0)
    met: set[frozenset[str]] = set()
    byes: dict[str, float] = {}
    first_pair = 0
    for number in range(rounds):
        pairings, bye = swiss_round(order, points, met, set(byes))
        fixtures = _fixtures(pairings, starts, number, first_pair=first_pair)
        run.play(fixtures)
        for fixture in fixtures:
            played = run.ledger.records[fixture.number]
            for name in (fixture.first, fixture.second):
                points[name] += played.points_of(name) or 0.0
        met.update(frozenset(pairing) for pairing in pairings)
        if bye is not None:
            byes[bye] = byes.get(bye, 0.0) + PAIR
            points[bye] += PAIR
        first_pair += len(pairings)
    return byes


def _fixtures(
    pairings: Sequence[Pairing], starts: Openings, number: int, *, first_pair: int
) -> list[Fixture]:
    """Return the games of a round; who begins alternates from round to round."""
    turned = [pairing if number % 2 == 0 else pairing[::-1] for pairing in pairings]
    pairs = (
        pair_of(one, two, starts[number], pair=first_pair + place)
        for place, (one, two) in enumerate(turned)
    )
    return list(chain.from_iterable(pairs))
