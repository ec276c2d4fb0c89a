"""Openings as they are asked for: a file, positions, or a word for how to make them."""

import hashlib
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from tabiya.games import Game, Position, is_chess960
from tabiya.play._generated import (
    N_STARTS_960,
    all_openings,
    chess960_start,
    wandering_openings,
)
from tabiya.play._opening import Opening, read_openings, unique

OpeningSource: TypeAlias = str | Path | Sequence[str | Position | Opening] | None

# Plies of random openings, long enough that pairs differ.
RANDOM_PLIES = {"chess": 8, "othello": 8, "loa": 6}
RANDOM, ALL, START = "random", "all", "start"


@dataclass
class Openings:
    """Openings in the order in which they are played, and where they came from.

    Attributes
    ----------
    chosen : list of Opening
        Those that are known by now.
    source : str
        Where they came from.
    more : iterator of Opening, optional
        Where more of them come from, if there is no end to them.
    """

    chosen: list[Opening]
    source: str
    more: Iterator[Opening] | None = None

    @property
    def digest(self) -> str:
        """Return a text that is the same for the same openings in the same order."""
        if self.more is not None:
            return self.source  # it says how they are made
        text = "\n".join(str(opening.position) for opening in self.chosen)
        return f"{self.source} {hashlib.sha256(text.encode()).hexdigest()[:16]}"

    def make(self, n: int, progress: Callable[[int, int], object] | None = None) -> None:
        """Make openings until there are so many, if they can be made."""
        while self.more is not None and len(self.chosen) < n:
            self.chosen.append(next(self.more))
            if progress is not None:
                progress(len(self.chosen), n)

    def __getitem__(self, pair: int) -> Opening:
        """Return the opening of a pair of games; they begin again when they are used up."""
        self.make(pair + 1)
        return self.chosen[pair % len(self.chosen)]

    def check_enough(self, n_pairs: int) -> None:
        """Refuse openings that would have to begin again, for players who always do the same.

        Raises
        ------
        ValueError
            If there are fewer than pairs.
        """
        if self.more is None and n_pairs > len(self.chosen):
            raise ValueError(
                f"openings: expected {n_pairs} for as many pairs of games, found "
                f"{len(self.chosen)}; players without a clock would repeat the same games"
            )


def choose_openings(
    source: OpeningSource,
    game: Game,
    *,
    seed: int = 0,
    plies: int | None = None,
    threads: int = 1,
) -> Openings:
    """Return the openings of a match.

    Parameters
    ----------
    source : str, Path, sequence or None
        A file for :func:`read_openings`, shuffled by the seed; ``"FILE+PLIES"`` for the same and,
        when they are used up, so many random plies behind each, as often as it takes; positions;
        ``"random"`` or
        ``"random:PLIES"`` for :func:`random_openings`, which is also what None means;
        ``"random:PLIES:FILE"`` for the same behind the openings of a file, others for each seed;
        ``"all:PLIES"`` for :func:`all_openings`; ``"start"`` for the position in which games start,
        in Chess960 for all of them.
    game : Game
        The game.
    seed : int
        Of all that is random.
    plies : int, optional
        Plies that are taken of PGN games.
    threads : int
        How many openings are looked at at the same time.

    Examples
    --------
    >>> choose_openings("start", Game("loa")).source
    'start'
    """
    if source is None or isinstance(source, str):
        made = _make(source or RANDOM, game, seed, plies, threads)
        if made is not None:
            return made
    if isinstance(source, str | Path):
        file, further = _read_further(str(source))
        known = Openings(_shuffled(file, game, seed, plies), str(source))
        if further is None:
            return known
        more = _behind(known.chosen, game, further, seed, threads)
        return Openings(known.chosen, f"{known.digest}, seed {seed}", more)
    assert source is not None, "None is random"
    return Openings(unique((_as_opening(each, game) for each in source), "openings"), "positions")


def _make(source: str, game: Game, seed: int, taken: int | None, threads: int) -> Openings | None:
    word, _, number = source.partition(":")
    if word not in (RANDOM, ALL, START) or Path(source).exists():
        return None
    if word == START:
        return Openings(_starts(game, seed), START)
    number, _, file = number.partition(":") if word == RANDOM else (number, "", "")
    plies = _read_plies(source, number, RANDOM_PLIES.get(game.name, 8) if word == RANDOM else 2)
    name = f"{word}:{plies}, seed {seed}"
    if file:
        known = Openings(_shuffled(file, game, seed, taken), file)
        more = _behind(known.chosen, game, plies, seed, threads)
        return Openings([], f"{word}:{plies}:{known.digest}, seed {seed}", more)
    if word == ALL:
        return Openings(all_openings(game, plies=plies, seed=seed, threads=threads), name)
    return Openings([], name, wandering_openings(game, plies=plies, seed=seed, threads=threads))


def _read_further(source: str) -> tuple[str, int | None]:
    """Return the file, and how many plies are drawn behind its openings when they are used up.

    >>> _read_further("book.epd+2"), _read_further("book.epd")
    (('book.epd', 2), ('book.epd', None))
    """
    file, _, number = source.rpartition("+")
    if not file or not number.isdigit() or Path(source).exists():
        return source, None
    return file, int(number)


def _shuffled(file: str, game: Game, seed: int, taken: int | None) -> list[Opening]:
    """Return the openings of a file in an order that the seed gives."""
    found = read_openings(file, game, plies=taken)
    random.Random(seed).shuffle(found)  # noqa: S311 (nothing is secret)
    return found


def _behind(
    known: Sequence[Opening], game: Game, plies: int, seed: int, threads: int
) -> Iterator[Opening]:
    """Give random openings behind known ones, without end."""
    starts = [opening.position for opening in known]
    return wandering_openings(game, plies=plies, seed=seed, threads=threads, starts=starts)


def _starts(game: Game, seed: int) -> list[Opening]:
    """Return the start, or the 960 of Chess960 in an order that the seed gives."""
    if not is_chess960(game):
        return [Opening(game.initial())]
    found = [Opening(chess960_start(game, number)) for number in range(N_STARTS_960)]
    random.Random(seed).shuffle(found)  # noqa: S311 (nothing is secret)
    return found


def _read_plies(source: str, number: str, default: int) -> int:
    if not number:
        return default
    if not number.isdigit():
        raise ValueError(f"openings: expected plies as in 'random:8', found {source!r}")
    return int(number)


def _as_opening(each: str | Position | Opening, game: Game) -> Opening:
    if isinstance(each, Opening):
        return each
    # Games that begin here count repetitions from here.
    position = game.position(str(each))
    if position.result is not None:
        raise ValueError(f"openings: expected positions in play, found {str(each)!r}")
    return Opening(position)
