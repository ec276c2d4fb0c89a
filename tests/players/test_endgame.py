"""Exact Othello endings: the solver, and the player that uses it."""

import pytest

import tabiya


def ending(empties: int, seed: int = 0) -> tabiya.Position:
    """Play a game of the built-in player down to so many empty squares."""
    player = tabiya.Player("othello")
    position = tabiya.game("othello").initial()
    for move in ("d3", "c3", "c4", "e3") if seed == 0 else ("f5", "d6", "c3", "d3"):
        position = position.play(move)
    while position.cells.count(".") > empties:
        position = position.play(player.search(position, nodes=300).move)
    assert position.result is None
    return position


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("empties", [6, 10])
def test_solution_is_the_value_of_best_play(empties: int, seed: int) -> None:
    position = ending(empties, seed)
    solution = tabiya.solve(position)
    final = position.play_all(solution.pv)
    assert final.result is not None
    black = final.cells.count("X") - final.cells.count("O")
    empty = final.cells.count(".")
    margin = black + (empty if black > 0 else -empty if black < 0 else 0)
    assert solution.discs == (margin if position.side_to_move == "black" else -margin)
    others = [-tabiya.solve(position.play(move)).discs for move in position.legal_moves()]
    assert solution.discs == max(others)
    sign = (solution.discs > 0) - (solution.discs < 0)
    assert tabiya.solve(position, exact=False).discs == sign


def test_player_ends_exactly_where_its_limits_allow() -> None:
    position = ending(12)
    discs = tabiya.solve(position).discs
    player = tabiya.Player("othello")
    report = player.search(position, depth=12)
    assert (report.depth, report.discs if discs else 0) == (12, discs)
    assert player.search(position, seconds=20).depth == 12
    assert player.search(position, nodes=10_000_000).nodes == report.nodes
    assert player.search(position, depth=3).depth == 3
    assert player.search(position, nodes=500).nodes <= 500
    never = tabiya.Decisions(params={"exact_from": 0})
    searched = tabiya.Player("othello", decisions=never).search(position, depth=12)
    assert searched.nodes != report.nodes


def test_other_games_are_refused() -> None:
    with pytest.raises(ValueError, match="expected a position of othello, found one of loa"):
        tabiya.solve(tabiya.game("loa").initial())


@pytest.mark.parametrize("hash_mib", [0, 10**9, 2**70])
def test_impossible_tables_are_refused(hash_mib: int) -> None:
    with pytest.raises(ValueError, match=r"hash_mib: expected .* found"):
        tabiya.solve(ending(4), hash_mib=hash_mib)


def test_a_guide_changes_the_work_and_not_the_solution() -> None:
    position = ending(17)
    guided, plain = tabiya.solve(position), tabiya.solve(position, guide=None)
    assert (guided.discs, guided.move is not None) == (plain.discs, True)
    assert guided.nodes != plain.nodes
