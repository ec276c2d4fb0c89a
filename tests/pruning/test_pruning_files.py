"""What a search skips as files: written, read, refused, and played with everywhere."""

import io
import re
from pathlib import Path

import numpy as np
import pytest

import tabiya
from tabiya.players import (
    Pruning,
    PruningFileError,
    Reductions,
    Widths,
    load_player,
    load_pruning,
    player_identity,
    preset_reductions,
    pruning_text,
    save_player,
    save_pruning,
    start_function,
)
from tabiya.uci import UciServer

NARROW = Widths((3, 3, 3, 3, 3))


def full_of(game: str) -> Pruning:
    rng = np.random.default_rng(3)
    function = start_function(game, ["IT", "SD", "HASH", "MOSCORE/1"])
    return Pruning(
        game,
        function=function.replace(rng.normal(size=function.weights.shape)),
        reductions=Reductions(((0.5, 1.0), (1.25, 2.0))),
        reduction_function=start_function(game, ["D2L"], bias=0.25),
        null_move_function=start_function(game, ["ED"], bias=-0.5, checkpoints=(1,)),
        params={"late_move_base": 5.0},
        made_by="a test",
    )


@pytest.mark.parametrize("game", tabiya.games())
def test_a_file_reads_as_it_was_written(game: str, tmp_path: Path) -> None:
    path = tmp_path / "all.toml"
    for pruning in (full_of(game), Pruning(game, widths=Widths((None, 2, 7), "leaf", "quiet"))):
        save_pruning(pruning, path)
        assert pruning_text(load_pruning(path)) == pruning_text(pruning)


@pytest.mark.parametrize("game", tabiya.games())
def test_a_player_named_by_text_skips_what_its_file_says(game: str, tmp_path: Path) -> None:
    path = tmp_path / "narrow.toml"
    save_pruning(Pruning(game, widths=NARROW), path)
    start = tabiya.game(game).initial()
    named = tabiya.play.parse_contestant(f"tabiya?pruning={path}", tabiya.game(game)).player
    given = tabiya.Player(game, pruning=path)
    assert named is not None
    assert named.search(start, depth=5).nodes == given.search(start, depth=5).nodes
    assert given.search(start, depth=5).nodes < tabiya.Player(game).search(start, depth=5).nodes
    assert player_identity(named) == player_identity(given) != player_identity(tabiya.Player(game))
    result = tabiya.play.match(named, "tabiya", game=game, games=2, nodes=50, openings="random:2")
    assert result.verdict is not None


def test_a_saved_player_keeps_its_pruning(tmp_path: Path) -> None:
    player = tabiya.Player("loa", pruning=full_of("loa"))
    save_player(player, tmp_path / "player.toml")
    again = load_player(tmp_path / "player.toml")
    assert player_identity(again) == player_identity(player)
    assert player_identity(player.duplicate()) == player_identity(player)


def test_uci_takes_a_file(tmp_path: Path) -> None:
    path = tmp_path / "narrow.toml"
    save_pruning(Pruning("chess", widths=Widths((2, 2, 2, 2), counts="quiet")), path)

    def nodes(*commands: str) -> int:
        output = io.StringIO()
        UciServer(output).run([*commands, "position startpos", "go depth 5", "wait"])
        infos = [line.split() for line in output.getvalue().splitlines() if " nodes " in line]
        return int(infos[-1][infos[-1].index("nodes") + 1])

    assert nodes(f"setoption name PruningFile value {path}") < nodes()
    assert nodes("setoption name PruningFile value <empty>") == nodes()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('game = "chess"', 'line 1: expected a line game = "loa", found'),
        ('game = "loa"\n[prune]\nwidths = [3, 0]', "line 3: widths: expected numbers from 1"),
        ('game = "loa"\n[prune]\nwidths = [2.5]', "line 3: widths: expected numbers from 1"),
        ('game = "loa"\n[prune]\nwidths = []', "line 3: widths: expected at least one"),
        ('game = "loa"\n[prune]\nwidths = 3', "line 3: widths: expected a list"),
        ('game = "loa"\n[prune]\nby = "cell"\nwidths = [1, 2]', "for a triangle, found 2"),
        ('game = "loa"\n[prune]\nby = "hand"\nwidths = [1]', "line 3: by: expected one of depth"),
        ('game = "loa"\n[prune]\nwidth = [1]', "line 3: expected one of by, widths"),
        ('game = "loa"\n[prune]\ninputs = ["XX"]', "line 3: inputs: expected one of IT, SD"),
        ('game = "loa"\n[reduce]\nrows = [[99]]', "line 3: rows: expected plies from -16 to 16"),
        ('game = "loa"\n[params]\nfutility = -1', "line 3: futility: expected a number from 0"),
        ('game = "loa"\n[params]\nfoo = 1', "line 3: foo: expected a number of the search"),
        ('game = "loa"\n[prune', "expected TOML"),
    ],
)
def test_a_bad_file_is_one_clear_line(text: str, expected: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(PruningFileError) as error:
        tabiya.Player("loa", pruning=path)
    assert str(path) in str(error.value)
    assert expected in str(error.value)
    assert "\n" not in str(error.value)


def test_reductions_of_the_preset_are_a_point_of_the_space() -> None:
    for game in tabiya.games():
        start, preset = tabiya.game(game).initial(), "othello" if game == "othello" else "modern"
        plain = tabiya.Player(game, pruning="none").search(start, depth=8)
        table = Pruning(game, reductions=preset_reductions(preset))
        still = Pruning(game, reduction_function=start_function(game, ["IT"], bias=0.0))
        for pruning in (table, still):
            again = tabiya.Player(game, pruning=pruning).search(start, depth=8)
            assert (again.nodes, again.pv, again.score) == (plain.nodes, plain.pv, plain.score)
        less = Pruning(game, reductions=Reductions(((0.0,),)))
        assert tabiya.Player(game, pruning=less).search(start, depth=8).nodes != plain.nodes


def test_a_saved_player_keeps_pruning_that_is_usual_elsewhere(tmp_path: Path) -> None:
    usual, plain = tabiya.Player("loa").pruning, tabiya.Decisions(preset="crafty")
    start = tabiya.game("loa").initial()
    for pruning in (usual, "none"):
        player = tabiya.Player("loa", decisions=plain, pruning=pruning)
        save_player(player, tmp_path / "player.toml")
        again = load_player(tmp_path / "player.toml")
        assert again.search(start, depth=4).nodes == player.search(start, depth=4).nodes
        assert (again.pruning is None) == (player.pruning is None)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("made_by = 3", "line 2: made_by: expected a text, found 3"),
        ("params = 3", "params: expected a table, found 3"),
        ('[null_move]\ninputs = ["IT"]\nweights = [1]', "weights: expected a table"),
        ('[null_move]\ninputs = ["IT", "IT"]', "line 3: inputs: expected names, each once"),
        (
            '[null_move]\ninputs = ["IT"]\ncheckpoints = []',
            "line 4: checkpoints: expected",
        ),
        ("[reduce]\nrows = [1, 2]", "line 3: rows: expected rows of numbers"),
        ("[reduce]\nrows = [[nan]]", "line 3: rows: expected rows of numbers"),
        ("[null_move.weights]\nbias = [1.0]", "weights: expected inputs beside them"),
        ('[prune]\ninputs = ["IT"]\n[prune.weights]\nbias = [nan]', "weights: expected 10 numbers"),
    ],
)
def test_what_is_no_table_is_named(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(f'game = "chess"\n{text}\n')
    with pytest.raises(PruningFileError, match=re.escape(said)):
        load_pruning(file)
