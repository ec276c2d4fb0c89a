"""How the clock is shared among the moves."""

from itertools import product

import pytest

from tabiya.players._clock import LEAST_SECONDS, TimeLeft, fixed_time, share_clock


def test_the_flag_never_falls() -> None:
    clocks = [0.0, 0.005, 0.02, 1, 60, 7200]
    for remaining, increment, moves_to_go, overhead, n_searched in product(
        clocks, [0, 0.1, 30], [None, 1, 2, 40], [0, 0.01, 1], [0, 5, 50]
    ):
        budget = share_clock(
            remaining,
            increment=increment,
            moves_to_go=moves_to_go,
            overhead=overhead,
            n_searched=n_searched,
        )
        assert budget.soft is not None
        assert budget.hard is not None
        assert 0 < budget.soft <= budget.hard
        assert budget.hard <= max(LEAST_SECONDS, remaining - overhead)


@pytest.mark.parametrize(("moves_to_go", "increment"), [(None, 0), (None, 0.2), (40, 0), (7, 0)])
def test_a_game_at_the_hard_limit_still_has_time(moves_to_go: int | None, increment: float) -> None:
    clock, overhead = 60.0, 0.01
    for n_searched in range(moves_to_go or 80):
        budget = share_clock(
            clock,
            increment=increment,
            moves_to_go=None if moves_to_go is None else moves_to_go - n_searched,
            overhead=overhead,
            n_searched=n_searched,
        )
        assert budget.hard is not None
        clock -= max(0.0, budget.hard)
        assert clock > 0
        clock += increment


def test_early_moves_get_up_to_twice_the_share() -> None:
    shares = [share_clock(100, n_searched=n).soft for n in range(12)]
    assert shares[0] == pytest.approx(2 * (shares[10] or 0))
    assert shares == sorted(shares, key=lambda share: -(share or 0))
    assert shares[10] == shares[11]


def test_more_time_gives_more_time() -> None:
    assert (share_clock(100).hard or 0) > (share_clock(50).hard or 0)
    assert (share_clock(50, increment=1).soft or 0) > (share_clock(50).soft or 0)
    assert (share_clock(50, moves_to_go=10).soft or 0) > (share_clock(50).soft or 0)


def test_a_fixed_time_is_used_less_the_overhead() -> None:
    assert fixed_time(0.1, overhead=0.01).hard == pytest.approx(0.09)
    assert fixed_time(0.005, overhead=0.01).hard == LEAST_SECONDS
    assert fixed_time(1).soft is None


@pytest.mark.parametrize(
    ("name", "value"),
    [("moves_to_go", 0), ("moves_to_go", -1), ("moves_to_go", 2**40), ("overhead", -1.0)],
)
def test_a_clock_that_cannot_be_is_refused(name: str, value: float) -> None:
    with pytest.raises(ValueError, match="clock: expected"):
        TimeLeft(1.0, **{name: value})  # type: ignore[arg-type] # by name
