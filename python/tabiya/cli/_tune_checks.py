"""Options of ``tabiya tune`` that would mean nothing, and are refused before anything is read."""

from collections.abc import Mapping

import tabiya


def check_limits(*, mode: str, nodes: int | None, depth: int | None, uci: str | None) -> None:
    """Refuse limits that would mean nothing.

    >>> check_limits(mode="static", nodes=None, depth=5, uci=None)
    Traceback (most recent call last):
    ValueError: depth: expected with --uci alone, for static assessments have none, found 5
    """
    if depth is not None and uci is None:
        raise ValueError(
            f"depth: expected with --uci alone, for {mode} assessments have none, found {depth}"
        )
    if uci is not None and depth is not None and nodes is not None:
        raise ValueError(f"nodes: expected nodes or depth, found {nodes} and {depth}")
    if uci is not None and mode != "static":
        raise ValueError(f"mode: expected none with --uci, which searches, found {mode!r}")


def check_rounds(**given: object) -> None:
    """Refuse what would say where positions come from, for the player makes its own.

    >>> check_rounds(set=[], uci="toga2")
    Traceback (most recent call last):
    ValueError: rounds: expected no uci, for the player makes its own positions, found 'toga2'
    """
    for name, value in given.items():
        if value:
            raise ValueError(
                f"rounds: expected no {name}, for the player makes its own positions, found "
                f"{value!r}"
            )


def check_other_games(
    chosen_by: "tabiya.play.ProofPlan | None", proved_by: "tabiya.play.ProofPlan | None"
) -> None:
    """Refuse to prove weights by the games that chose them.

    Players without a clock play the same game from the same opening, and openings of a file are
    the same for both; those that are drawn by lot are not.

    >>> from tabiya.play import ProofPlan
    >>> check_other_games(ProofPlan("a.epd", 8, 100), ProofPlan("a.epd", 20, 100))
    Traceback (most recent call last):
    ValueError: half-way: expected other openings or another limit than those of --prove
    """
    if chosen_by is None or proved_by is None or chosen_by.openings.startswith("random"):
        return
    one, two = (
        (plan.openings.partition("+")[0], plan.nodes, plan.depth) for plan in (chosen_by, proved_by)
    )
    if one == two:
        raise ValueError("half-way: expected other openings or another limit than those of --prove")


def read_tuners(
    text: str,
    constants: Mapping[str, float | str],
    *,
    iterations: int,
    patience: int | None,
) -> list[str]:
    """Read tuners, and refuse what they would not take before anybody labels or plays.

    >>> read_tuners("ascent, cma", {}, iterations=3, patience=None)
    ['ascent', 'cma']
    >>> read_tuners("cma", {"pairs": 2}, iterations=3, patience=None)
    Traceback (most recent call last):
    ValueError: cma: expected options among population, spread, least_spread, found 'pairs'
    """
    tuners = [part.strip() for part in text.split(",")]
    twice = next((tuner for k, tuner in enumerate(tuners) if tuner in tuners[:k]), None)
    if twice is not None:
        raise ValueError(f"tuner: expected each once, found {twice!r} twice")
    for tuner in tuners:
        tabiya.learn.check_constants(tuner, constants)
    if iterations < 1:
        raise ValueError(f"iterations: expected at least one, found {iterations}")
    if patience is not None and patience < 0:
        raise ValueError(f"patience: expected 0 or more, found {patience}")
    return tuners


def check_bootstrap(n: int | None) -> None:
    """Refuse errors that could not be told, before hours of tuning.

    >>> check_bootstrap(1)
    Traceback (most recent call last):
    ValueError: bootstrap: expected 2 samples or more, or 0 for none, found 1
    """
    if n is not None and n != 0 and n < 2:  # noqa: PLR2004 (a scatter needs two)
        raise ValueError(f"bootstrap: expected 2 samples or more, or 0 for none, found {n}")


def read_from_a_set(
    source: object, rounds: int | None, **given: object
) -> "list[tuple[str, object, str, object]]":
    """Return options that are about labelled positions, as `check_beside` takes them.

    >>> check_beside(*read_from_a_set([], None, kind="score"))
    Traceback (most recent call last):
    ValueError: --kind: expected SET or --rounds beside it, found none
    """
    has_positions = source or rounds
    return [
        (f"--{name}", value, "SET or --rounds", has_positions or None)
        for name, value in given.items()
    ]


def check_beside(*cases: tuple[str, object, str, object]) -> None:
    """Refuse options that mean something beside another one alone, which is missing.

    Parameters
    ----------
    *cases : tuple
        An option and its value, and another and its value.

    >>> check_beside(("--prove-at", "0,100", "--prove", None))
    Traceback (most recent call last):
    ValueError: --prove-at: expected --prove beside it, found none
    """
    for option, value, other, given in cases:
        if value and (given is None or given is False):  # 0 is something, to be refused for itself
            raise ValueError(f"{option}: expected {other} beside it, found none")


def check_apart(*cases: tuple[str, object, str, object]) -> None:
    """Refuse options that would be ignored beside another one, which is there.

    >>> check_apart(("--kind", "score", "--features", True))
    Traceback (most recent call last):
    ValueError: --kind: expected none with --features, which would ignore it, found 'score'
    """
    for option, value, other, given in cases:
        if value is not None and given is not None and given is not False:
            raise ValueError(
                f"{option}: expected none with {other}, which would ignore it, found {value!r}"
            )
