"""Problems from labelled positions."""

import difflib
from collections.abc import Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import ArrayLike

from tabiya.analysts import Progress
from tabiya.learn._examples import (
    Assess,
    AssessedExamples,
    EffortExamples,
    Examples,
    Floats,
    SearchAssess,
)
from tabiya.learn._features import make_feature_problem
from tabiya.learn._problem import Bounds, Problem, Values, vector_of
from tabiya.learn._static import StaticExamples
from tabiya.learn._tied import (
    ALL_PHASES,
    TIE,
    WHOLE,
    Ties,
    read_ties,
    tied_bounds,
    tied_terms,
    tied_weights,
)
from tabiya.players import Player, WeightError, Weights, player_identity
from tabiya.positions import LabelledPositions, PositionSet, labelled_positions

MODES = ("static", "quiescence", "search", "effort")
# The chess weights of Gomboc 2004, Table 12.
ELEVEN = (
    "king_safety_scale",
    "king_safety_asymmetry",
    "king_tropism_scale",
    "blocked_pawn_scale",
    "passed_pawn_scale",
    "pawn_structure_scale",
    "bishop",
    "knight",
    "rook_on_seventh",
    "rook_on_open_file",
    "rook_behind_passed_pawn",
)
# A pair needs two.
LEAST = 2


@overload
def make_problem(
    data: LabelledPositions | PositionSet,
    labels: Sequence[str] | None = None,
    *,
    names: Sequence[str] | None = None,
    start: Values | None = None,
    control: LabelledPositions | PositionSet | None = None,
    assess: str | Assess = "static",
    nodes: int | None = None,
    player: Player | None = None,
    bounds: Bounds | None = None,
    resolution: Values = 0.0,
    threads: int = 1,
    seed: int = 0,
    progress: Progress | None = None,
) -> Problem: ...
@overload
def make_problem(
    data: Any,
    labels: ArrayLike,
    *,
    names: Sequence[str] | None = None,
    groups: ArrayLike | None = None,
    start: Values | None = None,
    phase: ArrayLike | None = None,
    full_phase: float = 1.0,
    weights: ArrayLike | None = None,
    control: float = 0.0,
    bounds: Bounds | None = None,
    resolution: Values = 0.0,
    threads: int = 1,
    seed: int = 0,
) -> Problem: ...
def make_problem(data: Any, labels: Any = None, *, names: Any = None, **settings: Any) -> Problem:
    """Make a tuning problem of labelled positions, or of features of any program.

    ``make_problem(positions, names, ...)`` takes positions; ``make_problem(X, y, names=...)`` a
    matrix of features, of NumPy or SciPy, with a row per position, and labels.

    Parameters
    ----------
    data : LabelledPositions, PositionSet, or matrix of shape (n_positions, n_features)
        The positions to train on, or their features, from the first player.
    labels : sequence of str, or array of shape (n_positions,)
        With positions, the names of the weights; with features, the labels.
    names : sequence of str
        The weights to tune: names, groups of weights, or ``all``. With a callable `assess` they may
        be anything, such as the options of an engine.

    Other Parameters
    ----------------
    start : float, mapping or sequence, optional
        Where to start: the same value for all, values by name, or in order. What is missing is as
        in the player.
    control : LabelledPositions, PositionSet or float, optional
        Positions of other games, to see whether what is learnt holds there; with features, the
        share of the games to hold back.
    assess : {"static", "quiescence", "search", "effort"} or callable
        How positions are assessed: by the evaluation alone; after one ply and quiescence; by a
        search of `nodes`; or by the mean of tau over all efforts up to `nodes` (§8.1). A callable
        takes weights by name and positions and returns scores of the first player.
    nodes : int, optional
        The limit of each search.
    player : Player, optional
        Who assesses, with the weights that are not tuned; the default one if it is missing.
    bounds : mapping of str to (float, float), optional
        Least and greatest values. For the weights of a game they are known.
    resolution : float, mapping or sequence
        The steps in which weights can be set, 1 for the options of an engine; 0 if they can take
        any value.
    threads : int
        How many threads assess. It changes no result.
    seed : int
        Where all randomness comes from.
    progress : callable, optional
        Called with the number of positions searched and of all, for each vector.
    groups : sequence, optional
        With features: the game of each row.
    phase : array of shape (n_positions,), optional
        With features: from 0 (ending) to `full_phase` (opening). Each feature then has two weights,
        ``NAME_opening`` and ``NAME_ending``, and counts in proportion.
    full_phase : float
        The phase of a position in which only the opening counts.
    weights : array of shape (n_positions,), optional
        With features: how much each row counts.

    Raises
    ------
    ValueError
        If a name, a value or the combination of arguments makes no sense.

    Examples
    --------
    >>> import tabiya
    >>> from tabiya.learn import PieceOfWork, label_positions, make_problem
    >>> start = tabiya.game("loa").initial()
    >>> positions = [start.play(move) for move in start.legal_moves()]
    >>> judge = tabiya.analysts.StaticAnalyst(tabiya.Player("loa"))
    >>> subject = label_positions(positions, tabiya.analysts.assess(judge, positions))
    >>> problem = make_problem(subject, ["mobility", "quads"], start={"mobility": 1})
    >>> problem.weights(problem.start)
    {'mobility': 1.0, 'quads': ...}
    >>> len(problem.evaluate([PieceOfWork(problem.start), PieceOfWork((2.0, 0.0))]))
    2

    The same with features, here of three positions:

    >>> X, y = [[1, 0], [0, 2], [-1, 1]], [1.0, 0.5, 0.0]
    >>> mine = make_problem(X, y, names=["material", "mobility"], start=[100, 10])
    >>> mine.evaluate([PieceOfWork(mine.start), PieceOfWork((10.0, 0.0))])
    [1.0, 1.0]
    """
    if isinstance(data, PositionSet):
        data = labelled_positions(data)
    if isinstance(settings.get("control"), PositionSet):
        settings["control"] = labelled_positions(settings["control"])
    if not isinstance(data, LabelledPositions):
        return make_feature_problem(data, labels, names=names, **settings)
    chosen = labels if names is None else names
    if chosen is None:
        raise ValueError("weights: expected at least one to tune, found none")
    return _of_positions(data, chosen, **settings)


def _of_positions(
    subject: LabelledPositions,
    names: Sequence[str],
    *,
    start: Values | None = None,
    control: LabelledPositions | None = None,
    assess: str | Assess = "static",
    nodes: int | None = None,
    player: Player | None = None,
    bounds: Bounds | None = None,
    resolution: Values = 0.0,
    threads: int = 1,
    seed: int = 0,
    progress: Progress | None = None,
) -> Problem:
    player = player or Player(subject.game)
    for each in (subject, control):
        if each is not None and each.game != player.game.name:
            raise ValueError(
                f"problem: expected positions of {player.game.name}, found {each.game}"
            )
        if each is not None and each.weights is not None:
            _check_importance(each.weights)
    if threads < 1:
        raise ValueError(f"threads: expected 1 or more, found {threads}")
    ties: Ties = {}
    if callable(assess):
        chosen = tuple(names)
        known = vector_of("start", start, chosen)
        if np.isnan(known).any():
            missing = chosen[int(np.argmax(np.isnan(known)))]
            raise ValueError(f"start: expected a value for {missing!r}, found none")
    else:
        chosen = expand_names(player.weights, names)
        ties = read_ties(player.weights, chosen)
        known = vector_of("start", start, chosen)
        usual = [WHOLE if name in ties else player.weights[name] for name in chosen]
        known = np.where(np.isnan(known), usual, known)
        bounds = weight_bounds(player.weights, chosen, ties) | dict(bounds or {})
    steps = vector_of("resolution", resolution, chosen)
    limits = [(bounds or {}).get(name, (-np.inf, np.inf)) for name in chosen]

    def examples(of: LabelledPositions) -> Examples:
        return _examples(
            of,
            chosen,
            ties,
            mode=assess,
            nodes=nodes,
            player=player,
            threads=threads,
            progress=progress,
        )

    return Problem(
        names=chosen,
        start=tuple(known.tolist()),
        least=tuple(float(least) for least, _ in limits),
        most=tuple(float(most) for _, most in limits),
        resolution=tuple(np.nan_to_num(steps).tolist()),
        train=examples(subject),
        control=None if control is None else examples(control),
        seed=seed,
        ties=ties,
    )


def _examples(
    subject: LabelledPositions,
    names: tuple[str, ...],
    ties: Ties,
    *,
    mode: str | Assess,
    nodes: int | None,
    player: Player,
    threads: int,
    progress: Progress | None,
) -> Examples:
    if callable(mode):
        return AssessedExamples(subject, names, mode)
    if mode not in MODES:
        raise ValueError(f"assess: expected one of {', '.join(MODES)}, found {mode!r}")
    if (nodes is None) == (mode in ("search", "effort")):
        raise ValueError(f"nodes: expected with search and effort alone, found {nodes} for {mode}")
    if mode == "static":
        if player.network is not None:
            raise ValueError("assess: expected weights for static, found a network")
        return StaticExamples.of(subject, player.weights, names, threads, ties)
    if mode == "effort":
        return EffortExamples(subject, names, player, nodes or 0, threads, ties)
    depth = 1 if mode == "quiescence" else None
    search = SearchAssess(player, depth, nodes, threads, progress)
    words = f"{player_identity(player)} {mode} {nodes}"
    return AssessedExamples(subject, names, search, words, ties)


def expand_names(weights: Weights, names: Sequence[str]) -> tuple[str, ...]:
    """Return the names with groups replaced by what is in them, each weight once.

    A minus in front takes a weight or a group away again: it stays as it is. A star in front of a
    group ties it: its weights are multiplied by one number, in percent, which is what is tuned. So
    it does in front of a term that ends in an underscore, whose phases it ties; ``phases`` are all
    weights, tied so.

    >>> from tabiya.players import Weights
    >>> expand_names(Weights("loa"), ["mobility", "board"])[:2]
    ('mobility', 'concentration')
    >>> expand_names(Weights("loa"), ["board", "-concentration", "-quads", "-mobility"])[:3]
    ('centre_of_mass', 'centralisation', 'walls')
    >>> expand_names(Weights("loa"), ["all", "*board"])
    ('*board',)
    >>> expand_names(Weights("othello"), ["phases", "-mobility"])[0]
    '*corner_'
    """
    found: dict[str, None] = {}
    frozen: set[str] = set()
    texts = [names] if isinstance(names, str) else names
    given = [
        each for text in texts for each in (tied_terms(weights) if text == ALL_PHASES else [text])
    ]
    for text in sorted(given, key=lambda each: each.startswith(TIE)):  # ties take from the rest
        is_tied, is_frozen = text.startswith(TIE), text.startswith("-")
        name = text.removeprefix(TIE if is_tied else "-").strip()
        meant = _meant(weights, name, is_tied=is_tied)
        if is_frozen:
            frozen.update(meant)
        for each in meant:
            if is_tied or is_frozen:
                found.pop(each, None)
            else:
                found[each] = None
        if is_tied and not frozen.issuperset(meant):
            found[f"{TIE}{name}"] = None
    if not found:
        raise WeightError(f"{weights.game} weights: expected at least one to tune, found none")
    return tuple(found)


def _meant(weights: Weights, name: str, *, is_tied: bool) -> Sequence[str]:
    """Return the weights that a name stands for."""
    groups = weights.groups()
    if is_tied:
        meant = tied_weights(weights, name)
    elif name == "all":
        meant = list(weights)
    else:
        meant = [name] if name in weights else groups.get(name, [])
    if not meant:
        near = difflib.get_close_matches(name, [*weights, *groups], n=1, cutoff=0.4)
        hint = f" (did you mean {near[0]!r}?)" if near else ""
        what = "group" if is_tied else "name"
        raise WeightError(f"{weights.game} weights: expected a known {what}, found {name!r}{hint}")
    return meant


def _check_importance(weights: Floats) -> None:
    if not np.isfinite(weights).all() or (weights < 0).any() or np.count_nonzero(weights) < LEAST:
        raise ValueError("positions: expected finite weights, none negative, not all but one zero")


def weight_bounds(
    weights: Weights, names: Sequence[str], ties: Ties
) -> dict[str, tuple[float, float]]:
    """Return from where to where each weight, or each tied group, can go."""
    found = {}
    for name in names:
        if name in ties:
            found[name] = tied_bounds(weights, ties[name])
        else:
            info = weights.info(name)
            found[name] = (info.least, info.most)
    return found
