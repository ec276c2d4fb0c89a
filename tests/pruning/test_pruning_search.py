"""What searches do with vectors and functions."""

import tabiya
from tabiya.players import Decisions, Player, Pruning, Widths, start_function

FULL = Decisions(preset="crafty", params={"null_move": 0.0})


def nodes(pruning: Pruning | None, depth: int = 4) -> int:
    start = tabiya.game("loa").initial()
    return Player("loa", decisions=FULL, pruning=pruning or "none").search(start, depth=depth).nodes


def test_all_is_the_full_width_search() -> None:
    for widths in (Widths((None,) * 4), Widths((512,) * 4), Widths((None,) * 10, "cell")):
        assert nodes(Pruning("loa", widths=widths)) == nodes(None)


def test_a_triangle_holds_every_kind_of_vector() -> None:
    v = (5, 3, 8, 2)
    n = len(v)
    triangles = {
        "depth": [v[d] for i in range(n) for d in range(i + 1)],
        "iteration": [v[i] for i in range(n) for d in range(i + 1)],
        "leaf": [v[i - d] for i in range(n) for d in range(i + 1)],
    }
    counts = set()
    for by, cells in triangles.items():
        vector = nodes(Pruning("loa", widths=Widths(v, by)))  # type: ignore[arg-type] # wrong on purpose, or a literal from a parameter
        assert vector == nodes(Pruning("loa", widths=Widths(tuple(cells), "cell")))
        counts.add(vector)
    assert len(counts) == len(triangles), "the three mean different things"


def test_where_quiet_moves_count_captures_are_searched() -> None:
    # A quiet move is the table's by the second iteration; the queen hangs all the same.
    position = tabiya.game("chess").position("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1")
    narrow = Pruning("chess", widths=Widths((1,) * 6, counts="quiet"))
    report = Player("chess", decisions=FULL, pruning=narrow).search(position, depth=6)
    assert report.move == "e4d5"


def test_a_function_above_zero_skips_nothing_and_one_below_most() -> None:
    inputs = ["IT", "SD", "D2L", "ED", "NVC", "HASH"]
    above = start_function("loa", inputs, bias=0.01, counts="all")
    below = start_function("loa", inputs, bias=-0.01, counts="all")
    assert nodes(Pruning("loa", function=above)) == nodes(None)
    only_first = nodes(Pruning("loa", widths=Widths((1,) * 8)))
    assert nodes(Pruning("loa", function=below)) == only_first


def near_the_end() -> list[tabiya.Position]:
    """Return positions one to four plies before games of Lines of Action were over."""
    games = tabiya.play.match(
        "tabiya", "tabiya", game="loa", games=12, nodes=60, openings="random:4", seed=1
    ).games
    found = []
    for game in games:
        line = [tabiya.game("loa").position(game.opening)]
        for move in game.moves:
            line.append(line[-1].play(move))
        found += line[-5:-1]
    return found


def test_what_is_pruned_proves_neither_win_nor_loss() -> None:
    everything = Player("loa", decisions=FULL, pruning="none", hash_mib=1)
    function = start_function("loa", ["SD"], bias=-1.0, counts="all")
    function.weights[:, function.units.index("SD 0")] = 2.0  # the root is searched whole
    pruned = (Pruning("loa", widths=Widths((None, 5, 5))), Pruning("loa", function=function))
    ends = set()
    for position in near_the_end():
        truth = everything.search(position, depth=3).win_in
        for pruning in pruned:
            player = Player("loa", decisions=FULL, pruning=pruning, hash_mib=1)
            claimed = player.search(position, depth=3).win_in
            if claimed is not None:
                assert truth is not None
                assert (truth > 0) == (claimed > 0)
                ends.add(claimed > 0)
    assert ends == {True, False}, "wins and losses were claimed"


def test_a_mate_is_not_seen_through_a_way_out_that_was_skipped() -> None:
    # White gives check on the back rank; Black's only answers are quiet and come late in the order.
    position = tabiya.game("chess").position("3r2k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
    narrow = Pruning("chess", widths=Widths((1,) * 6))
    found = Player("chess", decisions=FULL, pruning=narrow).search(position, depth=4)
    assert found.win_in is None
