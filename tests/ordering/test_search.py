"""Maps in the search: deterministic, forgotten on request, refused where they do not fit."""

import pathlib
import pickle

import numpy as np
import pytest

import tabiya
from tabiya.ordering import draw_moves, rank_moves, reduce_nodes
from tabiya.players import (
    MapOrdering,
    MapShape,
    MoveMap,
    load_player,
    player_identity,
    save_player,
)


def drawn(game: str, *, inputs: str = "mover", encoding: str = "meos", hidden: int = 8) -> MoveMap:
    shape = MapShape(game, inputs=inputs, encoding=encoding, hidden=hidden, previous=True)
    weights = np.random.default_rng(1).normal(0, 0.1, shape.n_weights)
    if shape.features:
        weights[-len(shape.features) :] = 10  # what they are divided by
    return MoveMap(shape, weights.astype(np.float32))


def sent(player: tabiya.Player) -> tabiya.Player:
    copy = pickle.loads(pickle.dumps(player))  # noqa: S301 (our own)
    assert isinstance(copy, tabiya.Player)
    return copy


def middle(game: str) -> tabiya.Position:
    position = tabiya.game(game).initial()
    for _ in range(6):
        position = position.play(position.legal_moves()[-1])
    return position


@pytest.mark.parametrize("game", ["chess", "othello", "loa"])
@pytest.mark.parametrize("combine", ["pure", "first", "weighted", "added", "prior"])
def test_searches_with_a_map_are_deterministic_and_sound(game: str, combine: str) -> None:
    position = middle(game)
    ordering = MapOrdering(drawn(game), combine=combine)
    player = tabiya.Player(game, ordering=ordering)
    first = player.search(position, depth=4)
    assert player.search(position, depth=4).nodes == first.nodes
    plain = tabiya.Player(game).search(position, depth=4)
    assert first.nodes != plain.nodes
    assert first.move in position.legal_moves()
    same = player.duplicate().search(position, depth=4)
    assert (same.nodes, same.move) == (first.nodes, first.move)


def test_a_full_width_search_has_the_same_value_in_any_order() -> None:
    # Without pruning, reductions and a table of histories, the order changes nodes, not the score.
    params = dict.fromkeys(
        ("null_move", "futility", "reverse_futility", "razoring", "late_move_pruning"), 0.0
    )
    params |= {"late_move_reduction": 0.0, "internal_reduction": 0.0, "exchange_pruning": 0.0}
    params |= {"singular": 0.0, "aspiration": 0.0}
    decisions = tabiya.Decisions(params=params)
    position = middle("loa")
    plain = tabiya.Player("loa", decisions=decisions, pruning="none").search(position, depth=4)
    for encoding in ("meos", "meoc", "mei"):
        for inputs in ("board", "mover", "features"):
            ordering = MapOrdering(drawn("loa", inputs=inputs, encoding=encoding), combine="pure")
            player = tabiya.Player("loa", decisions=decisions, pruning="none", ordering=ordering)
            found = player.search(position, depth=4)
            assert found.score == plain.score
            assert found.nodes != plain.nodes


def test_near_the_leaves_history_orders() -> None:
    position = middle("loa")
    nodes = [
        tabiya.Player("loa", ordering=MapOrdering(drawn("loa"), "pure", plies=plies))
        .search(position, depth=4)
        .nodes
        for plies in (1, 3, 99)
    ]
    assert nodes[0] != nodes[1]
    assert nodes[2] == tabiya.Player("loa").search(position, depth=4).nodes


def test_a_prior_is_the_maps_opinion_at_the_root() -> None:
    # Where nothing is known yet, every quiet move has its place by the map alone.
    position, learnt = tabiya.game("chess").initial(), drawn("chess")
    # From the mean on, so that no score is beyond what history can hold.
    ordering = MapOrdering(learnt, "prior", history_weight=1.0)
    decisions = tabiya.Decisions(params={"prior_middle": 0.0})
    player = tabiya.Player("chess", ordering=ordering, decisions=decisions)
    ranked = rank_moves(learnt, position, depth=1, player=player)
    assert [each.by_history for each in ranked] == list(range(1, 21))


def test_the_middle_of_a_prior_says_how_much_is_reduced() -> None:
    # A map that tells no moves apart, so that nothing but the middle counts.
    shape = MapShape("chess")
    level = MapOrdering(MoveMap(shape, np.zeros(shape.n_weights, np.float32)), "prior")

    def nodes(**params: float) -> int:
        decisions = tabiya.Decisions(params=params)
        player = tabiya.Player("chess", ordering=level, decisions=decisions)
        return player.search(middle("chess"), depth=8).nodes

    level_with_history = nodes(prior_middle=0)
    assert nodes(prior_middle=4) < level_with_history < nodes(prior_middle=-4)
    plain = tabiya.Player("chess", ordering="none").search(middle("chess"), depth=8)
    assert level_with_history == plain.nodes
    assert nodes() == nodes(prior_middle=4)


@pytest.mark.parametrize("combine", ["pure", "added", "prior"])
def test_reductions_go_by_what_the_map_thinks_if_they_are_told_to(combine: str) -> None:
    def nodes(ordering: MapOrdering | str, **params: float) -> int:
        decisions = tabiya.Decisions(params=params)
        player = tabiya.Player("chess", ordering=ordering, decisions=decisions)
        return player.search(middle("chess"), depth=6).nodes

    learnt = MapOrdering(drawn("chess"), combine)
    assert nodes(learnt, reduction_ordering=0) == nodes(learnt)
    assert nodes(learnt, reduction_ordering=4) != nodes(learnt)
    without = {"late_move_reduction": 0.0}
    assert nodes(learnt, reduction_ordering=4, **without) == nodes(learnt, **without)
    # History has no opinion but its experience.
    assert nodes("none", reduction_ordering=4) == nodes("none")


def test_moves_that_the_map_thinks_little_of_are_reduced_more() -> None:
    shape = MapShape("chess")
    level = MapOrdering(MoveMap(shape, np.zeros(shape.n_weights, np.float32)), "prior")

    def nodes(**params: float) -> int:
        # History itself reduces nothing here.
        decisions = tabiya.Decisions(params={"reduction_history": 0.0, **params})
        player = tabiya.Player("chess", ordering=level, decisions=decisions)
        return player.search(middle("chess"), depth=8).nodes

    little = nodes(prior_middle=6, reduction_ordering=2)
    level_with_history = nodes(prior_middle=0)
    assert little < level_with_history < nodes(prior_middle=-6, reduction_ordering=2)


def test_a_prior_is_asked_at_the_root_alone() -> None:
    for setting in ({"plies": 2}, {"online": 0.1}):
        with pytest.raises(ValueError, match="which asks at the root alone"):
            MapOrdering(drawn("loa"), "prior", **setting)


def test_chess_is_played_with_a_map_unless_something_else_is_said(tmp_path: pathlib.Path) -> None:
    usual = tabiya.players.default_ordering("chess")
    assert usual is not None
    player = tabiya.Player("chess")
    assert player.ordering is usual
    assert len(pickle.dumps(player)) < 10_000
    assert sent(player).ordering is usual
    crafty = tabiya.Player("chess", decisions=tabiya.Decisions(preset="crafty"))
    without = tabiya.Player("chess", ordering=pathlib.Path("none"))
    text = tabiya.play.parse_contestant("tabiya?ordering=none", tabiya.Game("chess")).player
    assert text is not None
    for other in (crafty, without, text):
        for same in (other, other.duplicate(), sent(other)):
            assert same.ordering is None
    for number, each in enumerate((player, crafty, without)):
        save_player(each, tmp_path / f"{number}.toml")
        assert player_identity(load_player(tmp_path / f"{number}.toml")) == player_identity(each)
    assert not list(tmp_path.glob("*.npz"))
    position = middle("chess")
    assert player.search(position, depth=6).nodes != without.search(position, depth=6).nodes


def test_online_learning_changes_the_search_and_is_forgotten() -> None:
    position = middle("loa")
    still = tabiya.Player("loa", ordering=MapOrdering(drawn("loa"), "pure"))
    learning = tabiya.Player("loa", ordering=MapOrdering(drawn("loa"), "pure", online=0.5))
    first = learning.search(position, depth=6)
    assert first.nodes != still.search(position, depth=6).nodes
    assert learning.search(position, depth=6).nodes == first.nodes
    learning.search(position, depth=6, keep=True)
    learning.clear()
    assert learning.search(position, depth=6, keep=True).nodes == first.nodes
    with pytest.raises(ValueError, match="online: expected a map with the encoding meos or meoc"):
        tabiya.Player("loa", ordering=MapOrdering(drawn("loa", encoding="mei"), online=0.1))


def test_maps_of_other_games_are_refused(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "loa.npz"
    drawn("loa").save(path)
    with pytest.raises(ValueError, match=r"loa\.npz: expected a map of chess, found one of loa"):
        tabiya.Player("chess", ordering=path)
    with pytest.raises(ValueError, match="combine: expected an ordering"):
        tabiya.Player("chess", combine="pure")
    with pytest.raises(ValueError, match="combine: expected one of pure, first"):
        tabiya.Player("loa", ordering=path, combine="all")


def test_texts_and_files_name_players_with_maps(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "loa.npz"
    drawn("loa").save(path)
    game = tabiya.Game("loa")
    text = f"tabiya?ordering={path}&combine=weighted&history_weight=300&ordering_plies=2"
    named = tabiya.play.parse_contestant(text, game).player
    assert named is not None
    ordering = named.ordering
    assert ordering is not None
    assert (ordering.combine, ordering.history_weight, ordering.plies) == ("weighted", 300.0, 2)
    saved = tmp_path / "player.toml"
    save_player(named, saved)
    assert player_identity(load_player(saved)) == player_identity(named)
    assert player_identity(tabiya.Player("loa")) != player_identity(named)
    with pytest.raises(ValueError, match="combine: expected ordering=FILE"):
        tabiya.play.parse_contestant("tabiya?combine=pure", game)


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("history_weight=x", "history_weight: expected a number, found 'x'"),
        ("history_weight=0", "history_weight: expected a number above 0"),
        ("history_weight=1e-46", "history_weight: expected a number above 0"),
        ("history_weight=1e39", "history_weight: expected a number above 0"),
        ("ordering_plies=1.5", "ordering_plies: expected a whole number, found '1.5'"),
        ("ordering_plies=0", "ordering_plies: expected 1 to 1000, found 0"),
        ("ordering_plies=99999999999999999999", "ordering_plies: expected 1 to 1000"),
        ("online=fast", "online: expected a number, found 'fast'"),
        ("online=nan", "online: expected a number from 0 to 1, found nan"),
        ("combine=best", "combine: expected one of pure, first"),
    ],
)
def test_wrong_settings_of_a_map_are_named(
    tmp_path: pathlib.Path, setting: str, message: str
) -> None:
    path = tmp_path / "loa.npz"
    drawn("loa").save(path)
    with pytest.raises(ValueError, match=message):
        tabiya.play.parse_contestant(f"tabiya?ordering={path}&{setting}", tabiya.Game("loa"))
    with pytest.raises(ValueError, match=r"ordering: expected the file of a map .* found nothing"):
        tabiya.play.parse_contestant(f"tabiya?ordering=&{setting}", tabiya.Game("loa"))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("ordering_plies = 1.5", "ordering_plies: expected a whole number, found 1.5"),
        ('ordering_plies = "x"', "ordering_plies: expected a whole number, found 'x'"),
        ("online = true", "online: expected a number, found True"),
        ("online = nan", "online: expected a number from 0 to 1, found nan"),
        ('history_weight = "a"', "history_weight: expected a number, found 'a'"),
        ("combine = 3", "combine: expected a text, found 3"),
        ("pruning = 3", "pruning: expected a text, found 3"),
        ("widths = 3", "widths: expected a list of whole numbers, found 3"),
    ],
)
def test_wrong_settings_in_a_players_file_are_named(
    tmp_path: pathlib.Path, line: str, message: str
) -> None:
    path = tmp_path / "player.toml"
    drawn("loa").save(tmp_path / "loa.npz")
    path.write_text(f'game = "loa"\n[player]\nordering = "loa.npz"\n{line}\n')
    with pytest.raises(ValueError, match=rf"player\.toml: {message}"):
        load_player(path)
    for ordering in ("", 'ordering = "none"'):
        path.write_text(f'game = "loa"\n[player]\n{ordering}\ncombine = "pure"\n')
        with pytest.raises(ValueError, match=r"combine: expected a file of a map as ordering"):
            load_player(path)


def test_moves_are_ranked_and_drawn() -> None:
    position = middle("loa")
    ranked = rank_moves(drawn("loa"), position, depth=3)
    assert sorted(each.move for each in ranked) == sorted(position.legal_moves())
    assert sorted(each.by_history or 0 for each in ranked) == list(range(1, len(ranked) + 1))
    scores = [each.score for each in ranked]
    assert scores == sorted(scores, reverse=True)
    picture = draw_moves(position, ranked)
    assert picture.count('rx="6"') == len({each.to_square for each in ranked})
    assert picture.rstrip().endswith("</svg>")


def test_the_order_of_history_is_that_without_any_map() -> None:
    position = middle("chess")
    ranked = rank_moves(drawn("chess"), position, depth=5)
    by_history = tabiya.Player("chess", ordering="none")
    assert ranked == rank_moves(drawn("chess"), position, player=by_history, depth=5)
    with_map = rank_moves(drawn("chess"), position, player=tabiya.Player("chess"), depth=5)
    assert ranked != with_map, "the default player of chess has a map"


def test_reductions_are_paired_by_position() -> None:
    positions = [middle("othello"), tabiya.game("othello").initial()]
    plain = tabiya.Player("othello")
    other = plain.duplicate(ordering=MapOrdering(drawn("othello"), "pure"))
    rows = reduce_nodes(plain, other, positions, depth=5)
    assert [row.depth for row in rows] == [3, 4, 5]
    for row in rows:
        each = [
            [player.search(p, depth=row.depth).nodes for player in (plain, other)]
            for p in positions
        ]
        plain_nodes, other_nodes = (sum(column) for column in zip(*each, strict=True))
        assert row.nodes == pytest.approx(other_nodes / plain_nodes)
        assert row.nodes_interval[0] <= row.nodes <= row.nodes_interval[1]
